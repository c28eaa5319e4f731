import type { BlobSource } from '../blob-source.ts'

/** What speech recognition hears: one channel, so many samples a second. */
export const sampleRate = 16_000

/** Sound that is read piece by piece; nothing is held whole. */
export type Sound = {
  readonly samples: number
  /** From sample `at` on, shorter at the end. */
  read(range: { at: number; count: number }): Float32Array
}

/** Whole numbers of 16 bits as ffmpeg writes them, already with one channel and at our rate. */
export function rawSound(source: BlobSource): Sound {
  return {
    samples: Math.floor(source.sizeBytes / 2),
    read({ at, count }) {
      const bytes = source.slice({ at: at * 2, length: count * 2 })
      const out = new Float32Array(Math.floor(bytes.length / 2))
      for (let i = 0; i < out.length; i++) out[i] = bytes.readInt16LE(i * 2) / 32_768
      return out
    },
  }
}

type Wave = {
  at: number
  length: number
  channels: number
  rate: number
  bits: number
  isFloat: boolean
}

/** A WAV file with plain samples, brought to one channel and our rate; undefined for any other. */
export function waveSound(source: BlobSource): Sound | undefined {
  const wave = waveIn(source)
  if (!wave) return undefined
  const frameBytes = (wave.channels * wave.bits) / 8
  const frames = Math.floor(wave.length / frameBytes)
  const step = wave.rate / sampleRate
  return {
    samples: Math.floor(frames / step),
    read({ at, count }) {
      const first = Math.floor(at * step)
      const length = Math.min(frames - first, Math.ceil(count * step) + 2)
      if (length <= 0) return new Float32Array(0)
      const bytes = source.slice({ at: wave.at + first * frameBytes, length: length * frameBytes })
      return resampled(monoOf(bytes, wave), { step, offset: at * step - first, count })
    },
  }
}

function monoOf(bytes: Buffer, { channels, bits, isFloat }: Wave): Float32Array {
  const width = bits / 8
  const mono = new Float32Array(Math.floor(bytes.length / (width * channels)))
  const read = readerOf(bytes, { bits, isFloat })
  for (let i = 0; i < mono.length; i++) {
    let sum = 0
    for (let channel = 0; channel < channels; channel++)
      sum += read((i * channels + channel) * width)
    mono[i] = sum / channels
  }
  return mono
}

function readerOf(bytes: Buffer, { bits, isFloat }: Pick<Wave, 'bits' | 'isFloat'>) {
  if (isFloat) return (at: number) => bytes.readFloatLE(at)
  if (bits === 8) return (at: number) => (bytes.readUInt8(at) - 128) / 128
  return (at: number) => bytes.readIntLE(at, bits / 8) / 2 ** (bits - 1)
}

/** The mean of what falls together when there is too much, a straight line where too little. */
export function resampled(
  mono: Float32Array,
  { step, offset, count }: { step: number; offset: number; count: number },
): Float32Array {
  const length = Math.max(0, Math.min(count, Math.floor((mono.length - offset) / step)))
  const out = new Float32Array(length)
  for (let i = 0; i < length; i++) {
    const from = offset + i * step
    out[i] = step > 1 ? meanOf(mono, { from, to: from + step }) : between(mono, from)
  }
  return out
}

function meanOf(mono: Float32Array, { from, to }: { from: number; to: number }): number {
  let [sum, count] = [0, 0]
  for (let i = Math.floor(from); i < to && i < mono.length; i++) {
    sum += mono[i] as number
    count++
  }
  return count === 0 ? 0 : sum / count
}

function between(mono: Float32Array, at: number): number {
  const [left, share] = [Math.floor(at), at - Math.floor(at)]
  const first = mono[left] ?? 0
  return first + ((mono[left + 1] ?? first) - first) * share
}

const pcm = 1
const float = 3
const extensible = 0xfffe
const chunksMax = 1_000
const channelsMax = 64

function waveIn(source: BlobSource): Wave | undefined {
  const head = source.head(12)
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return
  let format: Omit<Wave, 'at' | 'length'> | undefined
  for (let at = 12, n = 0; at + 8 <= source.sizeBytes && n < chunksMax; n++) {
    const chunk = source.slice({ at, length: 8 + 40 })
    const [name, size] = [chunk.toString('latin1', 0, 4), chunk.readUInt32LE(4)]
    if (name === 'fmt ' && size >= 16 && chunk.length >= 24) format = formatIn(chunk, size)
    if (name === 'data' && format) {
      return { ...format, at: at + 8, length: Math.min(size, source.sizeBytes - at - 8) }
    }
    at += 8 + size + (size % 2)
  }
  return undefined
}

function formatIn(chunk: Buffer, size: number): Omit<Wave, 'at' | 'length'> | undefined {
  const said = chunk.readUInt16LE(8)
  const tag =
    said === extensible && size >= 26 && chunk.length >= 34 ? chunk.readUInt16LE(32) : said
  const [channels, rate, bits] = [
    chunk.readUInt16LE(10),
    chunk.readUInt32LE(12),
    chunk.readUInt16LE(22),
  ]
  const isFloat = tag === float && bits === 32
  const isPlain = isFloat || (tag === pcm && [8, 16, 24, 32].includes(bits))
  const isSound = channels >= 1 && channels <= channelsMax && rate >= 1_000 && rate <= 768_000
  return isPlain && isSound ? { channels, rate, bits, isFloat } : undefined
}
