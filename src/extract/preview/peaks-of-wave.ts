import type { BlobSource } from '../blob-source.ts'

/** How loud it is in each part of a recording, between 0 and 1. */
export type Peaks = Float32Array

type Sound = { at: number; length: number; format: number; bits: number; frameBytes: number }

const chunksMax = 1_000
/** Looked at in each part: a long recording is not read whole. */
const samplesOfPart = 4
const sampleBytes = 4096
const extensible = 0xfffe
const integers = 1
const floats = 3

/** Of a WAVE file with plain samples; undefined for one with compressed ones. */
export function peaksOfWave(source: BlobSource, parts: number): Peaks | undefined {
  const sound = findSound(source)
  const read = sound && reader(sound)
  if (!sound || !read || sound.length < sound.frameBytes) return undefined
  const peaks = new Float32Array(parts)
  const sampleLength = Math.max(sound.frameBytes, sampleBytes - (sampleBytes % sound.frameBytes))
  const frames = Math.floor(sound.length / sound.frameBytes)
  for (let i = 0; i < parts * samplesOfPart; i++) {
    const frame = Math.floor((frames * i) / (parts * samplesOfPart))
    const at = sound.at + frame * sound.frameBytes
    const length = Math.min(sampleLength, sound.at + sound.length - at)
    const bytes = source.slice({ at, length })
    const part = Math.floor(i / samplesOfPart)
    peaks[part] = Math.max(peaks[part] ?? 0, peakOf(bytes, sound.bits / 8, read))
  }
  return peaks
}

function findSound(source: BlobSource): Sound | undefined {
  let format: Omit<Sound, 'at' | 'length'> | undefined
  let at = 12
  for (let i = 0; i < chunksMax && at + 8 <= source.sizeBytes; i++) {
    const head = source.slice({ at, length: 8 })
    const name = head.toString('latin1', 0, 4)
    const inside = at + 8
    // A length that was never filled in, or lies, ends with the file.
    const length = Math.min(head.readUInt32LE(4), source.sizeBytes - inside)
    if (name === 'fmt ' && length >= 16) format = formatOf(source.slice({ at: inside, length: 40 }))
    if (name === 'data') return format && { ...format, at: inside, length }
    at = inside + length + (length % 2)
  }
  return undefined
}

function formatOf(bytes: Buffer): Omit<Sound, 'at' | 'length'> {
  const tag = bytes.readUInt16LE(0)
  const format = tag === extensible && bytes.length >= 26 ? bytes.readUInt16LE(24) : tag
  const bits = bytes.readUInt16LE(14)
  const frameBytes = Math.max(1, (bits / 8) * bytes.readUInt16LE(2))
  return { format, bits, frameBytes }
}

type ValueOf = (bytes: Buffer, at: number) => number

function reader({ format, bits }: Sound): ValueOf | undefined {
  if (format === floats && bits === 32) return (bytes, at) => bytes.readFloatLE(at)
  if (format !== integers) return undefined
  if (bits === 8) return (bytes, at) => (bytes.readUInt8(at) - 128) / 128
  if (bits === 16) return (bytes, at) => bytes.readInt16LE(at) / 0x8000
  if (bits === 24) return (bytes, at) => bytes.readIntLE(at, 3) / 0x800000
  return bits === 32 ? (bytes, at) => bytes.readInt32LE(at) / 0x80000000 : undefined
}

function peakOf(bytes: Buffer, step: number, read: ValueOf): number {
  let peak = 0
  for (let at = 0; at + step <= bytes.length; at += step) {
    const value = Math.abs(read(bytes, at))
    if (value > peak) peak = value
  }
  return Math.min(1, peak)
}
