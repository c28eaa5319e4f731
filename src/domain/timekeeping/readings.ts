import type { Clock } from '../../base/clock.ts'
import { clockStepMaxMs } from './limits.ts'

export const pauseReasons = ['jumped', 'behind'] as const

/** Why the clock is not believed, what it showed then, and what was expected of it. */
export type Pause = {
  readonly reason: (typeof pauseReasons)[number]
  readonly shownAtMs: number
  readonly expectedAtMs: number
}

/** Both clocks at one moment. `elapsedMs` means something within one run of the process only. */
export type Reading = { readonly shownAtMs: number; readonly elapsedMs: number }

export function readingOf(clock: Clock): Reading {
  return { shownAtMs: clock.nowMs(), elapsedMs: clock.elapsedMs() }
}

/** Whether the clock was set, forward or back, by more than a correction between two readings. */
export function jumpPause(before: Reading, { shownAtMs, elapsedMs }: Reading): Pause | undefined {
  const expectedAtMs = before.shownAtMs + (elapsedMs - before.elapsedMs)
  if (Math.abs(shownAtMs - expectedAtMs) <= clockStepMaxMs) return undefined
  return { reason: 'jumped', shownAtMs, expectedAtMs }
}

/** Whether the clock shows a time before something that is known to have happened. */
export function behindPause(
  { shownAtMs }: Pick<Reading, 'shownAtMs'>,
  newestAtMs: number | undefined,
): Pause | undefined {
  if (newestAtMs === undefined || newestAtMs - shownAtMs <= clockStepMaxMs) return undefined
  return { reason: 'behind', shownAtMs, expectedAtMs: newestAtMs }
}
