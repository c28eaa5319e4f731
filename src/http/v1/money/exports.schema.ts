import * as z from 'zod'
import { exportFormats, invoiceLanguages } from '../../../domain/ledger/index.ts'
import { oneOf, timestamp } from '../../fields.ts'
import { periodText } from '../admin/money/payouts.schema.ts'

const format = oneOf(exportFormats).default('csv')

export const LedgerExportQuery = z.object({ period: periodText, format })

export const UsageExportQuery = z.object({
  period: periodText,
  format,
  side: oneOf(['buyer', 'provider'])
    .default('buyer')
    .meta({ description: 'What the tenant used, or what others paid for of its data' }),
})

export const InvoiceParams = z.object({ period: periodText })

export const InvoicePageQuery = z.object({
  lang: oneOf(invoiceLanguages)
    .optional()
    .meta({ description: 'The language of the page; that of Accept-Language unless it is given' }),
})

const amounts = { credits: z.int().meta({ description: 'In cents' }), amount: z.number() }

export const InvoicesReply = z
  .object({
    invoices: z.array(
      z.object({
        invoice_id: z.string(),
        period: z.string(),
        final: z.boolean().meta({ description: 'False: the month is not over' }),
        total_credits: z.int(),
        total_amount: z.number(),
      }),
    ),
    currency: z.string(),
  })
  .meta({ id: 'Invoices' })

export const InvoiceReply = z
  .object({
    invoice_id: z.string(),
    issuer: z.string().nullable().meta({ description: 'The operator, where it has a name' }),
    tenant_id: z.string(),
    tenant_name: z.string(),
    period: z.string(),
    final: z.boolean().meta({ description: 'false while the month is not over' }),
    currency: z.string().meta({ description: 'ISO 4217' }),
    lines: z.array(
      z.object({
        kind: z.string().meta({ description: 'plan, a kind of metered event, or refund' }),
        quantity: z.int(),
        ...amounts,
        of_period: z.string().optional().meta({
          description: 'Of a refund: the month that was charged, whose invoice is corrected by it',
        }),
      }),
    ),
    total_credits: z.int(),
    total_amount: z.number().meta({ description: 'Net: no tax is worked out' }),
    credited: z
      .array(z.object({ kind: z.string(), ...amounts }))
      .meta({ description: 'What was put on the balance, not part of the total' }),
    issued_at: timestamp.meta({ description: 'Of a month that is over: its end' }),
  })
  .meta({ id: 'Invoice' })
