import { x402AttemptsMax, x402ResumeAfterMs, x402ResumedPerSlice } from '../limits.ts'
import type { FacilitatorRequest } from '../ports.ts'
import type { LedgerRoom } from '../room.ts'
import { PaymentRefused } from './payment.ts'
import { changePayment, findPayment, listOpenPayments, type PaymentRow } from './queries.ts'
import { settlePayment } from './settle-payment.ts'
import type { Outcome } from './settlement.ts'
import { isUnderWay, once, type Till } from './till.ts'

/**
 * For the upkeep: asks again for payments whose end is not known, because there was no answer or
 * the process ended. One authorisation moves money once, so asking again is harmless. After some
 * attempts it is for the operator to find out. Gives how many were looked at.
 */
export async function resumePayments(room: LedgerRoom): Promise<number> {
  const { x402: till, store, clock } = room
  if (!till) return 0
  const untilMs = clock.nowMs() - x402ResumeAfterMs
  const open = listOpenPayments(store.db, { untilMs, limit: x402ResumedPerSlice })
  for (const row of open) await resume(room, till, row)
  return open.length
}

/** What its client has just sent again is left to that; sent during this, it waits for this. */
async function resume(room: LedgerRoom, till: Till, { paymentHash }: PaymentRow): Promise<void> {
  const row = findPayment(room.store.db, paymentHash)
  if (row?.state !== 'settling' || isUnderWay(till, row)) return
  try {
    await once(till, row, () => takeUp(room, till, row))
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
  }
}

async function takeUp(room: LedgerRoom, till: Till, row: PaymentRow): Promise<Outcome> {
  const { paymentHash, tenantId, credits, attempts } = row
  if (attempts >= x402AttemptsMax) {
    const change = { state: 'unclear', reason: 'no_answer', updatedAt: room.clock.nowMs() } as const
    await room.store.write((tx) => changePayment(tx, paymentHash, change))
    return 'unclear'
  }
  const request = JSON.parse(row.request) as FacilitatorRequest
  return settlePayment(room, till, { payment: { paymentHash, credits, request }, tenantId })
}
