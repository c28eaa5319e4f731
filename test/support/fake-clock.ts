import type { Clock } from '../../src/base/clock.ts'

/** 2026-03-02T10:00:00Z, a Monday. */
export const startMs = Date.UTC(2026, 2, 2, 10, 0, 0)

type Step = { hours?: number; seconds?: number }

export type FakeClock = Clock & {
  /** Time passes. */
  advance(step: Step): void
  /** Somebody sets the clock; no time passes. */
  set(step: Step): void
}

/** A clock that stands still until the test moves it. */
export function fakeClock(fromMs: number = startMs): FakeClock {
  let nowMs = fromMs
  let elapsedMs = 0
  return {
    nowMs: () => nowMs,
    elapsedMs: () => elapsedMs,
    advance(step) {
      nowMs += millisecondsOf(step)
      elapsedMs += millisecondsOf(step)
    },
    set(step) {
      nowMs += millisecondsOf(step)
    },
  }
}

function millisecondsOf({ hours = 0, seconds = 0 }: Step): number {
  return hours * 3_600_000 + seconds * 1_000
}
