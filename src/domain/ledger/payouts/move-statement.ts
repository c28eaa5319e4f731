import { Conflict } from '../../../base/errors.ts'
import type { Cents } from '../../../base/money.ts'
import type { Tx } from '../../../store/tx.ts'
import { recordEvent } from '../../events/index.ts'
import { type PayoutState, payoutSteps } from '../payout.ts'
import { amountsOf } from './amounts.ts'
import { type ProgressChange, type Statement, updateStatement } from './queries.ts'

export type Move = {
  to: PayoutState
  /** When it differs from before. */
  reversedCents?: Cents
  progress?: ProgressChange
  nowMs: number
}

/** One step of a statement, with the amounts that follow. Throws Conflict for one there is not. */
export function moveStatement(tx: Tx, statement: Statement, move: Move): void {
  const { status, payoutStatementId } = statement
  const { to, progress, nowMs } = move
  requireStep(status, to)
  const reversedCents = move.reversedCents ?? statement.reversedCents
  const amounts = amountsOf(to, { ...statement, reversedCents })
  updateStatement(tx, payoutStatementId, {
    change: { status: to, ...amounts },
    progress: { ...progress, reversedCents, updatedAt: nowMs },
  })
  if (to === 'paid') notePaid(tx, { statement, nowMs })
}

function notePaid(tx: Tx, { statement, nowMs }: { statement: Statement; nowMs: number }): void {
  const { tenantId, payoutStatementId, period, releasedCents } = statement
  recordEvent(tx, {
    stream: tenantId,
    type: 'payout.paid',
    atMs: nowMs,
    data: { payout_statement_id: payoutStatementId, period, paid_cents: releasedCents },
  })
}

export function requireStep(from: PayoutState, to: PayoutState): void {
  if (from === to || payoutSteps[from].includes(to)) return
  throw new Conflict({
    reason: 'illegal_transition',
    message: `A payout statement cannot be set from ${from} to ${to}.`,
    facts: { field: 'status', from, to },
  })
}
