// Texts of MP4 files: WebVTT, fragments, damaged descriptions of pictures, old encodings.
import { readFileSync } from 'node:fs'
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  Output,
  TextSubtitleSource,
} from 'mediabunny'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { textsOfSample } from '../../../src/extract/media/mp4-text-samples.ts'
import { readBytes } from '../../support/read-bytes.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/media/${name}`, import.meta.url))

const seconds = 12
const rate = 48_000

/** A WebVTT track beside sound of 192 kB a second. */
async function withTexts(texts: string, fastStart: 'in-memory' | 'fragmented'): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart }), target })
  const sound = new EncodedAudioPacketSource('pcm-s16')
  const subtitles = new TextSubtitleSource('webvtt')
  output.addAudioTrack(sound)
  output.addSubtitleTrack(subtitles)
  await output.start()
  const said = subtitles.add(texts).then(() => subtitles.close())
  const decoderConfig = { codec: 'pcm-s16', sampleRate: rate, numberOfChannels: 2 }
  for (let second = 0; second < seconds; second++) {
    const packet = new EncodedPacket(new Uint8Array(rate * 4), 'key', second, 1)
    await sound.add(packet, { decoderConfig })
  }
  sound.close()
  await said
  await output.finalize()
  return Buffer.from(target.buffer as ArrayBuffer)
}

async function spoken(bytes: Buffer) {
  const { blocks, found } = await readBytes({ bytes, filename: 'talk.mp4' })
  return {
    said: blocks.map(({ text, time }) => [text, time?.startMs, time?.endMs]),
    warnings: found.warnings,
  }
}

const clock = (ms: number) => `00:00:${(ms / 1000).toFixed(3).padStart(6, '0')}`
const cue = ([text, startMs, endMs]: [string, number, number]) =>
  `${clock(startMs)} --> ${clock(endMs)}\n${text}\n\n`
const lines: [string, number, number][] = [
  ['The barrels are counted.', 500, 1500],
  ['Salt &amp; wax are weighed.', 4000, 4800],
  ['The council meets at noon.', 9000, 11_000],
]
const webvtt = (cues: typeof lines) => `WEBVTT\n\n${cues.map(cue).join('')}`
const told = lines.map(([text, ...times]) => [text.replace('&amp;', '&'), ...times])

for (const fastStart of ['in-memory', 'fragmented'] as const) {
  test(`WebVTT in an MP4 is read, made ${fastStart}`, async () => {
    const bytes = await withTexts(webvtt(lines), fastStart)
    assert.equal(await spoken(bytes), { said: told, warnings: [] })
  })

  test(`cues of WebVTT that overlap are told once each, made ${fastStart}`, async () => {
    const cues: typeof lines = [
      ['The long one.', 1000, 5000],
      ['The short one.', 2000, 3000],
    ]
    assert.equal((await spoken(await withTexts(webvtt(cues), fastStart))).said, cues)
  })
}

test('a fragment begins when it says, not when the one before it ends', async () => {
  const bytes = await withTexts(webvtt(lines), 'fragmented')
  const track = Buffer.from([0, 0, 0, 2])
  const times: number[] = []
  for (let at = bytes.indexOf('tfhd'); at > 0; at = bytes.indexOf('tfhd', at + 4)) {
    if (bytes.subarray(at + 8, at + 12).equals(track)) times.push(bytes.indexOf('tfdt', at))
  }
  assert.ok(times.length > 1)
  // The last fragment of the texts (a version and a time of eight bytes) is put off by a second.
  const last = (times.at(-1) as number) + 8
  assert.is(bytes[last - 4], 1)
  bytes.writeBigUInt64BE(bytes.readBigUInt64BE(last) + 1000n, last)
  const [text, startMs = 0, endMs = 0] = lines[2] ?? []
  const { said } = await spoken(bytes)
  assert.equal(said.at(-1), [text, startMs + 1000, endMs + 1000])
  assert.equal(said.slice(0, 2), told.slice(0, 2))
})

test('a damaged description of the picture does not take the subtitles away', async () => {
  const bytes = Buffer.from(fixture('talk.mp4'))
  const whole = await spoken(bytes)
  assert.is(whole.said.length, 4)
  const at = bytes.indexOf('avcC', 0, 'latin1')
  assert.ok(at > 0)
  // The first parameter set says that it goes on far beyond its box.
  bytes.writeUInt16BE(0xffff, at + 4 + 6)
  assert.equal(await spoken(bytes), whole)
})

test('timed text is read in UTF-16, and the text of old QuickTime as it was written', () => {
  const sample = (text: Buffer) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(text.length)
    return Buffer.concat([length, text, Buffer.from('\0\0\0\x0cencd\0\0\x01\0')])
  }
  const turned = Buffer.from('\ufeffLübeck', 'utf16le').swap16()
  const mac = Buffer.from([0x4c, 0x9f, 0x62, 0x65, 0x63, 0x6b])
  for (const [codec, text] of [
    ['tx3g', Buffer.from('Lübeck')],
    ['tx3g', turned],
    ['tx3g', Buffer.from('\ufeffLübeck', 'utf16le')],
    ['text', Buffer.from('Lübeck')],
    ['text', mac],
  ] as const) {
    assert.equal(textsOfSample({ codec, bytes: sample(text) }), ['Lübeck'])
  }
  assert.equal(textsOfSample({ codec: 'tx3g', bytes: Buffer.alloc(2) }), [])
})

test("Nero's chapters are read where no track has any", async () => {
  const bytes = Buffer.from(fixture('book.m4b'))
  const chapters = async () =>
    (await readBytes({ bytes })).blocks.flatMap(({ text, time }) => (time ? [[text, time]] : []))
  const ofTrack = await chapters()
  assert.is(ofTrack.length, 2)
  const at = bytes.indexOf('stsd', 0, 'latin1')
  const text = bytes.indexOf('text', bytes.indexOf('stsd', at + 4, 'latin1'), 'latin1')
  bytes.write('none', text, 'latin1')
  assert.equal(await chapters(), ofTrack)
  bytes.write('none', bytes.indexOf('chpl', 0, 'latin1'), 'latin1')
  assert.equal(await chapters(), [])
})

test.run()
