import { type Cents, cents } from '../../../base/money.ts'
import { type Principal, requireScope } from '../../identity/index.ts'
import { periodOf } from '../record-event.ts'
import type { LedgerRoom } from '../room.ts'
import type { PayoutAccount } from './payout-account.ts'
import { findPayoutAccount, sumByStatus, sumOpenMonth } from './queries.ts'

export type PayoutOutlook = {
  /** Null: none was set yet. */
  readonly account: PayoutAccount | null
  /** The month that is not settled yet, and what it has brought so far. */
  readonly period: string
  readonly grossCents: Cents
  readonly sellerCents: Cents
  /** Of settled months: not released yet, released and not paid, paid. */
  readonly heldCents: Cents
  readonly releasedCents: Cents
  readonly paidCents: Cents
  /** When the next of those that wait is released; null: none waits. */
  readonly nextReleaseAtMs: number | null
}

/** What is coming to a provider, and where to. Throws Forbidden without billing:read. */
export async function payoutOutlook(
  room: LedgerRoom,
  principal: Principal,
): Promise<PayoutOutlook> {
  requireScope(principal, 'billing:read')
  const { db } = room.store
  const { tenantId } = principal
  const nowMs = room.clock.nowMs()
  const period = periodOf(db, nowMs)
  const [sums, month] = await Promise.all([
    sumByStatus(room.reading, tenantId),
    sumOpenMonth(room.reading, { tenantId, period }),
  ])
  const isPaid = ({ status }: { status: string }) => status === 'paid'
  const total = (rows: typeof sums, part: 'heldCents' | 'releasedCents') =>
    cents(rows.reduce((sum, row) => sum + row[part], 0))
  const waiting = sums.filter(({ status }) => status === 'pending')
  const releases = waiting.map(({ nextReleaseAtMs }) => nextReleaseAtMs)
  return {
    account: findPayoutAccount(db, tenantId) ?? null,
    period,
    grossCents: cents(month.grossCents),
    sellerCents: cents(month.sellerCents),
    heldCents: total(sums, 'heldCents'),
    releasedCents: total(
      sums.filter((row) => !isPaid(row)),
      'releasedCents',
    ),
    paidCents: total(sums.filter(isPaid), 'releasedCents'),
    nextReleaseAtMs: releases.length > 0 ? Math.min(...releases) : null,
  }
}
