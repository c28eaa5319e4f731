// What is read of the tags of recordings, and in which encoding.
import { readFileSync } from 'node:fs'
import iconv from 'iconv-lite'
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  Conversion,
  FlacOutputFormat,
  Input,
  type MetadataTags,
  MkvOutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
} from 'mediabunny'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { tagLines } from '../../../src/extract/tags/tag-lines.ts'
import { readBytes } from '../../support/read-bytes.ts'
import { oldTaggedMp3, taggedMp3 } from '../../support/sound-tag.ts'
import { waveFile } from '../../support/wave-file.ts'

const media = (name: string) =>
  readFileSync(new URL(`../../fixtures/media/${name}`, import.meta.url))

async function metadata(bytes: Buffer): Promise<string> {
  const { blocks } = await readBytes({ bytes })
  return blocks
    .filter(({ passage }) => passage === 'metadata')
    .map(({ text }) => text)
    .join('\n')
}

const latin = (...texts: string[]) => Buffer.from(`\0${texts.join('\0')}`, 'latin1')
const userTexts = 'T'.padEnd(4, 'X')
const comment = (name: string, text: string) => latin(`eng${name}`, text)

for (const [version, comm] of [
  [2, 'COM'],
  [3, 'COMM'],
  [4, 'COMM'],
] as const) {
  test(`all comments of an MP3 are read, version ${version}`, async () => {
    const utf16 = Buffer.concat([
      Buffer.from('\x01deu'),
      Buffer.from('\ufeffNotiz\0\ufeffAm Kai aufgenommen', 'utf16le'),
    ])
    const bytes = taggedMp3(version, [
      { id: comm, content: comment('iTunNORM', ' 000012A4 00001B2C word') },
      { id: comm, content: comment('', 'Recorded on the quay') },
      { id: comm, content: utf16 },
    ])
    assert.is(await metadata(bytes), 'comment: Recorded on the quay; Notiz: Am Kai aufgenommen')
  })
}

test('user-defined texts of an MP3 are read with their names, programs have none', async () => {
  const bytes = taggedMp3(4, [
    { id: 'TIT2', content: latin('Tone') },
    { id: 'TCOM', content: latin('Ada Quill') },
    { id: 'TSSE', content: latin('Encoder of sounds') },
    { id: userTexts, content: Buffer.from('\x03Mood\0Wistful and slow') },
    { id: userTexts, content: latin('replaygain_track_gain', '-7.2 dB') },
    { id: userTexts, content: latin('MusicBrainz Album Id', 'a quiet album') },
    { id: userTexts, content: latin('Sum', '3f2504e0-4f89-11d3') },
    { id: userTexts, content: latin('Again', 'Ada Quill') },
  ])
  assert.is(await metadata(bytes), 'title: Tone; composer: Ada Quill; Mood: Wistful and slow')
})

const song = ['Подмосковные вечера', 'Владимир Трошин', 'Песни нашей юности']
const said = 'Записано на берегу реки'

for (const version of [2, 3, 4] as const) {
  test(`a tag that calls windows-1251 Latin 1 is read, version ${version}`, async () => {
    const as = (...texts: string[]) => iconv.encode(`\0${texts.join('\0')}`, 'windows-1251')
    const ids = version === 2 ? ['TT2', 'TP1', 'TAL', 'COM'] : ['TIT2', 'TPE1', 'TALB', 'COMM']
    const contents = [...song.map((text) => as(text)), as('rus', said)]
    const bytes = taggedMp3(
      version,
      contents.map((content, i) => ({ id: ids[i] as string, content })),
    )
    const { found } = await readBytes({ bytes })
    assert.is(found.title, song[0])
    const [title, artist, album] = song
    const wanted = `title: ${title}; artist: ${artist}; album: ${album}; comment: ${said}`
    assert.is(await metadata(bytes), wanted)
  })
}

test('a text in UTF-16 stays as it is beside others in an old encoding', async () => {
  const utf16 = Buffer.from('\ufeffÎáéàÿ', 'utf16le')
  const bytes = taggedMp3(3, [
    { id: 'TIT2', content: Buffer.concat([Buffer.from([1]), utf16]) },
    { id: 'TPE1', content: iconv.encode(`\0${song[1]}`, 'windows-1251') },
    { id: 'TALB', content: iconv.encode(`\0${song[2]}`, 'windows-1251') },
  ])
  assert.is(await metadata(bytes), `title: Îáéàÿ; artist: ${song[1]}; album: ${song[2]}`)
})

for (const [charset, fields] of [
  ['windows-1251', song],
  ['Shift_JIS', ['荒城の月', '滝廉太郎', '日本の歌曲集']],
  ['GBK', ['茉莉花', '中国民歌合唱团', '江苏传统歌曲选集']],
  ['latin1', ['Über den Dächern', 'Hänschen Groß', 'Grüße aus Lübeck']],
] as const) {
  test(`an ID3v1 tag in ${charset} is read`, async () => {
    const bytes = oldTaggedMp3(fields.map((text) => iconv.encode(text, charset)))
    const [title, artist, album] = fields
    assert.is(await metadata(bytes), `title: ${title}; artist: ${artist}; album: ${album}`)
  })
}

test('half a letter at the end of a field of ID3v1 is left out', async () => {
  const long = '日本の歌曲集日本の歌曲集日本の歌曲集'
  const field = iconv.encode(`a${long}`, 'Shift_JIS').subarray(0, 30)
  const bytes = oldTaggedMp3([field, iconv.encode('滝廉太郎', 'Shift_JIS')])
  assert.is(await metadata(bytes), `title: a${long.slice(0, 14)}; artist: 滝廉太郎`)
})

test('texts of a WAVE file are read in their encoding', async () => {
  const chunk = (id: string, content: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(content.length)
    return Buffer.concat([Buffer.from(id), size, content, Buffer.alloc(content.length % 2)])
  }
  const text = (id: string, value: string) => chunk(id, iconv.encode(`${value}\0`, 'windows-1251'))
  const info = [text('INAM', song[0] as string), text('ICMT', said), text('ISFT', 'Tone maker')]
  const bytes = Buffer.concat([
    waveFile(new Float32Array(16_000), { rate: 8000, channels: 1, bits: 16, isFloat: false }),
    chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...info])),
  ])
  bytes.writeUInt32LE(bytes.length - 8, 4)
  assert.is(await metadata(bytes), `title: ${song[0]}; comment: ${said}`)
})

async function tagged(name: string, format: OutputFormat, tags: MetadataTags): Promise<Buffer> {
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(media(name)) })
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const conversion = await Conversion.init({ input, output, tags, showWarnings: false })
  await conversion.execute()
  const made = Buffer.from(target.buffer as ArrayBuffer)
  return made
}

const comments = {
  PERFORMER: ['Ada Quill', 'Ben Oar'],
  VENUE_NAME: 'Old granary',
  MUSICBRAINZ_TRACKID: 'some track',
  REPLAYGAIN_TRACK_GAIN: '-7 dB',
}
const read = 'title: Tone; performer: Ada Quill; performer: Ben Oar; venue name: Old granary'

for (const [name, format] of [
  ['tone.flac', new FlacOutputFormat()],
  ['tone.ogg', new OggOutputFormat()],
] as const) {
  test(`all Vorbis comments of ${name} are read but for those of programs`, async () => {
    const bytes = await tagged(name, format, { title: 'Tone', raw: comments })
    assert.is(await metadata(bytes), read)
  })
}

test('other texts of an MP4 and of Matroska are read', async () => {
  const mp4 = { title: 'Talk', raw: { '©wrt': 'Ada Quill', ldes: 'The harbour at night' } }
  const bytes = await tagged('talk.mp4', new Mp4OutputFormat(), mp4)
  const wanted = 'title: Talk; composer: Ada Quill; description: The harbour at night'
  assert.match(await metadata(bytes), wanted)
  const mkv = { title: 'Talk', raw: { DIRECTOR: 'Ben Oar', _STATISTICS_WRITING_APP: 'some app' } }
  const film = await tagged('talk.mkv', new MkvOutputFormat(), mkv)
  assert.match(await metadata(film), 'title: Talk; director: Ben Oar')
  assert.not.match(await metadata(film), 'some app')
})

test('of QuickTime there is what people write, not what made the file', () => {
  const raw = {
    'com.apple.quicktime.description': 'Gulls over the quay',
    'com.apple.quicktime.model': 'Some telephone',
    '©too': 'Some program',
  }
  const mend = (value: string) => value
  const lines = tagLines({ raw }, { mend, comments: undefined })
  assert.equal(lines, ['description: Gulls over the quay'])
})

test.run()
