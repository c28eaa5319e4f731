import * as z from 'zod'
import { isoOf } from '../../../../base/clock.ts'
import { timestamp } from '../../../fields.ts'
import { get } from '../../../route.ts'
import { periodText } from './payouts.schema.ts'

const ReconciliationQuery = z.object({ before: periodText.optional() })

const log = z.object({ size: z.int(), root: z.string(), chain: z.string() })

const ReconciliationReply = z
  .object({
    head: z
      .object({
        kind: z.string(),
        transfers: log,
        events: log,
        signed_at: timestamp,
        key_id: z.string(),
        signature: z.string(),
      })
      .meta({ description: 'The last one that was signed and kept, whole: outsiders check it' }),
    transfers_since: z.int(),
    verified: z
      .object({ at: timestamp, ok: z.boolean() })
      .nullable()
      .meta({ description: 'When every entry was checked last, and whether all was in order' }),
    balanced: z.boolean().meta({ description: 'All accounts of each unit together are zero' }),
    accounts: z.array(
      z.object({
        unit: z.enum(['CREDIT', 'SOL']),
        kind: z.string(),
        accounts: z.int(),
        posted: z.int().meta({ description: 'In the smallest part of the unit' }),
        held: z.int(),
      }),
    ),
    months: z
      .array(
        z.object({
          period: z.string(),
          closed_at: timestamp,
          statements: z.int(),
          gross_credits: z.int(),
          seller_credits: z.int(),
          paid_credits: z.int(),
          reversed_credits: z
            .int()
            .meta({ description: 'Taken back: with paid and owed it makes seller_credits' }),
          owed_credits: z.int().meta({ description: 'What statements say is to be paid yet' }),
          payable_credits: z.int().meta({ description: 'What the accounts for it hold' }),
          agrees: z.boolean(),
        }),
      )
      .meta({ description: 'The settled ones, 24 at a time, the last first' }),
    months_before: z.string().nullable().meta({
      description: 'Give it as `before` for the months before these; null where there are none',
    }),
    unsettled_months: z.int(),
    payments: z
      .array(
        z.object({
          state: z.enum(['settling', 'settled', 'refused', 'unclear']),
          payments: z.int(),
          credits: z.int(),
        }),
      )
      .meta({ description: 'With requests (x402), by their state' }),
  })
  .meta({ id: 'Reconciliation' })

export const getReconciliation = get('/v1/admin/reconciliation', {
  id: 'getReconciliation',
  summary: 'What the books say against what statements and payments say, with the head of them',
  description:
    'Sums alone, read at once. Every entry is checked by the work ledger_verify, every statement ' +
    'of a month against its events by settle_check.',
  tag: 'Payouts',
  access: 'platform_admin',
  query: ReconciliationQuery,
  reply: ReconciliationReply,
  errors: [400, 401, 403],
  async run({ rooms, principal, query }) {
    const found = await rooms.reports.reconciliation(principal, query)
    const unsettled = rooms.ledger.countUnsettled()
    return { ...found, unsettled, verified: rooms.service.verification() }
  },
  present: (found) => ({
    head: found.head,
    transfers_since: found.transfersSince,
    verified: found.verified && { at: isoOf(found.verified.atMs), ok: found.verified.ok },
    balanced: found.units.every(({ posted }) => posted === 0),
    accounts: found.accounts.map((one) => ({ ...one })),
    months: found.months.map((month) => ({
      period: month.period,
      closed_at: isoOf(month.closedAtMs),
      statements: month.statements,
      gross_credits: month.grossCents,
      seller_credits: month.sellerCents,
      paid_credits: month.paidCents,
      reversed_credits: month.reversedCents,
      owed_credits: month.owedCents,
      payable_credits: month.payableCents,
      agrees: month.owedCents === month.payableCents,
    })),
    months_before: found.monthsBefore,
    unsettled_months: found.unsettled,
    payments: found.payments.map((one) => ({ ...one })),
  }),
})
