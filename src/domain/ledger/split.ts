import { type Cents, cents } from '../../base/money.ts'
import { wholeBp } from './limits.ts'

export type Split = { providerCents: Cents; platformCents: Cents; grossAfterCents: Cents }

/**
 * Divides one charge between provider and platform. The provider's part is rounded down on the
 * running total of the month and not on the single charge: of ten charges of 1 cent at 60 % the
 * provider gets 0 1 0 1 1 0 1 0 1 1 cents, six in all, where rounding each would give none.
 */
export function splitCharge(charge: {
  chargeCents: Cents
  /** All earlier charges for the same provider, month and share. */
  grossBeforeCents: Cents
  providerShareBp: number
}): Split {
  const { chargeCents, grossBeforeCents, providerShareBp } = charge
  const grossAfterCents = cents(grossBeforeCents + chargeCents)
  const providerCents = cents(
    shareOf(grossAfterCents, providerShareBp) - shareOf(grossBeforeCents, providerShareBp),
  )
  return { providerCents, platformCents: cents(chargeCents - providerCents), grossAfterCents }
}

/** BigInt, because gross times 10,000 may pass 2^53 long before gross does. */
export function shareOf(grossCents: Cents, shareBp: number): number {
  return Number((BigInt(grossCents) * BigInt(shareBp)) / BigInt(wholeBp))
}
