// Sound as speech recognition hears it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blobSource } from '../../../src/extract/blob-source.ts'
import { rawSound, waveSound } from '../../../src/extract/models/samples.ts'
import { waveFile } from '../../support/wave-file.ts'

const tone = (seconds: number, rate: number) =>
  Float32Array.from(
    { length: seconds * rate },
    (_, i) => 0.5 * Math.sin((2 * Math.PI * 200 * i) / rate),
  )

/** How far two sounds are apart at most. */
function distance(a: Float32Array, b: Float32Array): number {
  return a.reduce((most, one, i) => Math.max(most, Math.abs(one - (b[i] ?? 0))), 0)
}

const forms = [
  { rate: 16_000, channels: 1, bits: 16, isFloat: false },
  { rate: 48_000, channels: 2, bits: 16, isFloat: false },
  { rate: 44_100, channels: 1, bits: 24, isFloat: false },
  { rate: 8_000, channels: 1, bits: 8, isFloat: false },
  { rate: 48_000, channels: 6, bits: 32, isFloat: true },
]

for (const form of forms) {
  const name = `${form.rate} Hz, ${form.channels} channels, ${form.bits} bits`
  test(`${name}: the same tone with 16,000 samples a second`, () => {
    const sound = waveSound(blobSource(waveFile(tone(1, form.rate), form)))
    assert.ok(sound)
    assert.ok(Math.abs(sound.samples - 16_000) < 4, `${sound.samples}`)
    const got = sound.read({ at: 0, count: 16_000 })
    assert.ok(distance(got, tone(1, 16_000)) < 0.05, `${distance(got, tone(1, 16_000))}`)
    const middle = sound.read({ at: 8_000, count: 100 })
    assert.ok(distance(middle, got.subarray(8_000, 8_100)) < 0.02)
  })
}

test('raw sound is read to its end', () => {
  const sound = rawSound(blobSource(Buffer.from(Int16Array.from([0, 16_384, -32_768]).buffer)))
  assert.equal([...sound.read({ at: 1, count: 9 })], [0.5, -1])
})

test('what is no plain WAV is none', () => {
  const wave = waveFile(tone(0.1, 8_000), { rate: 8_000, channels: 1, bits: 16, isFloat: false })
  const compressed = Buffer.from(wave)
  compressed.writeUInt16LE(0x11, 20)
  const zeroRate = Buffer.from(wave)
  zeroRate.writeUInt32LE(0, 24)
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('RIFF'),
    wave.subarray(0, 30),
    compressed,
    zeroRate,
  ]) {
    assert.is(waveSound(blobSource(bytes)), undefined)
  }
})

test('a header that promises more than there is gives what there is', () => {
  const wave = Buffer.from(
    waveFile(tone(0.5, 16_000), { rate: 16_000, channels: 1, bits: 16, isFloat: false }),
  )
  wave.writeUInt32LE(0xffff_fff0, 40)
  assert.is(waveSound(blobSource(wave))?.samples, 8_000)
})

test.run()
