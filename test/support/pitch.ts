/** How loud a piece of sound is: the root of the mean of the squares. */
export function loudness(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / Math.max(1, samples.length))
}

/** Hertz of a pure tone, by how often it passes zero upwards. */
export function pitch(samples: Float32Array, rate: number): number {
  let passes = 0
  for (let i = 1; i < samples.length; i++) {
    if ((samples[i - 1] as number) < 0 && (samples[i] as number) >= 0) passes++
  }
  return (passes * rate) / samples.length
}
