import { uptime } from 'node:os'

/** The time, as a port: tests move it by hand, everything else reads the system's. */
export type Clock = {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number
  /**
   * Milliseconds since some moment in the past. Whoever sets the clock does not move this one, so
   * that the two together tell time that passed from a clock that was set.
   */
  elapsedMs(): number
}

/** `uptime` and not `performance.now`: it also counts the time that the machine slept. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  elapsedMs: () => uptime() * 1000,
}

/** What `uptime` is rounded to, and what a clock drifts between two looks. */
const driftMs = 2_000

/**
 * Says whether the clock was set back since the last look; at the first look of a process nobody
 * can tell, so it may have been.
 */
export function watchSetBack({ nowMs, elapsedMs }: Clock): () => boolean {
  let last = Number.POSITIVE_INFINITY
  return () => {
    const offsetMs = nowMs() - elapsedMs()
    const isBack = offsetMs < last - driftMs
    last = offsetMs
    return isBack
  }
}

/** ISO 8601 in UTC with milliseconds, the form of every timestamp on Surface B (spec 2.2). */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}

/** The same, where there may be no time yet. */
export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : isoOf(ms)
}

/** Whole unix seconds, the unit of Surface A's `after`, `before` and `uploaded_at` (spec 4.1). */
export function unixSecondsOf(ms: number): number {
  return Math.floor(ms / 1000)
}

/** The UTC calendar month as `2026-11`: the period of allowances and statements. */
export function monthOf(ms: number): string {
  return isoOf(ms).slice(0, 7)
}

/** The month after a month: `2026-12` gives `2027-01`. */
export function monthAfter(month: string): string {
  return monthOf(monthStartMs(month, 1))
}

/** The first millisecond of a UTC month, or of one so many months later. */
export function monthStartMs(month: string, later = 0): number {
  return Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + later, 1)
}
