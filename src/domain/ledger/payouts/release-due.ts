import { monthAfter, monthOf, monthStartMs } from '../../../base/clock.ts'
import { cents } from '../../../base/money.ts'
import type { Db } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import { releasedPerSlice, settlementDelayMs } from '../limits.ts'
import type { LedgerRoom } from '../room.ts'
import { moveStatement } from './move-statement.ts'
import { findFirstPeriod, listClosedPeriods, listLastClosed, listReleasable } from './queries.ts'
import { type Settlement, settlePeriod } from './settle-period.ts'

/**
 * For the upkeep: approves statements whose dispute window is over and that nothing holds, a
 * hundred at most. Gives how many there were.
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

/**
 * Settles every month that has been over for some hours and was not settled, the oldest first: a
 * server may have been away for longer than one. Again and again is harmless.
 */
export async function settleDue(room: LedgerRoom): Promise<Settlement> {
  const thisMonth = monthOf(room.clock.nowMs() - settlementDelayMs)
  const due = monthOf(monthStartMs(thisMonth, -1))
  const none = { isNew: false, statements: 0, sellerCents: cents(0), isWhole: true }
  const all: Settlement = { period: due, ...none }
  for (const period of monthsUpTo(room.store.db, due)) {
    const { isNew, statements, sellerCents } = await settlePeriod(room, period)
    all.isNew ||= isNew
    all.statements += statements
    all.sellerCents = cents(all.sellerCents + sellerCents)
  }
  return all
}

/** The last month that has been over for some hours. */
function monthDue({ clock }: LedgerRoom): string {
  return monthOf(monthStartMs(monthOf(clock.nowMs() - settlementDelayMs), -1))
}

/** Months that are due, since the first event, and were not closed. */
export function countUnsettled(room: LedgerRoom): number {
  return monthsDue(room.store.db, monthDue(room)).length
}

/** The months that were not settled, from the first event up to this one, which is open. */
export function monthsOpen(db: Db, last: string): string[] {
  const first = findFirstPeriod(db) ?? last
  return unsettled(db, { first: first < last ? first : last, last })
}

function monthsDue(db: Db, due: string): string[] {
  return unsettled(db, { first: findFirstPeriod(db) ?? due, last: due })
}

function unsettled(db: Db, { first, last }: { first: string; last: string }): string[] {
  const closed = new Set(listClosedPeriods(db))
  const months: string[] = []
  for (let month = first; month <= last; month = monthAfter(month)) {
    if (!closed.has(month)) months.push(month)
  }
  return months
}

/**
 * In order: what was left out since the first event, the month that is due, and what was closed
 * last, by hand perhaps before it was due: the server may have gone in the middle of it. Of each
 * only what is missing is made.
 */
function monthsUpTo(db: Db, due: string): string[] {
  const closed = new Set(listClosedPeriods(db))
  const open = monthsDue(db, due)
  const months = new Set([...open, due, ...listLastClosed(db, interruptedMax)])
  return [...months].filter((month) => month <= due || closed.has(month)).sort()
}

/** The upkeep's, and one that somebody settled by hand at the same time. */
const interruptedMax = 2
