import { Conflict, NotFound } from '../../../base/errors.ts'
import type { DisputeId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { requirePlatformAdmin } from '../../identity/index.ts'
import { recordDeed } from '../../record-deed.ts'
import { afterHold } from '../payout.ts'
import { moveStatement } from '../payouts/move-statement.ts'
import { findStatementOf } from '../payouts/queries.ts'
import type { LedgerRoom } from '../room.ts'
import type { Dispute } from './open-dispute.ts'
import { findDispute, findRefund, hasOpenDispute, updateDispute } from './queries.ts'
import { refundEvent } from './refund-event.ts'

export type DisputeDecision = {
  disputeId: DisputeId
  decision: 'reject' | 'refund'
  note?: string | undefined
}

/**
 * Ends a dispute: the charge stands, or it is given back. The statement goes on when nothing else
 * holds it; one of which nothing is left is reversed. Throws Forbidden unless a platform admin
 * asks, NotFound, and Conflict for one that was resolved or whose payment is under way.
 */
export async function resolveDispute(
  room: LedgerRoom,
  cmd: Command,
  { disputeId, decision, note }: DisputeDecision,
): Promise<Dispute> {
  requirePlatformAdmin(cmd.principal)
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    const dispute = findDispute(tx, disputeId)
    if (!dispute) throw new NotFound('dispute')
    if (dispute.state !== 'open') throw alreadyResolved()
    const { eventId } = dispute
    // A charge may have been given back by itself while it was disputed.
    if (decision === 'refund' && !findRefund(tx, eventId)) {
      refundEvent(tx, { eventId, reason: dispute.reason, nowMs })
    }
    const state = decision === 'refund' ? ('refunded' as const) : ('rejected' as const)
    const resolution = { state, resolvedAt: nowMs, note: note ?? null }
    updateDispute(tx, disputeId, resolution)
    letGoOn(tx, dispute, nowMs)
    recordDeed(tx, cmd, {
      atMs: nowMs,
      tenantId: dispute.providerTenantId,
      action: `dispute.${state}`,
      subject: { type: 'dispute', id: disputeId },
      details: { event_id: eventId, ...(note === undefined ? {} : { note }) },
    })
    return { ...dispute, ...resolution }
  })
}

function letGoOn(tx: Tx, { providerTenantId, period }: Dispute, nowMs: number): void {
  const month = { tenantId: providerTenantId, period }
  const statement = findStatementOf(tx, month)
  if (statement?.status !== 'held' || statement.holdReason !== null) return
  if (hasOpenDispute(tx, month)) return
  const isEmpty = statement.reversedCents === statement.sellerCents && statement.sellerCents > 0
  moveStatement(tx, statement, { to: isEmpty ? 'reversed' : afterHold(statement, nowMs), nowMs })
}

function alreadyResolved(): Conflict {
  return new Conflict({ reason: 'already_resolved', message: 'This dispute was resolved before.' })
}
