import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type * as ids from '../../base/ids.ts'
import { searchModes } from '../../engine/index.ts'

export const searchActivities = sqliteTable('search_activity', {
  searchActivityId: text('search_activity_id').$type<ids.SearchActivityId>().primaryKey(),
  searchId: text('search_id').$type<ids.SearchId>().notNull(),
  tenantId: text('tenant_id').$type<ids.TenantId>().notNull(),
  principalId: text('principal_id').notNull(),
  apiKeyId: text('api_key_id').$type<ids.ApiKeyId>(),
  queryText: text('query_text').notNull(),
  mode: text('mode', { enum: searchModes }).notNull(),
  paramsHash: text('params_hash').notNull(),
  requestId: text('request_id'),
  billed: integer('billed', { mode: 'boolean' }).notNull(),
  chargedCredits: integer('charged_credits').notNull().default(0),
  resultCount: integer('result_count').notNull(),
  hits: text('hits', { mode: 'json' }).$type<ids.PassageId[]>().notNull(),
  occurredAt: integer('occurred_at').notNull(),
})

export const assetAccesses = sqliteTable('asset_access', {
  accessId: text('access_id').primaryKey(),
  tenantId: text('tenant_id').$type<ids.TenantId>().notNull(),
  principalId: text('principal_id').notNull(),
  apiKeyId: text('api_key_id').$type<ids.ApiKeyId>(),
  objectId: text('object_id').$type<ids.ObjectId>().notNull(),
  datasetId: text('dataset_id').$type<ids.DatasetId>().notNull(),
  occurredAt: integer('occurred_at').notNull(),
})

/** Which datasets a search had results from: written with the search, read by reports. */
export const searchReaches = sqliteTable(
  'search_reach',
  {
    searchId: text('search_id').$type<ids.SearchId>().notNull(),
    datasetId: text('dataset_id').$type<ids.DatasetId>().notNull(),
    providerTenantId: text('provider_tenant_id').$type<ids.TenantId>().notNull(),
    buyerTenantId: text('buyer_tenant_id').$type<ids.TenantId>().notNull(),
    passages: integer('passages').notNull(),
    occurredAt: integer('occurred_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.searchId, table.datasetId] })],
)
