import { Forbidden, NotFound } from '../../../base/errors.ts'
import type { TenantId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { recordAudit, wasRecorded } from '../../audit/index.ts'
import type { AnonymousCommand } from '../../command.ts'
import { paidIn, spendable } from '../books/account.ts'
import { post } from '../books/post.ts'
import { grantMaxCredits } from '../limits.ts'
import { findTransfer } from '../queries.ts'
import type { LedgerRoom } from '../room.ts'
import { isFromStripe, type SignedPayload } from './signature.ts'

/** What became of an event: credited now, or of no concern; a checkout is credited once. */
export type StripeOutcome = { credited: boolean }

/** The members of an event of a checkout that matter, as far as they are there. */
type StripeEvent = {
  id?: unknown
  type?: unknown
  data?: { object?: StripeCheckout }
}
type StripeCheckout = {
  id?: unknown
  payment_status?: unknown
  amount_total?: unknown
  currency?: unknown
  client_reference_id?: unknown
}

/** Tells of a paid checkout: its end or, of a SEPA debit or a transfer, the money days later. */
const tellPayments: ReadonlySet<unknown> = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
])

/**
 * Turns a payment that Stripe reports into credits of the tenant that the checkout names in
 * `client_reference_id`, once for each checkout, of which several events may tell. Everything else
 * is acknowledged, for Stripe would only send it again; of that, what was paid and fits no tenant
 * is written down for the operator. Throws NotFound where the operator set no secret, Forbidden
 * for a signature that does not fit.
 */
export async function creditStripePayment(
  room: LedgerRoom,
  cmd: AnonymousCommand,
  signed: SignedPayload,
): Promise<StripeOutcome> {
  const { stripeSecret: secret, clock } = room
  if (secret === undefined) throw new NotFound('path')
  const nowMs = clock.nowMs()
  if (!isFromStripe(signed, { secret, nowMs })) throw badSignature()
  const paid = checkoutIn(signed.payload)
  if (!paid) return { credited: false }
  return cmd.write((tx) => {
    if (wasCredited(tx, paid)) return { credited: false }
    const payment = paymentOf(room, tx, paid)
    if (payment) return credit(tx, { ...payment, cmd, nowMs })
    noteUnclaimed(tx, { ...paid, cmd, nowMs })
    return { credited: false }
  })
}

/** A checkout for which money came, whatever else it says. */
type PaidCheckout = { eventId: string; checkoutId: string; checkout: StripeCheckout }

function checkoutIn(payload: string): PaidCheckout | undefined {
  const event = parsed(payload)
  const checkout = event?.data?.object ?? {}
  const { id: checkoutId, payment_status, amount_total } = checkout
  if (!tellPayments.has(event?.type) || payment_status !== 'paid' || amount_total === 0) {
    return undefined
  }
  const eventId = event?.id
  if (typeof eventId !== 'string' || !/^evt_\w{1,100}$/.test(eventId)) return undefined
  if (typeof checkoutId !== 'string' || !/^cs_\w{1,150}$/.test(checkoutId)) return undefined
  return { eventId, checkoutId, checkout }
}

function parsed(payload: string): StripeEvent | undefined {
  try {
    return (JSON.parse(payload) ?? undefined) as StripeEvent | undefined
  } catch {
    return undefined
  }
}

/** Earlier versions credited by the event, which Stripe may send again after an upgrade. */
function wasCredited(tx: Tx, { checkoutId, eventId }: PaidCheckout): boolean {
  return [checkoutId, eventId].some((id) => findTransfer(tx, `stripe:${id}`) !== undefined)
}

type Payment = { eventId: string; checkoutId: string; tenantId: TenantId; credits: number }

function paymentOf(room: LedgerRoom, tx: Tx, paid: PaidCheckout): Payment | undefined {
  const { eventId, checkoutId, checkout } = paid
  const { currency, client_reference_id: tenantId, amount_total: credits } = checkout
  if (currency !== 'eur' || typeof tenantId !== 'string') return undefined
  if (!isWhole(credits) || credits < 1 || credits > grantMaxCredits) return undefined
  if (!isTenant(room, tx, tenantId as TenantId)) return undefined
  return { eventId, checkoutId, tenantId: tenantId as TenantId, credits }
}

function isWhole(amount: unknown): amount is number {
  return Number.isSafeInteger(amount)
}

type Reported = { cmd: AnonymousCommand; nowMs: number }

/** For the operator, who finds the money at Stripe and decides whose it is. */
function noteUnclaimed(tx: Tx, unclaimed: PaidCheckout & Reported): void {
  const { eventId, checkoutId, checkout, cmd, nowMs } = unclaimed
  const { amount_total, currency, client_reference_id } = checkout
  const action = 'payment.unclaimed'
  if (wasRecorded(tx, { action, subjectId: checkoutId })) return
  recordAudit(tx, {
    atMs: nowMs,
    tenantId: null,
    actor: { type: 'system', id: null },
    action,
    subject: { type: 'stripe_checkout', id: checkoutId },
    details: {
      amount: isWhole(amount_total) ? amount_total : null,
      currency: shortened(currency),
      reference: shortened(client_reference_id),
      stripe_event: eventId,
    },
    requestId: cmd.requestId,
  })
}

function shortened(said: unknown): string | null {
  return typeof said === 'string' ? said.slice(0, 200) : null
}

function credit(tx: Tx, crediting: Payment & Reported): StripeOutcome {
  const { eventId, checkoutId, tenantId, credits, cmd, nowMs } = crediting
  const transferId = `stripe:${checkoutId}`
  post(tx, {
    transferId,
    groupId: transferId,
    debit: paidIn,
    credit: spendable(tenantId),
    amountMinor: credits,
    code: 'stripe',
    ref: eventId,
    atMs: nowMs,
  })
  recordAudit(tx, {
    atMs: nowMs,
    tenantId,
    actor: { type: 'system', id: null },
    action: 'credits.paid',
    subject: { type: 'tenant', id: tenantId },
    details: { credits, stripe_event: eventId },
    requestId: cmd.requestId,
  })
  return { credited: true }
}

function isTenant({ planOf }: LedgerRoom, tx: Tx, tenantId: TenantId): boolean {
  try {
    planOf(tx, tenantId)
    return true
  } catch (error) {
    if (error instanceof NotFound) return false
    throw error
  }
}

function badSignature(): Forbidden {
  return new Forbidden({
    reason: 'bad_signature',
    message: 'The signature does not fit this payload, or is too old.',
  })
}
