import { PaymentRequired } from '../../../base/errors.ts'
import { searchAllowances } from '../limits.ts'

export type Plan = keyof typeof searchAllowances

export type SearchAllowance = { limit: number | null; used: number; resetAtMs: number }

/** Of a tenant that has made so many searches in this UTC month. */
export function allowanceWith(known: { plan: Plan; used: number; nowMs: number }): SearchAllowance {
  const { plan, used, nowMs } = known
  return { limit: searchAllowances[plan], used, resetAtMs: nextMonthMs(nowMs) }
}

export function isSpent({ limit, used }: SearchAllowance): boolean {
  return limit !== null && used >= limit
}

/** The refusal is the same for a search and for a download. (spec 2.1, 4.1) */
export function allowanceSpent(
  allowance: SearchAllowance,
  { operation, availableCredits }: { operation: string; availableCredits: number | undefined },
): PaymentRequired {
  return new PaymentRequired({
    code: 'search_allowance_exhausted',
    operation,
    requiredCredits: 0,
    ...(availableCredits === undefined ? {} : { availableCredits }),
    resetAtMs: allowance.resetAtMs,
    message: `The ${allowance.limit} searches of this month's plan are spent.`,
  })
}

/** The first millisecond of the next UTC month. */
export function nextMonthMs(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
}
