// As many rows of each kind as are asked for, all of one tenant's or on offer to everybody: written
// past the rooms, because lists are about what is there and not about how it came.
import type { Store } from '../../../src/store/open.ts'

export type CrowdParties = {
  /** Whose things they are: it offers them and buys those of the other one. */
  me: string
  myUser: string
  other: string
  nowMs: number
}

/** The ids of what all of them belong to, where one thing has many others. */
export const crowded = {
  dataset: idOf('dset', 1),
  object: idOf('obj', 1),
  key: idOf('key', 1),
  batch: idOf('pay', 1),
  period: '2026-03',
} as const

export function idOf(prefix: string, no: number): string {
  return `${prefix}_${String(no).padStart(26, '0')}`
}

const id = (prefix: string, no = 'i') => `printf('${prefix}_%026d', ${no})`
const at = '(:now - (:n - i) * 1000)'
const blob = (bytes: number) => `unhex(printf('%0${bytes * 2}d', i))`
const text = (word: string) => `'${word} ' || i`

/** The columns of each table that are not as the table has them by itself. */
const seeds: readonly (readonly [
  table: string,
  columns: Record<string, string>,
  where?: string,
])[] = [
  [
    'tenant',
    { tenant_id: id('tnt'), name: text('House'), region: "'eu'", plan: "'free'", created_at: at },
  ],
  [
    'user',
    {
      user_id: id('usr'),
      email: "'u' || i || '@example.eu'",
      display_name: text('User'),
      password_hash: "'$scrypt$x'",
      is_platform_admin: '0',
      created_at: at,
      password_changed_at: at,
    },
  ],
  ['membership', { user_id: id('usr'), tenant_id: ':me', roles: `'["viewer"]'`, created_at: at }],
  [
    'session',
    {
      session_id: id('ses'),
      user_id: ':myUser',
      token_hash: blob(32),
      kind: `'browser'`,
      created_at: at,
      last_used_at: ':now',
      expires_at: ':now + 1000000',
    },
  ],
  [
    'invitation',
    {
      invitation_id: id('inv'),
      tenant_id: ':me',
      code_hash: blob(32),
      roles: `'["viewer"]'`,
      created_by: ':myUser',
      created_at: at,
      expires_at: ':now + 1000000',
    },
  ],
  [
    'api_key',
    {
      api_key_id: id('key'),
      tenant_id: ':me',
      created_by: id('usr'),
      name: text('Key'),
      key_prefix: "'p' || i",
      secret_hash: blob(32),
      scopes: `'["datasets:read"]'`,
      dataset_access_mode: "'allow_list'",
      dataset_ids: "'[]'",
      created_at: at,
    },
  ],
  [
    'api_key_grant',
    { grant_id: id('grt'), api_key_id: id('key'), dataset_id: id('dset'), created_at: at },
  ],
  [
    'audit_event',
    {
      audit_id: id('aud'),
      at,
      tenant_id: ':me',
      actor_type: "'user'",
      actor_id: ':myUser',
      action: "iif(i <= 3, 'member.removed', 'dataset.created')",
      subject_type: "'dataset'",
      subject_id: id('dset'),
    },
  ],
  [
    'dataset',
    {
      dataset_id: id('dset'),
      tenant_id: ':me',
      name: text('Dataset'),
      source_modality: "'document'",
      monetization_mode: "'open'",
      pricing_model: "'fixed'",
      // The newest are nobody else's.
      visibility: "iif(i > 0.7 * :n, 'private', iif(i % 10 = 2, 'restricted', 'listed'))",
      status: "iif(i = 3, 'archived', iif(i % 10 = 4, 'paused', 'active'))",
      tags: `iif(i = 5, '["rare"]', '[]')`,
      catalogue_text: "'dataset ' || i",
      created_at: at,
      updated_at: at,
    },
  ],
  [
    'object',
    {
      object_id: id('obj'),
      // Half of them are in one.
      dataset_id: `iif(i <= :n / 2, '${crowded.dataset}', ${id('dset')})`,
      tenant_id: ':me',
      filename: "iif(i = 1, 'film.mp4', 'film.mp4.' || i || '.srt')",
      content_type: "iif(i = 1, 'video/mp4', 'text/plain')",
      size_bytes: '1 + i',
      checksum_sha256: "printf('%064d', i)",
      blob_key: "'blob ' || i",
      source: "'upload'",
      modality: "iif(i = 1, 'video', 'document')",
      // The newest wait for a review; a few that are as rare are the oldest.
      status: "iif(i > 0.7 * :n, 'staged', iif(i = 2, 'rejected', 'active'))",
      review_state: "iif(i > 0.7 * :n, 'pending', iif(i = 2, 'rejected', 'approved'))",
      review_expires_at: 'iif(i > 0.7 * :n, :now + 1000000, NULL)',
      index_state:
        "iif(i > 0.7 * :n OR i = 2, 'none', iif(i = 3, 'failed', iif(i = 4, 'queued', 'indexed')))",
      lang: "iif(i = 6, 'de', 'en')",
      created_at: at,
      uploaded_at: at,
    },
  ],
  ['object_columns', { object_id: id('obj'), profile: `'{"columns":[],"rowCount":1}'` }],
  ['sidecar', { object_id: id('obj'), recording_id: `'${crowded.object}'` }, 'i > 1'],
  [
    'word_boxes',
    {
      object_id: `'${crowded.object}'`,
      page: 'i',
      width: '100',
      height: '100',
      words: "x'8b8e0500'",
    },
  ],
  [
    'job',
    {
      job_id: id('job'),
      kind: "'ingest-object'",
      payload: "'{}'",
      subject_id: `'${crowded.object}'`,
      tenant_id: ':me',
      priority: '1',
      state: "'done'",
      run_after_at: at,
      created_at: at,
      finished_at: at,
    },
  ],
  ['reprocess', { dataset_id: id('dset'), which: "'all'", requested_at: at }, 'i = 1'],
  [
    'reprocess_object',
    { dataset_id: `'${crowded.dataset}'`, object_id: id('obj'), outcome: "'changed'" },
  ],
  [
    'dataset_access',
    {
      dataset_id: `'${crowded.dataset}'`,
      tenant_id: id('tnt'),
      granted_by: ':myUser',
      granted_at: at,
    },
  ],
  [
    'access_request',
    {
      // Of the even ones mine, to the others' datasets; the odd ones are for mine.
      access_request_id: id('acr'),
      dataset_id: `iif(i % 2, '${crowded.dataset}', ${id('dset')})`,
      tenant_id: `iif(i % 2, ${id('tnt')}, :me)`,
      requested_by: ':myUser',
      status: "iif(i <= 4, 'pending', 'approved')",
      created_at: at,
      decided_at: `iif(i <= 4, NULL, ${at})`,
      decided_by: 'iif(i <= 4, NULL, :myUser)',
      provider_tenant_id: 'iif(i % 2, :me, :other)',
    },
  ],
  [
    'search_activity',
    {
      search_activity_id: id('sa'),
      search_id: id('srch'),
      tenant_id: ':me',
      principal_id: ':myUser',
      api_key_id: `iif(i <= 3, '${crowded.key}', NULL)`,
      query_text: text('pump'),
      mode: "'keyword'",
      params_hash: "printf('%064d', i)",
      billed: '1',
      result_count: '1',
      hits: "'[]'",
      occurred_at: at,
    },
  ],
  [
    'search_reach',
    {
      search_id: id('srch'),
      dataset_id: `'${crowded.dataset}'`,
      provider_tenant_id: ':me',
      buyer_tenant_id: ':other',
      passages: '1',
      occurred_at: at,
    },
  ],
  [
    'asset_access',
    {
      access_id: id('acc'),
      tenant_id: 'iif(i % 2, :me, :other)',
      principal_id: ':myUser',
      api_key_id: `iif(i <= 3, '${crowded.key}', NULL)`,
      object_id: id('obj'),
      dataset_id: `'${crowded.dataset}'`,
      occurred_at: at,
    },
  ],
  [
    'meter_event',
    {
      // Of the even ones I am the buyer, of the odd ones the provider.
      seq: '1000 + i',
      event_id: "printf('dl:%064d', i)",
      kind: "'download'",
      buyer_tenant_id: 'iif(i % 2, :other, :me)',
      provider_tenant_id: 'iif(i % 2, :me, :other)',
      dataset_id: id('dset'),
      asset_id: id('obj'),
      api_key_id: `iif(i <= 3, '${crowded.key}', NULL)`,
      quantity: '1',
      price_version: '1',
      charge_cents: '10',
      provider_share_bp: '6000',
      provider_cents: '6',
      gross_after_cents: '10 * i',
      period: `'${crowded.period}'`,
      created_at: at,
      prev: blob(32),
      hash: blob(32),
    },
  ],
  [
    'refund',
    {
      event_id: "printf('dl:%064d', i)",
      buyer_tenant_id: 'iif(i % 2, :other, :me)',
      provider_tenant_id: 'iif(i % 2, :me, :other)',
      period: `'${crowded.period}'`,
      charge_cents: '10',
      provider_cents: '6',
      source: "'earned'",
      reason: "'a test'",
      created_at: at,
    },
  ],
  [
    'dispute',
    {
      dispute_id: id('dsp'),
      event_id: "printf('dl:%064d', i)",
      buyer_tenant_id: ':me',
      provider_tenant_id: ':other',
      period: `'${crowded.period}'`,
      charge_cents: '10',
      reason: "'a test'",
      state: "iif(i <= 3, 'open', 'rejected')",
      opened_by: ':myUser',
      opened_at: at,
      resolved_at: `iif(i <= 3, NULL, ${at})`,
    },
  ],
  [
    'payout_statement',
    {
      payout_statement_id: id('stmt'),
      tenant_id: ':me',
      period_start_at: 'i * 1000',
      period_end_at: 'i * 1000 + 999',
      gross_cents: '10',
      seller_cents: '6',
      held_cents: '0',
      released_cents: '6',
      currency: "'EUR'",
      status: "iif(i <= 3, 'held', 'processing')",
      created_at: at,
    },
  ],
  [
    'payout_progress',
    {
      payout_statement_id: id('stmt'),
      period: `'${crowded.period}'`,
      reversed_cents: '0',
      release_at: at,
      attempts: '1',
      batch_id: `'${crowded.batch}'`,
      updated_at: at,
    },
  ],
  ['payout_batch', { batch_id: id('pay'), created_by: ':myUser', created_at: at }, 'i = 1'],
  [
    'payout_payment',
    {
      batch_id: `'${crowded.batch}'`,
      payout_statement_id: id('stmt'),
      tenant_id: ':me',
      holder_name: "'A holder'",
      iban: "'DE02120300000000202051'",
      amount_cents: '6',
    },
    // No batch has more.
    'i <= 50',
  ],
  [
    'ledger_head',
    {
      head_no: '100 + i',
      transfers: '1',
      transfer_root: blob(32),
      transfer_chain: blob(32),
      events: '0',
      event_root: blob(32),
      event_chain: blob(32),
      signed_at: at,
      public_key: blob(32),
      signature: blob(64),
    },
  ],
  ['wallet_user', { user_no: '1', user_id: ':myUser' }, 'i = 1'],
  [
    'wallet',
    {
      user_id: ':myUser',
      network: "iif(i <= 3, 'bitcoin', 'solana')",
      address: text('address'),
      address_key: text('address'),
      label: "''",
      is_primary: '0',
      last_used_at: at,
      created_at: at,
      updated_at: at,
    },
    // Nobody has more.
    'i <= 100',
  ],
  [
    'sol_entry',
    {
      entry_id: id('btx'),
      user_id: ':myUser',
      type: "iif(i <= 3, 'withdrawal', 'deposit')",
      amount_lamports: '1000',
      fee_lamports: '0',
      status: "'confirmed'",
      transaction_hash: "printf('%064d', i)",
      group_id: "'deposit:' || i",
      created_at: at,
      updated_at: at,
    },
  ],
  [
    'chain_record',
    {
      height: '1000 + i',
      place: '0',
      transaction_hash: "printf('%064d', i)",
      kind: "'deposit'",
      subject_id: id('btx'),
      body: "'{}'",
    },
  ],
  [
    'asset_card',
    {
      asset_id: id('obj'),
      user_id: ':myUser',
      name: text('Asset'),
      description: "'What it is.'",
      created_at: at,
    },
  ],
  [
    'microip',
    {
      asset_id: id('obj'),
      owner_user_id: ':myUser',
      owner_tenant_id: ':me',
      price_lamports: '1000 + i',
      license_type: "'standard'",
      name: text('Licence'),
      description: "'A pump.'",
      long_summary: "'Pumps of houses.'",
      tags: `'["pump"]'`,
      category: "iif(i = 7, 'audio', 'document')",
      questions: "'[]'",
      quality: "'standard'",
      metadata_status: "'ready'",
      metadata_source: "'name'",
      on_chain_id: "'x'",
      chain_status: "'registered'",
      transaction_hash: "printf('%064d', i)",
      created_at: at,
      updated_at: at,
    },
  ],
  [
    'microip_download',
    {
      asset_id: `iif(i % 2, '${crowded.object}', ${id('obj')})`,
      buyer_user_id: ':myUser',
      paid_lamports: '0',
      fee_lamports: '0',
      transaction_hash: "printf('%064d', i)",
      created_at: at,
    },
  ],
]

/** What refuses rows stands aside meanwhile; what follows from them is kept up. */
export function seedCrowd({ raw }: Pick<Store, 'raw'>, rows: number, parties: CrowdParties): void {
  const kept = raw
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%RAISE(%'")
    .all() as { name: string; sql: string }[]
  raw.pragma('foreign_keys = OFF')
  const given = {
    n: rows,
    now: parties.nowMs,
    me: parties.me,
    myUser: parties.myUser,
    other: parties.other,
  }
  raw.transaction(() => {
    for (const { name } of kept) raw.exec(`DROP TRIGGER ${name}`)
    for (const [table, columns, where = 'TRUE'] of seeds) {
      const text = `
        WITH RECURSIVE one (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM one WHERE i < :n)
        INSERT INTO ${table} (${Object.keys(columns)})
        SELECT ${Object.values(columns)} FROM one WHERE ${where}`
      const used = Object.entries(given).filter(([name]) => new RegExp(`:${name}\\b`).test(text))
      raw.prepare(text).run(Object.fromEntries(used))
    }
    for (const { sql } of kept) raw.exec(sql)
  })()
  raw.pragma('foreign_keys = ON')
}
