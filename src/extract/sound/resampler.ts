import { resampled, sampleRate } from '../models/samples.ts'

/** Brings sound to our rate, piece by piece. */
export type Resampler = { push(mono: Float32Array): Float32Array }

export function openResampler(rate: number): Resampler {
  const step = rate / sampleRate
  let rest: Float32Array = new Float32Array(0)
  /** Where `rest` begins, and how many samples were given out. */
  let [restAt, given] = [0, 0]
  return {
    push(mono) {
      if (step === 1) return mono
      const all = new Float32Array(rest.length + mono.length)
      all.set(rest)
      all.set(mono, rest.length)
      // The last one may be half of a value to come.
      const usable = all.length - 1 - (given * step - restAt)
      const count = Math.max(0, Math.floor(usable / step))
      const out = resampled(all, { step, offset: given * step - restAt, count })
      given += out.length
      const keepFrom = Math.min(all.length, Math.floor(given * step) - restAt)
      rest = all.slice(keepFrom)
      restAt += keepFrom
      return out
    },
  }
}

/** The mean of all channels. */
export function monoOfChannels(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0), ...others] = channels
  if (others.length === 0) return first
  return first.map((value, i) => {
    let sum = value
    for (const other of others) sum += other[i] ?? 0
    return sum / channels.length
  })
}
