import type { TenantId } from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import { shareOf } from '../split.ts'
import type { MonthRow } from './month-queries.ts'

export type Earned = { tenantId: TenantId; grossCents: Cents; sellerCents: Cents }

/**
 * What a provider earned in a month, from the last running sum of each share: cumulative rounding
 * makes their parts add up to exactly what every single charge gave. What was given back early is
 * out. A preview, the settlement and the check of a month all have it from here.
 */
export function earnedOf(month: MonthRow): Earned {
  const { tenantId, backCents, backOfProviderCents } = month
  const shares: [shareBp: number, grossCents: Cents][] = JSON.parse(month.shares)
  const gross = shares.reduce((sum, [, grossCents]) => sum + grossCents, 0)
  const seller = shares.reduce((sum, [bp, grossCents]) => sum + shareOf(grossCents, bp), 0)
  return {
    tenantId,
    grossCents: cents(gross - backCents),
    sellerCents: cents(seller - backOfProviderCents),
  }
}
