// What a picture says of itself, in whatever letters and wherever the server stands.
import { deflateSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readBytes } from '../../support/read-bytes.ts'

type Field = { tag: number; type: 1 | 2 | 7; value: Buffer }

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
function exif(fields: readonly Field[], taken: string, more: readonly Field[] = []): Buffer {
  const inner = [text(0x9003, taken), ...more]
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

function jpeg(segments: readonly Buffer[]): Buffer {
  const frame = Buffer.from('ffc0000b080064006401011100ffd9', 'hex')
  return Buffer.concat([Buffer.of(0xff, 0xd8), ...segments, frame])
}

/** A TIFF of one dot with a field for XMP. */
function tiffWith(xmp: Buffer): Buffer {
  const fields = [
    ...[
      [256, 4, 1, 40],
      [257, 4, 1, 40],
      [258, 3, 1, 8],
      [259, 3, 1, 1],
      [262, 3, 1, 1],
    ],
    ...[
      [273, 4, 1, 0],
      [278, 4, 1, 40],
      [279, 4, 1, 1600],
      [700, 1, xmp.length, 0],
    ],
  ]
  const at = 8 + 2 + 12 * fields.length + 4
  const entries = fields.map(([tag = 0, type = 0, count = 0, value = 0]) => {
    const entry = Buffer.alloc(12)
    entry.writeUInt16LE(tag)
    entry.writeUInt16LE(type, 2)
    entry.writeUInt32LE(count, 4)
    entry.writeUInt32LE(tag === 700 ? at : tag === 273 ? at + xmp.length : value, 8)
    return entry
  })
  const head = Buffer.from('49492a0008000000', 'hex')
  const count = Buffer.of(fields.length, 0)
  return Buffer.concat([head, count, ...entries, Buffer.alloc(4), xmp, Buffer.alloc(1600, 255)])
}

async function recordOf(segments: readonly Buffer[]) {
  const bytes = jpeg(segments)
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

const comment = (...parts: (Buffer | string)[]): Field => ({
  tag: 0x9286,
  type: 7,
  value: Buffer.concat(parts.map((part) => Buffer.from(part))),
})
const comments: [name: string, field: Field, said: string][] = [
  ['plain', comment('ASCII\0\0\0', 'Crack at the weir\0  \0'), '; UserComment: Crack at the weir'],
  ['wide', comment('UNICODE\0', Buffer.from('Риß', 'utf16le')), '; UserComment: Риß'],
  [
    'wide, the other way round',
    comment('UNICODE\0', iconv.encode('Crack at the weir', 'utf-16be')),
    '; UserComment: Crack at the weir',
  ],
  [
    'in the letters of one country',
    comment(Buffer.alloc(8), iconv.encode('Brücke über der Weser', 'windows-1252')),
    '; UserComment: Brücke über der Weser',
  ],
  ['of bytes', comment('ASCII\0\0\0', Buffer.of(1, 2, 3, 65, 66)), ''],
  ['of nothing', comment('ASCII\0\0\0', '\0\0   '), ''],
]
for (const [name, field, said] of comments) {
  test(`a comment made at the camera is read: ${name}`, async () => {
    const { text } = await recordOf([exif([], '2024:07:01 12:00:00', [field])])
    assert.is(text, `DateTimeOriginal: 2024-07-01${said}`)
  })
}

const li = (...texts: string[]) => texts.map((one) => `<rdf:li>${one}</rdf:li>`).join('')
const xmp = Buffer.from(
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description photoshop:Headline="Salz" ' +
    'exif:GPSLatitude="47,30N" photoshop:City="Riga">' +
    `<dc:title><rdf:Alt>${li('Brücke &amp; Hafen', 'Bridge')}</rdf:Alt></dc:title>` +
    `<dc:description><rdf:Alt>${li('Соляные корабли')}</rdf:Alt></dc:description>` +
    `<dc:subject><rdf:Bag>${li('Fluß', 'Nacht')}</rdf:Bag></dc:subject>` +
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
)
const webp = (name: string, body: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  const head = Buffer.from('524946460000000057454250565038580a00000008000000630000630000', 'hex')
  return Buffer.concat([head, Buffer.from(name), length, body])
}
const inXmp: [filename: string, bytes: Buffer][] = [
  ['a.png', png(chunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), xmp])))],
  ['a.webp', webp('XMP ', xmp)],
  [
    'a.jpg',
    jpeg([segment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), xmp]))]),
  ],
  ['a.tif', tiffWith(xmp)],
]
for (const [filename, bytes] of inXmp) {
  test(`what XMP says of ${filename} is read, and where it was taken is not told`, async () => {
    const { texts, found } = await readBytes({ bytes, filename })
    assert.is(
      texts[0],
      'Headline: Salz; Title: Brücke & Hafen; Description: Соляные корабли; Keywords: Fluß, Nacht',
    )
    assert.is(found.title, 'Brücke & Hafen')
    assert.match(found.warnings.join(), 'where the picture was taken')
  })
}

test('what IPTC says is not said again by XMP, and XMP that is none hurts nothing', async () => {
  const marked = (body: Buffer) =>
    segment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), body]))
  const caption = iptc([[120, 'Соляные корабли']], '\x1b%G')
  const both = await recordOf([caption, marked(xmp)])
  assert.is(both.text.split('Соляные').length, 2)
  assert.match(both.text, 'Keywords: Fluß, Nacht')
  const bomb = Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><x:xmpmeta><dc:title>&b;</dc:title>')
  assert.is((await recordOf([caption, marked(bomb)])).text, 'Caption: Соляные корабли')
})

test.run()
