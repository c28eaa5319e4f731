import { Conflict, NotFound } from '../../../../base/errors.ts'
import type { PayoutBatchId } from '../../../../base/ids.ts'
import type { Command } from '../../../command.ts'
import { requirePlatformAdmin } from '../../../identity/index.ts'
import { recordDeed } from '../../../record-deed.ts'
import type { LedgerRoom } from '../../room.ts'
import { endPayment } from '../change-statement.ts'
import { moveStatement } from '../move-statement.ts'
import { findBatch, listStatementsOfBatch } from '../queries.ts'

/**
 * Says that the bank has carried out all of a batch that is still under way; single payments that
 * failed are marked so before. Throws Forbidden unless a platform admin asks, NotFound, Conflict
 * when nothing of it is under way.
 */
export async function payBatch(
  room: LedgerRoom,
  cmd: Command,
  batchId: PayoutBatchId,
): Promise<{ batchId: PayoutBatchId; paid: number }> {
  const { principal } = cmd
  requirePlatformAdmin(principal)
  return cmd.write((tx) => {
    if (!findBatch(tx, batchId)) throw new NotFound('payout batch')
    const nowMs = room.clock.nowMs()
    const statements = listStatementsOfBatch(tx, batchId).filter(isUnderWay)
    if (statements.length === 0) throw nothingUnderWay()
    for (const statement of statements) {
      const ended = endPayment(tx, statement, { phase: 'post_hold', nowMs })
      moveStatement(tx, statement, { to: 'paid', nowMs, ...ended })
    }
    const paid = statements.length
    recordDeed(tx, cmd, {
      atMs: nowMs,
      tenantId: principal.tenantId,
      action: 'payout_batch.paid',
      subject: { type: 'payout_batch', id: batchId },
      details: { payments: paid },
    })
    return { batchId, paid }
  })
}

function isUnderWay({ status }: { status: string }): boolean {
  return status === 'processing'
}

function nothingUnderWay(): Conflict {
  return new Conflict({
    reason: 'nothing_under_way',
    message: 'No payment of this batch is under way.',
  })
}
