import type { Facilitator } from '../ports.ts'
import type { PaymentRow } from './queries.ts'
import type { Outcome } from './settlement.ts'
import type { X402Terms } from './terms.ts'

/** Where the operator takes payments in, and those that are under way. */
export type Till = {
  readonly terms: X402Terms
  readonly facilitator: Facilitator
  readonly underWay: Map<string, Promise<Outcome>>
}

export type TillDeps = Omit<Till, 'underWay'>

type Sender = Pick<PaymentRow, 'tenantId' | 'paymentHash'>

/** One at a time for each payment of a tenant: whoever comes meanwhile has the same outcome. */
export function once(till: Till, sender: Sender, run: () => Promise<Outcome>): Promise<Outcome> {
  const key = keyOf(sender)
  const current = till.underWay.get(key)
  if (current) return current
  const mine = run().finally(() => till.underWay.delete(key))
  till.underWay.set(key, mine)
  return mine
}

export function isUnderWay({ underWay }: Till, sender: Sender): boolean {
  return underWay.has(keyOf(sender))
}

function keyOf({ tenantId, paymentHash }: Sender): string {
  return `${tenantId} ${paymentHash.toString('hex')}`
}
