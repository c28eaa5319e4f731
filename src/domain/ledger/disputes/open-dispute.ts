import { Conflict } from '../../../base/errors.ts'
import { newId, type TenantId } from '../../../base/ids.ts'
import { cents } from '../../../base/money.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { recordEvent } from '../../events/index.ts'
import { requirePlatformAdmin } from '../../identity/index.ts'
import { recordDeed } from '../../record-deed.ts'
import { moveStatement } from '../payouts/move-statement.ts'
import { findStatementOf } from '../payouts/queries.ts'
import type { LedgerRoom } from '../room.ts'
import { type DisputeRow, findDisputeOf, findRefund, insertDispute } from './queries.ts'
import { getCharged } from './refund-event.ts'

export type Dispute = DisputeRow

/**
 * Contests one charge. The provider's statement of that month is held until it is resolved, as far
 * as it was not handed to the bank. Throws Forbidden unless a platform admin asks, NotFound for
 * what was not charged, Conflict for a charge that was disputed or given back before.
 */
export async function openDispute(
  room: LedgerRoom,
  cmd: Command,
  { eventId, reason }: { eventId: string; reason: string },
): Promise<Dispute> {
  const { principal } = cmd
  requirePlatformAdmin(principal)
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    const event = getCharged(tx, eventId)
    if (findDisputeOf(tx, eventId) || findRefund(tx, eventId)) throw alreadySettled()
    const dispute: Dispute = {
      disputeId: newId('dsp', nowMs),
      eventId,
      reason,
      state: 'open',
      period: event.period,
      buyerTenantId: event.buyerTenantId as TenantId,
      providerTenantId: event.providerTenantId as TenantId,
      chargeCents: cents(event.chargeCents),
      openedBy: principal.principalId,
      openedAt: nowMs,
      resolvedAt: null,
      note: null,
    }
    insertDispute(tx, dispute)
    holdStatement(tx, dispute, nowMs)
    recordDeed(tx, cmd, {
      atMs: nowMs,
      tenantId: dispute.providerTenantId,
      action: 'dispute.opened',
      subject: { type: 'dispute', id: dispute.disputeId },
      details: { event_id: eventId, reason },
    })
    const { disputeId, period, chargeCents: charge_cents, providerTenantId: stream } = dispute
    const data = { dispute_id: disputeId, period, charge_cents }
    recordEvent(tx, { stream, type: 'dispute.opened', atMs: nowMs, data })
    return dispute
  })
}

function holdStatement(tx: Tx, { providerTenantId, period }: Dispute, nowMs: number): void {
  const statement = findStatementOf(tx, { tenantId: providerTenantId, period })
  if (statement?.status !== 'pending' && statement?.status !== 'approved') return
  moveStatement(tx, statement, { to: 'held', nowMs })
}

function alreadySettled(): Conflict {
  return new Conflict({
    reason: 'already_disputed',
    message: 'This charge was disputed or given back before.',
  })
}
