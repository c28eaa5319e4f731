import * as z from 'zod'
import { PLANS } from '../../../domain/identity/index.ts'
import { spendGroupings } from '../../../domain/reports/index.ts'
import { searchModes } from '../../../domain/search/index.ts'
import { idText, oneOf, pageEnd, pageQuery, timestamp } from '../../fields.ts'
import { periodQuery } from '../period.ts'

/** Our choice: spec 2.2 shows no fields of the buyer's records. */
export const BuyerDashboardReply = z
  .object({
    api_key_count: z.int(),
    active_api_key_count: z.int().meta({ description: 'Neither revoked nor expired' }),
    available_credits: z.int(),
    plan: z.enum(PLANS),
    search_allowance: z.int().nullable().meta({ description: 'A month; null: no limit' }),
    searches_this_month: z.int(),
    downloads_this_month: z.int(),
    spend_this_month_credits: z.int(),
    prices: z
      .object({
        retrieval_credits: z.int().meta({ description: 'A passage found' }),
        retrieval_premium_credits: z.int().meta({
          description: 'The same of premium and curated datasets',
        }),
        citation_credits: z.int(),
        download_credits: z.int().meta({ description: 'A file whose dataset names no price' }),
      })
      .meta({ description: 'What the marketplace asks; a search itself costs nothing' }),
  })
  .meta({ id: 'BuyerDashboard' })

export const HistoryQuery = z.object({
  ...pageQuery,
  api_key_id: idText.optional(),
  ...periodQuery,
})

const charged = {
  charged_credits: z.int(),
  charged_amount: z.number().meta({ description: 'The same in the currency' }),
  currency: z.string(),
}
const made = {
  api_key_id: z.string().nullable().meta({ description: 'null: by a session' }),
  user_id: z.string().nullable().meta({ description: 'Who did it with a session' }),
  occurred_at: timestamp,
}

export const SearchesReply = z
  .object({
    searches: z.array(
      z
        .object({
          search_activity_id: z.string(),
          search_id: z.string(),
          query_text: z.string(),
          mode: z.enum(searchModes),
          dataset_ids: z.array(z.string()).meta({ description: 'Those with results' }),
          result_count: z.int(),
          ...charged,
          ...made,
        })
        .meta({ id: 'SearchActivity' }),
    ),
    ...pageEnd,
  })
  .meta({ id: 'SearchActivities' })

export const AccessesReply = z
  .object({
    accesses: z.array(
      z
        .object({
          access_id: z.string(),
          kind: z.enum(['read', 'download']),
          receipt_id: z
            .string()
            .nullable()
            .meta({ description: 'Of a download: for GET /v1/receipts/{id}' }),
          asset_id: z.string(),
          dataset_id: z.string(),
          search_id: z.string().nullable(),
          ...charged,
          ...made,
        })
        .meta({ id: 'AccessActivity' }),
    ),
    ...pageEnd,
  })
  .meta({ id: 'AccessActivities' })

export const SpendQuery = z.object({
  group_by: oneOf(spendGroupings).default('day'),
  ...periodQuery,
})

export const SpendReply = z
  .object({
    currency: z.string(),
    from: timestamp,
    to: timestamp,
    group_by: z.enum(spendGroupings),
    total_credits: z.int().meta({ description: 'Charges and plan fees, refunds deducted' }),
    groups: z.array(
      z.object({
        key: z
          .string()
          .nullable()
          .meta({ description: 'A date, a dataset id or a key id', examples: ['2026-11-20'] }),
        label: z.string(),
        credits: z.int(),
        events: z.int().meta({ description: 'Metered events, free ones included' }),
      }),
    ),
  })
  .meta({ id: 'Spend' })
