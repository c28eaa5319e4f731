import * as z from 'zod'
import { payoutStates } from '../../../domain/ledger/index.ts'
import { failuresShown, keywordTenantsMin } from '../../../domain/reports/index.ts'
import { folderMeaning, idText, pageEnd, pageQuery, timestamp } from '../../fields.ts'
import { periodQuery } from '../period.ts'

/** Spec 2.2, Provider dashboard. */
export const ProviderDashboardReply = z
  .object({
    total_datasets: z.int(),
    total_objects: z.int(),
    total_storage_bytes: z.int(),
    objects_pending_review: z.int(),
    objects_approved: z.int(),
    objects_for_sale: z.int().meta({
      description:
        'Of those approved: indexed, not taken down, and in a dataset that is active, not ' +
        'suspended and listed or restricted',
    }),
    objects_rejected: z.int(),
    objects_expiring_soon: z
      .int()
      .meta({ description: 'Of those pending: the review ends within 12 hours' }),
    objects_failed: z.int().meta({ description: 'Of those approved: could not be indexed' }),
    failures: z
      .array(
        z
          .object({
            object_id: z.string(),
            dataset_id: z.string(),
            folder: z.string().nullable().meta({ description: folderMeaning }),
            filename: z.string(),
            error: z.string().nullable().meta({ description: 'Why' }),
          })
          .meta({ id: 'FailedObject' }),
      )
      .meta({
        description:
          `The newest ${failuresShown} of those; all of them: ` +
          'GET /v1/objects?index_state=failed',
      }),
  })
  .meta({ id: 'ProviderDashboard' })

/** Spec 2.2, Dataset analytics. */
export const DatasetAnalyticsReply = z
  .object({
    dataset_id: z.string(),
    dataset_name: z.string(),
    object_count: z.int(),
    active_object_count: z.int().meta({ description: 'Approved and indexed' }),
    storage_bytes: z.int(),
  })
  .meta({ id: 'DatasetAnalytics' })

export const AnalyticsQuery = z.object({ dataset_id: idText.optional(), ...periodQuery })

const usage = {
  searches: z.int().meta({ description: 'With results from these datasets' }),
  results: z.int().meta({ description: 'Passages shown in those' }),
  reads: z.int().meta({ description: 'Assets read with all their passages' }),
  downloads: z.int(),
}
const revenue = {
  gross_credits: z.int().meta({ description: 'Charged to buyers, refunds deducted, in cents' }),
  seller_credits: z.int().meta({ description: "The provider's part of it" }),
}

export const ProviderAnalyticsReply = z
  .object({
    dataset_id: z.string().nullable(),
    from: timestamp,
    to: timestamp,
    top_keywords: z
      .array(z.object({ keyword: z.string(), searches: z.int() }))
      .meta({ description: `Words that at least ${keywordTenantsMin} tenants searched with` }),
    usage_summary: z.object(usage).meta({ description: 'By other tenants' }),
    revenue_summary: z.object({
      currency: z.string().meta({ description: 'ISO 4217' }),
      ...revenue,
      platform_credits: z.int(),
      gross_revenue: z.number(),
      seller_earnings: z.number().meta({ description: 'Net after platform fees' }),
    }),
    series: z.array(z.object({ date: z.string().meta({ format: 'date' }), ...usage, ...revenue })),
  })
  .meta({ id: 'ProviderAnalytics' })

export const PayoutsQuery = z.object(pageQuery)

/** Spec 2.2, Payout statement. */
export const PayoutsReply = z
  .object({
    payouts: z.array(
      z
        .object({
          payout_statement_id: z.string(),
          billing_period_start: timestamp,
          billing_period_end: timestamp,
          gross_revenue: z.number(),
          seller_earnings: z.number(),
          held_amount: z.number(),
          released_amount: z.number(),
          reversed_amount: z
            .number()
            .meta({ description: 'Taken back: with held and released it makes the earnings' }),
          currency: z.string(),
          status: z.enum(payoutStates),
          created_at: timestamp,
        })
        .meta({ id: 'PayoutStatement' }),
    ),
    ...pageEnd,
  })
  .meta({ id: 'Payouts' })
