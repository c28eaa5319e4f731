import { Forbidden, NotFound } from '../../../base/errors.ts'
import type { TenantId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
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
 * `client_reference_id`, once for each checkout, of which several events may tell. Other events,
 * unpaid checkouts, other currencies and unknown tenants are acknowledged and change nothing:
 * Stripe would only send them again. Throws NotFound where the operator set no secret, Forbidden
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
  const payment = paymentIn(signed.payload)
  if (!payment) return { credited: false }
  return cmd.write((tx) => credit(room, tx, { ...payment, cmd, nowMs }))
}

type Payment = { eventId: string; checkoutId: string; tenantId: TenantId; credits: number }

function paymentIn(payload: string): Payment | undefined {
  const event = parsed(payload)
  const checkout = event?.data?.object ?? {}
  const { id: checkoutId, payment_status, amount_total, currency, client_reference_id } = checkout
  if (!tellPayments.has(event?.type) || payment_status !== 'paid') return undefined
  if (currency !== 'eur' || typeof client_reference_id !== 'string') return undefined
  const eventId = event?.id
  if (typeof eventId !== 'string' || !/^evt_\w{1,100}$/.test(eventId)) return undefined
  if (typeof checkoutId !== 'string' || !/^cs_\w{1,150}$/.test(checkoutId)) return undefined
  const credits = Number.isSafeInteger(amount_total) ? (amount_total as number) : 0
  if (credits < 1 || credits > grantMaxCredits) return undefined
  return { eventId, checkoutId, tenantId: client_reference_id as TenantId, credits }
}

function parsed(payload: string): StripeEvent | undefined {
  try {
    return (JSON.parse(payload) ?? undefined) as StripeEvent | undefined
  } catch {
    return undefined
  }
}

type Crediting = Payment & { cmd: AnonymousCommand; nowMs: number }

function credit(room: LedgerRoom, tx: Tx, crediting: Crediting): StripeOutcome {
  const { eventId, checkoutId, tenantId, credits, cmd, nowMs } = crediting
  if (!isTenant(room, tx, tenantId)) return { credited: false }
  const transferId = `stripe:${checkoutId}`
  // Earlier versions credited by the event, which Stripe may send again after an upgrade.
  const isCredited = findTransfer(tx, transferId) ?? findTransfer(tx, `stripe:${eventId}`)
  if (isCredited) return { credited: false }
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
