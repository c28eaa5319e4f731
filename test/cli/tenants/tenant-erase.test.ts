// Erasure of a tenant and of a person: what goes, what stays, and what is refused.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { TenantId } from '../../../src/base/ids.ts'
import { listenForCommands } from '../../../src/cli/control.ts'
import { folderCommands } from '../../../src/cli/folder-commands.ts'
import { deeds } from '../../../src/domain/erasure/index.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { runCommand } from '../../support/run-command.ts'
import { commandsOn, openHouses } from '../../support/two-houses.ts'

const provider = 'Provider house'

function inDatabase<T>(dir: string, look: (raw: Database.Database) => T): T {
  const raw = new Database(join(dir, 'kontor.db'))
  try {
    return look(raw)
  } finally {
    raw.close()
  }
}

/** Every byte of the database, without what deleted rows left in free pages. */
function bytesOfDatabase(dir: string): string {
  inDatabase(dir, (raw) => {
    raw.exec('VACUUM')
    raw.pragma('wal_checkpoint(TRUNCATE)')
  })
  return readFileSync(join(dir, 'kontor.db'), 'latin1')
}

function blobsIn(dir: string): string[] {
  const entries = readdirSync(join(dir, 'blobs'), { recursive: true, withFileTypes: true })
  return entries.map(({ name }) => name).filter((name) => name.startsWith('obj_'))
}

test('without the name once more nothing happens, and it is told what would', async () => {
  using houses = await openHouses()
  const shown = await houses.printed('tenant', 'erase', provider)
  assert.equal([shown.dry_run, shown.users, shown.datasets, shown.objects], [true, 1, 1, 2])
  assert.ok(shown.passages > 0 && shown.money.length > 0)
  const wrong = await houses.run('tenant', 'erase', provider, '--confirm', 'Provider')
  assert.equal([wrong.code, /must be the name/.test(wrong.err.join())], [2, true])
  assert.equal(await houses.printed('tenant', 'erase', provider), shown)
})

test('a tenant with money in the books is erased only when that is given up', async () => {
  using houses = await openHouses()
  const refused = await houses.run('tenant', 'erase', provider, '--confirm', provider)
  assert.is(refused.code, 1)
  assert.match(refused.err.join(), /--forfeit/)
  assert.is((await houses.printed('tenant', 'erase', provider)).objects, 2)
})

test('nothing of an erased tenant is in the database, and its files are gone', async () => {
  using houses = await openHouses()
  const { dir, trade } = houses
  const head = (await houses.printed('ledger', 'verify')).head
  const args = ['tenant', 'erase', provider, '--confirm', provider, '--forfeit']
  const done = await houses.printed(...args)
  assert.equal([done.objects, done.files_kept], [2, 0])
  const text = bytesOfDatabase(dir)
  const names = [trade.market.provider.email, provider, 'Inspections', 'Report 1.TXT']
  for (const name of [...names, 'waits.txt', 'inspector found the valve', 'of the provider']) {
    assert.not(text.includes(name), name)
  }
  assert.equal(
    blobsIn(dir).filter((name) => !name.startsWith(trade.buyersObject)),
    [],
  )
  const verified = await houses.printed('ledger', 'verify')
  assert.equal([verified.ok, verified.head], [true, head])
})

test('who traded with an erased tenant keeps its own, and receipts stay genuine', async () => {
  using houses = await openHouses()
  const { market, buyersObject, sold } = houses.trade
  const { key, buyer } = market
  const event = inDatabase(houses.dir, (raw) =>
    raw.prepare(`SELECT event_id FROM meter_event WHERE kind = 'download'`).pluck().get(),
  )
  const [receipt, pem] = ['receipt.json', 'kontor.pem'].map((name) => join(houses.path, name))
  writeFileSync(pem as string, (await houses.run('ledger', 'key')).out.join('\n'))
  const ask = async () => {
    await using app = await openTestApp({ dir: houses.dir })
    const given = await app.call('GET', `/v1/receipts/${event}`, { as: buyer.token })
    const asset = await app.call('GET', `/asset/${sold}`, { as: key })
    const found = await app.call('GET', '/search?q=boiler', { as: key })
    const own = await app.call('GET', `/v1/objects/${buyersObject}`, { as: buyer.token })
    const mint = await app.call('POST', '/download', { as: key, body: { asset_id: sold } })
    const statuses = [given, asset, found, own, mint].map(({ status }) => status)
    return { receipt: given.body, statuses, hits: found.body.results?.length ?? 0 }
  }
  const before = await ask()
  assert.equal(before.statuses, [200, 200, 200, 200, 200])
  assert.ok(before.hits > 0)
  await houses.printed('tenant', 'erase', provider, '--confirm', provider, '--forfeit')
  const after = await ask()
  assert.equal([after.statuses, after.hits], [[200, 404, 200, 200, 404], 0])
  for (const one of [before.receipt, after.receipt]) {
    writeFileSync(receipt as string, JSON.stringify(one))
    const args = ['receipt', 'verify', receipt as string, '--key', pem as string]
    assert.is((await runCommand({ args })).code, 0)
  }
})

test('a link that was minted and not used leads nowhere after the erasure, uncharged', async () => {
  using houses = await openHouses()
  await using app = await openTestApp({ dir: houses.dir })
  await using _listening = await listenForCommands(app, folderCommands)
  const { key, buyer } = houses.trade.market
  const minted = await app.call('POST', '/download', {
    as: key,
    body: { asset_id: houses.trade.sold },
  })
  const balance = async () =>
    (await app.call('GET', '/v1/buyer/dashboard', { as: buyer.token })).body.data
  const before = await balance()
  await houses.printed('tenant', 'erase', provider, '--confirm', provider, '--forfeit')
  assert.is((await app.call('GET', minted.body.url)).status, 403)
  assert.equal(await balance(), before)
})

test('a running server erases: sessions and keys end at once, others go on', async () => {
  using houses = await openHouses()
  const { market } = houses.trade
  await using app = await openTestApp({ dir: houses.dir })
  await using _listening = await listenForCommands(app, folderCommands)
  const me = (token: string) => app.call('GET', '/v1/me', { as: token })
  assert.is((await me(market.buyer.token)).status, 200)
  const buyer = 'Buyer house'
  await houses.printed('tenant', 'erase', buyer, '--confirm', buyer, '--forfeit')
  assert.is((await me(market.buyer.token)).status, 401)
  assert.is((await me(market.key)).status, 401)
  assert.is((await me(market.provider.token)).status, 200)
  assert.ok((await app.verifyLedger()).ok)
  const { events } = app.rooms.audit.listAll({ limit: 1 })
  assert.is(events[0]?.action, 'tenant.erased')
  const asked = app.store.raw.prepare('SELECT count(*) FROM search_activity').pluck().get()
  assert.is(asked, 0)
})

test('an erasure that was cut short is given again and comes to its end', async () => {
  using houses = await openHouses()
  const { dir } = houses
  {
    await using app = await openTestApp({ dir, parts: { jobs: false } })
    const { tenantId } = app.rooms.identity.tenantNamed(provider)
    await app.rooms.identity.lockOut(tenantId)
    const cmd = { requestId: 'req_cut_short' as never, write: app.store.write }
    const datasetId = houses.trade.market.datasetId as never
    await app.rooms.catalog.eraseDataset(cmd, { datasetId })
  }
  const done = await commandsOn(dir).printed(
    ...['tenant', 'erase', provider, '--confirm', provider, '--forfeit'],
  )
  assert.is(done.dry_run, false)
  assert.not(bytesOfDatabase(dir).includes('inspector found the valve'))
  assert.not(blobsIn(dir).some((name) => name.startsWith(houses.trade.sold)))
})

/** Stops at the so-many-th place where it may. */
function stoppedAt(place: number): AbortSignal {
  let looked = 0
  const throwIfAborted = () => {
    if (++looked === place) throw new Error(`stopped at ${place}`)
  }
  return { aborted: false, throwIfAborted } as AbortSignal
}

test('an erasure that is stopped between slices and given again leaves nothing', async () => {
  using houses = await openHouses()
  await using app = await openTestApp({ dir: houses.dir, parts: { jobs: false } })
  const { tenantId } = app.rooms.identity.tenantNamed(provider)
  const request = { tenantId, forfeit: true, dropSold: true }
  const erase = (place: number) =>
    app.rooms.erasure.eraseTenant({ ...request, signal: stoppedAt(place) })
  let stops = 0
  const again = (error: Error) => {
    assert.match(error.message, /^stopped at/)
    stops++
    return undefined
  }
  // Each time a little farther: what was done once is done again, over what is done.
  for (let place = 1; !(await erase(place).catch(again)); ) place += 3
  assert.ok(stops > 10, `${stops} stops`)
  const erased = app.rooms.audit.listAll({ limit: 100, action: 'tenant.erased' })
  assert.is(erased.events.length, 1)
  await app.close()
  const text = bytesOfDatabase(houses.dir)
  for (const word of [provider, 'Report 1.TXT', 'inspector found the valve', 'of the provider']) {
    assert.not(text.includes(word), word)
  }
  assert.not(blobsIn(houses.dir).some((name) => name.startsWith(houses.trade.sold)))
})

test('an erasure that was cut short goes on by itself, and is told of as it began', async () => {
  using houses = await openHouses()
  await using app = await openTestApp({ dir: houses.dir, parts: { workers: false } })
  const { tenantId } = app.rooms.identity.tenantNamed(provider)
  const erase = (place: number) => {
    const request = { tenantId, forfeit: true, dropSold: true, signal: stoppedAt(place) }
    return app.rooms.erasure.eraseTenant(request).then(
      () => 'done',
      ({ message }: Error) => message,
    )
  }
  assert.is(await erase(8), 'stopped at 8')
  const [first, second] = await Promise.all([erase(30), erase(30)])
  assert.equal([first, second], ['stopped at 30', 'This tenant is being erased already.'])
  const erased = () => app.rooms.audit.listAll({ limit: 9, action: 'tenant.erased' }).events
  assert.is(erased().length, 0)
  app.clock.advance({ seconds: 61 })
  await app.settleJobs()
  const [told] = erased()
  assert.equal([told?.details.objects, told?.details.forfeit], [2, true])
  const jobs = app.store.raw.prepare(`SELECT state FROM job WHERE kind = 'erase-tenant'`).pluck()
  assert.equal(jobs.all(), ['done'])
})

test('of many rows some go in each transaction: others are answered meanwhile', async () => {
  using houses = await openHouses()
  await using app = await openTestApp({ dir: houses.dir, parts: { jobs: false } })
  const { raw } = app.store
  const tenantId = houses.trade.market.buyer.tenantId as TenantId
  const numbers = `WITH RECURSIVE n (i) AS (
    SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1300)`
  raw.exec(`INSERT INTO asset_access ${numbers} SELECT 'acc_' || i, '${tenantId}', 'usr_x', NULL,
    'obj_x', 'dset_x', i FROM n`)
  raw.exec(`INSERT INTO event ${numbers} SELECT 'platform', 1000 + i, 'review.waiting', i,
    json_object('tenant_id', '${tenantId}') FROM n`)
  const changes = raw.prepare('SELECT total_changes()').pluck()
  let most = 0
  let seen = Number(changes.get())
  app.store.beforeCommit(() => {
    const now = Number(changes.get())
    most = Math.max(most, now - seen)
    seen = now
  })
  await app.rooms.erasure.eraseTenant({ tenantId, forfeit: true, dropSold: false })
  const left = raw.prepare(`
    SELECT (SELECT count(*) FROM asset_access) + (SELECT count(*) FROM event
      WHERE data ->> 'tenant_id' = ?)`)
  assert.is(left.pluck().get(tenantId), 0)
  assert.ok(most <= 300, `${most} changes in one transaction`)
})

test('the archive of an erased tenant brings it back under another id', async () => {
  using houses = await openHouses()
  const archive = join(houses.path, 'archive')
  await houses.printed('tenant', 'export', provider, '--to', archive)
  const { tenant_id: before } = await houses.printed(
    ...['tenant', 'erase', provider, '--confirm', provider, '--forfeit'],
  )
  const back = await houses.printed('tenant', 'import', archive)
  assert.not(back.tenant_id === before)
  assert.is(back.objects.length, 2)
  assert.ok(existsSync(archive))
})

/** Tables that other rooms empty when their things are deleted, on the way of every deletion. */
const emptiedByRooms: readonly string[] = [
  ...['tenant', 'user', 'session', 'api_key', 'api_key_grant', 'invitation'],
  ...['dataset', 'object', 'passage', 'passage_fts', 'passage_stems', 'passage_vector'],
  'object_preview',
  ...['word_boxes', 'upload', 'upload_part', 'imported_file', 'replaced_file'],
  ...['import_report_file', 'oauth_grant'],
  ...['index_change', 'microip_fts'],
  ...['dataset_holding', 'dataset_tag', 'dataset_fts'],
]

/** The tables in which something of who was erased stays, and why. Nothing of it is a name. */
const kept: Readonly<Record<string, string>> = {
  ...because('the books: ids and amounts, and what was told to the bank, as the law asks', [
    ...['account', 'transfer', 'meter_event', 'answer', 'citation', 'merkle_node'],
    ...['ledger_head', 'signing_key', 'plan_month', 'tally', 'voucher', 'x402_payment'],
    ...['payout_statement', 'payout_progress', 'payout_payment', 'payout_batch', 'refund'],
    ...['closed_period', 'rate_card', 'dl_link', 'watched_deposit', 'spent_below'],
  ]),
  ...because('the other side of a trade holds it, by id alone', [
    ...['microip_sale', 'microip_download', 'search_reach', 'rated_passage'],
  ]),
  ...because('signed, and on record for everybody, by id alone', [
    ...['chain_block', 'chain_record', 'chain_submission', 'chain_deposit', 'chain_cursor'],
  ]),
  ...because('an id, a role and a number', [
    'membership',
    'wallet_user',
    'api_key_ancestor',
    'tenant_storage',
    'password_pass',
  ]),
  ...because('a keyed hash, which goes with the address', ['password_reset']),
  ...because('why it was shut out, in the words of the operator', ['tenant_suspension']),
  ...because('a keyed hash, so that whoever is gone does not come back unasked', ['user_identity']),
  ...because('forgotten by itself within days; sealed, or by id alone', [
    ...['job', 'idempotent_reply', 'reprocess', 'reprocess_object'],
    ...['sso_flow', 'sso_session', 'sso_logout', 'oauth_code'],
  ]),
  ...because('by id alone, and forgotten after 50,000 newer changes', ['search_feed']),
  ...because('a number, so that none is given twice', ['event_count']),
  ...because('of nobody', [
    ...['setup_code', 'clock_state', 'embedding_model', 'vector_snapshot', 'schema_migration'],
    ...['passage_vocab', 'passage_words', 'table_seal', 'reading_version'],
    ...['analysis_version', 'known_problem', 'first_hour', 'visibility_change'],
    ...['writer_epoch', 'file_place', 'oauth_client'],
  ]),
}

function because(reason: string, tables: readonly string[]): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [table, reason]))
}

test('every table is emptied, or there is a reason why something of it stays', async () => {
  await using app = await openTestApp()
  const names = app.store.raw
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .pluck()
    .all() as string[]
  const decided = new Set([
    ...deeds.map(({ table }) => table),
    ...emptiedByRooms,
    ...Object.keys(kept),
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

test.run()
