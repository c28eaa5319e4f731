import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ApiKeyId, DatasetId, ObjectId, SearchId, TenantId, UserId } from '../../base/ids.ts'
import type { Cents } from '../../base/money.ts'

export const links = sqliteTable('dl_link', {
  tokenHash: blob('token_hash', { mode: 'buffer' }).primaryKey(),
  buyerTenantId: text('buyer_tenant_id').$type<TenantId>().notNull(),
  apiKeyId: text('api_key_id').$type<ApiKeyId>(),
  providerTenantId: text('provider_tenant_id').$type<TenantId>().notNull(),
  datasetId: text('dataset_id').$type<DatasetId>().notNull(),
  assetId: text('asset_id').$type<ObjectId>().notNull(),
  startMs: integer('start_ms'),
  endMs: integer('end_ms'),
  searchId: text('search_id').$type<SearchId>(),
  priceCents: integer('price_cents').$type<Cents>().notNull(),
  providerShareBp: integer('provider_share_bp').notNull(),
  replaces: blob('replaces', { mode: 'buffer' }),
  createdAtMs: integer('created_at').notNull(),
  expiresAtMs: integer('expires_at').notNull(),
  state: text('state', { enum: ['minted', 'used'] })
    .notNull()
    .default('minted'),
  usedAtMs: integer('used_at'),
  outcome: text('outcome', { enum: ['sent', 'aborted', 'failed'] }),
  /** Who asked for it with a session; null where a key did. */
  userId: text('user_id').$type<UserId>(),
})
