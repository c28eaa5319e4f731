import { Conflict, NotFound } from '../../../base/errors.ts'
import type { PayoutStatementId } from '../../../base/ids.ts'
import { cents } from '../../../base/money.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { requirePlatformAdmin } from '../../identity/index.ts'
import { recordDeed } from '../../record-deed.ts'
import { payable, payouts, reversals } from '../books/account.ts'
import { post, type TransferRequest } from '../books/post.ts'
import { hasOpenDispute } from '../disputes/queries.ts'
import { afterHold } from '../payout.ts'
import type { LedgerRoom } from '../room.ts'
import { type Move, moveStatement, requireStep } from './move-statement.ts'
import { findStatement, type ProgressChange, type Statement } from './queries.ts'

/** What an administrator does; `processing` is a batch's, and the rest goes by itself. */
export const statementDeeds = ['approved', 'held', 'paid', 'failed', 'reversed'] as const
export type StatementDeed = (typeof statementDeeds)[number]

export type StatementRequest = {
  payoutStatementId: PayoutStatementId
  to: StatementDeed
  /** Needed for what somebody has to explain: held, failed, reversed. */
  reason?: string | undefined
}

/**
 * Takes a statement one step further, with the transfer that belongs to it. Throws Forbidden
 * unless a platform admin asks, NotFound, and Conflict for a step there is not: also for approving
 * before the end of the dispute window or while a dispute is open. Approving one that is held ends
 * the hold and not the window: before its end the statement is pending again. What a dispute
 * holds can be held besides, and then the dispute's end releases it no more.
 */
export async function changeStatement(
  room: LedgerRoom,
  cmd: Command,
  { payoutStatementId, to, reason }: StatementRequest,
): Promise<Statement> {
  requirePlatformAdmin(cmd.principal)
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    const before = getStatement(tx, payoutStatementId)
    const { status } = before
    if (status === to && !isHeldByDispute(before)) throw alreadyThere(to)
    requireStep(status, to)
    const progress = deeds[to](tx, before, { nowMs, reason: reason ?? null })
    const endsHold = to === 'approved' && status === 'held'
    moveStatement(tx, before, { to: endsHold ? afterHold(before, nowMs) : to, nowMs, ...progress })
    recordDeed(tx, cmd, {
      atMs: nowMs,
      tenantId: before.tenantId,
      action: `payout.${to}`,
      subject: { type: 'payout_statement', id: payoutStatementId },
      details: { from: status, ...(reason === undefined ? {} : { reason }) },
    })
    return getStatement(tx, payoutStatementId)
  })
}

/** Throws NotFound. */
export function getStatement(tx: Tx, id: PayoutStatementId): Statement {
  const statement = findStatement(tx, id)
  if (!statement) throw new NotFound('payout statement')
  return statement
}

/** A hold without a reason is that of a dispute. */
function isHeldByDispute({ status, holdReason }: Statement): boolean {
  return status === 'held' && holdReason === null
}

type About = { nowMs: number; reason: string | null }
type Changes = Pick<Move, 'reversedCents' | 'progress'>

const deeds: Record<StatementDeed, (tx: Tx, statement: Statement, about: About) => Changes> = {
  approved(tx, statement, { nowMs }) {
    if (statement.status === 'pending' && nowMs < statement.releaseAt) throw windowOpen()
    if (hasOpenDispute(tx, statement)) throw disputeOpen()
    return { progress: { holdReason: null } }
  },
  held: (_tx, _statement, { reason }) => ({ progress: { holdReason: reason ?? 'held' } }),
  paid: (tx, statement, { nowMs }) => endPayment(tx, statement, { phase: 'post_hold', nowMs }),
  failed(tx, statement, { nowMs, reason }) {
    const { progress } = endPayment(tx, statement, { phase: 'void_hold', nowMs })
    return { progress: { ...progress, batchId: null, failure: reason } }
  },
  reversed: (tx, statement, about) => reverse(tx, statement, about),
}

/** The hold that a batch made becomes the payment, or goes. */
export function endPayment(
  tx: Tx,
  statement: Statement,
  { phase, nowMs }: { phase: 'post_hold' | 'void_hold'; nowMs: number },
): { progress: ProgressChange } {
  const { payoutStatementId, tenantId, period, attempts, holdSeq, releasedCents } = statement
  const deed = phase === 'post_hold' ? 'paid' : 'failed'
  if (holdSeq === null) throw new Error(`${payoutStatementId} is paid without a hold`)
  post(tx, {
    ...groupOf(payoutStatementId, `${deed}:${attempts}`),
    phase,
    holdSeq,
    debit: payable(tenantId, period),
    credit: payouts,
    amountMinor: releasedCents,
    code: `payout_${deed}`,
    ref: period,
    atMs: nowMs,
  })
  return { progress: { holdSeq: null } }
}

/** What is left of a statement goes to where refunds are paid from; a payment is taken back. */
function reverse(tx: Tx, statement: Statement, { nowMs, reason }: About): Changes {
  const { payoutStatementId, tenantId, period, status } = statement
  const amountMinor = statement.sellerCents - statement.reversedCents
  if (amountMinor > 0) {
    post(tx, {
      ...groupOf(payoutStatementId, 'reversed'),
      debit: status === 'paid' ? payouts : payable(tenantId, period),
      credit: reversals,
      amountMinor,
      code: 'payout_reversed',
      ref: period,
      atMs: nowMs,
    })
  }
  // What held it before has no say any more, and whoever is not paid is told why.
  return { reversedCents: cents(statement.sellerCents), progress: { holdReason: reason } }
}

/** The transfers of a statement share a group. */
export function groupOf(
  payoutStatementId: PayoutStatementId,
  deed: string,
): Pick<TransferRequest, 'transferId' | 'groupId'> {
  const groupId = `payout:${payoutStatementId}`
  return { transferId: `${groupId}:${deed}`, groupId }
}

function alreadyThere(status: string): Conflict {
  return new Conflict({
    reason: 'illegal_transition',
    message: `The payout statement is ${status} already.`,
    facts: { field: 'status', from: status, to: status },
  })
}

function windowOpen(): Conflict {
  return new Conflict({
    reason: 'dispute_window_open',
    message: 'The dispute window of this statement is not over.',
  })
}

function disputeOpen(): Conflict {
  return new Conflict({
    reason: 'dispute_open',
    message: 'A charge of this statement is disputed: resolve that first.',
  })
}
