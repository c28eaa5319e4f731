import { monthStartMs } from '../../../base/clock.ts'
import { type Cents, cents } from '../../../base/money.ts'
import { type Principal, requireScope } from '../../identity/index.ts'
import { type RefundRow, refundsTo } from '../disputes/queries.ts'
import type { LedgerRoom } from '../room.ts'
import { findPlanMonth, sumCredited, sumUsage } from './queries.ts'

export type InvoiceLine = {
  /** A kind of metered event, `plan` or `refund`. */
  kind: string
  quantity: number
  credits: Cents
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
  issuedAtMs: number
}

/**
 * What a tenant used and paid in a month, with what was given back in it. Amounts are net: the
 * service knows no tax. Throws Forbidden without billing:read.
 */
export function invoiceOf(room: LedgerRoom, principal: Principal, period: string): Invoice {
  requireScope(principal, 'billing:read')
  const { db } = room.store
  const { tenantId } = principal
  const issuedAtMs = room.clock.nowMs()
  const time = { tenantId, fromMs: monthStartMs(period), toMs: monthStartMs(period, 1) }
  const usage = sumUsage(db, { tenantId, period }).map((row) => ({
    ...row,
    credits: cents(row.credits),
  }))
  const plan = findPlanMonth(db, { tenantId, period })
  const lines: InvoiceLine[] = [
    ...(plan?.state === 'paid'
      ? [{ kind: 'plan', quantity: 1, credits: cents(plan.feeCents) }]
      : []),
    ...usage,
    ...refundLine(refundsTo(db, time)),
  ]
  return {
    invoiceId: invoiceIdOf({ tenantId, period }),
    tenantId,
    period,
    lines,
    issuedAtMs,
    issuer: room.debtor?.name ?? null,
    isFinal: issuedAtMs >= time.toMs,
    totalCredits: cents(lines.reduce((sum, { credits }) => sum + credits, 0)),
    credited: sumCredited(db, time)
      .filter(({ code }) => code !== 'refund')
      .map(({ code, credits }) => ({ kind: code, credits: cents(credits) })),
  }
}

function refundLine(given: readonly RefundRow[]): InvoiceLine[] {
  if (given.length === 0) return []
  const sum = given.reduce((total, { chargeCents }) => total + chargeCents, 0)
  return [{ kind: 'refund', quantity: given.length, credits: cents(-sum) }]
}

/** One for each tenant and month. */
function invoiceIdOf({ tenantId, period }: { tenantId: string; period: string }): string {
  return `INV-${period}-${tenantId.slice('tnt_'.length).toUpperCase()}`
}
