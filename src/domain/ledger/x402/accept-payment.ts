import { Conflict, PaymentRequired, Saturated } from '../../../base/errors.ts'
import type { RequestId, TenantId } from '../../../base/ids.ts'
import { x402AtOnceMax, x402RetrySeconds } from '../limits.ts'
import { FacilitatorSilent } from '../ports.ts'
import type { LedgerRoom } from '../room.ts'
import { type Payment, PaymentRefused, paymentIn } from './payment.ts'
import { findPayment } from './queries.ts'
import { requireSame, settlePayment } from './settle-payment.ts'
import { type Outcome, type Settlement, verdictIn } from './settlement.ts'
import { missingCredits, type PaidResource } from './terms.ts'
import { once, type Till } from './till.ts'

export type SentPayment = {
  /** What the client sent, whatever it is. */
  readonly sent: unknown
  /** What it is to pay for. */
  readonly refusal: PaymentRequired
  readonly resource: PaidResource
  readonly requestId: RequestId
}

/**
 * Takes a payment that came with a request whose tenant has too few credits: checks it, has the
 * facilitator check and settle it, and credits it once, however often it is sent. The same payment
 * sent again while it is under way waits for that end. Throws PaymentRequired with the reason
 * when it is refused, and nothing was taken then; Saturated when there was no answer (sent again,
 * it is taken up where it was); Conflict when its end is for the operator to find out.
 */
export async function acceptPayment(room: LedgerRoom, request: SentPayment): Promise<Settlement> {
  const { x402: till } = room
  const { refusal, resource } = request
  if (!till || refusal.tenantId === undefined) throw refusal
  const tenantId = refusal.tenantId as TenantId
  try {
    const payment = paymentIn(request.sent, { terms: till.terms, resource })
    const { paymentHash } = payment
    const outcome = await once(till, { tenantId, paymentHash }, () =>
      take(room, till, { ...request, tenantId, payment }),
    )
    if (outcome === 'silent') throw noAnswer('The payment may have been made. ')
    if (outcome === 'unclear') throw unclear()
    return outcome
  } catch (error) {
    if (error instanceof PaymentRefused) throw refusedAs(refusal, error.reason)
    throw error
  }
}

type Taken = SentPayment & { tenantId: TenantId; payment: Payment }

/** Not too many at once. Throws Saturated. */
async function take(room: LedgerRoom, till: Till, taken: Taken): Promise<Outcome> {
  if (till.underWay.size >= x402AtOnceMax) throw tooMany()
  const { tenantId, payment, refusal } = taken
  const known = findPayment(room.store.db, payment.paymentHash)
  if (known) requireSame(known, { tenantId, payment })
  if (known?.state === 'unclear') return 'unclear'
  if (known?.state === 'settled') {
    const { network, transactionId: transaction } = known
    return { success: true, transaction: transaction as string, network }
  }
  if (payment.credits < missingCredits(till.terms, refusal)) throw new PaymentRefused('too_little')
  // One that is under way without an end may have moved its money: it is not checked anew.
  if (known?.state !== 'settling') await requireValid(till, payment)
  return settlePayment(room, till, { ...taken, payment })
}

async function requireValid({ facilitator }: Till, { request }: Payment): Promise<void> {
  let answer: unknown
  try {
    answer = await facilitator.verify(request)
  } catch (error) {
    if (error instanceof FacilitatorSilent) throw noAnswer('Nothing was taken. ')
    throw error
  }
  const { isValid, reason } = verdictIn(answer)
  if (!isValid) throw new PaymentRefused(reason)
}

function refusedAs(refusal: PaymentRequired, reason: string): PaymentRequired {
  const { code, message, operation, requiredCredits, availableCredits, tenantId } = refusal
  return new PaymentRequired({
    code,
    message,
    operation,
    requiredCredits,
    refusedPayment: reason,
    ...(availableCredits === undefined ? {} : { availableCredits }),
    ...(tenantId === undefined ? {} : { tenantId }),
  })
}

function noAnswer(what: string): Saturated {
  return new Saturated({
    message: `Payments cannot be checked now. ${what}Send the same payment again, not another one.`,
    retryAfterSeconds: x402RetrySeconds,
  })
}

function tooMany(): Saturated {
  return new Saturated({
    message: 'Too many payments are being made. Nothing was taken; send the same one again.',
    retryAfterSeconds: x402RetrySeconds,
  })
}

function unclear(): Conflict {
  return new Conflict({
    reason: 'payment_unclear',
    message: 'Whether this payment was made is for the operator to find out. Do not pay again.',
  })
}
