import { type SQL, sql } from 'drizzle-orm'
import { isoOf } from '../../base/clock.ts'
import { InvalidInput } from '../../base/errors.ts'
import { type PeriodRequest, requireOrder } from '../../base/period.ts'
import { reportDaysDefault, reportDaysMax } from './limits.ts'

const dayMs = 24 * 60 * 60 * 1000

/** To divide a time by in SQL. Bound like other numbers it would be a REAL, and days fractions. */
export const perDay: SQL = sql.raw(String(dayMs))

/** From the first moment that counts to the first that does not any more. */
export type Period = { readonly fromMs: number; readonly toMs: number }

/**
 * The time that a report is about: to the end of this UTC day and over 30 days where the request
 * does not say otherwise. Throws InvalidInput for a time that ends before it begins, and for a
 * long one.
 */
export function periodOf(request: PeriodRequest, nowMs: number): Period {
  const toMs = request.toMs ?? (dayOf(nowMs) + 1) * dayMs
  const fromMs = request.fromMs ?? (dayOf(toMs - 1) - reportDaysDefault + 1) * dayMs
  requireOrder({ fromMs, toMs })
  if (daysOf({ fromMs, toMs }).length > reportDaysMax) {
    throw new InvalidInput({
      field: 'from',
      reason: 'too_long',
      message: `from and to may span at most ${reportDaysMax} days.`,
    })
  }
  return { fromMs, toMs }
}

/** UTC days since 1970. */
export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs)
}

/** Every UTC day that the period touches, the first and the last maybe in part. */
export function daysOf({ fromMs, toMs }: Period): number[] {
  const first = dayOf(fromMs)
  // A caller's year 1 to 9999 must not become three million rows before it is refused.
  const count = Math.min(dayOf(toMs - 1) - first + 1, reportDaysMax + 1)
  return Array.from({ length: count }, (_, i) => first + i)
}

/** `2026-11-20`. */
export function dateOf(day: number): string {
  return isoOf(day * dayMs).slice(0, 10)
}
