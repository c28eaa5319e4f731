import { monthOf, monthStartMs } from '../../../base/clock.ts'
import { recordAudit } from '../../audit/index.ts'
import { releasedPerSlice, settlementDelayMs } from '../limits.ts'
import type { LedgerRoom } from '../room.ts'
import { moveStatement } from './move-statement.ts'
import { listReleasable } from './queries.ts'
import { type Settlement, settlePeriod } from './settle-period.ts'

/**
 * Approves statements whose dispute window is over and that nothing holds, a hundred at most.
 * Gives how many there were.
 */
export function releaseDue({ store, clock }: LedgerRoom): Promise<number> {
  return store.write((tx) => {
    const nowMs = clock.nowMs()
    const due = listReleasable(tx, { status: 'pending', nowMs, limit: releasedPerSlice })
    for (const statement of due) {
      moveStatement(tx, statement, { to: 'approved', nowMs })
      recordAudit(tx, {
        atMs: nowMs,
        tenantId: statement.tenantId,
        actor: { type: 'system', id: null },
        action: 'payout.approved',
        subject: { type: 'payout_statement', id: statement.payoutStatementId },
        details: { from: 'pending' },
      })
    }
    return due.length
  })
}

/** Settles the month before, once it has been over for some hours; again and again is harmless. */
export function settleDue(room: LedgerRoom): Promise<Settlement> {
  const thisMonth = monthOf(room.clock.nowMs() - settlementDelayMs)
  return settlePeriod(room, monthOf(monthStartMs(thisMonth, -1)))
}
