import * as z from 'zod'
import { isoOf, isoOrNull } from '../../../base/clock.ts'
import { currency } from '../../../base/money.ts'
import { requireEveryDataset } from '../../../domain/identity/index.ts'
import { type PayoutOutlook, payoutStates, type Statement } from '../../../domain/ledger/index.ts'
import type { SaleList } from '../../../domain/reports/index.ts'
import { idText, pageEnd, placedQuery, timestamp } from '../../fields.ts'
import { get } from '../../route.ts'
import { disputeStates, partSources } from '../admin/money/disputes.schema.ts'
import { holdMeaning, PayoutAccountReply } from '../admin/money/payouts.schema.ts'
import { presentPayoutAccount, presentReasons } from '../admin/money/present-payout.ts'

const tag = 'Payouts'
const wholeTenant = 'A key with an allow-list is refused: this is of the whole tenant.'
const StatementParams = z.object({ id: idText })

const StatementReply = z
  .object({
    payout_statement_id: z.string(),
    period: z.string(),
    billing_period_start: timestamp,
    billing_period_end: timestamp,
    gross_credits: z.int().meta({ description: 'In cents, as all of these' }),
    seller_credits: z.int().meta({ description: 'Net after platform fees' }),
    held_credits: z.int(),
    released_credits: z.int(),
    reversed_credits: z.int(),
    currency: z.string(),
    status: z.enum(payoutStates),
    release_at: timestamp.meta({ description: 'When the time for disputes is over' }),
    hold_reason: z.string().nullable().meta({ description: holdMeaning }),
    reversal_reason: z
      .string()
      .nullable()
      .meta({ description: 'Null while it is not reversed, and where refunds left nothing of it' }),
    paid_at: timestamp
      .nullable()
      .meta({ description: 'When the bank had carried it out, also of what was taken back later' }),
    failure: z.string().nullable().meta({ description: 'What the bank said' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'PayoutStatementDetail' })

export const getPayoutStatement = get('/v1/provider/payouts/:id', {
  id: 'getPayoutStatement',
  summary: 'One payout statement, with when and why',
  description: wholeTenant,
  tag,
  access: { scope: 'billing:read' },
  params: StatementParams,
  reply: StatementReply,
  errors: [400, 401, 403, 404],
  run({ rooms, principal, params }) {
    requireEveryDataset(principal)
    return rooms.reports.getStatement(principal, params.id)
  },
  present: presentStatement,
})

const StatementEventsReply = z
  .object({
    events: z.array(
      z.object({
        event_id: z.string(),
        kind: z.string().meta({ description: 'download, retrieval_standard, citation …' }),
        dataset_id: z.string().nullable(),
        dataset_name: z.string().nullable(),
        asset_id: z.string().nullable(),
        title: z.string().nullable(),
        start_ms: z.int().nullable().meta({ description: 'Of a moment' }),
        end_ms: z.int().nullable(),
        quantity: z.int(),
        gross_credits: z.int(),
        seller_credits: z.int(),
        refunded_at: timestamp.nullable(),
        provider_part_from: z
          .enum(partSources)
          .nullable()
          .meta({
            description:
              'Of a refund: earned is in no sum of the statement, payable was taken back from ' +
              'it, reversals and platform cost the provider nothing',
          }),
        dispute: z.enum(disputeStates).nullable(),
        occurred_at: timestamp,
      }),
    ),
    ...pageEnd,
  })
  .meta({ id: 'PayoutStatementEvents' })

export const listStatementEvents = get('/v1/provider/payouts/:id/events', {
  id: 'listStatementEvents',
  summary: 'Every charge that a statement is made of, newest first',
  description: `Who paid is not told. Pages go on by cursor, or begin at offset. ${wholeTenant}`,
  tag,
  access: { scope: 'billing:read' },
  params: StatementParams,
  query: z.object(placedQuery),
  reply: StatementEventsReply,
  errors: [400, 401, 403, 404],
  async run({ rooms, principal, params, query }) {
    requireEveryDataset(principal)
    const asked = { statementId: params.id, ...query }
    return rooms.reports.listStatementEvents(principal, asked)
  },
  present: presentSales,
})

const OutlookReply = z
  .object({
    account: PayoutAccountReply.nullable().meta({ description: 'Null: none was set yet' }),
    period: z.string().meta({ description: 'The first month that is not settled yet' }),
    gross_credits: z.int().meta({ description: 'Since its beginning, in cents' }),
    seller_credits: z.int(),
    held_credits: z.int().meta({ description: 'Of settled months: not released yet' }),
    released_credits: z.int().meta({ description: 'Released, and not paid yet' }),
    paid_credits: z.int(),
    next_release_at: timestamp.nullable().meta({ description: 'Null: nothing waits' }),
    currency: z.string(),
  })
  .meta({ id: 'PayoutOutlook' })

export const getPayoutOutlook = get('/v1/provider/payout-outlook', {
  id: 'getPayoutOutlook',
  summary: 'What is coming to the tenant, when, and to which account',
  description: `The account is null where none was set. ${wholeTenant}`,
  tag,
  access: { scope: 'billing:read' },
  reply: OutlookReply,
  errors: [400, 401, 403],
  run({ rooms, principal }) {
    requireEveryDataset(principal)
    return rooms.ledger.payoutOutlook(principal)
  },
  present: presentOutlook,
})

function presentStatement(statement: Statement) {
  return {
    payout_statement_id: statement.payoutStatementId,
    period: statement.period,
    billing_period_start: isoOf(statement.periodStartAt),
    billing_period_end: isoOf(statement.periodEndAt),
    gross_credits: statement.grossCents,
    seller_credits: statement.sellerCents,
    held_credits: statement.heldCents,
    released_credits: statement.releasedCents,
    reversed_credits: statement.reversedCents,
    currency: statement.currency,
    status: statement.status,
    release_at: isoOf(statement.releaseAt),
    ...presentReasons(statement),
    paid_at: isoOrNull(statement.paidAt),
    failure: statement.failure,
    created_at: isoOf(statement.createdAt),
    updated_at: isoOf(statement.updatedAt),
  }
}

function presentSales({ sales, total, nextCursor }: SaleList) {
  return {
    events: sales.map((sale) => ({
      event_id: sale.eventId,
      kind: sale.kind,
      dataset_id: sale.datasetId,
      dataset_name: sale.datasetName,
      asset_id: sale.assetId,
      title: sale.title,
      start_ms: sale.startMs,
      end_ms: sale.endMs,
      quantity: sale.quantity,
      gross_credits: sale.grossCents,
      seller_credits: sale.sellerCents,
      refunded_at: isoOrNull(sale.refundedAtMs),
      provider_part_from: sale.partFrom,
      dispute: sale.dispute,
      occurred_at: isoOf(sale.occurredAtMs),
    })),
    total,
    next_cursor: nextCursor,
  }
}

function presentOutlook({ account, ...outlook }: PayoutOutlook) {
  return {
    account: account && presentPayoutAccount(account),
    period: outlook.period,
    gross_credits: outlook.grossCents,
    seller_credits: outlook.sellerCents,
    held_credits: outlook.heldCents,
    released_credits: outlook.releasedCents,
    paid_credits: outlook.paidCents,
    next_release_at: isoOrNull(outlook.nextReleaseAtMs),
    currency,
  }
}
