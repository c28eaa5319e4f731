// What a picture says of itself, in whatever letters and wherever the server stands.
import { deflateSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readBytes } from '../../support/read-bytes.ts'

type Field = { tag: number; type: 1 | 2; value: Buffer }

const text = (tag: number, value: Buffer | string): Field => ({
  tag,
  type: 2,
  value: Buffer.concat([Buffer.from(value), Buffer.of(0)]),
})
const described = (value: Buffer) => text(0x010e, value)
const wide = (tag: number, value: string): Field => ({
  tag,
  type: 1,
  value: Buffer.from(`${value}\0`, 'utf16le'),
})

/** A segment of Exif: fields of the picture, and when it was taken. */
function exif(fields: readonly Field[], taken: string): Buffer {
  const inner = [text(0x9003, taken)]
  const at = { exif: 8 + 2 + 12 * (fields.length + 1) + 4, values: 0 }
  at.values = at.exif + 2 + 12 * inner.length + 4
  const values: Buffer[] = []
  const directory = (list: readonly Field[], pointer = Buffer.alloc(0)) => {
    const entries = list.map(({ tag, type, value }) => {
      const entry = Buffer.alloc(12)
      entry.writeUInt16LE(tag)
      entry.writeUInt16LE(type, 2)
      entry.writeUInt32LE(value.length, 4)
      entry.writeUInt32LE(at.values, 8)
      at.values += value.length
      values.push(value)
      return entry
    })
    const count = Buffer.of(list.length + pointer.length / 12, 0)
    return Buffer.concat([count, ...entries, pointer, Buffer.alloc(4)])
  }
  const pointer = Buffer.from('6987040001000000', 'hex')
  const place = Buffer.alloc(4)
  place.writeUInt32LE(at.exif)
  const first = directory(fields, Buffer.concat([pointer, place]))
  const body = Buffer.concat([Buffer.from('49492a0008000000', 'hex'), first, directory(inner)])
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), body, ...values]))
}

/** A segment of IPTC as Photoshop writes it. */
function iptc(fields: readonly (readonly [number, Buffer | string])[], mark = ''): Buffer {
  const field = (record: number, [set, value]: readonly [number, Buffer | string]) => {
    const bytes = Buffer.from(value)
    return Buffer.concat([Buffer.of(0x1c, record, set, 0, bytes.length), bytes])
  }
  const marked = mark === '' ? [] : [field(1, [90, mark])]
  const data = Buffer.concat([...marked, ...fields.map((one) => field(2, one))])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const head = Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1')
  return segment(0xed, Buffer.concat([head, length, data, Buffer.alloc(data.length % 2)]))
}

function segment(marker: number, body: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(body.length + 2)
  return Buffer.concat([Buffer.of(0xff, marker), length, body])
}

async function recordOf(segments: readonly Buffer[]) {
  const frame = Buffer.from('ffc0000b080064006401011100ffd9', 'hex')
  const bytes = Buffer.concat([Buffer.of(0xff, 0xd8), ...segments, frame])
  const { texts, found } = await readBytes({ bytes, filename: 'a.jpg' })
  return { text: texts.join('\n'), title: found.title }
}

test('caption, headline, name and keywords that an agency wrote are read', async () => {
  const fields = [
    [5, 'Hafen'],
    [105, 'Salzschiffe'],
    [120, 'Brücke in Köln'],
    [25, 'Fluß'],
    [25, 'Nacht'],
    [90, 'Köln'],
  ] as const
  const { text, title } = await recordOf([iptc(fields, '\x1b%G')])
  assert.is(
    text,
    'ObjectName: Hafen; Headline: Salzschiffe; Caption: Brücke in Köln; Keywords: Fluß, Nacht',
  )
  assert.is(title, 'Hafen')
})

test('records in the letters of one country are read as in UTF-8', async () => {
  const latin = (value: string) => iconv.encode(value, 'windows-1252')
  const { text } = await recordOf([
    exif([described(latin('Grüße aus Köln'))], '2024:07:01 12:00:00'),
    iptc([[120, latin('Brücke')]]),
  ])
  assert.match(text, 'ImageDescription: Grüße aus Köln')
  assert.match(text, 'Caption: Brücke')
  const cyrillic = iconv.encode('Соляные корабли у моста в Риге', 'windows-1251')
  assert.match((await recordOf([iptc([[120, cyrillic]])])).text, 'Соляные корабли у моста в Риге')
})

test('a title that Windows wrote is read in any letters', async () => {
  const { text, title } = await recordOf([exif([wide(0x9c9b, 'Рига')], '2024:07:01 12:00:00')])
  assert.match(text, 'XPTitle: Рига')
  assert.is(title, 'Рига')
})

test('a picture was taken on the day that its camera wrote down', async () => {
  const zone = process.env.TZ
  try {
    process.env.TZ = 'Asia/Tokyo'
    const { text } = await recordOf([
      exif([described(Buffer.from('Night'))], '2024:07:01 00:30:00'),
    ])
    assert.is(text, 'ImageDescription: Night; DateTimeOriginal: 2024-07-01')
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})

/** A chunk of PNG; nobody here asks for its sum. */
function chunk(name: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, Buffer.from(name), body, Buffer.alloc(4)])
}

const tiff = (segment: Buffer) => segment.subarray(10)
const png = (...chunks: Buffer[]) => {
  const size = Buffer.from('000000200000002008060000', 'hex')
  const head = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([head, chunk('IHDR', Buffer.concat([size, Buffer.of(0)])), ...chunks])
}

test('what a PNG says of itself is read, in any of its chunks', async () => {
  const bomb = deflateSync(Buffer.alloc(50_000_000))
  const bytes = png(
    chunk('tEXt', Buffer.from('Title\0Brücke in Köln', 'latin1')),
    chunk('tEXt', Buffer.from('Software\0Some program')),
    chunk('zTXt', Buffer.concat([Buffer.from('Author\0\0'), deflateSync('Ada')])),
    chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), bomb])),
    chunk('iTXt', Buffer.from('Description\0\0\0de\0Beschreibung\0Соляные корабли')),
    chunk('iTXt', Buffer.from('Copyright')),
    chunk('eXIf', tiff(exif([described(Buffer.from('Weighing'))], '2024:07:01 12:00:00'))),
    Buffer.from('7fffffff744558740000', 'hex'),
  )
  const { texts, found } = await readBytes({ bytes, filename: 'a.png' })
  assert.equal(texts[0]?.split('; '), [
    ...['ImageDescription: Weighing', 'DateTimeOriginal: 2024-07-01', 'Title: Brücke in Köln'],
    ...['Author: Ada', 'Description: Соляные корабли'],
  ])
  assert.is(found.title, 'Brücke in Köln')
})

test('Exif of a WebP is read, with the mark of a JPEG and without', async () => {
  const body = exif([described(Buffer.from('Weighing'))], '2024:07:01 12:00:00').subarray(4)
  for (const fields of [body, body.subarray(6)]) {
    const head = Buffer.from('524946460000000057454250', 'hex')
    const size = Buffer.from('565038580a00000008000000630000630000', 'hex')
    const length = Buffer.alloc(4)
    length.writeUInt32LE(fields.length)
    const bytes = Buffer.concat([head, size, Buffer.from('EXIF'), length, fields])
    const { texts } = await readBytes({ bytes, filename: 'a.webp' })
    assert.equal(texts, ['ImageDescription: Weighing; DateTimeOriginal: 2024-07-01'])
  }
})

test.run()
