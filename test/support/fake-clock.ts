import type { Clock } from '../../src/base/clock.ts'

/** 2026-03-02T10:00:00Z, a Monday. */
export const startMs = Date.UTC(2026, 2, 2, 10, 0, 0)

export type FakeClock = Clock & { advance(step: { hours?: number; seconds?: number }): void }

/** A clock that stands still until the test moves it. */
export function fakeClock(fromMs: number = startMs): FakeClock {
  let nowMs = fromMs
  return {
    nowMs: () => nowMs,
    advance({ hours = 0, seconds = 0 }) {
      nowMs += hours * 3_600_000 + seconds * 1_000
    },
  }
}
