// How loud compressed sound is, for its waveform: all of a short one, some of a long one.
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blobSource } from '../../../src/extract/blob-source.ts'
import { mediaInput } from '../../../src/extract/media/media-input.ts'
import { peaksOfSound } from '../../../src/extract/preview/peaks-of-sound.ts'
import { peaksOfWave } from '../../../src/extract/preview/peaks-of-wave.ts'
import { waveFile } from '../../support/wave-file.ts'

const parts = 60

async function peaksOf(name: string) {
  const bytes = readFileSync(new URL(`../../fixtures/sound/${name}`, import.meta.url))
  const input = mediaInput(blobSource(bytes))
  try {
    const track = await input.getPrimaryAudioTrack()
    assert.ok(track)
    return await peaksOfSound(track, parts)
  } finally {
    input.dispose()
  }
}

for (const name of ['stereo.flac', 'stereo.ogg', 'stereo.opus', 'variable.mp3', 'six.flac']) {
  test(`${name}: each part is as loud as it is`, async () => {
    const peaks = await peaksOf(name)
    assert.is(peaks?.length, parts)
    const [tone, silence, other] = [0.2, 0.55, 0.85].map((share) => peaks?.[share * parts] ?? 0)
    assert.ok(Math.abs((tone ?? 0) - 0.3) < 0.06, `${tone}`)
    assert.ok((silence ?? 1) < 0.05, `${silence}`)
    assert.ok(Math.abs((other ?? 0) - 0.3) < 0.06, `${other}`)
  })
}

for (const form of [
  { rate: 44_100, channels: 2, bits: 16, isFloat: false },
  { rate: 8_000, channels: 1, bits: 8, isFloat: false },
  { rate: 96_000, channels: 6, bits: 24, isFloat: false },
  { rate: 48_000, channels: 1, bits: 32, isFloat: true },
]) {
  test(`a WAVE file of ${form.bits} bits at ${form.rate}: each part is as loud as it is`, () => {
    const tone = Float32Array.from({ length: form.rate * 30 }, (_, i) =>
      i < form.rate * 15 ? 0.5 * Math.sin((2 * Math.PI * 440 * i) / form.rate) : 0,
    )
    const peaks = [...(peaksOfWave(blobSource(waveFile(tone, form)), parts) ?? [])]
    assert.ok(peaks.slice(0, parts / 2).every((peak) => Math.abs(peak - 0.5) < 0.02))
    assert.ok(peaks.slice(parts / 2 + 1).every((peak) => peak < 0.01))
  })
}

test('a WAVE file whose samples are compressed has none of its own', () => {
  const bytes = readFileSync(new URL('../../fixtures/sound/adpcm.wav', import.meta.url))
  assert.is(peaksOfWave(blobSource(bytes), parts), undefined)
})

test('of a long recording something is heard in each part', async () => {
  const peaks = [...((await peaksOf('minutes.flac')) ?? [])]
  const halves = [peaks.slice(0, parts / 2 - 1), peaks.slice(parts / 2 + 1)]
  assert.ok(halves[0]?.every((peak) => Math.abs(peak - 0.3) < 0.01))
  assert.ok(halves[1]?.every((peak) => peak === 0))
})

test('five hours of silence have a flat waveform', async () => {
  assert.equal(await peaksOf('hours.flac'), new Float32Array(parts))
})

test('a form that is not decoded has none', async () => {
  assert.is(await peaksOf('aac.m4a'), undefined)
})

test.run()
