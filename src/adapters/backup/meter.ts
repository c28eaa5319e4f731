/** How far a backup is: bytes that were read of those that are to be read, as far as is known. */
export type Progress = { done: number; total: number }

export type Meter = {
  /** There is so much more to read. */
  expect(bytes: number): void
  advance(bytes: number): void
}

const tellEveryMs = 200

/** Whoever waits asked the work to stop: thrown wherever it is measured. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/**
 * Tells now and then how far the work is; what is more than was expected was to be expected.
 * Once the signal is aborted, measuring throws Stopped, and so ends the work.
 */
export function openMeter(tell: (progress: Progress) => void, signal?: AbortSignal): Meter {
  let done = 0
  let total = 0
  let nextMs = 0
  return {
    expect(bytes) {
      total += bytes
    },
    advance(bytes) {
      done += bytes
      total = Math.max(total, done)
      if (signal?.aborted) throw new Stopped(`${done} of ${total} bytes`)
      const nowMs = performance.now()
      if (nowMs < nextMs) return
      nextMs = nowMs + tellEveryMs
      tell({ done, total })
    },
  }
}

/** For whoever asks nothing. */
export const noMeter: Meter = { expect() {}, advance() {} }
