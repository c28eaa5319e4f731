/**
 * What is done to which table when a tenant or a person is erased, row by row, so that it is done
 * in slices; each may be done twice. `:people` is a list of user ids as JSON, `:tenant` theirs.
 */
export type Deed = {
  table: string
  /** `person`: of one whose tenant stays; of a tenant that goes, all of it goes by the tenant. */
  whose: 'tenant' | 'people' | 'person'
  /** The columns by which a row is known. */
  id: readonly string[]
  /** Where the rows are looked for, if not in the table alone. */
  from?: string
  where: string
  /**
   * The order in which they are found, its last columns those of the id: where rows stay, or others
   * lie between them, each slice begins behind the one before.
   */
  order?: readonly string[]
  /** What becomes of a row; without it the row goes. */
  set?: string
}

const ofPerson = 'IN (SELECT value FROM json_each(:people))'
const ofThem = `user_id ${ofPerson}`
const ofTheirTenant = 'tenant_id = :tenant'
const ofObjects = (table: string) => ({
  table,
  from: `object CROSS JOIN ${table} USING (object_id)`,
  where: `object.${ofTheirTenant}`,
  order: ['object.object_id'],
  id: ['object_id'],
})
const ofDatasets = (table: string) => ({
  table,
  from: `dataset CROSS JOIN ${table} ON ${table}.dataset_id = dataset.dataset_id`,
  where: `dataset.${ofTheirTenant}`,
})

const wordless = `name = 'Erased', description = '', long_summary = '', tags = '[]',
  questions = '[]'`
const hasWords = `(name, description, long_summary, tags, questions)
  IS NOT ('Erased', '', '', '[]', '[]')`
const detailed = `details NOT IN ('{"erased":true}', '{}')`
const detailless = `details = '{"erased":true}'`

/** What is found by the person alone: first what is found through wallets, then the wallets. */
const ofPeople: readonly Omit<Deed, 'whose'>[] = [
  {
    table: 'wallet_message',
    from: 'wallet CROSS JOIN wallet_message USING (network, address_key)',
    where: ofThem,
    id: ['network', 'address_key'],
  },
  { table: 'wallet_challenge', id: ['user_id', 'network', 'address_key'], where: ofThem },
  { table: 'wallet', id: ['wallet_no'], where: ofThem },
  {
    table: 'sol_entry',
    id: ['entry_id'],
    order: ['entry_id'],
    where: `${ofThem} AND wallet_address IS NOT NULL AND status <> 'pending'`,
    set: 'wallet_address = NULL',
  },
  { table: 'notification_choice', id: ['user_id'], where: ofThem },
  { table: 'user_lock', id: ['user_id'], where: ofThem },
  { table: 'notice_place', id: ['user_id', 'stream'], where: ofThem },
  { table: 'notice_read', id: ['user_id', 'stream', 'number'], where: ofThem },
  { table: 'totp', id: ['user_id'], where: ofThem },
  { table: 'passkey', id: ['passkey_id'], where: ofThem },
  { table: 'recovery_code', id: ['user_id'], where: ofThem },
  { table: 'factor_challenge', id: ['user_id'], where: ofThem },
  {
    table: 'audit_event',
    id: ['audit_no'],
    order: ['audit_no'],
    where: `actor_type = 'user' AND actor_id ${ofPerson} AND ${detailed}`,
    set: detailless,
  },
  {
    table: 'audit_event',
    id: ['audit_no'],
    order: ['audit_no'],
    where: `subject_type = 'user' AND subject_id ${ofPerson} AND ${detailed}
      AND action <> 'user.erased'`,
    set: detailless,
  },
]

/** What is looked for among all of the tenant's. */
const ofOne: readonly Omit<Deed, 'whose'>[] = [
  { table: 'asset_card', id: ['asset_id'], order: ['asset_id'], where: ofThem },
  {
    table: 'microip',
    id: ['microip_no'],
    order: ['microip_no'],
    where: `owner_${ofThem} AND ${hasWords}`,
    set: wordless,
  },
  {
    table: 'search_activity',
    id: ['search_activity_id'],
    order: ['occurred_at', 'search_activity_id'],
    where: `${ofTheirTenant} AND principal_id ${ofPerson}`,
  },
  {
    table: 'asset_access',
    id: ['access_id'],
    order: ['occurred_at', 'access_id'],
    where: `${ofTheirTenant} AND principal_id ${ofPerson}`,
  },
  {
    table: 'access_request',
    id: ['access_request_id'],
    order: ['access_request_id'],
    where: `${ofTheirTenant} AND requested_by ${ofPerson} AND message IS NOT NULL`,
    set: 'message = NULL',
  },
]

const ofTenant: readonly Omit<Deed, 'whose'>[] = [
  { table: 'event', id: ['stream', 'number'], where: 'stream = :tenant' },
  // Those that others were told of it.
  {
    table: 'event',
    id: ['stream', 'number'],
    order: ['stream', 'number'],
    where: `data ->> 'tenant_id' = :tenant`,
  },
  { table: 'folder_order', id: ['order_id'], where: ofTheirTenant },
  {
    table: 'import_report_file',
    from: 'import_report CROSS JOIN import_report_file USING (import_id)',
    id: ['import_id', 'outcome', 'no'],
    where: ofTheirTenant,
  },
  { table: 'import_report', id: ['import_id'], where: ofTheirTenant },
  { table: 'webhook', id: ['webhook_id'], where: ofTheirTenant },
  { table: 'webhook_delivery', id: ['delivery_id'], where: ofTheirTenant },
  { table: 'dataset_access', id: ['dataset_id', 'tenant_id'], where: ofTheirTenant },
  {
    ...ofDatasets('dataset_access'),
    order: ['dataset.dataset_id', 'dataset_access.tenant_id'],
    id: ['dataset_id', 'tenant_id'],
  },
  {
    table: 'access_request',
    id: ['access_request_id'],
    order: ['access_request_id'],
    where: `${ofTheirTenant} AND message IS NOT NULL`,
    set: 'message = NULL',
  },
  { table: 'search_activity', id: ['search_activity_id'], where: ofTheirTenant },
  { table: 'asset_access', id: ['access_id'], where: ofTheirTenant },
  {
    table: 'billed_search',
    id: ['tenant_id', 'request_id', 'params_hash'],
    where: ofTheirTenant,
  },
  { table: 'voucher_attempt', id: ['attempt_no'], where: ofTheirTenant },
  { table: 'payout_account', id: ['tenant_id'], where: ofTheirTenant },
  {
    table: 'outcome',
    id: ['outcome_id'],
    order: ['outcome_id'],
    where: `buyer_${ofTheirTenant} AND note IS NOT NULL`,
    set: 'note = NULL',
  },
  {
    table: 'dispute',
    id: ['dispute_id'],
    order: ['dispute_id'],
    where: `buyer_${ofTheirTenant} AND state <> 'open' AND (reason <> '' OR note IS NOT NULL)`,
    set: `reason = '', note = NULL`,
  },
  {
    table: 'asset_card',
    from: 'object CROSS JOIN asset_card ON asset_card.asset_id = object.object_id',
    where: `object.${ofTheirTenant}`,
    order: ['object.object_id'],
    id: ['asset_id'],
  },
  {
    table: 'microip',
    id: ['microip_no'],
    order: ['microip_no'],
    where: `owner_${ofTheirTenant} AND ${hasWords}`,
    set: wordless,
  },
  ofObjects('object_inspection'),
  ofObjects('object_columns'),
  ofObjects('sidecar'),
  {
    table: 'imported_tenant',
    id: ['instance_id', 'source_tenant_id'],
    where: ofTheirTenant,
  },
  {
    ...ofDatasets('imported_dataset'),
    order: ['dataset.dataset_id'],
    id: ['dataset_id'],
  },
  {
    table: 'audit_event',
    id: ['audit_no'],
    order: ['audit_no'],
    where: `${ofTheirTenant} AND ${detailed} AND action <> 'tenant.erased'`,
    set: detailless,
  },
]

export const deeds: readonly Deed[] = [
  ...ofPeople.map((deed) => ({ ...deed, whose: 'people' as const })),
  ...ofOne.map((deed) => ({ ...deed, whose: 'person' as const })),
  ...ofTenant.map((deed) => ({ ...deed, whose: 'tenant' as const })),
]
