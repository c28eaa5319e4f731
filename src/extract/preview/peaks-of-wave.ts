import type { BlobSource } from '../blob-source.ts'
import { waveSound } from '../models/samples.ts'

/** How loud it is in each part of a recording, between 0 and 1. */
export type Peaks = Float32Array

/** Looked at in each part: a long recording is not read whole. */
const looksOfPart = 4
const samplesOfLookMax = 1_024

/** Of a WAVE file with plain samples; undefined for one with compressed ones. */
export function peaksOfWave(source: BlobSource, parts: number): Peaks | undefined {
  const sound = waveSound(source)
  if (!sound || sound.samples === 0) return undefined
  const peaks = new Float32Array(parts)
  const looks = parts * looksOfPart
  const count = Math.min(samplesOfLookMax, Math.ceil(sound.samples / looks))
  for (let look = 0; look < looks; look++) {
    const at = Math.floor((sound.samples * look) / looks)
    const part = Math.floor(look / looksOfPart)
    for (const sample of sound.read({ at, count })) {
      peaks[part] = Math.max(peaks[part] ?? 0, Math.min(1, Math.abs(sample)))
    }
  }
  return peaks
}
