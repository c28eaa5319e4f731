import type { BlobSource } from '../blob-source.ts'
import type { Peaks } from './peaks-of-wave.ts'

const windowBytes = 16 * 1024
const framesOfPart = 6
const bitrates1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const bitrates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const rates1 = [44_100, 48_000, 32_000]
/** The gain that stands for full scale, in steps of a quarter of a power of two. */
const gainFull = 210

type Frame = { length: number; isMpeg1: boolean; isMono: boolean; sideAt: number }

/**
 * Of an MPEG layer III file, without decoding it: each frame states by how much its numbers are to
 * be made louder, and that follows the loudness closely enough to be drawn.
 */
export function peaksOfMp3(source: BlobSource, parts: number): Peaks | undefined {
  const start = tagBytes(source.head(10))
  const peaks = new Float32Array(parts)
  let frames = 0
  for (let part = 0; part < parts; part++) {
    const at = start + Math.floor(((source.sizeBytes - start) * part) / parts)
    const bytes = source.slice({ at, length: Math.min(windowBytes, source.sizeBytes - at) })
    for (const loudness of loudnessIn(bytes)) {
      frames++
      peaks[part] = Math.max(peaks[part] ?? 0, loudness)
    }
  }
  return frames === 0 ? undefined : toScale(peaks)
}

function tagBytes(head: Buffer): number {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return 0
  return 10 + head.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 0x7f), 0)
}

/** Two frames in a row are one that is no accident. */
function* loudnessIn(bytes: Buffer): Generator<number> {
  let at = 0
  while (at < bytes.length && !isFrame(bytes, at)) at++
  for (let i = 0; i < framesOfPart; i++) {
    const frame = frameAt(bytes, at)
    if (!frame || at + frame.length > bytes.length) return
    yield loudnessOf(bytes.subarray(at, at + frame.length), frame)
    at += frame.length
  }
}

function isFrame(bytes: Buffer, at: number): boolean {
  const frame = frameAt(bytes, at)
  return frame !== undefined && frameAt(bytes, at + frame.length) !== undefined
}

function frameAt(bytes: Buffer, at: number): Frame | undefined {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return undefined
  const head = bytes.readUInt32BE(at)
  const version = (head >>> 19) & 3
  const isLayer3 = ((head >>> 17) & 3) === 1
  if (head >>> 21 !== 0x7ff || version === 1 || !isLayer3) return undefined
  const isMpeg1 = version === 3
  const kbits = (isMpeg1 ? bitrates1 : bitrates2)[(head >>> 12) & 15] ?? 0
  const hertz = (rates1[(head >>> 10) & 3] ?? 0) / (isMpeg1 ? 1 : version === 2 ? 2 : 4)
  if (kbits === 0 || hertz === 0) return undefined
  const length = Math.floor(((isMpeg1 ? 144_000 : 72_000) * kbits) / hertz) + ((head >>> 9) & 1)
  const isMono = ((head >>> 6) & 3) === 3
  const hasCheck = ((head >>> 16) & 1) === 0
  return { length, isMpeg1, isMono, sideAt: hasCheck ? 6 : 4 }
}

/** From the side information (ISO 11172-3, 2.4.1.7; 13818-3, 2.4.1.7). */
function loudnessOf(bytes: Buffer, { isMpeg1, isMono, sideAt }: Frame): number {
  const channels = isMono ? 1 : 2
  const granules = isMpeg1 ? 2 : 1
  const each = isMpeg1 ? 59 : 63
  const private1 = isMono ? 5 : 3
  const first = isMpeg1 ? 9 + private1 + 4 * channels : 8 + channels
  let loudest = 0
  for (let i = 0; i < granules * channels; i++) {
    const at = sideAt * 8 + first + i * each
    const isSilent = bitsAt(bytes, { at, count: 12 }) === 0
    const gain = bitsAt(bytes, { at: at + 21, count: 8 })
    if (!isSilent) loudest = Math.max(loudest, 2 ** ((gain - gainFull) / 4))
  }
  return loudest
}

function bitsAt(bytes: Buffer, { at, count }: { at: number; count: number }): number {
  let value = 0
  for (let bit = at; bit < at + count; bit++) {
    value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
  }
  return value
}

/** A gain says little of a click, so the loudest few are not what the rest is held to. */
function toScale(peaks: Peaks): Peaks {
  const loud = peaks.toSorted().at(Math.floor(peaks.length * 0.98)) ?? 0
  return loud === 0 ? peaks : peaks.map((value) => Math.min(1, value / loud))
}
