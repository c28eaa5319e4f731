export type WaveForm = { rate: number; channels: number; bits: number; isFloat: boolean }

/** A WAV file in which every channel has these samples. */
export function waveFile(
  samples: Float32Array,
  { rate, channels, bits, isFloat }: WaveForm,
): Buffer {
  const width = bits / 8
  const data = Buffer.alloc(samples.length * channels * width)
  samples.forEach((sample, i) => {
    for (let channel = 0; channel < channels; channel++) {
      const at = (i * channels + channel) * width
      if (isFloat) data.writeFloatLE(sample, at)
      else if (bits === 8) data.writeUInt8(Math.round(sample * 127) + 128, at)
      else data.writeIntLE(Math.round(sample * (2 ** (bits - 1) - 1)), at, width)
    }
  })
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(isFloat ? 3 : 1, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * channels * width, 28)
  head.writeUInt16LE(channels * width, 32)
  head.writeUInt16LE(bits, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}
