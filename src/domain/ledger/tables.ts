import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type * as ids from '../../base/ids.ts'
import type { Cents } from '../../base/money.ts'
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
  blind: blob('blind', { mode: 'buffer' }),
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
  blind: blob('blind', { mode: 'buffer' }),
})

/** What is counted of a tenant in a month; metering/tallies.ts reads it. */
export const tallies = sqliteTable(
  'tally',
  {
    tenantId: text('tenant_id').$type<ids.TenantId>().notNull(),
    period: text('period').notNull(),
    kind: text('kind', { enum: ['searches', 'spent', 'paid'] }).notNull(),
    subject: text('subject').notNull(),
    amount: integer('amount').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.period, table.kind, table.subject] })],
)

/** What the keys that come from a key spent in a month. */
export const spentBelow = sqliteTable(
  'spent_below',
  {
    tenantId: text('tenant_id').$type<ids.TenantId>().notNull(),
    period: text('period').notNull(),
    apiKeyId: text('api_key_id').$type<ids.ApiKeyId>().notNull(),
    amount: integer('amount').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.period, table.apiKeyId] })],
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

export const rateCards = sqliteTable('rate_card', {
  priceVersion: integer('price_version').primaryKey(),
  retrievalStandardCents: integer('retrieval_standard_cents').$type<Cents>().notNull(),
  retrievalPremiumCents: integer('retrieval_premium_cents').$type<Cents>().notNull(),
  citationCents: integer('citation_cents').$type<Cents>().notNull(),
  outcomeFeeBp: integer('outcome_fee_bp').notNull(),
  downloadCents: integer('download_cents').$type<Cents>().notNull(),
  planStarterCents: integer('plan_starter_cents').$type<Cents>().notNull(),
  planProCents: integer('plan_pro_cents').$type<Cents>().notNull(),
  createdAt: integer('created_at').notNull(),
})

/** What one search showed; metering/answers.ts reads it. */
export const answers = sqliteTable('answer', {
  answerNo: integer('answer_no').primaryKey(),
  searchId: text('search_id').$type<ids.SearchId>().notNull(),
  buyerTenantId: text('buyer_tenant_id').$type<ids.TenantId>().notNull(),
  apiKeyId: text('api_key_id').$type<ids.ApiKeyId>(),
  passages: text('passages').notNull(),
  terms: text('terms').notNull(),
  createdAt: integer('created_at').notNull(),
})

export const ratedPassages = sqliteTable(
  'rated_passage',
  {
    buyerTenantId: text('buyer_tenant_id').$type<ids.TenantId>().notNull(),
    passageId: text('passage_id').$type<ids.PassageId>().notNull(),
    ratedAt: integer('rated_at').notNull(),
    retrievalEventId: text('retrieval_event_id').$type<ids.RetrievalEventId>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.buyerTenantId, table.passageId] })],
)

export const citations = sqliteTable('citation', {
  citationId: text('citation_id').$type<ids.CitationId>().primaryKey(),
  retrievalEventId: text('retrieval_event_id').$type<ids.RetrievalEventId>().notNull(),
  buyerTenantId: text('buyer_tenant_id').$type<ids.TenantId>().notNull(),
  passageId: text('passage_id').$type<ids.PassageId>().notNull(),
  chargeCents: integer('charge_cents').$type<Cents>().notNull(),
  rated: integer('rated', { mode: 'boolean' }).notNull(),
  createdAt: integer('created_at').notNull(),
})

export const outcomes = sqliteTable('outcome', {
  outcomeId: text('outcome_id').$type<ids.OutcomeId>().primaryKey(),
  retrievalEventId: text('retrieval_event_id').$type<ids.RetrievalEventId>().notNull(),
  buyerTenantId: text('buyer_tenant_id').$type<ids.TenantId>().notNull(),
  revenueCents: integer('revenue_cents').$type<Cents>().notNull(),
  chargeCents: integer('charge_cents').$type<Cents>().notNull(),
  note: text('note'),
  createdAt: integer('created_at').notNull(),
})

export const planMonths = sqliteTable(
  'plan_month',
  {
    tenantId: text('tenant_id').$type<ids.TenantId>().notNull(),
    period: text('period').notNull(),
    plan: text('plan').notNull(),
    feeCents: integer('fee_cents').notNull(),
    state: text('state', { enum: ['included', 'paid', 'unpaid'] }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.period] })],
)

export const vouchers = sqliteTable('voucher', {
  voucherId: text('voucher_id').$type<ids.VoucherId>().primaryKey(),
  codeHash: blob('code_hash', { mode: 'buffer' }).notNull(),
  credits: integer('credits').$type<Cents>().notNull(),
  note: text('note'),
  createdBy: text('created_by').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at'),
  redeemedByTenantId: text('redeemed_by_tenant_id').$type<ids.TenantId>(),
  redeemedAt: integer('redeemed_at'),
  endedAt: integer('ended_at'),
})

export const voucherAttempts = sqliteTable('voucher_attempt', {
  attemptNo: integer('attempt_no').primaryKey(),
  tenantId: text('tenant_id').$type<ids.TenantId>().notNull(),
  attemptedAt: integer('attempted_at').notNull(),
})

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

export const closedPeriods = sqliteTable('closed_period', {
  period: text('period').primaryKey(),
  closedAt: integer('closed_at').notNull(),
})

export const payoutProgress = sqliteTable('payout_progress', {
  payoutStatementId: text('payout_statement_id').$type<ids.PayoutStatementId>().primaryKey(),
  period: text('period').notNull(),
  reversedCents: integer('reversed_cents').$type<Cents>().notNull(),
  releaseAt: integer('release_at').notNull(),
  /** Of a statement that was reversed: why. */
  holdReason: text('hold_reason'),
  holdSeq: integer('hold_seq'),
  attempts: integer('attempts').notNull(),
  batchId: text('batch_id').$type<ids.PayoutBatchId>(),
  failure: text('failure'),
  updatedAt: integer('updated_at').notNull(),
})

export const payoutBatches = sqliteTable('payout_batch', {
  batchId: text('batch_id').$type<ids.PayoutBatchId>().primaryKey(),
  createdBy: text('created_by').notNull(),
  createdAt: integer('created_at').notNull(),
})

export const payoutPayments = sqliteTable(
  'payout_payment',
  {
    batchId: text('batch_id').$type<ids.PayoutBatchId>().notNull(),
    payoutStatementId: text('payout_statement_id').$type<ids.PayoutStatementId>().notNull(),
    tenantId: text('tenant_id').$type<ids.TenantId>().notNull(),
    holderName: text('holder_name').notNull(),
    iban: text('iban').notNull(),
    bic: text('bic'),
    amountCents: integer('amount_cents').$type<Cents>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.payoutStatementId] })],
)

export const payoutAccounts = sqliteTable('payout_account', {
  tenantId: text('tenant_id').$type<ids.TenantId>().primaryKey(),
  holderName: text('holder_name').notNull(),
  iban: text('iban').notNull(),
  bic: text('bic'),
  updatedAt: integer('updated_at').notNull(),
})

export const disputes = sqliteTable('dispute', {
  disputeId: text('dispute_id').$type<ids.DisputeId>().primaryKey(),
  eventId: text('event_id').notNull(),
  buyerTenantId: text('buyer_tenant_id').$type<ids.TenantId>().notNull(),
  providerTenantId: text('provider_tenant_id').$type<ids.TenantId>().notNull(),
  period: text('period').notNull(),
  chargeCents: integer('charge_cents').$type<Cents>().notNull(),
  reason: text('reason').notNull(),
  state: text('state', { enum: ['open', 'rejected', 'refunded'] }).notNull(),
  openedBy: text('opened_by').notNull(),
  openedAt: integer('opened_at').notNull(),
  resolvedAt: integer('resolved_at'),
  note: text('note'),
})

export const refunds = sqliteTable('refund', {
  eventId: text('event_id').primaryKey(),
  buyerTenantId: text('buyer_tenant_id').$type<ids.TenantId>().notNull(),
  providerTenantId: text('provider_tenant_id').$type<ids.TenantId>().notNull(),
  period: text('period').notNull(),
  chargeCents: integer('charge_cents').$type<Cents>().notNull(),
  providerCents: integer('provider_cents').$type<Cents>().notNull(),
  source: text('source', { enum: ['earned', 'payable', 'reversals', 'platform'] }).notNull(),
  reason: text('reason').notNull(),
  createdAt: integer('created_at').notNull(),
})

export const merkleNodes = sqliteTable(
  'merkle_node',
  {
    log: text('log', { enum: ['transfer', 'event'] }).notNull(),
    level: integer('level').notNull(),
    place: integer('place').notNull(),
    hash: blob('hash', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.log, table.level, table.place] })],
)

export const ledgerHeads = sqliteTable('ledger_head', {
  headNo: integer('head_no').primaryKey(),
  transfers: integer('transfers').notNull(),
  transferRoot: blob('transfer_root', { mode: 'buffer' }).notNull(),
  transferChain: blob('transfer_chain', { mode: 'buffer' }).notNull(),
  events: integer('events').notNull(),
  eventRoot: blob('event_root', { mode: 'buffer' }).notNull(),
  eventChain: blob('event_chain', { mode: 'buffer' }).notNull(),
  signedAt: integer('signed_at').notNull(),
  publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
  signature: blob('signature', { mode: 'buffer' }).notNull(),
})

export const x402Payments = sqliteTable('x402_payment', {
  paymentHash: blob('payment_hash', { mode: 'buffer' }).primaryKey(),
  tenantId: text('tenant_id').$type<ids.TenantId>().notNull(),
  credits: integer('credits').$type<Cents>().notNull(),
  request: text('request').notNull(),
  state: text('state', { enum: ['settling', 'settled', 'refused', 'unclear'] }).notNull(),
  attempts: integer('attempts').notNull(),
  network: text('network').notNull(),
  transactionId: text('transaction_id'),
  payer: text('payer'),
  reason: text('reason'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** Public keys that the ledger was ever signed with. */
export const signingKeys = sqliteTable('signing_key', {
  keyId: text('key_id').primaryKey(),
  publicKey: blob('public_key', { mode: 'buffer' }).notNull().unique(),
  generation: integer('generation').notNull().unique(),
  sinceAt: integer('since_at').notNull(),
  retiredAt: integer('retired_at'),
})
