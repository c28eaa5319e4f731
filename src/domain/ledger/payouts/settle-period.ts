import { strict as assert } from 'node:assert'
import { monthStartMs } from '../../../base/clock.ts'
import { Conflict, InvalidInput } from '../../../base/errors.ts'
import { newId, type TenantId } from '../../../base/ids.ts'
import { type Cents, cents, currency } from '../../../base/money.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { recordEvent } from '../../events/index.ts'
import { earnings, payable } from '../books/account.ts'
import { post } from '../books/post.ts'
import { hasOpenDispute } from '../disputes/queries.ts'
import { dayMs, earnersAtOnce, providersPerSlice } from '../limits.ts'
import type { LedgerRoom } from '../room.ts'
import { amountsOf } from './amounts.ts'
import { type Earned, earnedOf } from './earned.ts'
import { findUnsettled, hasEarners, type MonthRow, monthsOf, type Place } from './month-queries.ts'
import { moveStatement } from './move-statement.ts'
import * as queries from './queries.ts'
import { beginSettling } from './settling.ts'

export type Settlement = {
  period: string
  /** False when the month had been closed before: only what was missing was made. */
  isNew: boolean
  statements: number
  sellerCents: Cents
  /** False when it was asked to stop: the next call makes the rest. */
  isWhole: boolean
}

/**
 * Closes a UTC month and makes the payout statement of every provider that earned something in it
 * and has none, some in each transaction: whatever interrupts it, the next call makes the rest, and
 * nothing twice. Throws InvalidInput for what is no month, Conflict for one that is not over.
 */
export async function settlePeriod(
  room: LedgerRoom,
  period: string,
  signal?: AbortSignal,
): Promise<Settlement> {
  const { clock, store } = room
  if (!isPeriod(period)) throw notAMonth()
  if (clock.nowMs() < monthStartMs(period, 1)) throw notOver(period)
  using _ = beginSettling(store.db, period)
  const isNew = await store.write((tx) => close(tx, { period, nowMs: clock.nowMs() }))
  const settlement = { period, isNew, statements: 0, sellerCents: cents(0), isWhole: false }
  // Where nobody ever earned anything, no thread is started to find nobody.
  let after: string | undefined = hasEarners(store.db) ? '' : undefined
  while (after !== undefined && !signal?.aborted) {
    const place: Place = { period, after, among: earnersAtOnce }
    const { tenantIds, last } = await findUnsettled(room.reading, place)
    for (let at = 0; at < tenantIds.length && !signal?.aborted; at += providersPerSlice) {
      const some = tenantIds.slice(at, at + providersPerSlice)
      const made = await store.write((tx) => settleSome(room, tx, { tenantIds: some, period }))
      settlement.statements += made.length
      settlement.sellerCents = cents(
        made.reduce<number>((sum, one) => sum + one, settlement.sellerCents),
      )
    }
    after = last
  }
  return { ...settlement, isWhole: !signal?.aborted }
}

export function isPeriod(text: string): boolean {
  return /^[2-9]\d{3}-(0[1-9]|1[0-2])$/.test(text)
}

function close(tx: Tx, { period, nowMs }: { period: string; nowMs: number }): boolean {
  if (queries.findClosedPeriod(tx, period)) return false
  queries.insertClosedPeriod(tx, { period, closedAt: nowMs })
  return true
}

type Some = { tenantIds: readonly TenantId[]; period: string }

function settleSome(room: LedgerRoom, tx: Tx, { tenantIds, period }: Some): Cents[] {
  const months = (tx as Db).all<MonthRow>(monthsOf({ tenantIds }, period))
  return months.flatMap((month) => settleProvider(room, tx, { ...earnedOf(month), period }) ?? [])
}

function settleProvider(
  room: LedgerRoom,
  tx: Tx,
  { tenantId, period, grossCents, sellerCents }: Earned & { period: string },
): Cents | undefined {
  if (queries.findStatementOf(tx, { tenantId, period }) || grossCents === 0) return undefined
  const nowMs = room.clock.nowMs()
  const payoutStatementId = newId('stmt', nowMs)
  const periodStartAt = monthStartMs(period)
  queries.insertStatement(
    tx,
    {
      payoutStatementId,
      tenantId,
      periodStartAt,
      periodEndAt: monthStartMs(period, 1),
      grossCents,
      sellerCents,
      currency,
      status: 'pending',
      createdAt: nowMs,
      ...amountsOf('pending', { sellerCents, reversedCents: 0 }),
    },
    {
      payoutStatementId,
      period,
      reversedCents: cents(0),
      attempts: 0,
      updatedAt: nowMs,
      holdReason: null,
      holdSeq: null,
      batchId: null,
      failure: null,
      releaseAt: nowMs + room.disputeWindowDays * dayMs,
    },
  )
  if (sellerCents > 0) {
    post(tx, {
      transferId: `settle:${payoutStatementId}`,
      groupId: `settle:${payoutStatementId}`,
      debit: earnings(tenantId),
      credit: payable(tenantId, period),
      amountMinor: sellerCents,
      code: 'settlement',
      ref: period,
      atMs: nowMs,
    })
  }
  if (hasOpenDispute(tx, { tenantId, period })) {
    const statement = queries.findStatementOf(tx, { tenantId, period })
    assert(statement)
    moveStatement(tx, statement, { to: 'held', nowMs })
  }
  const data = { payout_statement_id: payoutStatementId, period, seller_cents: sellerCents }
  recordEvent(tx, { stream: tenantId, type: 'statement.ready', atMs: nowMs, data })
  return sellerCents
}

function notAMonth(): InvalidInput {
  return new InvalidInput({
    field: 'period',
    reason: 'invalid_period',
    message: 'period must be a month such as 2026-10.',
  })
}

function notOver(period: string): Conflict {
  return new Conflict({ reason: 'period_open', message: `The month ${period} is not over.` })
}
