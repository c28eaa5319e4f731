import { type Cents, cents } from '../../../base/money.ts'
import { type Principal, requireScope } from '../../identity/index.ts'
import { periodOf } from '../record-event.ts'
import type { LedgerRoom } from '../room.ts'
import type { PayoutAccount } from './payout-account.ts'
import { findPayoutAccount, sumByStatus, sumOpenMonths } from './queries.ts'
import { monthsOpen } from './release-due.ts'

export type PayoutOutlook = {
  /** Null: none was set yet. */
  readonly account: PayoutAccount | null
  /** The first month that is not settled yet, and what has come since its beginning. */
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
  const periods = monthsOpen(db, periodOf(db, nowMs))
  const [sums, open] = await Promise.all([
    sumByStatus(room.reading, tenantId),
    sumOpenMonths(room.reading, { tenantId, periods }),
  ])
  const isPaid = ({ status }: { status: string }) => status === 'paid'
  const total = (rows: typeof sums, part: 'heldCents' | 'releasedCents') =>
    cents(rows.reduce((sum, row) => sum + row[part], 0))
  const waiting = sums.filter(({ status }) => status === 'pending')
  const releases = waiting.map(({ nextReleaseAtMs }) => nextReleaseAtMs)
  return {
    account: findPayoutAccount(db, tenantId) ?? null,
    period: periods[0] as string,
    grossCents: cents(open.grossCents),
    sellerCents: cents(open.sellerCents),
    heldCents: total(sums, 'heldCents'),
    releasedCents: total(
      sums.filter((row) => !isPaid(row)),
      'releasedCents',
    ),
    paidCents: total(sums.filter(isPaid), 'releasedCents'),
    nextReleaseAtMs: releases.length > 0 ? Math.min(...releases) : null,
  }
}
