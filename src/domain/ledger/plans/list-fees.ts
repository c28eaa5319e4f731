import type { Cents } from '../../../base/money.ts'
import { PLANS } from '../../identity/index.ts'
import type { Plan } from '../credits/allowance.ts'
import { quotedRateCard } from '../metering/rate-card.ts'
import type { LedgerRoom } from '../room.ts'
import { planFee } from './plan-fee.ts'

/** What a month of each plan costs by the prices of now. */
export function planFees({ store, prices }: LedgerRoom): { plan: Plan; feeCents: Cents }[] {
  const card = quotedRateCard(store.db, prices)
  return PLANS.map((plan) => ({ plan, feeCents: planFee(plan, card) }))
}
