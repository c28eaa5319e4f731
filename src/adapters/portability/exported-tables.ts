import { toldToTenantSql } from '../../base/operators-words.ts'

/**
 * Which rows of which table belong to a tenant, and what of them is told. `:tenant` is the tenant;
 * where a row belongs to two, `omit` leaves out what is the other one's.
 */
export type ExportedTable = {
  table: string
  /** The file is `records/<name>.jsonl`. */
  name: string
  where: string
  /** Columns that are left out: secrets, hashes of secrets, and what is another tenant's. */
  omit?: readonly string[]
}

const ownUsers = '(SELECT user_id FROM membership WHERE tenant_id = :tenant)'
const ownKeys = '(SELECT api_key_id FROM api_key WHERE tenant_id = :tenant)'
const ownDatasets = '(SELECT dataset_id FROM dataset WHERE tenant_id = :tenant)'
const ownObjects = '(SELECT object_id FROM object WHERE tenant_id = :tenant)'
const ownCards = `(SELECT asset_id FROM microip WHERE owner_tenant_id = :tenant)`
const ofTenant = 'tenant_id = :tenant'
const bought = 'buyer_tenant_id = :tenant'
const sold = 'provider_tenant_id = :tenant AND buyer_tenant_id <> :tenant'
const buyer = ['buyer_tenant_id', 'api_key_id', 'search_id'] as const
const keySecrets = ['secret_hash', 'access_until'] as const
const chained = ['prev', 'hash', 'blind'] as const

const people: readonly ExportedTable[] = [
  { table: 'tenant', name: 'tenant', where: ofTenant },
  {
    table: 'user',
    name: 'users',
    where: `user_id IN ${ownUsers}`,
    omit: ['password_hash', 'is_platform_admin'],
  },
  { table: 'membership', name: 'memberships', where: ofTenant },
  {
    table: 'session',
    name: 'sessions',
    where: `user_id IN ${ownUsers}`,
    omit: ['token_hash'],
  },
  {
    table: 'passkey',
    name: 'passkeys',
    where: `user_id IN ${ownUsers}`,
    omit: ['credential_id', 'public_key'],
  },
  { table: 'api_key', name: 'api-keys', where: ofTenant, omit: keySecrets },
  { table: 'api_key_grant', name: 'api-key-grants', where: `api_key_id IN ${ownKeys}` },
  { table: 'invitation', name: 'invitations', where: ofTenant, omit: ['code_hash'] },
]

const content: readonly ExportedTable[] = [
  { table: 'dataset', name: 'datasets', where: ofTenant, omit: ['dataset_no'] },
  {
    table: 'object',
    name: 'objects',
    where: ofTenant,
    omit: ['object_no', 'blob_key', 'reviewed_by', 'exclusive_to'],
  },
  {
    table: 'passage',
    name: 'passages',
    where: ofTenant,
    omit: ['passage_no', 'object_no', 'dataset_no'],
  },
  { table: 'object_inspection', name: 'inspections', where: `object_id IN ${ownObjects}` },
  { table: 'object_columns', name: 'columns', where: `object_id IN ${ownObjects}` },
  { table: 'sidecar', name: 'sidecars', where: `object_id IN ${ownObjects}` },
  {
    table: 'upload',
    name: 'open-uploads',
    where: `object_id IN ${ownObjects}`,
    omit: ['blob_key'],
  },
  { table: 'imported_file', name: 'imported-files', where: `object_id IN ${ownObjects}` },
  { table: 'replaced_file', name: 'replaced-files', where: `object_id IN ${ownObjects}` },
  { table: 'dataset_access', name: 'access-given', where: `dataset_id IN ${ownDatasets}` },
  { table: 'dataset_access', name: 'access-had', where: ofTenant, omit: ['granted_by'] },
  {
    table: 'access_request',
    name: 'access-asked-for',
    where: ofTenant,
    omit: ['decided_by'],
  },
  {
    table: 'access_request',
    name: 'access-requests',
    where: `dataset_id IN ${ownDatasets} AND tenant_id <> :tenant`,
    omit: ['requested_by', 'message'],
  },
]

const trade: readonly ExportedTable[] = [
  { table: 'dl_link', name: 'orders', where: bought, omit: ['token_hash', 'replaces'] },
  {
    table: 'dl_link',
    name: 'orders-received',
    where: sold,
    omit: ['token_hash', 'replaces', 'user_id', ...buyer],
  },
  { table: 'meter_event', name: 'events', where: bought, omit: [...chained, 'gross_after_cents'] },
  { table: 'meter_event', name: 'events-sold', where: sold, omit: [...chained, ...buyer] },
  { table: 'citation', name: 'citations', where: bought },
  { table: 'outcome', name: 'outcomes', where: bought },
  { table: 'search_activity', name: 'searches', where: ofTenant },
  { table: 'search_reach', name: 'reach', where: sold, omit: ['search_id', 'buyer_tenant_id'] },
  { table: 'asset_access', name: 'readings', where: ofTenant },
]

const money: readonly ExportedTable[] = [
  { table: 'plan_month', name: 'plan-months', where: ofTenant },
  {
    table: 'voucher',
    name: 'vouchers',
    where: 'redeemed_by_tenant_id = :tenant',
    omit: ['code_hash', 'created_by', 'note', 'ended_at'],
  },
  { table: 'x402_payment', name: 'payments', where: ofTenant, omit: ['payment_hash'] },
  { table: 'payout_account', name: 'payout-account', where: ofTenant },
  { table: 'payout_statement', name: 'payout-statements', where: ofTenant },
  { table: 'payout_payment', name: 'payout-payments', where: ofTenant },
  {
    table: 'payout_progress',
    name: 'payout-progress',
    where: `payout_statement_id IN
      (SELECT payout_statement_id FROM payout_statement WHERE tenant_id = :tenant)`,
  },
  { table: 'dispute', name: 'disputes', where: bought },
  {
    table: 'dispute',
    name: 'disputes-received',
    where: sold,
    omit: ['buyer_tenant_id', 'opened_by', 'reason', 'note'],
  },
  { table: 'refund', name: 'refunds', where: bought },
  {
    table: 'refund',
    name: 'refunds-given',
    where: sold,
    omit: ['buyer_tenant_id', 'reason'],
  },
]

const wallets: readonly ExportedTable[] = [
  { table: 'wallet', name: 'wallets', where: `user_id IN ${ownUsers}`, omit: ['wallet_no'] },
  { table: 'sol_entry', name: 'sol-entries', where: `user_id IN ${ownUsers}` },
  { table: 'watched_deposit', name: 'sol-deposits', where: `user_id IN ${ownUsers}` },
  { table: 'asset_card', name: 'asset-cards', where: `user_id IN ${ownUsers}` },
  {
    table: 'microip',
    name: 'licences',
    where: 'owner_tenant_id = :tenant',
    omit: ['microip_no', 'dataset_no', 'sight', 'exclusive_to'],
  },
  { table: 'microip_sale', name: 'licences-bought', where: bought },
  {
    table: 'microip_sale',
    name: 'licences-sold',
    where: `asset_id IN ${ownCards} AND buyer_tenant_id <> :tenant`,
    omit: ['buyer_user_id', 'buyer_tenant_id'],
  },
  {
    table: 'microip_download',
    name: 'licence-downloads',
    where: `buyer_user_id IN ${ownUsers}`,
  },
]

/** In the order of the manual. */
export const exportedTables: readonly ExportedTable[] = [
  ...people,
  ...content,
  ...trade,
  ...money,
  ...wallets,
]

/** Rows that are put together from several tables, or taken out of one that holds many in each. */
export const composedTables: readonly { name: string; tables: readonly string[]; sql: string }[] = [
  { name: 'retrievals', tables: ['answer'], sql: `SELECT * FROM retrieval WHERE ${bought}` },
  {
    name: 'retrievals-sold',
    tables: ['answer'],
    sql: `SELECT retrieval_event_id, provider_tenant_id, dataset_id, asset_id, passage_id, rate,
        provider_share_bp, charge_cents, event_id, created_at
      FROM retrieval WHERE ${sold}`,
  },
  {
    name: 'search-counts',
    tables: ['tally'],
    sql: `SELECT tenant_id, period, amount AS used FROM tally
      WHERE ${ofTenant} AND kind = 'searches' ORDER BY period`,
  },
  {
    name: 'key-spend',
    tables: ['tally'],
    sql: `SELECT subject AS api_key_id, period, amount AS spent_cents FROM tally
      WHERE ${ofTenant} AND kind = 'spent' ORDER BY subject, period`,
  },
  {
    // Each transfer as its account sees it; who is on the other side is that one's matter.
    name: 'statement',
    tables: ['transfer', 'account'],
    sql: `SELECT transfer.seq, transfer_id, group_id, account.owner AS account_owner, unit,
        account.kind AS account, phase, amount_minor, hold_seq, code, ref, created_at,
        iif(debit_account_id = account_id, 'debit', 'credit') AS side,
        iif(debit_account_id = account_id, debit_after, credit_after) AS available_after
      FROM transfer JOIN account ON account_id IN (debit_account_id, credit_account_id)
      WHERE owner = :tenant OR owner IN ${ownUsers} ORDER BY transfer.seq`,
  },
  {
    // What others did to the tenant's things is told without saying who they are, or their reasons.
    name: 'audit',
    tables: ['audit_event'],
    sql: `SELECT audit_id, at, actor_type,
        iif(actor_id IN ${ownUsers} OR actor_id IN ${ownKeys}, actor_id, NULL) AS actor_id,
        action, subject_type, subject_id, ${toldToTenantSql} AS details, request_id
      FROM audit_event WHERE tenant_id = :tenant ORDER BY audit_no`,
  },
]
