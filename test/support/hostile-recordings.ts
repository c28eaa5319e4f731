// Recordings and subtitles whose headers or times are not true, and how each of them has to end.
import { readFileSync } from 'node:fs'
import { waveFile } from './wave-file.ts'

type Row = [title: string, name: string, type: string, bytes: Buffer | string, 'indexed' | RegExp]

const tenHours = 36_000
const rate = 16_000
const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/sound/${name}`, import.meta.url))
const tone = (seconds: number) =>
  waveFile(
    Float32Array.from({ length: seconds * rate }, (_, i) => 0.3 * Math.sin(i / 8)),
    { rate, channels: 1, bits: 16, isFloat: false },
  )
const notOurFault = /^corrupt: /

/** What says that it is ten hours long, and holds a second or so. */
export function boastfulRecordings(): { name: string; type: string; bytes: Buffer }[] {
  return [
    { name: 'long.wav', type: 'audio/wav', bytes: boastfulWave() },
    { name: 'long.flac', type: 'audio/flac', bytes: boastfulFlac() },
    { name: 'long.mp3', type: 'audio/mpeg', bytes: boastfulMp3() },
    { name: 'long.opus', type: 'audio/ogg', bytes: boastfulOpus() },
    { name: 'long.m4a', type: 'audio/mp4', bytes: boastfulMp4() },
  ]
}

export function hostileRecordings(): Row[] {
  const cut = fixture('stereo.ogg').subarray(0, 3000)
  return [
    ['a second of sound', 'a.wav', 'audio/wav', tone(1), 'indexed'],
    ['no sound at all', 'a.wav', 'audio/wav', tone(0), notOurFault],
    ...boastfulRecordings().map(({ name, type, bytes }): Row => {
      return [`ten hours said, a second there: ${name}`, name, type, bytes, 'indexed']
    }),
    ['the beginning of a recording', 'a.ogg', 'audio/ogg', cut, notOurFault],
    ['a recording of damaged packets', 'a.flac', 'audio/flac', torn(), 'indexed'],
    ['lines that overlap', 'a.srt', srtType, overlapping, 'indexed'],
    ['lines that go backwards', 'a.srt', srtType, backwards, 'indexed'],
    ['lines after 99 hours', 'a.srt', srtType, srt('99:59:59,999', '99:59:59,999'), 'indexed'],
    ['a cue of 200 kB', 'a.srt', srtType, srt('00:00:01,000', '00:00:02,000', 4e4), 'indexed'],
    [
      'a hundred thousand empty lines',
      'a.vtt',
      'text/vtt',
      emptyCues(),
      /^(empty|corrupt|too_much)/,
    ],
    ['subtitles in two encodings', 'a.srt', srtType, twoEncodings(), 'indexed'],
    ['times that are none', 'a.vtt', 'text/vtt', timeless, /^(empty|corrupt): /],
  ]
}

const srtType = 'application/x-subrip'
const overlapping = [
  ...['1', '00:00:01,000 --> 00:00:09,000', 'The boiler hums.', ''],
  ...['2', '00:00:02,000 --> 00:00:03,000', 'Inside it something knocks.', ''],
  ...['3', '00:00:02,500 --> 00:00:08,000', 'Nobody listens.', ''],
].join('\n')
const backwards = [
  ...['9', '00:00:09,000 --> 00:00:01,000', 'The boiler hums.', ''],
  ...['2', '00:00:05,000 --> 00:00:04,000', 'Inside it something knocks.', ''],
].join('\n')
const timeless = 'WEBVTT\n\nxx:yy.zzz --> 00:--:99\nNothing\n\n-1:00 --> NaN\nNothing\n'

function srt(from: string, to: string, repeats: number = 1): string {
  return `1\n${from} --> ${to}\n${'word '.repeat(repeats)}\n`
}

function emptyCues(): string {
  return `WEBVTT\n\n${'00:00.000 --> 00:00.000\n\n'.repeat(100_000)}`
}

function twoEncodings(): Buffer {
  const line = (n: number, words: string) =>
    `${n}\n00:00:0${n},000 --> 00:00:0${n},900\n${words}\n\n`
  return Buffer.concat([
    Buffer.from(line(1, 'Der Heizkessel in Zürich wird geprüft.')),
    Buffer.from(line(2, 'Auch der in Lübeck wird geprüft.'), 'latin1'),
  ])
}

function boastfulWave(): Buffer {
  const bytes = tone(1)
  bytes.writeUInt32LE(36 + tenHours * rate * 2, 4)
  bytes.writeUInt32LE(tenHours * rate * 2, 40)
  return bytes
}

/** The number of samples has the last 36 bits of eight bytes. */
function boastfulFlac(): Buffer {
  const bytes = Buffer.from(fixture('low.flac'))
  const at = 18
  const others = (bytes.readBigUInt64BE(at) >> 36n) << 36n
  bytes.writeBigUInt64BE(others | BigInt(tenHours * 8_000), at)
  return bytes
}

/** A frame before the first one says how many there are. */
function boastfulMp3(): Buffer {
  const bytes = Buffer.from(fixture('variable.mp3'))
  bytes.writeUInt32BE((tenHours * 48_000) / 1152, bytes.indexOf('Xing') + 8)
  return bytes
}

/** The last page says how many samples there were until its end. */
function boastfulOpus(): Buffer {
  const bytes = Buffer.from(fixture('high.opus'))
  bytes.writeBigInt64LE(BigInt(tenHours * 48_000), bytes.lastIndexOf('OggS') + 6)
  return bytes
}

function boastfulMp4(): Buffer {
  const bytes = Buffer.from(fixture('low.m4a'))
  for (const box of ['mvhd', 'mdhd']) {
    const at = bytes.indexOf(box) + 4 + 12
    bytes.writeUInt32BE(tenHours * bytes.readUInt32BE(at), at + 4)
  }
  return bytes
}

/** Each kilobyte with a few bytes that are others. */
function torn(): Buffer {
  const bytes = Buffer.from(fixture('stereo.flac'))
  for (let at = 512; at < bytes.length; at += 1024) bytes.fill(0x5a, at, at + 6)
  return bytes
}
