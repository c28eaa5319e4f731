import * as z from 'zod'
import { isoOf } from '../../../base/clock.ts'
import type { ApiKeyId } from '../../../base/ids.ts'
import { currency } from '../../../base/money.ts'
import type { Purchase } from '../../../domain/reports/index.ts'
import { idText, pageEnd, placedQuery, timestamp } from '../../fields.ts'
import { get } from '../../route.ts'
import { periodIn, periodQuery } from '../period.ts'

const PurchaseParams = z.object({ receipt_id: idText })
const PurchasesQuery = z.object({
  ...placedQuery,
  api_key_id: idText.optional(),
  ...periodQuery,
})

const PurchaseReply = z
  .object({
    receipt_id: z.string().meta({ description: 'For GET /v1/receipts/{id}' }),
    asset_id: z.string(),
    title: z.string().nullable().meta({ description: 'As it is called now; null: erased' }),
    filename: z.string().nullable(),
    modality: z.string().nullable(),
    dataset_id: z.string(),
    dataset_name: z.string().nullable(),
    tenant_id: z.string().meta({ description: 'Of the provider' }),
    start_ms: z.int().nullable().meta({ description: 'Of a moment; null: the whole file' }),
    end_ms: z.int().nullable(),
    charged_credits: z.int(),
    refunded_credits: z.int(),
    currency: z.string(),
    outcome: z
      .enum(['sent', 'aborted', 'failed'])
      .nullable()
      .meta({
        description:
          'sent: handed over, or sent on to the store of files; aborted: the client hung up; ' +
          'failed: on our side; null: going on, or ended with the server',
      }),
    is_on_offer: z.boolean().meta({ description: 'Whether the caller could buy it now' }),
    free_again_until: timestamp.nullable().meta({
      description:
        'Until when the same is given once more for 0, because its delivery failed on our side',
    }),
    search_id: z.string().nullable(),
    api_key_id: z.string().nullable(),
    api_key_name: z.string().nullable(),
    user_id: z.string().nullable(),
    user_name: z.string().nullable().meta({ description: 'Who bought it with a session' }),
    occurred_at: timestamp,
  })
  .meta({ id: 'Purchase' })

export const listPurchases = get('/v1/purchases', {
  id: 'listPurchases',
  summary: 'The files and moments that the tenant bought, newest first',
  description:
    'With who bought them, and whether they can be had once more for nothing. Pages go on by ' +
    'cursor, or begin at offset. A key with an allow-list sees its own purchases only.',
  tag: 'Reporting',
  access: { scope: 'usage:read' },
  query: PurchasesQuery,
  reply: z.object({ purchases: z.array(PurchaseReply), ...pageEnd }).meta({ id: 'Purchases' }),
  errors: [400, 401, 403],
  run({ rooms, principal, query }) {
    const { cursor, offset, limit } = query
    const apiKeyId = query.api_key_id as ApiKeyId | undefined
    const asked = { cursor, offset, limit, apiKeyId, ...periodIn(query) }
    return rooms.reports.listPurchases(principal, asked)
  },
  present: ({ purchases, total, nextCursor }) => ({
    purchases: purchases.map(presentPurchase),
    total,
    next_cursor: nextCursor,
  }),
})

export const getPurchase = get('/v1/purchases/:receipt_id', {
  id: 'getPurchase',
  summary: 'One purchase, by the id of its receipt',
  description: 'As in the list. GET /v1/receipts/{id} proves it.',
  tag: 'Reporting',
  access: { scope: 'usage:read' },
  params: PurchaseParams,
  reply: PurchaseReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) => rooms.reports.getPurchase(principal, params.receipt_id),
  present: presentPurchase,
})

function presentPurchase(purchase: Purchase) {
  const { freeAgainUntilMs } = purchase
  return {
    receipt_id: purchase.receiptId,
    asset_id: purchase.assetId,
    title: purchase.title,
    filename: purchase.filename,
    modality: purchase.modality,
    dataset_id: purchase.datasetId,
    dataset_name: purchase.datasetName,
    tenant_id: purchase.providerTenantId,
    start_ms: purchase.startMs,
    end_ms: purchase.endMs,
    charged_credits: purchase.chargedCents,
    refunded_credits: purchase.refundedCents,
    currency,
    outcome: purchase.outcome,
    is_on_offer: purchase.isOnOffer,
    free_again_until: freeAgainUntilMs === null ? null : isoOf(freeAgainUntilMs),
    search_id: purchase.searchId,
    api_key_id: purchase.apiKeyId,
    api_key_name: purchase.apiKeyName,
    user_id: purchase.userId,
    user_name: purchase.userName,
    occurred_at: isoOf(purchase.occurredAtMs),
  }
}
