import { bind } from '../../../base/bind.ts'
import type { PaymentRequired } from '../../../base/errors.ts'
import type { LedgerRoom } from '../room.ts'
import { acceptPayment } from './accept-payment.ts'
import { listUnsettledPayments } from './queries.ts'
import { resumePayments } from './resume-payments.ts'
import { offerFor, type PaidResource } from './terms.ts'

/** The part of the room that is about payments that come with a request. */
export function x402Commands(room: LedgerRoom) {
  const { x402: till, store } = room
  return {
    /** Whether the operator takes such payments; without it nobody outside is ever asked. */
    takesPayments: till !== undefined,
    /** How a refusal can be answered with a payment, where it can. */
    paymentOffer: (refusal: PaymentRequired, resource: PaidResource) =>
      till && offerFor(till.terms, refusal, resource),
    ...bind(room, { acceptPayment, resumePayments }),
    /** What was sent and is not credited, what is unclear first. */
    unsettledPayments: (limit: number) => listUnsettledPayments(store.db, limit),
  }
}
