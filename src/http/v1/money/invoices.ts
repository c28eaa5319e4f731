import { isoOf } from '../../../base/clock.ts'
import { amountOf, currency } from '../../../base/money.ts'
import { requireEveryDataset } from '../../../domain/identity/index.ts'
import type { Invoice } from '../../../domain/ledger/index.ts'
import { get } from '../../route.ts'
import { spokenLanguage } from '../../spoken-language.ts'
import { InvoicePageQuery, InvoiceParams, InvoiceReply, InvoicesReply } from './exports.schema.ts'

/** What may run in a printed page: its own style, and nothing else. */
const stillPage = "default-src 'none'; style-src 'unsafe-inline'"

export const listInvoices = get('/v1/invoices', {
  id: 'listInvoices',
  summary: 'The months that the tenant has invoices of, newest first',
  description: 'A key with an allow-list is refused: this is of the whole tenant.',
  tag: 'Billing',
  access: { scope: 'billing:read' },
  reply: InvoicesReply,
  errors: [400, 401, 403],
  async run({ rooms, principal }) {
    requireEveryDataset(principal)
    return rooms.ledger.listInvoices(principal)
  },
  present: (months) => ({
    invoices: months.map((month) => ({
      invoice_id: month.invoiceId,
      period: month.period,
      final: month.isFinal,
      total_credits: month.totalCredits,
      total_amount: amountOf(month.totalCredits),
    })),
    currency,
  }),
})

export const getInvoice = get('/v1/invoices/:period', {
  id: 'getInvoice',
  summary: 'What the tenant used and paid in a month',
  description: 'A key with an allow-list is refused: this is of the whole tenant.',
  tag: 'Billing',
  access: { scope: 'billing:read' },
  params: InvoiceParams,
  reply: InvoiceReply,
  errors: [400, 401, 403],
  async run({ rooms, principal, params }) {
    requireEveryDataset(principal)
    const invoice = await rooms.ledger.invoiceOf(principal, params.period)
    return { invoice, tenantName: rooms.identity.me(principal).tenant.name }
  },
  present: presentInvoice,
})

export const getInvoicePage = get('/v1/invoices/:period/html', {
  id: 'getInvoicePage',
  summary: 'The same as a page to print',
  description: 'A key with an allow-list is refused: this is of the whole tenant.',
  tag: 'Billing',
  access: { scope: 'billing:read' },
  params: InvoiceParams,
  query: InvoicePageQuery,
  reply: null,
  errors: [400, 401, 403],
  raw: true,
  media: ['text/html'],
  async run({ rooms, principal, params, query, http: { ctx } }) {
    requireEveryDataset(principal)
    const invoice = await rooms.ledger.invoiceOf(principal, params.period)
    const tenantName = rooms.identity.me(principal).tenant.name
    ctx.status = 200
    ctx.type = 'text/html; charset=utf-8'
    ctx.set('Content-Security-Policy', stillPage)
    ctx.set('Cache-Control', 'private, no-store')
    ctx.vary('Accept-Language')
    const language = query.lang ?? spokenLanguage(ctx)
    ctx.body = rooms.ledger.invoiceHtml(invoice, { tenantName, language })
  },
})

function presentInvoice({ invoice, tenantName }: { invoice: Invoice; tenantName: string }) {
  return {
    invoice_id: invoice.invoiceId,
    issuer: invoice.issuer,
    tenant_id: invoice.tenantId,
    tenant_name: tenantName,
    period: invoice.period,
    final: invoice.isFinal,
    currency,
    lines: invoice.lines.map(({ ofPeriod, ...line }) => ({
      ...line,
      amount: amountOf(line.credits),
      ...(ofPeriod === undefined ? {} : { of_period: ofPeriod }),
    })),
    total_credits: invoice.totalCredits,
    total_amount: amountOf(invoice.totalCredits),
    credited: invoice.credited.map((sum) => ({ ...sum, amount: amountOf(sum.credits) })),
    issued_at: isoOf(invoice.issuedAtMs),
  }
}
