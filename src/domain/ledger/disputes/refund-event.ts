import { Conflict, NotFound } from '../../../base/errors.ts'
import type { TenantId } from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import type { Tx } from '../../../store/tx.ts'
import {
  type AccountName,
  earnings,
  goodwill,
  payable,
  revenue,
  reversals,
  spendable,
} from '../books/account.ts'
import { available, post } from '../books/post.ts'
import { moveStatement } from '../payouts/move-statement.ts'
import { findStatementOf, type Statement } from '../payouts/queries.ts'
import { findAccount, type MeterEventRow } from '../queries.ts'
import { findChargedEvent, findRefund, insertRefund, type RefundRow } from './queries.ts'

export type Refund = RefundRow

/**
 * Gives a charge back to its buyer, whole and once, by counter-entries: the provider's part from
 * wherever it lies by now, the platform's part from its revenue. Throws NotFound for what was not
 * charged, Conflict for a second time and while the provider's payment is under way.
 */
export function refundEvent(
  tx: Tx,
  { eventId, reason, nowMs }: { eventId: string; reason: string; nowMs: number },
): Refund {
  const event = getCharged(tx, eventId)
  if (findRefund(tx, eventId)) throw alreadyRefunded()
  const providerTenantId = event.providerTenantId as TenantId
  const month = { tenantId: providerTenantId, period: event.period }
  const providerCents = cents(event.providerCents)
  const statement = findStatementOf(tx, month)
  const source = sourceOf(statement)
  const refund = { tx, event, nowMs }
  giveBack(refund, { part: 'provider', from: accountOf(source, month), amount: providerCents })
  const platformCents = cents(event.chargeCents - event.providerCents)
  giveBack(refund, { part: 'platform', from: revenue, amount: platformCents })
  if (statement && source === 'payable') lower(tx, statement, { by: providerCents, nowMs })
  const row = {
    eventId,
    buyerTenantId: event.buyerTenantId as TenantId,
    providerTenantId,
    source,
    reason,
    period: event.period,
    chargeCents: cents(event.chargeCents),
    providerCents,
    createdAt: nowMs,
  }
  insertRefund(tx, row)
  return row
}

/** Throws NotFound for an event that does not exist or cost nothing. */
export function getCharged(tx: Tx, eventId: string): MeterEventRow {
  const event = findChargedEvent(tx, eventId)
  if (!event) throw new NotFound('charge')
  return event
}

/** Where the provider's part of a charge is by now. */
function sourceOf(statement: Statement | undefined): Refund['source'] {
  switch (statement?.status) {
    case undefined:
      return 'earned'
    case 'processing':
      throw paymentUnderWay()
    case 'paid':
      return 'platform'
    case 'reversed':
      return 'reversals'
    default:
      return 'payable'
  }
}

function accountOf(
  source: Refund['source'],
  { tenantId, period }: { tenantId: TenantId; period: string },
): AccountName {
  const names = { earned: earnings(tenantId), payable: payable(tenantId, period), reversals }
  return source === 'platform' ? revenue : names[source]
}

type Refunding = { tx: Tx; event: MeterEventRow; nowMs: number }
type Part = { part: string; from: AccountName; amount: Cents }

/** What an account of the platform lacks, the operator gives of its own. */
function giveBack({ tx, event, nowMs }: Refunding, { part, from, amount }: Part): void {
  const isPlatform = from.owner === 'platform'
  const account = findAccount(tx, from)
  const there = isPlatform ? Math.min(amount, account ? available(account) : 0) : amount
  const groupId = `refund:${event.eventId}`
  const deed = { groupId, code: 'refund', ref: event.eventId, atMs: nowMs }
  const credit = spendable(event.buyerTenantId as TenantId)
  if (there > 0) {
    const transferId = `${groupId}:${part}`
    post(tx, { ...deed, transferId, debit: from, credit, amountMinor: there })
  }
  if (there < amount) {
    const transferId = `${groupId}:${part}:goodwill`
    post(tx, { ...deed, transferId, debit: goodwill, credit, amountMinor: amount - there })
  }
}

function lower(tx: Tx, statement: Statement, { by, nowMs }: { by: Cents; nowMs: number }): void {
  const reversedCents = cents(statement.reversedCents + by)
  moveStatement(tx, statement, { to: statement.status, reversedCents, nowMs })
}

function alreadyRefunded(): Conflict {
  return new Conflict({ reason: 'already_refunded', message: 'This charge was given back before.' })
}

function paymentUnderWay(): Conflict {
  return new Conflict({
    reason: 'payout_in_progress',
    message: "The provider's payment of that month is under way: wait until it is paid or failed.",
  })
}
