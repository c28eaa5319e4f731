// Sound in every form and container that is decoded, whole and damaged. Each file is a low tone,
// silence and a high tone, half a second each (test/fixtures/sound).
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blobSource } from '../../../src/extract/blob-source.ts'
import { mediaInput } from '../../../src/extract/media/media-input.ts'
import { heardSound } from '../../../src/extract/sound/heard-sound.ts'
import { boastfulRecordings } from '../../support/hostile-recordings.ts'
import { loudness, pitch } from '../../support/pitch.ts'

const rate = 16_000
const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/sound/${name}`, import.meta.url))

type Hearing = { samples: Float32Array; pieceMax: number }

/** Everything that is heard, each piece at its place; undefined for a form that is not decoded. */
async function hearing(bytes: Buffer, secondsMax = 100): Promise<Hearing | undefined> {
  const input = mediaInput(blobSource(bytes))
  try {
    const track = await input.getPrimaryAudioTrack()
    const pieces = track && (await heardSound(track, secondsMax))
    if (!pieces) return undefined
    const all: { at: number; samples: Float32Array }[] = []
    for await (const piece of pieces) all.push(piece)
    const last = all.at(-1)
    const samples = new Float32Array(last ? last.at + last.samples.length : 0)
    for (const piece of all) samples.set(piece.samples, piece.at)
    return { samples, pieceMax: Math.max(0, ...all.map((piece) => piece.samples.length)) }
  } finally {
    input.dispose()
  }
}

const ofSecond = (samples: Float32Array, [from, to]: [from: number, to: number]) =>
  samples.subarray(Math.round(from * rate), Math.round(to * rate))

const files: [name: string, form: string][] = [
  ['mpeg1.mp3', 'MP3, 44,100 Hz, two channels'],
  ['mpeg2.mp3', 'MP3, 22,050 Hz'],
  ['mpeg25.mp3', 'MP3, 8,000 Hz'],
  ['variable.mp3', 'MP3 of a variable rate, 48,000 Hz'],
  ['stereo.flac', 'FLAC, 44,100 Hz, two channels'],
  ['fine.flac', 'FLAC, 96,000 Hz, 24 bits'],
  ['coarse.flac', 'FLAC, 8,000 Hz'],
  ['six.flac', 'FLAC, six channels'],
  ['stereo.ogg', 'Vorbis, 44,100 Hz, two channels'],
  ['mono.ogg', 'Vorbis, 8,000 Hz'],
  ['stereo.opus', 'Opus, two channels'],
  ['mono.opus', 'Opus for voices'],
  ['six.opus', 'Opus, six channels'],
  ['opus.webm', 'Opus in WebM'],
  ['opus.mkv', 'Opus in Matroska'],
  ['opus.mp4', 'Opus in MP4'],
  ['vorbis.webm', 'Vorbis in WebM'],
  ['mp3.mkv', 'MP3 in Matroska'],
  ['mp3.mp4', 'MP3 in MP4'],
  ['flac.mkv', 'FLAC in Matroska'],
  ['flac.mp4', 'FLAC in MP4'],
]

for (const [name, form] of files) {
  test(`${form}: the tones are heard when they sound, and the silence`, async () => {
    const heard = await hearing(fixture(name))
    assert.ok(heard)
    const { samples } = heard
    const seconds = samples.length / rate
    assert.ok(seconds > 1.4 && seconds < 1.7, `${seconds} s`)
    const [low, quiet, high] = [
      ofSecond(samples, [0.2, 0.45]),
      ofSecond(samples, [0.7, 0.95]),
      ofSecond(samples, [1.2, 1.45]),
    ]
    assert.ok(Math.abs(pitch(low, rate) - 300) < 15, `${pitch(low, rate)} Hz`)
    assert.ok(Math.abs(pitch(high, rate) - 1500) < 40, `${pitch(high, rate)} Hz`)
    assert.ok(loudness(quiet) < 0.01, `${loudness(quiet)}`)
    // Of three tenths the root of a half. Of six channels one is for low sounds and stays empty.
    const least = name === 'six.opus' ? 0.05 : 0.17
    const loud = loudness(low)
    assert.ok(loud > least && loud < 0.24, `${loud}`)
  })
}

for (const name of ['aac.m4a', 'adpcm.wav', 'mulaw.wav', 'flac.ogg']) {
  test(`${name} is told to be in a form that is not decoded here`, async () => {
    assert.is(await hearing(fixture(name)).catch(() => undefined), undefined)
  })
}

test('no more is heard than was asked for', async () => {
  const heard = await hearing(fixture('stereo.opus'), 1)
  assert.ok(heard && heard.samples.length <= 1.1 * rate, `${heard?.samples.length}`)
})

for (const { name, bytes } of boastfulRecordings()) {
  test(`${name} says ten hours and is heard for as long as there is sound`, async () => {
    const heard = await hearing(bytes, 14_400).catch(() => undefined)
    const seconds = (heard?.samples.length ?? 0) / rate
    assert.ok(seconds < 3, `${seconds} s`)
  })
}

test('a time far off ends the hearing, and nothing is held for it', async () => {
  const whole = fixture('opus.mkv')
  // The time of the cluster, in milliseconds.
  const at = whole.indexOf(Buffer.from([0x1f, 0x43, 0xb6, 0x75]))
  assert.ok(at > 0)
  const bytes = Buffer.from(whole)
  const time = bytes.indexOf(0xe7, at)
  assert.is(bytes[time + 1], 0x81)
  bytes[time + 2] = 0xff
  const heard = await hearing(bytes, 100)
  assert.ok(heard)
  assert.is(Math.round(heard.samples.length / rate), 2)
  assert.ok(loudness(heard.samples.subarray(0, 0.2 * rate)) === 0)
})

/** Ends with sound, without, or with an error: never with more than there can be. */
async function survives(bytes: Buffer): Promise<number> {
  const heard = await hearing(bytes, 60).catch((error) => {
    assert.instance(error, Error)
    return undefined
  })
  const samples = heard?.samples ?? new Float32Array(0)
  assert.ok(samples.length <= 61 * rate, `${samples.length}`)
  return samples.length
}

const kinds = ['variable.mp3', 'stereo.flac', 'stereo.ogg', 'stereo.opus', 'opus.webm', 'flac.mp4']

for (const name of kinds) {
  test(`${name} cut at every tenth is heard as far as it goes`, async () => {
    const whole = fixture(name)
    const lengths: number[] = []
    for (let tenth = 1; tenth < 10; tenth++) {
      lengths.push(await survives(whole.subarray(0, Math.floor((whole.length * tenth) / 10))))
    }
    assert.equal(
      lengths,
      lengths.toSorted((a, b) => a - b),
    )
    // The others hold all of so short a sound in one piece.
    const isOfFrames = name === 'variable.mp3' || name === 'stereo.flac'
    if (isOfFrames) assert.ok((lengths.at(-1) ?? 0) > rate, `${lengths}`)
  })

  test(`${name} with altered bytes is heard or not, and no longer for it`, async () => {
    const whole = fixture(name)
    let seed = 7
    const next = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
      return Math.floor((seed / 0x8000_0000) * below)
    }
    for (let i = 0; i < 40; i++) {
      const bytes = Buffer.from(whole)
      for (let k = 0; k < 1 + (i % 8); k++) bytes[next(bytes.length)] = next(256)
      await survives(bytes)
    }
  })
}

test.run()
