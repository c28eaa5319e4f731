import type { RequestId, TenantId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import { paidIn, spendable } from '../books/account.ts'
import { post } from '../books/post.ts'
import { FacilitatorSilent } from '../ports.ts'
import { findTransfer } from '../queries.ts'
import type { LedgerRoom } from '../room.ts'
import { type Payment, PaymentRefused } from './payment.ts'
import { changePayment, findPayment, insertPayment, type PaymentRow } from './queries.ts'
import { type Outcome, type SettleAnswer, settleAnswerIn } from './settlement.ts'
import type { Till } from './till.ts'

export type Settling = {
  readonly payment: Payment
  readonly tenantId: TenantId
  readonly requestId?: RequestId | undefined
}

/**
 * Has a payment made and credits it. First it is written down that it will be asked for, then the
 * facilitator is asked, then what it said is written down together with the credits: whatever
 * stops in between leaves a payment that is `settling`. Throws PaymentRefused.
 */
export async function settlePayment(
  room: LedgerRoom,
  till: Till,
  settling: Settling,
): Promise<Outcome> {
  const { payment, tenantId, requestId } = settling
  const { wasOpen } = await room.store.write((tx) => begin(room, tx, settling))
  const answer = await askToSettle(till, payment)
  if (answer === 'silent') return 'silent'
  const ended = await room.store.write((tx) =>
    end(room, tx, { payment, tenantId, requestId, wasOpen, answer }),
  )
  if (ended.kind === 'unclear') return 'unclear'
  if (ended.kind === 'refused') throw new PaymentRefused(ended.reason)
  const { transaction, payer } = ended
  const { network } = till.terms
  return { success: true, transaction, network, ...(payer === null ? {} : { payer }) }
}

/** Whether there is one already whose end is not known. */
function begin(
  { clock }: LedgerRoom,
  tx: Tx,
  { payment, tenantId }: Settling,
): { wasOpen: boolean } {
  const { paymentHash, credits, request } = payment
  const nowMs = clock.nowMs()
  const known = findPayment(tx, paymentHash)
  const open = { state: 'settling', updatedAt: nowMs, reason: null } as const
  if (known) {
    // By two at once.
    requireSame(known, { tenantId, payment })
    changePayment(tx, paymentHash, { ...open, attempts: known.attempts + 1 })
    return { wasOpen: known.state === 'settling' }
  }
  insertPayment(tx, {
    paymentHash,
    tenantId,
    credits,
    ...open,
    attempts: 1,
    createdAt: nowMs,
    request: JSON.stringify(request),
    transactionId: null,
    payer: null,
    network: networkOf(payment),
  })
  return { wasOpen: false }
}

/** An authorisation is one tenant's and moves one amount. Throws PaymentRefused. */
export function requireSame(known: PaymentRow, { tenantId, payment }: Settling): void {
  if (known.tenantId !== tenantId) throw new PaymentRefused('payment_used')
  if (known.credits !== payment.credits) throw new PaymentRefused('invalid_payment_requirements')
}

async function askToSettle(till: Till, payment: Payment): Promise<SettleAnswer | 'silent'> {
  try {
    const answer = await till.facilitator.settle(payment.request)
    const { amount } = requirementsIn(payment)
    return settleAnswerIn(answer, { network: networkOf(payment), amount })
  } catch (error) {
    if (error instanceof FacilitatorSilent) return 'silent'
    throw error
  }
}

type Ending = Settling & { wasOpen: boolean; answer: SettleAnswer }

/** A refusal after an earlier silence says nothing of what the silence hid. */
function end(room: LedgerRoom, tx: Tx, { answer, wasOpen, ...settling }: Ending): SettleAnswer {
  if (answer.kind === 'settled') return credit(room, tx, { ...settling, answer })
  const { reason } = answer
  const state = answer.kind === 'unclear' || wasOpen ? 'unclear' : 'refused'
  changePayment(tx, settling.payment.paymentHash, { state, reason, updatedAt: room.clock.nowMs() })
  return { kind: state, reason }
}

type Crediting = Settling & { answer: SettleAnswer & { kind: 'settled' } }

/** A transaction that was credited already was not made for this payment, whoever says so. */
function credit({ clock }: LedgerRoom, tx: Tx, crediting: Crediting): SettleAnswer {
  const { payment, tenantId, requestId, answer } = crediting
  const { paymentHash, credits } = payment
  const { transaction, payer } = answer
  const updatedAt = clock.nowMs()
  const transferId = `x402:${transaction}`
  if (findTransfer(tx, transferId)) {
    const reason = 'transaction_used'
    changePayment(tx, paymentHash, { state: 'unclear', reason, updatedAt })
    return { kind: 'unclear', reason }
  }
  post(tx, {
    transferId,
    groupId: transferId,
    debit: paidIn,
    credit: spendable(tenantId),
    amountMinor: credits,
    code: 'x402',
    ref: paymentHash.toString('hex'),
    atMs: updatedAt,
  })
  changePayment(tx, paymentHash, { state: 'settled', transactionId: transaction, payer, updatedAt })
  recordAudit(tx, {
    atMs: updatedAt,
    tenantId,
    actor: { type: 'system', id: null },
    action: 'credits.paid',
    subject: { type: 'tenant', id: tenantId },
    details: { credits, x402_transaction: transaction, payer },
    ...(requestId === undefined ? {} : { requestId }),
  })
  return answer
}

type Asked = { network: string; amount: string }

function requirementsIn({ request }: Payment): Asked {
  return request.paymentRequirements as Asked
}

function networkOf(payment: Payment): string {
  return requirementsIn(payment).network
}
