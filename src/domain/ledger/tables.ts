import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { payoutStates } from './payout.ts'

export const accounts = sqliteTable('account', {
  accountId: integer('account_id').primaryKey(),
  unit: text('unit', { enum: ['CREDIT', 'SOL'] }).notNull(),
  owner: text('owner').notNull(),
  kind: text('kind').notNull(),
  mayGoNegative: integer('may_go_negative', { mode: 'boolean' }).notNull(),
  posted: integer('posted').notNull().default(0),
  held: integer('held').notNull().default(0),
  version: integer('version').notNull().default(0),
})

export const transfers = sqliteTable('transfer', {
  seq: integer('seq').primaryKey(),
  transferId: text('transfer_id').notNull(),
  groupId: text('group_id').notNull(),
  phase: text('phase', { enum: ['post', 'hold', 'post_hold', 'void_hold'] }).notNull(),
  debitAccountId: integer('debit_account_id').notNull(),
  creditAccountId: integer('credit_account_id').notNull(),
  amountMinor: integer('amount_minor').notNull(),
  holdSeq: integer('hold_seq'),
  code: text('code').notNull(),
  ref: text('ref').notNull(),
  bodyHash: blob('body_hash', { mode: 'buffer' }).notNull(),
  createdAt: integer('created_at').notNull(),
  debitAfter: integer('debit_after').notNull(),
  creditAfter: integer('credit_after').notNull(),
  prev: blob('prev', { mode: 'buffer' }).notNull(),
  hash: blob('hash', { mode: 'buffer' }).notNull(),
})

export const meterEvents = sqliteTable('meter_event', {
  seq: integer('seq').primaryKey(),
  eventId: text('event_id').notNull(),
  kind: text('kind', {
    enum: ['search', 'retrieval_standard', 'retrieval_premium', 'citation', 'download', 'outcome'],
  }).notNull(),
  buyerTenantId: text('buyer_tenant_id').notNull(),
  providerTenantId: text('provider_tenant_id'),
  datasetId: text('dataset_id'),
  assetId: text('asset_id'),
  apiKeyId: text('api_key_id'),
  searchId: text('search_id'),
  quantity: integer('quantity').notNull(),
  priceVersion: integer('price_version').notNull(),
  chargeCents: integer('charge_cents').notNull(),
  providerShareBp: integer('provider_share_bp').notNull(),
  providerCents: integer('provider_cents').notNull(),
  grossAfterCents: integer('gross_after_cents').notNull(),
  period: text('period').notNull(),
  createdAt: integer('created_at').notNull(),
  prev: blob('prev', { mode: 'buffer' }).notNull(),
  hash: blob('hash', { mode: 'buffer' }).notNull(),
})

export const searchCounts = sqliteTable(
  'search_count',
  {
    tenantId: text('tenant_id').notNull(),
    period: text('period').notNull(),
    used: integer('used').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.period] })],
)

export const billedSearches = sqliteTable(
  'billed_search',
  {
    tenantId: text('tenant_id').notNull(),
    requestId: text('request_id').notNull(),
    paramsHash: text('params_hash').notNull(),
    billedAt: integer('billed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.requestId, table.paramsHash] })],
)

export const payoutStatements = sqliteTable('payout_statement', {
  payoutStatementId: text('payout_statement_id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  periodStartAt: integer('period_start_at').notNull(),
  periodEndAt: integer('period_end_at').notNull(),
  grossCents: integer('gross_cents').notNull(),
  sellerCents: integer('seller_cents').notNull(),
  heldCents: integer('held_cents').notNull(),
  releasedCents: integer('released_cents').notNull(),
  currency: text('currency').notNull(),
  status: text('status', { enum: payoutStates }).notNull(),
  createdAt: integer('created_at').notNull(),
})
