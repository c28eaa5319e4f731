/**
 * What is done to which table when a tenant or a person is erased. Each statement may run twice.
 * `people` is a list of user ids as JSON, `tenant` the tenant or, for one person, null.
 */
export type Deed = { table: string; whose: 'tenant' | 'people'; sql: string }

const people = '(SELECT value FROM json_each(:people))'
const objects = '(SELECT object_id FROM object WHERE tenant_id = :tenant)'
const datasets = '(SELECT dataset_id FROM dataset WHERE tenant_id = :tenant)'
const addresses = `(SELECT address_key FROM wallet WHERE user_id IN ${people})`

/** Of the people: first what is found through their wallets, then the wallets. */
const ofPeople: readonly Omit<Deed, 'whose'>[] = [
  { table: 'wallet_message', sql: `DELETE FROM wallet_message WHERE address_key IN ${addresses}` },
  { table: 'wallet_challenge', sql: `DELETE FROM wallet_challenge WHERE user_id IN ${people}` },
  { table: 'wallet', sql: `DELETE FROM wallet WHERE user_id IN ${people}` },
  {
    table: 'sol_entry',
    sql: `UPDATE sol_entry SET wallet_address = NULL
      WHERE user_id IN ${people} AND wallet_address IS NOT NULL AND status <> 'pending'`,
  },
  {
    table: 'notification_choice',
    sql: `DELETE FROM notification_choice WHERE user_id IN ${people}`,
  },
  { table: 'user_lock', sql: `DELETE FROM user_lock WHERE user_id IN ${people}` },
  { table: 'notice_place', sql: `DELETE FROM notice_place WHERE user_id IN ${people}` },
  { table: 'notice_read', sql: `DELETE FROM notice_read WHERE user_id IN ${people}` },
  { table: 'totp', sql: `DELETE FROM totp WHERE user_id IN ${people}` },
  { table: 'passkey', sql: `DELETE FROM passkey WHERE user_id IN ${people}` },
  { table: 'recovery_code', sql: `DELETE FROM recovery_code WHERE user_id IN ${people}` },
  { table: 'factor_challenge', sql: `DELETE FROM factor_challenge WHERE user_id IN ${people}` },
  { table: 'asset_card', sql: `DELETE FROM asset_card WHERE user_id IN ${people}` },
  {
    table: 'microip',
    sql: `UPDATE microip SET name = 'Erased', description = '', long_summary = '', tags = '[]',
      questions = '[]' WHERE owner_user_id IN ${people}`,
  },
  { table: 'search_activity', sql: `DELETE FROM search_activity WHERE principal_id IN ${people}` },
  { table: 'asset_access', sql: `DELETE FROM asset_access WHERE principal_id IN ${people}` },
  {
    table: 'access_request',
    sql: `UPDATE access_request SET message = NULL WHERE requested_by IN ${people}`,
  },
  {
    table: 'audit_event',
    sql: `UPDATE audit_event SET details = '{"erased":true}'
      WHERE details NOT IN ('{"erased":true}', '{}')
        AND ((actor_type = 'user' AND actor_id IN ${people})
          OR (subject_type = 'user' AND subject_id IN ${people}))`,
  },
]

const ofTenant: readonly Omit<Deed, 'whose'>[] = [
  {
    table: 'event',
    sql: `DELETE FROM event WHERE stream = :tenant OR data ->> 'tenant_id' = :tenant`,
  },
  { table: 'folder_order', sql: 'DELETE FROM folder_order WHERE tenant_id = :tenant' },
  { table: 'import_report', sql: 'DELETE FROM import_report WHERE tenant_id = :tenant' },
  { table: 'webhook', sql: 'DELETE FROM webhook WHERE tenant_id = :tenant' },
  { table: 'webhook_delivery', sql: 'DELETE FROM webhook_delivery WHERE tenant_id = :tenant' },
  {
    table: 'dataset_access',
    sql: `DELETE FROM dataset_access WHERE tenant_id = :tenant OR dataset_id IN ${datasets}`,
  },
  {
    table: 'access_request',
    sql: 'UPDATE access_request SET message = NULL WHERE tenant_id = :tenant',
  },
  { table: 'search_activity', sql: 'DELETE FROM search_activity WHERE tenant_id = :tenant' },
  { table: 'asset_access', sql: 'DELETE FROM asset_access WHERE tenant_id = :tenant' },
  { table: 'billed_search', sql: 'DELETE FROM billed_search WHERE tenant_id = :tenant' },
  { table: 'voucher_attempt', sql: 'DELETE FROM voucher_attempt WHERE tenant_id = :tenant' },
  { table: 'payout_account', sql: 'DELETE FROM payout_account WHERE tenant_id = :tenant' },
  { table: 'outcome', sql: 'UPDATE outcome SET note = NULL WHERE buyer_tenant_id = :tenant' },
  {
    table: 'dispute',
    sql: `UPDATE dispute SET reason = '', note = NULL
      WHERE buyer_tenant_id = :tenant AND state <> 'open'`,
  },
  { table: 'asset_card', sql: `DELETE FROM asset_card WHERE asset_id IN ${objects}` },
  {
    table: 'microip',
    sql: `UPDATE microip SET name = 'Erased', description = '', long_summary = '', tags = '[]',
      questions = '[]' WHERE owner_tenant_id = :tenant`,
  },
  {
    table: 'object_inspection',
    sql: `DELETE FROM object_inspection WHERE object_id IN ${objects}`,
  },
  { table: 'object_columns', sql: `DELETE FROM object_columns WHERE object_id IN ${objects}` },
  { table: 'sidecar', sql: `DELETE FROM sidecar WHERE object_id IN ${objects}` },
  { table: 'imported_tenant', sql: 'DELETE FROM imported_tenant WHERE tenant_id = :tenant' },
  { table: 'imported_dataset', sql: 'DELETE FROM imported_dataset WHERE tenant_id = :tenant' },
  {
    table: 'audit_event',
    sql: `UPDATE audit_event SET details = '{"erased":true}' WHERE tenant_id = :tenant
      AND details NOT IN ('{"erased":true}', '{}') AND action <> 'tenant.erased'`,
  },
]

export const deeds: readonly Deed[] = [
  ...ofPeople.map((deed) => ({ ...deed, whose: 'people' as const })),
  ...ofTenant.map((deed) => ({ ...deed, whose: 'tenant' as const })),
]
