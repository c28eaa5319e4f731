import { type Cents, cents } from '../../../base/money.ts'
import type { Plan } from '../credits/allowance.ts'
import type { Prices } from '../metering/rate-card.ts'

/** What a month of a plan costs. */
export function planFee(plan: Plan, { planStarterCents, planProCents }: Prices): Cents {
  const fees = { free: cents(0), starter: planStarterCents, pro: planProCents, unlimited: cents(0) }
  return fees[plan]
}

/** The id of the transfer that pays a month: a month is paid once. */
export function planTransferId({ tenantId, period }: { tenantId: string; period: string }): string {
  return `plan:${tenantId}:${period}`
}
