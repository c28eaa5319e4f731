// What a tenant takes along: everything of its own, nothing of others, and no secret.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  composedTables,
  exportedTables,
} from '../../../src/adapters/portability/exported-tables.ts'
import { prose } from '../../support/inspections.ts'
import { buy, fund, license, uploadAsset } from '../../support/licences.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { runCommand } from '../../support/run-command.ts'
import { sha256 } from '../../support/sha256.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { buyersSecret, commandsOn, openHouses, openTrade } from '../../support/two-houses.ts'

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort()
}

// biome-ignore lint/suspicious/noExplicitAny: rows of every shape
function rowsIn(folder: string, name: string): any[] {
  const lines = readFileSync(join(folder, 'records', `${name}.jsonl`), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

test('an archive has the people, the files as uploaded, the passages and the money', async () => {
  using houses = await openHouses()
  const to = join(houses.path, 'archive')
  const done = await houses.printed('tenant', 'export', 'Provider house', '--to', to)
  const { provider } = houses.trade.market
  assert.equal([done.tenant_id, done.files, done.missing_blobs], [provider.tenantId, 2, []])
  assert.equal(
    rowsIn(to, 'users').map(({ email }) => email),
    [provider.email],
  )
  const objects = rowsIn(to, 'objects')
  assert.equal(objects.map(({ filename }) => filename).sort(), ['Report 1.TXT', 'waits.txt'])
  const { records, blobs } = JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8'))
  const file = blobs.find((one: { object_id: string }) => one.object_id === houses.trade.sold)
  assert.is(file.name, `blobs/${houses.trade.sold}.txt`)
  assert.equal(readFileSync(join(to, file.name)), prose(20))
  assert.is(file.sha256, sha256(prose(20)))
  assert.ok(rowsIn(to, 'passages').some(({ text }) => text.includes('boiler')))
  assert.ok(rowsIn(to, 'statement').some(({ account, side }) => account && side === 'credit'))
  assert.ok(rowsIn(to, 'events-sold').some(({ kind }) => kind === 'download'))
  assert.is(rowsIn(to, 'orders-received').length, 2)
  assert.ok(rowsIn(to, 'events-sold').some((event) => event.gross_after_cents > 0))
  for (const { name, rows } of records) {
    assert.is(rowsIn(to, name.slice('records/'.length, -'.jsonl'.length)).length, rows, name)
  }
})

test('an archive of the one side of a trade names the other side nowhere', async () => {
  using houses = await openHouses()
  const { market, buyersDataset, buyersObject } = houses.trade
  const to = join(houses.path, 'archive')
  await houses.printed('tenant', 'export', market.provider.tenantId, '--to', to)
  const { buyer, operator, key } = market
  const foreign = [
    ...[buyer.tenantId, buyer.userId, buyer.email, 'Buyer', buyer.token, buyersSecret],
    ...[key.split('_')[1] ?? '', buyersDataset, buyersObject, 'Cellar of the buyer'],
    ...[operator.userId, operator.tenantId, operator.email, 'Operator house'],
  ]
  for (const file of filesIn(to)) {
    const text = readFileSync(join(to, file), 'latin1')
    for (const word of foreign) assert.not(text.includes(word), `${word} in ${file}`)
  }
})

test('nor are the people of the other side, or who has an exclusive licence', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const foreign = await tradeByPeople(dir)
  const to = join(folder.path, 'archive')
  await commandsOn(dir).printed('tenant', 'export', 'Provider house', '--to', to)
  assert.is(rowsIn(to, 'orders-received').length, 3)
  assert.is(rowsIn(to, 'licences-sold').length, 1)
  for (const file of filesIn(to)) {
    const text = readFileSync(join(to, file), 'latin1')
    for (const word of foreign) assert.not(text.includes(word), `${word} in ${file}`)
  }
})

/** A person of the buyer's downloads, and takes a licence for themselves alone. */
async function tradeByPeople(dir: string): Promise<string[]> {
  await using app = await openTestApp({ dir, config: { welcomeCredits: 500 } })
  const { market, sold } = await openTrade(app)
  const { call, provider, buyer, operator } = market
  const body = { asset_id: sold }
  const { body: minted } = await call('POST', '/v1/downloads', { as: buyer.token, body })
  assert.is((await call('GET', new URL(minted.data.url).pathname)).status, 200)
  const { body: uploaded } = await uploadAsset(app, provider, { is_public: 'true' })
  const assetId = uploaded.asset_id
  const approval = `/v1/admin/review/objects/${provider.tenantId}/${assetId}/approve`
  assert.is((await call('POST', approval, { as: operator.token, body: {} })).status, 200)
  await app.settleJobs()
  const licensed = await license(app, provider, { assetId, type: 'exclusive' })
  assert.is(licensed.status, 201)
  await fund(app, buyer, 5)
  assert.is((await buy(app, buyer, assetId)).status, 200)
  return [buyer.tenantId, buyer.userId, buyer.email]
}

test('a buyer takes along what it ordered, searched and paid', async () => {
  using houses = await openHouses()
  const to = join(houses.path, 'archive')
  await houses.printed('tenant', 'export', 'Buyer house', '--to', to)
  assert.is(rowsIn(to, 'orders').length, 2)
  assert.not.match(JSON.stringify(rowsIn(to, 'events')), /gross_after|blind/)
  assert.equal(
    rowsIn(to, 'searches').map(({ query_text: text }) => text),
    ['boiler'],
  )
  assert.equal(
    rowsIn(to, 'events')
      .map(({ kind }) => kind)
      .filter((kind) => kind === 'download'),
    ['download'],
  )
  assert.ok(rowsIn(to, 'statement').some(({ side }) => side === 'debit'))
  const text = filesIn(to).map((file) => readFileSync(join(to, file), 'latin1'))
  assert.not(text.some((one) => one.includes('Report 1.TXT') || one.includes('number 7 in good')))
})

test('no password, secret, token or hash of one is in an archive', async () => {
  using houses = await openHouses()
  const to = join(houses.path, 'archive')
  await houses.printed('tenant', 'export', 'Buyer house', '--to', to)
  const raw = new Database(join(houses.dir, 'kontor.db'), { readonly: true })
  const secrets = [
    ...raw.prepare('SELECT password_hash FROM user').pluck().all(),
    ...raw.prepare('SELECT hex(secret_hash) FROM api_key').pluck().all(),
    ...raw.prepare('SELECT hex(token_hash) FROM session').pluck().all(),
    ...[houses.trade.market.key.split('_')[2], houses.trade.market.buyer.token],
  ].map((one) => String(one).toLowerCase())
  raw.close()
  assert.ok(secrets.length > 8)
  const text = filesIn(to).map((file) => readFileSync(join(to, file), 'latin1').toLowerCase())
  for (const secret of secrets) assert.not(text.some((one) => one.includes(secret)))
})

test('sha256sum agrees with the sums of an archive, and finds what was changed', async () => {
  using houses = await openHouses()
  const to = join(houses.path, 'archive')
  await houses.printed('tenant', 'export', 'Provider house', '--to', to)
  const sums = readFileSync(join(to, 'SHA256SUMS'), 'utf8').trim().split('\n')
  assert.equal(
    sums.map((line) => line.slice(66)).sort(),
    filesIn(to).filter((name) => name !== 'SHA256SUMS'),
  )
  for (const line of sums) {
    assert.is(sha256(readFileSync(join(to, line.slice(66)))), line.slice(0, 64))
  }
})

test('a place that is taken is refused and stays as it is', async () => {
  using houses = await openHouses()
  const to = join(houses.path, 'taken')
  mkdirSync(to)
  writeFileSync(join(to, 'mine.txt'), 'mine')
  const taken = await houses.run('tenant', 'export', 'Provider house', '--to', to)
  assert.is(taken.code, 1)
  assert.match(taken.err[0] ?? '', /is there already/)
  assert.equal(filesIn(to), ['mine.txt'])
  const unknown = await houses.run('tenant', 'export', 'Nobody', '--to', join(houses.path, 'x'))
  assert.is(unknown.code, 1)
  assert.not(existsSync(join(houses.path, 'x')))
})

test('an object whose bytes are lost or altered is named, and the rest is there', async () => {
  using houses = await openHouses()
  const raw = new Database(join(houses.dir, 'kontor.db'), { readonly: true })
  const { sold, waiting } = houses.trade
  const key = (id: string) =>
    raw.prepare('SELECT blob_key FROM object WHERE object_id = ?').pluck().get(id) as string
  const path = (one: string) => join(houses.dir, 'blobs', one.slice(28, 30), one)
  rmSync(path(key(sold)))
  appendFileSync(path(key(waiting)), 'more')
  raw.close()
  const to = join(houses.path, 'archive')
  const { code, out } = await houses.run('tenant', 'export', 'Provider house', '--to', to, '--json')
  const done = JSON.parse(out.join('\n'))
  assert.equal([code, done.files, done.missing_blobs], [1, 0, [sold, waiting]])
  assert.is(rowsIn(to, 'objects').length, 2)
})

/** The tables of which nothing is in an archive, and why. */
const notExported: Readonly<Record<string, string>> = {
  ...derived(['object_preview', 'word_boxes', 'passage_vector', 'index_change', 'vector_snapshot']),
  ...derived(['embedding_model', 'passage_fts', 'passage_vocab', 'passage_words', 'microip_fts']),
  ...derived(['passage_stems']),
  ...derived(['dataset_holding', 'dataset_tag', 'dataset_fts', 'visibility_change']),
  ...derived(['search_feed']),
  ...derived(['rated_passage', 'api_key_ancestor', 'spent_below', 'tenant_storage']),
  ...working(['event', 'event_count', 'known_problem', 'webhook', 'webhook_delivery']),
  ...working(['folder_order', 'import_report', 'import_report_file']),
  ...working(['notice_place', 'notice_read', 'notification_choice']),
  ...working(['job', 'idempotent_reply', 'billed_search', 'voucher_attempt', 'wallet_challenge']),
  ...working(['wallet_message', 'upload_part', 'reprocess', 'reprocess_object', 'wallet_user']),
  ...working(['user_identity', 'sso_flow', 'sso_session', 'sso_logout', 'password_pass']),
  ...working(['oauth_client', 'oauth_code', 'oauth_grant']),
  ...working(['password_reset', 'tenant_suspension', 'user_lock', 'factor_challenge']),
  ...because(['totp', 'recovery_code'], 'a secret, sealed, or the hash of one'),
  ...platform(['first_hour']),
  ...platform(['setup_code', 'rate_card', 'closed_period', 'clock_state', 'chain_cursor']),
  ...platform(['payout_batch', 'merkle_node', 'ledger_head', 'signing_key', 'schema_migration']),
  ...platform(['table_seal', 'reading_version', 'analysis_version', 'writer_epoch', 'file_place']),
  ...platform(['imported_tenant', 'imported_dataset']),
  ...platform(['chain_block', 'chain_record', 'chain_submission', 'chain_deposit']),
}

function derived(tables: readonly string[]) {
  return because(tables, 'made from the files and the rows that are there')
}

function working(tables: readonly string[]) {
  return because(tables, 'work in progress, gone within days, or keyed hashes')
}

function platform(tables: readonly string[]) {
  return because(tables, 'of the platform; what is of the tenant stands in other files')
}

function because(tables: readonly string[], reason: string): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [table, reason]))
}

test('every table is in an archive, or there is a reason why not', async () => {
  await using app = await openTestApp()
  const names = app.store.raw
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .pluck()
    .all() as string[]
  const decided = new Set([
    ...exportedTables.map(({ table }) => table),
    ...composedTables.flatMap(({ tables }) => tables),
    ...Object.keys(notExported),
  ])
  const shadow = /_fts_[a-z]+$/
  assert.equal(
    names.filter((name) => !decided.has(name) && !shadow.test(name)),
    [],
  )
  assert.equal(
    [...decided].filter((name) => !names.includes(name)),
    [],
  )
})

/** A column that is new in a table is a question here: may it leave the house? */
test('the columns of an archive are those that were decided on', async () => {
  await using app = await openTestApp()
  const { raw } = app.store
  const whole = exportedTables.map(({ table, name, omit = [] }) => {
    const columns = raw.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table)
    const unknown = omit.filter((one) => !columns.includes(one))
    assert.equal(unknown, [], `${table} has no such column`)
    return [name, columns.filter((one) => !omit.includes(one as string))]
  })
  const composed = composedTables.map(({ name, sql }) => [
    name,
    raw
      .prepare(sql)
      .columns()
      .map((column) => column.name),
  ])
  const lines = [...whole, ...composed].map(([name, columns]) => `${name}: ${columns}`)
  const golden = join(import.meta.dirname, '..', '..', 'golden', 'archive-columns.txt')
  assert.equal(lines, readFileSync(golden, 'utf8').trim().split('\n'))
})

test('a running server writes the archive and says so in its audit log', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  await using app = await openTestApp({ dir })
  const { market } = await openTrade(app)
  const to = join(folder.path, 'archive')
  for (const [deed, body] of [
    ['suspend', { reason: 'a word of the operator' }],
    ['resume', { note: 'a word of the operator' }],
  ] as const) {
    const path = `/v1/admin/tenants/${market.provider.tenantId}/${deed}`
    const answer = await market.call('POST', path, { as: market.operator.token, body })
    assert.is(answer.status, 200, JSON.stringify(answer.body))
  }
  const { listenForCommands } = await import('../../../src/cli/control.ts')
  const { folderCommands } = await import('../../../src/cli/folder-commands.ts')
  await using _listening = await listenForCommands(app, folderCommands)
  const args = ['tenant', 'export', 'Provider house', '--to', to, '--data-dir', dir, '--json']
  const { code, err } = await runCommand({ args })
  assert.equal([code, err], [0, []])
  const { body } = await market.call('GET', '/v1/audit', { as: market.provider.token })
  assert.is(body.data.audit_events[0].action, 'tenant.exported')
  const told = rowsIn(to, 'audit').filter(({ subject_type }) => subject_type === 'tenant')
  assert.equal(
    told.map(({ action, details }) => [action, details]),
    [
      ['tenant.suspended', {}],
      ['tenant.resumed', {}],
    ],
    'the words of the operator are not among it',
  )
})

test.run()
