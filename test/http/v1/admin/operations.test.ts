// What an operator does from afar besides backups: each as its command does it.
import { globSync, readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { TenantId } from '../../../../src/base/ids.ts'
import { folderCommands } from '../../../../src/cli/folder-commands.ts'
import { en as words } from '../../../../src/console/screens/operate/work/en.ts'
import { aboutTenants, workKinds } from '../../../../src/domain/running.ts'
import { allRoutes } from '../../../../src/http/surfaces.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { openTestApp } from '../../../support/open-test-app.ts'
import { downloadOf } from '../../../support/open-test-ledger.ts'
import { openTestSettled, type TestSettled } from '../../../support/open-test-settled.ts'
import { manualPage, sectionOf } from '../../../support/readme.ts'
import { addTotp, logInWith } from '../../../support/second-factors.ts'
import { until } from '../../../support/until.ts'

type Called = Pick<TestSettled, 'call'>

/** Begins work and gives what came of it. */
async function done(app: Called, as: string, order: object) {
  const { status, body } = await app.call('POST', '/v1/admin/work', { as, body: order })
  assert.is(status, 202, JSON.stringify(body))
  return until(`${JSON.stringify(order)} is done`, async () => {
    const asked = await app.call('GET', `/v1/admin/work/${body.data.work_id}`, { as })
    const { state, facts } = asked.body.data
    const nameless = Object.keys(facts).filter((name) => !(name in words.facts))
    assert.equal(nameless, [], 'the console has a word for each')
    return state === 'running' ? undefined : asked.body.data
  })
}

test('the console has a word for each check that finds something', () => {
  const sources = globSync('src/{adapters,app,cli,composition,domain}/**/*.ts')
  const checks = sources
    .map((path) => readFileSync(path, 'utf8'))
    .filter((text) => text.includes('remedy'))
    .flatMap((text) => [...text.matchAll(/check: '([^']+)'/g)].map(([, check = '']) => check))
  assert.ok(checks.includes('lease') && checks.length > 20)
  assert.equal(
    checks.filter((check) => !(check in words.checks)),
    [],
  )
})

const rows = sectionOf(manualPage('administration-http.md').text, 'Commands')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('the manual says of every command where it is over HTTP, or why it is not', () => {
  const named = rows.flatMap(([, names = '']) => [...names.matchAll(/`([a-z -]+)`/g)])
  const commands = folderCommands.map(({ name }) => name)
  const names = named.map(([, name]) => name).filter((name) => name !== 'kontor top')
  assert.equal(names.sort(), [...commands, 'doctor', 'logs'].sort())
  const known = allRoutes().map(({ route }) => `${route.method.toUpperCase()} ${route.path}`)
  for (const [, names, where = ''] of rows) {
    for (const [, ask = ''] of where.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) [^`?]+)/g)) {
      const path = ask.replace(/\{(\w+)\}/g, ':$1')
      assert.ok(known.includes(path), `${names}: ${ask}`)
    }
    assert.ok(/`/.test(where) || where.length > 20, names)
  }
})

test('the manual names every kind of work, and nothing that is none', () => {
  const said = rows.flatMap(([, , where = '']) => [...where.matchAll(/"([a-z_]+)"/g)])
  assert.equal([...new Set(said.map(([, kind]) => kind))].sort(), [...workKinds].sort())
})

test('index, chain and garbage are looked at, and what was found is counted', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const { token: as } = await app.admin()
  const facts = async (kind: string) => {
    const work = await done(app, as, { kind })
    assert.equal([work.ok, work.findings, work.error], [true, [], null], kind)
    return work.facts
  }
  assert.equal(await facts('index_verify'), { passages: 0, stopped: false, problem_count: 0 })
  assert.equal(await facts('index_rebuild'), { passages: 0, stopped: false })
  assert.ok((await facts('chain_verify')).chain_id)
  const once = { as, headers: { 'idempotency-key': 'once' }, body: { name: 'Set' } }
  assert.is((await app.call('POST', '/v1/datasets', once)).status, 201)
  app.clock.advance({ hours: 25 })
  const counted = await facts('gc_count')
  assert.equal(counted, { sessions: 0, replies: 1, uploads: 0, files: 0 })
  assert.equal({ ...(await facts('gc')), log_pages: 0 }, { ...counted, log_pages: 0 })
  assert.is((await facts('gc_count')).replies, 0)
})

test('secrets are shown without a secret, rotated, and their overlap ended', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const { token: as } = await app.admin()
  const secrets = async () => (await app.call('GET', '/v1/admin/secrets', { as })).body.data
  const before = await secrets()
  assert.equal(before.generations, [{ generation: 0, created_at: null, accepted_until: null }])
  const { facts } = await done(app, as, { kind: 'secrets_rotate', overlap_hours: 2 })
  assert.equal([facts.generation, facts.new_master_key], [1, true])
  const { generations, master_keys } = await secrets()
  assert.equal(generations.length, 2)
  assert.is(generations[1].accepted_until, facts.accepted_until)
  assert.is.not(master_keys[0], before.master_keys[0])
  const order = { as, body: { kind: 'secrets_end_overlap' } }
  assert.is((await app.call('POST', '/v1/admin/work', order)).status, 202)
  // It ends the session of who asked for it, as that of everybody else.
  const ended = async () => (await app.call('GET', '/v1/me', { as })).status === 401
  await until('it is over', async () => ((await ended()) ? true : undefined))
  const again = (await logInWith(app, await app.admin())).body.data.session_token
  const kept = await app.call('GET', '/v1/admin/secrets', { as: again })
  assert.is(kept.body.data.generations.length, 1)
  const path = '/v1/admin/audit?action=secrets.overlap_ended'
  const { body } = await app.call('GET', path, { as: again })
  assert.is(body.data.audit_events[0].actor.type, 'user')
})

test('the clock is confirmed from afar', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const { token: as } = await app.admin()
  const { facts } = await done(app, as, { kind: 'clock_confirm' })
  assert.is(facts.was_expected_at, null)
})

test('a month is settled once, checked and previewed', async () => {
  await using shop = await openTestSettled()
  const work = (order: object) => done(shop, shop.operator.token, order)
  const settled = await work({ kind: 'settle', period: '2026-03' })
  assert.equal([settled.period, settled.ok], ['2026-03', true])
  assert.equal(
    [settled.facts.is_new, settled.facts.statements, settled.facts.stopped],
    [false, 0, false],
  )
  assert.equal((await work({ kind: 'settle_check' })).facts, { period: '2026-03' })
  const { facts } = await work({ kind: 'settle_preview', period: '2026-04' })
  const none = { statements: 0, gross_credits: 0, seller_credits: 0, providers: [] }
  assert.equal(facts, { period: '2026-04', ...none })
  const early = await work({ kind: 'settle', period: '2026-04' })
  assert.equal([early.state, early.ok], ['failed', null])
  assert.ok(early.error)
  await assertLedgerBalances(shop)
  // No links: what was sold is no matter here.
  const granted = { credits: 6_000, reason: 'test' }
  await shop.admin('POST', `/v1/admin/tenants/${shop.buyer.tenantId}/credits`, granted)
  await shop.store.write((tx) => {
    for (let n = 1; n <= 101; n++) {
      const provider = `tnt_${n}` as const
      const link = { n, nowMs: shop.clock.nowMs() }
      const parties = { buyer: shop.buyer.tenantId as TenantId, provider, priceCents: n }
      shop.rooms.ledger.chargeDownload(tx, downloadOf(parties, link))
    }
  })
  const many = (await work({ kind: 'settle_preview', period: '2026-04' })).facts
  assert.equal([many.statements, many.gross_credits, many.providers.length], [101, 5151, 100])
  assert.equal(many.providers[0], { tenant_id: 'tnt_101', gross_credits: 101, seller_credits: 60 })
})

test('an option that means nothing to the work, and one that is none, are refused', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const { token: as } = await app.admin()
  const table: [order: object, field: string][] = [
    [{ kind: 'dance' }, 'kind'],
    [{ kind: 'doctor', period: '2026-03' }, 'period'],
    [{ kind: 'settle', overlap_hours: 3 }, 'overlap_hours'],
    [{ kind: 'settle', period: '2026-13' }, 'period'],
    [{ kind: 'secrets_rotate', overlap_hours: 721 }, 'overlap_hours'],
    [{ kind: 'secrets_rotate', overlap_hours: 1.5 }, 'overlap_hours'],
  ]
  for (const [body, field] of table) {
    const answer = await app.call('POST', '/v1/admin/work', { as, body })
    assert.equal([answer.status, answer.body.error.details.field], [400, field])
  }
})

test('what does harm asks again who sits there, and what only looks does not', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const admin = await app.admin()
  await addTotp(app, admin)
  app.clock.advance({ seconds: 601 })
  const asked: string[] = []
  const ofServer = workKinds.filter((kind) => !aboutTenants.some((one) => one === kind))
  for (const kind of ofServer) {
    const sent = { as: admin.token, body: { kind } }
    const { status, body } = await app.call('POST', '/v1/admin/work', sent)
    if (status === 403) asked.push(kind)
    else assert.is(status, 202, JSON.stringify(body))
  }
  const harm = ['clock_confirm', 'gc', 'secrets_end_overlap', 'secrets_rotate', 'settle']
  assert.equal(asked.sort(), harm)
})

type Paid = { credits: number }

test('payments, refunds and batches are listed, paged and narrowed', async () => {
  await using shop = await openTestSettled()
  const list = async (path: string) => (await shop.admin('GET', `/v1/admin/${path}`)).body.data
  await shop.grant(shop.buyer.tenantId, 7)
  const { payments, total } = await list('payments')
  const [{ source, tenant_id, credits }] = payments
  assert.equal([source, tenant_id, credits, total], ['grant', shop.buyer.tenantId, 7, 1])
  assert.is((await list('payments?source=stripe')).total, 0)
  assert.is((await list(`payments?tenant_id=${shop.provider.tenantId}`)).total, 0)
  assert.equal(await list('open-payments'), { payments: [] })
  await shop.grant(shop.buyer.tenantId, 9)
  const newest = await list('payments?limit=1')
  const older = await list(`payments?limit=1&cursor=${newest.next_cursor}`)
  const amounts = [newest, older].map((page) => page.payments.map((one: Paid) => one.credits))
  assert.equal([amounts, newest.total, older.next_cursor], [[[9], [7]], 2, null])
  const refund = (event_id: string) =>
    shop.admin('POST', '/v1/admin/refunds', { event_id, reason: 'damaged' })
  for (const event of shop.events) assert.is((await refund(event)).status, 201)
  const first = await list('refunds?limit=1')
  const last = await list(`refunds?limit=1&cursor=${first.next_cursor}`)
  assert.equal([first.total, last.next_cursor], [2, null])
  const both = [...first.refunds, ...last.refunds]
  assert.equal(both.map(({ event_id }) => event_id).sort(), [...shop.events].sort())
  const { event_id: _, refunded_at, reason, ...rest } = both[0]
  assert.equal(rest, {
    buyer_tenant_id: shop.buyer.tenantId,
    buyer_name: shop.rooms.identity.tenant(shop.store.db, shop.buyer.tenantId as never).name,
    provider_tenant_id: shop.provider.tenantId,
    provider_name: shop.rooms.identity.tenant(shop.store.db, shop.provider.tenantId as never).name,
    period: '2026-03',
    credits: 25,
    provider_credits: 15,
    provider_part_from: 'payable',
  })
  assert.ok(refunded_at && reason)
  assert.is((await list('refunds?tenant_id=tnt_other')).total, 0)
  assert.is((await list(`refunds?tenant_id=${shop.buyer.tenantId}`)).total, 2)
  await assertLedgerBalances(shop)
})

test('of settled months two years are shown, those before them on asking', async () => {
  await using shop = await openTestSettled()
  const add = shop.store.raw.prepare('INSERT INTO closed_period VALUES (?, 0)')
  for (let i = 1; i <= 26; i++) {
    add.run(new Date(Date.UTC(2026, 2 - i)).toISOString().slice(0, 7))
  }
  const look = async (query = '') => {
    const { status, body } = await shop.admin('GET', `/v1/admin/reconciliation${query}`)
    if (status !== 200) return [status, body.error.details.field]
    const { months, months_before: before } = body.data
    return [months.length, months[0]?.period, months.at(-1)?.period, before]
  }
  assert.equal(await look(), [24, '2026-03', '2024-04', '2024-04'])
  assert.equal(await look('?before=2024-04'), [3, '2024-03', '2024-01', null])
  assert.equal(await look('?before=2024-01'), [0, undefined, undefined, null])
  for (const odd of ['', '2026', '2026-13', '2026-03-01', 'x']) {
    assert.equal(await look(`?before=${odd}`), [400, 'before'], odd)
  }
})

test('the books agree with the statements at each step of a payout, with their head', async () => {
  await using shop = await openTestSettled()
  const look = async () => {
    const { status, body } = await shop.admin('GET', '/v1/admin/reconciliation')
    assert.is(status, 200, JSON.stringify(body))
    const { months, balanced } = body.data
    assert.ok(balanced)
    const [{ owed_credits, paid_credits, payable_credits, agrees }] = months
    assert.ok(agrees, JSON.stringify(months))
    return [owed_credits, paid_credits, payable_credits]
  }
  assert.equal(await look(), [30, 0, 30])
  const [charge] = shop.events
  const seen = async () => (await shop.admin('GET', `/v1/admin/charges/${charge}`)).body.data
  const { credits, provider_credits, payout_status, refunded_at } = await seen()
  assert.equal([credits, provider_credits, payout_status], [25, 15, 'pending'])
  assert.is(refunded_at, null)
  assert.is((await shop.admin('GET', '/v1/admin/charges/dl:none')).status, 404)
  await shop.admin('POST', '/v1/admin/refunds', { event_id: charge, reason: 'damaged' })
  assert.equal(await look(), [15, 0, 15])
  assert.ok((await seen()).refunded_at)
  await shop.setAccount()
  await shop.windowOver()
  await shop.setStatus('approved')
  const toBank = (body: object) => shop.admin('POST', '/v1/admin/payout-batches', body)
  const failed = (await toBank({})).body.data.payout_batch_id
  await shop.setStatus('failed', 'no such account')
  const batch = await toBank({ retry_failed: true })
  const page = async (query: string) =>
    (await shop.admin('GET', `/v1/admin/payout-batches?limit=1${query}`)).body.data
  const newest = await page('')
  const older = await page(`&cursor=${newest.next_cursor}`)
  const ids = [newest, older].map(({ payout_batches: [one] }) => one.payout_batch_id)
  assert.equal(ids, [batch.body.data.payout_batch_id, failed])
  assert.equal([newest.total, older.next_cursor], [2, null])
  const foreign = `/v1/admin/refunds?cursor=${newest.next_cursor}`
  assert.is((await shop.admin('GET', foreign)).status, 400, 'a cursor is of its list')
  const batches = async () => (await page('')).payout_batches[0]
  const { payout_batch_id, under_way, paid, total_amount } = await batches()
  assert.equal([payout_batch_id, under_way], [batch.body.data.payout_batch_id, 1])
  assert.equal([paid, total_amount], [0, 0.15])
  assert.equal(await look(), [15, 0, 15])
  await shop.admin('POST', `/v1/admin/payout-batches/${payout_batch_id}/paid`)
  assert.equal(await look(), [0, 15, 0])
  assert.equal([(await batches()).under_way, (await batches()).paid], [0, 1])
  const twice = await shop.admin('POST', `/v1/admin/payout-batches/${payout_batch_id}/paid`)
  assert.is(twice.body.error.details.reason, 'nothing_under_way')
  assert.equal(await look(), [0, 15, 0])
  const before = (await shop.admin('GET', '/v1/admin/reconciliation')).body.data
  assert.equal([before.verified, before.unsettled_months], [null, 0])
  await done(shop, shop.operator.token, { kind: 'ledger_verify' })
  const after = (await shop.admin('GET', '/v1/admin/reconciliation')).body.data
  assert.is(after.verified.ok, true)
  assert.equal(after.head.kind, 'kontor head 1')
  await assertLedgerBalances(shop)
})

test('the log is asked for by level and time; a level that is none is refused', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const { token: as } = await app.admin()
  const ask = (query: string) => app.call('GET', `/v1/admin/logs${query}`, { as })
  assert.equal((await ask('')).body.data, { entries: [], remembered_since: null })
  for (const query of [
    '?level=loud',
    '?since=soon',
    '?limit=0',
    '?limit=1001',
    '?slower_than_ms=-1',
  ]) {
    assert.is((await ask(query)).status, 400, query)
  }
})

test.run()
