import { monthStartMs } from '../../../base/clock.ts'
import { InvalidInput } from '../../../base/errors.ts'
import { type Cents, cents } from '../../../base/money.ts'
import { type Principal, requireScope } from '../../identity/index.ts'
import type { LedgerRoom } from '../room.ts'
import { findPlanMonth, type RefundSum, sumCredited, sumRefunds, sumUsage } from './queries.ts'

export type InvoiceLine = {
  /** A kind of metered event, `plan` or `refund`. */
  kind: string
  quantity: number
  credits: Cents
  /** Of a refund: the month that was charged, and whose invoice is corrected by it. */
  ofPeriod?: string
}

export type Invoice = {
  invoiceId: string
  /** The operator, as far as it has said who it is. */
  issuer: string | null
  tenantId: string
  period: string
  /** A month that is not over may still grow. */
  isFinal: boolean
  lines: InvoiceLine[]
  totalCredits: Cents
  /** What was put on the balance in the month, by what it was: not part of the total. */
  credited: { kind: string; credits: Cents }[]
  /** Of a month that is over its end: a number has one date, whenever it is looked at. */
  issuedAtMs: number
}

/**
 * What a tenant used and paid in a month, with what was given back in it. Amounts are net: the
 * service knows no tax. Throws Forbidden without billing:read, and InvalidInput for a month that
 * has not begun.
 */
export async function invoiceOf(
  room: LedgerRoom,
  principal: Principal,
  period: string,
): Promise<Invoice> {
  requireScope(principal, 'billing:read')
  const { db } = room.store
  const { tenantId } = principal
  const nowMs = room.clock.nowMs()
  const time = { tenantId, fromMs: monthStartMs(period), toMs: monthStartMs(period, 1) }
  if (nowMs < time.fromMs) throw notBegun(period)
  const used = await sumUsage(room.reading, { tenantId, period })
  const usage = used.map((row) => ({ ...row, credits: cents(row.credits) }))
  const refunds = await sumRefunds(room.reading, time)
  const credited = await sumCredited(room.reading, time)
  const plan = findPlanMonth(db, { tenantId, period })
  const lines: InvoiceLine[] = [
    ...(plan?.state === 'paid'
      ? [{ kind: 'plan', quantity: 1, credits: cents(plan.feeCents) }]
      : []),
    ...usage,
    ...refunds.map(refundLine),
  ]
  return {
    invoiceId: invoiceIdOf({ tenantId, period }),
    tenantId,
    period,
    lines,
    issuedAtMs: Math.min(nowMs, time.toMs),
    issuer: room.debtor?.name ?? null,
    isFinal: nowMs >= time.toMs,
    totalCredits: cents(lines.reduce((sum, { credits }) => sum + credits, 0)),
    credited: credited
      .filter(({ code }) => code !== 'refund')
      .map(({ code, credits }) => ({ kind: code, credits: cents(credits) })),
  }
}

function notBegun(period: string): InvalidInput {
  const message = `${period} has not begun: there is no invoice of it.`
  return new InvalidInput({ field: 'period', reason: 'not_begun', message })
}

function refundLine({ period, quantity, credits }: RefundSum): InvoiceLine {
  return { kind: 'refund', quantity, credits: cents(-credits), ofPeriod: period }
}

/** One for each tenant and month. */
export function invoiceIdOf({ tenantId, period }: { tenantId: string; period: string }): string {
  return `INV-${period}-${tenantId.slice('tnt_'.length).toUpperCase()}`
}
