import { strict as assert } from 'node:assert'
import { monthStartMs } from '../../../base/clock.ts'
import { Conflict, InvalidInput } from '../../../base/errors.ts'
import { newId, type TenantId } from '../../../base/ids.ts'
import { type Cents, cents, currency } from '../../../base/money.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { recordEvent } from '../../events/index.ts'
import { earnings, payable } from '../books/account.ts'
import { post } from '../books/post.ts'
import { hasOpenDispute, refundsBeforeSettlement } from '../disputes/queries.ts'
import { dayMs, earnersAtOnce, providersPerSlice } from '../limits.ts'
import type { LedgerRoom } from '../room.ts'
import { shareOf } from '../split.ts'
import { amountsOf } from './amounts.ts'
import { moveStatement } from './move-statement.ts'
import * as queries from './queries.ts'

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
  const isNew = await store.write((tx) => close(tx, { period, nowMs: clock.nowMs() }))
  const settlement = { period, isNew, statements: 0, sellerCents: cents(0), isWhole: false }
  let after: string | undefined = ''
  while (after !== undefined && !signal?.aborted) {
    const place: queries.Place = { period, after, among: earnersAtOnce }
    const { tenantIds, last } = await queries.findUnsettled(room.reading, place)
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
  return tenantIds.flatMap((tenantId) => settleProvider(room, tx, { tenantId, period }) ?? [])
}

export type ProviderMonth = { tenantId: TenantId; period: string }

function settleProvider(room: LedgerRoom, tx: Tx, month: ProviderMonth): Cents | undefined {
  if (queries.findStatementOf(tx, month)) return undefined
  const { grossCents, sellerCents } = earnedIn(tx, month)
  if (grossCents === 0) return undefined
  const { tenantId, period } = month
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
  if (hasOpenDispute(tx, month)) {
    const statement = queries.findStatementOf(tx, month)
    assert(statement)
    moveStatement(tx, statement, { to: 'held', nowMs })
  }
  const data = { payout_statement_id: payoutStatementId, period, seller_cents: sellerCents }
  recordEvent(tx, { stream: tenantId, type: 'statement.ready', atMs: nowMs, data })
  return sellerCents
}

/**
 * What a provider earned in a month, from the last running sum of each share: cumulative rounding
 * makes their parts add up to exactly what every single charge gave. Refunded charges are out.
 */
export function earnedIn(db: Db, month: ProviderMonth): { grossCents: Cents; sellerCents: Cents } {
  const shares = queries.grossByShare(db, month)
  const gross = shares.reduce((sum, { grossCents }) => sum + grossCents, 0)
  const seller = shares.reduce(
    (sum, { grossCents, providerShareBp }) => sum + shareOf(cents(grossCents), providerShareBp),
    0,
  )
  const refunded = refundsBeforeSettlement(db, month)
  return {
    grossCents: cents(gross - refunded.chargeCents),
    sellerCents: cents(seller - refunded.providerCents),
  }
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
