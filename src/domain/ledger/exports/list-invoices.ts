import { monthStartMs } from '../../../base/clock.ts'
import { type Cents, cents } from '../../../base/money.ts'
import { type Principal, requireScope } from '../../identity/index.ts'
import type { LedgerRoom } from '../room.ts'
import { invoiceIdOf } from './invoice.ts'
import { sumMonths } from './queries.ts'

export type InvoiceHead = {
  readonly invoiceId: string
  readonly period: string
  /** A month that is not over may still grow. */
  readonly isFinal: boolean
  readonly totalCredits: Cents
}

/**
 * The months in which a tenant used, paid, was given back or put on something, the newest first,
 * with the totals of their invoices. Throws Forbidden without billing:read.
 */
export async function listInvoices(room: LedgerRoom, principal: Principal): Promise<InvoiceHead[]> {
  requireScope(principal, 'billing:read')
  const { tenantId } = principal
  const nowMs = room.clock.nowMs()
  const months = await sumMonths(room.reading, { tenantId })
  return months.map(({ period, credits }) => ({
    period,
    invoiceId: invoiceIdOf({ tenantId, period }),
    isFinal: nowMs >= monthStartMs(period, 1),
    totalCredits: cents(credits),
  }))
}
