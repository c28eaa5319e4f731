import * as z from 'zod'
import { isPeriod, payoutStates, statementDeeds } from '../../../../domain/ledger/index.ts'
import { idText, oneOf, pageEnd, pageQuery, prose, text, timestamp } from '../../../fields.ts'

const reasonMaxChars = 500

/** A UTC month. */
export const periodText = z
  .string({ error: 'must be a text' })
  .refine(isPeriod, 'must be a month such as 2026-10')
  .meta({ description: 'A UTC month such as 2026-10', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' })

export const StatementParams = z.object({ id: idText })

export const StatementsQuery = z.object({
  ...pageQuery,
  status: oneOf(payoutStates).optional(),
  period: periodText.optional(),
  tenant_id: idText.optional(),
})

export const StatementBody = z
  .object({
    status: oneOf(statementDeeds),
    reason: prose({ min: 1, max: reasonMaxChars }).optional(),
  })
  .refine(({ status, reason }) => status === 'approved' || status === 'paid' || reason, {
    path: ['reason'],
    error: 'must be given with held, failed and reversed',
  })
  .meta({ id: 'StatementChange' })

export const holdMeaning = 'Null while it is held: a charge of the month is disputed'

const statement = {
  payout_statement_id: z.string(),
  tenant_id: z.string(),
  tenant_name: z.string(),
  period: z.string(),
  billing_period_start: timestamp,
  billing_period_end: timestamp,
  gross_revenue: z.number(),
  seller_earnings: z.number().meta({ description: 'Net after platform fees' }),
  held_amount: z.number(),
  released_amount: z.number(),
  reversed_amount: z.number().meta({ description: 'Taken back by refunds or a reversal' }),
  currency: z.string().meta({ description: 'ISO 4217' }),
  status: z.enum(payoutStates),
  release_at: timestamp.meta({ description: 'The end of the dispute window' }),
  hold_reason: z.string().nullable().meta({ description: holdMeaning }),
  reversal_reason: z.string().nullable(),
  failure: z.string().nullable(),
  payout_batch_id: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
}

export const StatementReply = z.object(statement).meta({ id: 'AdminPayoutStatement' })

export const StatementsReply = z
  .object({ payouts: z.array(StatementReply), ...pageEnd })
  .meta({ id: 'AdminPayoutStatements' })

export const BatchBody = z
  .object({ retry_failed: z.boolean({ error: 'must be true or false' }).default(false) })
  .meta({ id: 'NewPayoutBatch' })

export const NewBatchReply = z
  .object({
    payout_batch_id: z.string(),
    payments: z.int(),
    total_amount: z.number(),
    currency: z.string(),
    without_account: z.array(z.string()).meta({ description: 'Statements that were left out' }),
    created_at: timestamp,
  })
  .meta({ id: 'NewPayoutBatchResult' })

export const BatchReply = z
  .object({
    payout_batch_id: z.string(),
    total_amount: z.number(),
    currency: z.string(),
    created_at: timestamp,
    payments: z.array(
      z.object({
        payout_statement_id: z.string(),
        tenant_id: z.string(),
        holder_name: z.string(),
        iban: z.string(),
        bic: z.string().nullable(),
        amount: z.number(),
        status: z
          .enum(payoutStates)
          .meta({ description: 'What became of it; one that failed may be in a later batch' }),
      }),
    ),
  })
  .meta({ id: 'PayoutBatch' })

const amount = z.object({ payments: z.int(), total_amount: z.number() })

export const DueReply = z
  .object({
    approved: amount.meta({ description: 'What the next batch takes' }),
    failed: amount.meta({ description: 'What it takes besides with retry_failed' }),
    without_account: amount.meta({ description: 'Waits until somebody says where to pay' }),
    disputed: amount.meta({ description: 'Waits for the end of a dispute' }),
    payments_per_batch: z.int().meta({ description: 'A batch has no more' }),
    currency: z.string(),
  })
  .meta({ id: 'PayoutDue' })

export const PaidBatchReply = z
  .object({ payout_batch_id: z.string(), paid: z.int() })
  .meta({ id: 'PaidPayoutBatch' })

const holderMaxChars = 70
const accountMaxChars = 60

export const PayoutAccountBody = z
  .object({
    holder_name: text({ min: 1, max: holderMaxChars }),
    iban: text({ min: 1, max: accountMaxChars }),
    bic: text({ min: 1, max: accountMaxChars }).optional(),
  })
  .meta({ id: 'PayoutAccountChange' })

export const PayoutAccountReply = z
  .object({
    holder_name: z.string(),
    iban_ends_in: z.string().meta({ description: 'The number itself is shown to nobody' }),
    bic: z.string().nullable(),
    updated_at: timestamp,
  })
  .meta({ id: 'PayoutAccount' })

export const BatchesQuery = z.object(pageQuery)

export const BatchesReply = z
  .object({
    payout_batches: z.array(
      z.object({
        payout_batch_id: z.string(),
        payments: z.int(),
        total_amount: z.number(),
        currency: z.string(),
        under_way: z.int().meta({ description: 'Payments that the bank has' }),
        paid: z.int().meta({ description: 'Those that it carried out' }),
        failed: z.int().meta({ description: 'Those that came back' }),
        created_by: z.string().meta({ description: 'A user_id' }),
        created_at: timestamp,
      }),
    ),
    ...pageEnd,
  })
  .meta({ id: 'PayoutBatches' })
