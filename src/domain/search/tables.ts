import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type {
  ApiKeyId,
  DatasetId,
  ObjectId,
  PassageId,
  SearchActivityId,
  SearchId,
  TenantId,
} from '../../base/ids.ts'
import { modalities, sources } from '../catalog/index.ts'
import { passageKinds } from './passage.ts'
import { searchModes } from './search-request.ts'

export const passages = sqliteTable('passage', {
  passageNo: integer('passage_no').primaryKey(),
  passageId: text('passage_id').$type<PassageId>().notNull(),
  objectNo: integer('object_no').notNull(),
  objectId: text('object_id').$type<ObjectId>().notNull(),
  datasetNo: integer('dataset_no').notNull(),
  datasetId: text('dataset_id').$type<DatasetId>().notNull(),
  tenantId: text('tenant_id').$type<TenantId>().notNull(),
  ordinal: integer('ordinal').notNull(),
  kind: text('kind', { enum: passageKinds }).notNull(),
  lang: text('lang').notNull(),
  modality: text('modality', { enum: modalities }).notNull(),
  source: text('source', { enum: sources }).notNull(),
  page: integer('page'),
  timeStartMs: integer('time_start_ms'),
  timeEndMs: integer('time_end_ms'),
  text: text('text').notNull(),
  createdAtS: integer('created_at_s').notNull(),
})

export const indexChanges = sqliteTable('index_change', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  op: text('op', { enum: ['add', 'remove', 'rebuild'] }).notNull(),
  passageNo: integer('passage_no'),
})

export const searchActivities = sqliteTable('search_activity', {
  searchActivityId: text('search_activity_id').$type<SearchActivityId>().primaryKey(),
  searchId: text('search_id').$type<SearchId>().notNull(),
  tenantId: text('tenant_id').$type<TenantId>().notNull(),
  principalId: text('principal_id').notNull(),
  apiKeyId: text('api_key_id').$type<ApiKeyId>(),
  queryText: text('query_text').notNull(),
  mode: text('mode', { enum: searchModes }).notNull(),
  paramsHash: text('params_hash').notNull(),
  requestId: text('request_id'),
  billed: integer('billed', { mode: 'boolean' }).notNull(),
  chargedCredits: integer('charged_credits').notNull().default(0),
  resultCount: integer('result_count').notNull(),
  hits: text('hits', { mode: 'json' }).$type<PassageId[]>().notNull(),
  occurredAt: integer('occurred_at').notNull(),
})

export const assetAccesses = sqliteTable('asset_access', {
  accessId: text('access_id').primaryKey(),
  tenantId: text('tenant_id').$type<TenantId>().notNull(),
  principalId: text('principal_id').notNull(),
  apiKeyId: text('api_key_id').$type<ApiKeyId>(),
  objectId: text('object_id').$type<ObjectId>().notNull(),
  datasetId: text('dataset_id').$type<DatasetId>().notNull(),
  occurredAt: integer('occurred_at').notNull(),
})

/** Which datasets a search had results from: filled by a trigger, read by reports. */
export const searchReaches = sqliteTable(
  'search_reach',
  {
    searchId: text('search_id').$type<SearchId>().notNull(),
    datasetId: text('dataset_id').$type<DatasetId>().notNull(),
    providerTenantId: text('provider_tenant_id').$type<TenantId>().notNull(),
    buyerTenantId: text('buyer_tenant_id').$type<TenantId>().notNull(),
    passages: integer('passages').notNull(),
    occurredAt: integer('occurred_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.searchId, table.datasetId] })],
)
