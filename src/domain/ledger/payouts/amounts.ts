import { strict as assert } from 'node:assert'
import { type Cents, cents } from '../../../base/money.ts'
import type { PayoutState } from '../payout.ts'

export type StatementAmounts = { heldCents: Cents; releasedCents: Cents }

/**
 * What of a statement's earnings is held and what is released follows from its state: all is held
 * until the dispute window is over, and what was taken back is neither. (spec 2.2)
 */
export function amountsOf(
  status: PayoutState,
  { sellerCents, reversedCents }: { sellerCents: number; reversedCents: number },
): StatementAmounts {
  const rest = cents(sellerCents - reversedCents)
  assert(rest >= 0, 'no more is taken back than was earned')
  const isHeld = status === 'pending' || status === 'held'
  const isReleased = !isHeld && status !== 'reversed'
  return { heldCents: isHeld ? rest : cents(0), releasedCents: isReleased ? rest : cents(0) }
}
