// Clips of every kind of recording: whether they are copies of what was there, and what others
// make of them (ffprobe and ffmpeg, where they are installed).
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  Conversion,
  CustomSource,
  EncodedPacketSink,
  Input,
  type InputTrack,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
} from 'mediabunny'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Saturated } from '../../../src/base/errors.ts'
import { localBytesOf, type OpenBytes } from '../../../src/base/open-bytes.ts'
import { ClipRefused, ClipTooLarge } from '../../../src/domain/delivery/ports.ts'
import { ExtractFailed } from '../../../src/domain/ingest/ports.ts'
import { blobSource } from '../../../src/extract/blob-source.ts'
import { extractLimits } from '../../../src/extract/limits.ts'
import { openClipCutter } from '../../../src/extract/media/clip-cutter.ts'
import { cutClip } from '../../../src/extract/media/cut-clip.ts'
import { startSeconds } from '../../../src/extract/media/media-input.ts'
import { childProgram } from '../../../src/extract/sandbox/child-program.ts'
import { writeLargeFilm } from '../../support/large-film.ts'
import { stubChild } from '../../support/stub-child.ts'
import { decodingComplaints, probe } from '../../support/system-ffmpeg.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const media = (name: string) =>
  readFileSync(new URL(`../../fixtures/media/${name}`, import.meta.url))

/** The same packets in another container. */
async function inside(format: OutputFormat, bytes: Uint8Array): Promise<Buffer> {
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const conversion = await Conversion.init({ input, output, showWarnings: false })
  await conversion.execute()
  const made = Buffer.from(target.buffer as ArrayBuffer)
  return made
}

type Wanted = { startMs: number; endMs: number; limitBytes?: number; owner?: string }

const opener = (file: string) => async () => localBytesOf(await open(file))

function openCutting(limits = extractLimits, program = childProgram()) {
  const folder = temporaryFolder()
  const shelf = join(folder.path, 'clips')
  mkdirSync(shelf)
  const cutter = openClipCutter({ program, folder: shelf, limits })
  return {
    shelf,
    path: (name: string) => join(folder.path, name),
    /** The bytes of the clip. */
    async cut(file: string, { limitBytes = 0, owner = 'one', ...range }: Wanted): Promise<Buffer> {
      await using clip = await cutter.cut({ open: opener(file), owner, range, limitBytes })
      return await piece(clip, { start: 0, end: clip.sizeBytes })
    },
    /** Of the clip, which may be large, in milliseconds. */
    async lengthOf(file: string, range: { startMs: number; endMs: number }): Promise<number> {
      await using clip = await cutter.cut({
        open: opener(file),
        owner: 'one',
        range,
        limitBytes: 0,
      })
      const source = new CustomSource({
        getSize: () => clip.sizeBytes,
        read: (start, end) => piece(clip, { start, end }),
      })
      using input = new Input({ formats: ALL_FORMATS, source })
      return (await input.computeDuration()) * 1000
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

async function piece(clip: OpenBytes, { start, end }: { start: number; end: number }) {
  const bytes = Buffer.alloc(end - start)
  for (let done = 0; done < bytes.length; ) {
    const bytesRead = await clip.read(bytes.subarray(done), start + done)
    if (bytesRead === 0) return bytes.subarray(0, done)
    done += bytesRead
  }
  return bytes
}

/** In this process: what becomes of a recording is decided in the same way wherever it is cut. */
async function cutHere(file: string, { limitBytes = 0, ...range }: Wanted) {
  await using recording = await open(file)
  await using clip = await open(`${file}.clip`, 'w+')
  return await cutClip(blobSource(recording.fd), { clipFd: clip.fd, range, limitBytes })
}

type Looked = {
  format: string
  kinds: string
  codecs: string
  seconds: number
  /** Of all tracks, as base64. */
  packets: string[]
}

async function lookAt(bytes: Uint8Array): Promise<Looked> {
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const { name: format } = await input.getFormat()
  const tracks = (await input.getTracks()).filter(
    ({ type }) => type === 'audio' || type === 'video',
  )
  const packets = (await Promise.all(tracks.map(packetsOf))).flat()
  const kinds = tracks
    .map(({ type }) => type)
    .sort()
    .join()
  const codecs = tracks
    .map(({ codec }) => codec)
    .sort()
    .join()
  const seconds = (await input.computeDuration()) - (await startSeconds(input))
  return { format, kinds, codecs, seconds, packets }
}

async function packetsOf(track: InputTrack): Promise<string[]> {
  const found: string[] = []
  for await (const { data } of new EncodedPacketSink(track).packets()) {
    found.push(Buffer.from(data).toString('base64'))
  }
  return found
}

type Recording = {
  name: string
  bytes: () => Buffer | Promise<Buffer>
  range: readonly [startMs: number, endMs: number]
  /** Of a clip: one of pictures begins at a whole picture and may be longer. */
  seconds: readonly [least: number, most: number]
  /** What ffprobe calls it. */
  format: string
  codecs: string
}

const film = { range: [4_000, 6_000], seconds: [2, 4.5] } as const
/** The last picture has no length there. */
const matroska = { ...film, seconds: [1.9, 4.5], format: 'matroska,webm' } as const
const second = { range: [500, 1_500], seconds: [1, 1.2] } as const
const isoFile = { ...film, format: 'mov,mp4,m4a,3gp,3g2,mj2' } as const

const recordings: Recording[] = [
  { name: 'talk.mp4', bytes: () => media('talk.mp4'), ...isoFile, codecs: 'aac,h264' },
  {
    name: 'talk.mov',
    bytes: () => inside(new MovOutputFormat(), media('talk.mp4')),
    ...isoFile,
    codecs: 'aac,h264',
  },
  { name: 'talk.mkv', bytes: () => media('talk.mkv'), ...matroska, codecs: 'vp8' },
  { name: 'talk.webm', bytes: () => media('talk.webm'), ...matroska, codecs: 'vp8' },
  {
    name: 'talk.m2ts',
    bytes: () => media('talk.m2ts'),
    ...film,
    seconds: [1.9, 4.5],
    format: 'mpegts',
    codecs: 'aac,h264',
  },
  { name: 'book.m4b', bytes: () => media('book.m4b'), ...isoFile, codecs: 'aac' },
  {
    name: 'book.m4a',
    bytes: () => inside(new Mp4OutputFormat(), media('book.m4b')),
    ...isoFile,
    codecs: 'aac',
  },
  { name: 'book.mka', bytes: () => media('book.mka'), ...matroska, codecs: 'opus' },
  { name: 'tone.mp3', bytes: () => media('tone.mp3'), ...film, format: 'mp3', codecs: 'mp3' },
  {
    name: 'tone.wav',
    bytes: () => media('tone.wav'),
    ...second,
    seconds: [1, 1.6],
    format: 'wav',
    codecs: 'pcm_s16le',
  },
  { name: 'tone.flac', bytes: () => media('tone.flac'), ...second, format: 'flac', codecs: 'flac' },
  { name: 'tone.ogg', bytes: () => media('tone.ogg'), ...second, format: 'ogg', codecs: 'vorbis' },
  { name: 'tone.opus', bytes: () => media('tone.opus'), ...second, format: 'ogg', codecs: 'opus' },
  { name: 'tone.aac', bytes: () => media('tone.aac'), ...second, format: 'aac', codecs: 'aac' },
]

/** Sound without frames is cut into packets anywhere. */
function isCopy(part: Looked, whole: Looked): boolean {
  // Each whole picture of a transport stream has its parameters before it, again in a clip.
  if (whole.format === 'MPEG Transport Stream') {
    const units = new Set(unitsOf(whole))
    return unitsOf(part).every((one) => units.has(one))
  }
  if (!part.codecs.startsWith('pcm'))
    return part.packets.every((one) => whole.packets.includes(one))
  const bytesOf = ({ packets }: Looked) =>
    Buffer.concat(packets.map((packet) => Buffer.from(packet, 'base64')))
  return bytesOf(whole).includes(bytesOf(part))
}

/** What Annex B of H.264 begins with three or four bytes; a packet of sound is one. */
function unitsOf({ packets }: Looked): string[] {
  const texts = packets.map((one) => Buffer.from(one, 'base64').toString('latin1'))
  const units = texts.flatMap((text) => text.split('\0\0\x01'))
  return units.map((unit) => unit.replace(/\0$/, '')).filter((unit) => unit !== '')
}

for (const { name, bytes, range, seconds, format, codecs } of recordings) {
  test(`a clip of ${name} is a copy of a part of it, in the same kind of file`, async () => {
    using cutting = openCutting()
    const file = cutting.path(name)
    writeFileSync(file, await bytes())
    const [startMs, endMs] = range
    const clip = await cutting.cut(file, { startMs, endMs })
    assert.is(await cutHere(file, { startMs, endMs, limitBytes: clip.length - 1 }), 'too large')
    const [whole, part] = [await lookAt(readFileSync(file)), await lookAt(clip)]
    assert.equal([part.format, part.kinds], [whole.format, whole.kinds])
    const isAbout = (length: number) => length > seconds[0] - 0.03 && length < seconds[1]
    assert.ok(isAbout(part.seconds), `${part.seconds} s`)
    assert.ok(part.packets.length > 0 && part.packets.length < whole.packets.length)
    assert.ok(isCopy(part, whole))
    const copy = cutting.path(`clip-${name}`)
    writeFileSync(copy, clip)
    const others = probe(copy)
    if (others) {
      const { seconds: length, ...probed } = others.probed
      assert.equal(probed, { format, kinds: whole.kinds, codecs })
      assert.ok(isAbout(length), `${length} s by ffprobe`)
      assert.is(others.complaints, '')
    }
    assert.is(decodingComplaints(copy) ?? '', '')
    assert.equal(readdirSync(cutting.shelf), [])
  })
}

const memoryBytes = 256 * 1024 * 1024

test('a clip of a large film, however long, does not take its size in memory', async () => {
  using cutting = openCutting({ ...extractLimits, memoryBytes })
  const file = cutting.path('large.mp4')
  await writeLargeFilm(file, { seconds: 500 })
  assert.ok(statSync(file).size > memoryBytes * 1.8)
  for (const [startMs, endMs] of [
    [300_000, 310_000],
    [20_000, 480_000],
  ] as const) {
    assert.is(await cutting.lengthOf(file, { startMs, endMs }), endMs - startMs)
  }
})

test('a clip that gets larger than it may ends there', async () => {
  using cutting = openCutting()
  const file = cutting.path('large.mp4')
  await writeLargeFilm(file, { seconds: 40 })
  const cut = (limitBytes: number) => cutting.cut(file, { startMs: 0, endMs: 30_000, limitBytes })
  assert.instance(await refusalOf(cut(20_000_000)), ClipTooLarge)
  const whole = await cut(0)
  assert.instance(await refusalOf(cut(whole.length - 1)), ClipTooLarge)
  assert.is((await cut(whole.length)).length, whole.length)
  assert.equal(readdirSync(cutting.shelf), [])
})

const indexFirst = () => new Mp4OutputFormat({ fastStart: 'in-memory' })
const hopeless: [what: string, bytes: () => Buffer | Promise<Buffer>, reason: string][] = [
  [
    'text',
    () => Buffer.from('No recording at all. '.repeat(50)),
    'Input has an unsupported or unrecognizable format.',
  ],
  ['a film that was cut off', () => media('talk.mp4').subarray(0, 20_000), 'the range is empty'],
  [
    'a film with zeros in place of its index',
    () => media('talk.mp4').fill(0, 32_806),
    'the range is empty',
  ],
  [
    'a film of which only the beginning has come, with its index before it',
    async () => (await inside(indexFirst(), media('talk.mp4'))).subarray(0, 8_000),
    'the clip is not what was asked for',
  ],
  ['nothing', () => Buffer.alloc(0), 'Assertion failed.'],
  [
    'a transport stream without a list of what is in it',
    emptyStream,
    'Only files with a single program are supported.',
  ],
]
for (const [what, bytes, reason] of hopeless) {
  test(`${what} is refused with a reason`, async () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'file')
    writeFileSync(file, await bytes())
    const error = await refusalOf(cutHere(file, { startMs: 6_000, endMs: 9_000 }))
    assert.instance(error, ExtractFailed)
    const { code, detail } = error as ExtractFailed
    assert.equal([code, detail], ['corrupt', reason])
  })
}

test('a range beyond the end is refused with a reason, and nothing is left of it', async () => {
  using cutting = openCutting()
  const file = cutting.path('tone.mp3')
  writeFileSync(file, media('tone.mp3'))
  const error = await refusalOf(cutting.cut(file, { startMs: 60_000, endMs: 61_000 }))
  assert.instance(error, ClipRefused)
  assert.is((error as Error).message, 'the range is empty')
  assert.equal(readdirSync(cutting.shelf), [])
})

test('who comes when too many wait is told to come again; the others get their clips', async () => {
  // What a child makes is no matter here: it takes a tenth of the time of one that cuts.
  using program = stubChild("fs.writeSync(6, 'a clip'); say({ endClip: { durationMs: 1000 } })")
  using cutting = openCutting(extractLimits, program)
  const file = cutting.path('tone.mp3')
  writeFileSync(file, media('tone.mp3'))
  // Of one owner four have a place among all, and sixteen wait for it.
  let over = 0
  const all = Array.from({ length: 22 }, async () => {
    const clip = await cutting.cut(file, { startMs: 0, endMs: 1_000 })
    over++
    return clip
  })
  const settled = Promise.allSettled(all)
  await cutting.cut(file, { startMs: 0, endMs: 1_000, owner: 'another' })
  assert.ok(over < 8, 'whoever asks for few waits behind few of those')
  const ends = await settled
  const turnedAway = ends.filter(({ status }) => status === 'rejected')
  assert.is(turnedAway.length, 2)
  for (const end of turnedAway) assert.instance((end as PromiseRejectedResult).reason, Saturated)
  const sizes = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.length] : []))
  assert.is(new Set(sizes).size, 1)
})

async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => assert.unreachable('it was not refused'),
    (error: unknown) => error,
  )
}

/** Packets of 188 bytes; the first tells of a table of programs. */
function emptyStream(): Buffer {
  return Buffer.concat(
    Array.from({ length: 50 }, () => {
      const packet = Buffer.alloc(188, 0xff)
      packet.set([0x47, 0x40, 0x00, 0x10, 0x00])
      return packet
    }),
  )
}

test.run()
