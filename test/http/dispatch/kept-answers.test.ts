// A request that is sent again with its Idempotency-Key gets the answer of the first one, also
// where the answer is more than what was written: with names, or with work that has begun.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestSettled, type TestSettled } from '../../support/open-test-settled.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { untilSo } from '../../support/until.ts'

type Asked = { path: string; body?: object; status: number }

/** Twice, with one key. Gives what was answered. */
async function twice({ call, operator }: TestSettled, { path, body, status }: Asked) {
  const headers = { 'idempotency-key': `a key for ${path}` }
  const asked = { as: operator.token, headers, ...(body && { body }) }
  const first = await call('POST', path, asked)
  assert.is(first.status, status, `${path}: ${JSON.stringify(first.body)}`)
  const again = await call('POST', path, asked)
  assert.equal([again.status, again.body], [status, first.body], path)
  assert.is(again.headers.get('idempotent-replayed'), 'true', path)
  return first.body.data
}

test('a dispute is opened and resolved once, with the names of both sides', async () => {
  await using shop = await openTestSettled()
  const event_id = shop.events[0]
  const body = { event_id, reason: 'x' }
  const opened = await twice(shop, { path: '/v1/admin/disputes', body, status: 201 })
  assert.equal([opened.event_id, opened.state], [event_id, 'open'])
  const path = `/v1/admin/disputes/${opened.dispute_id}/resolve`
  const resolved = await twice(shop, { path, body: { decision: 'reject' }, status: 200 })
  assert.equal(resolved.state, 'rejected')
  assert.ok(resolved.provider_name && resolved.buyer_name)
})

test('work that an operator starts is started once, also when it is over by then', async () => {
  await using shop = await openTestSettled()
  const as = shop.operator.token
  const headers = { 'idempotency-key': 'once' }
  const start = () =>
    shop.call('POST', '/v1/admin/work', { as, body: { kind: 'ledger_verify' }, headers })
  const works = async () => (await shop.call('GET', '/v1/admin/work', { as })).body.data.work
  const first = await start()
  assert.is(first.status, 202, JSON.stringify(first.body))
  await untilSo('it is done', async () => (await works())[0].state === 'done')
  assert.equal((await start()).body, first.body)
  assert.is((await works()).length, 1)
})

test('a folder is imported once, and an import is cancelled once', async () => {
  using inbox = temporaryFolder()
  await using shop = await openTestSettled({ config: { importRoots: inbox.path } })
  const as = shop.operator.token
  const [root] = (await shop.call('GET', '/v1/import-roots', { as })).body.data.roots
  const made = await shop.call('POST', '/v1/datasets', { as, body: { name: 'Archive' } })
  const { dataset_id } = made.body.data
  const body = { root_id: root.root_id, folder: '', dataset_id }
  const begun = await twice(shop, { path: '/v1/folder-imports', body, status: 202 })
  await twice(shop, { path: `/v1/folder-imports/${begun.import_id}/cancel`, status: 200 })
  const { imports } = (await shop.call('GET', '/v1/folder-imports', { as })).body.data
  assert.is(imports.length, 1)
  const watch = { ...body, every_seconds: 60 }
  await twice(shop, { path: '/v1/folder-watches', body: watch, status: 201 })
  const { watches } = (await shop.call('GET', '/v1/folder-watches', { as })).body.data
  assert.is(watches.length, 1)
})

test('samples are put in once', async () => {
  await using shop = await openTestSettled()
  const path = '/v1/admin/first-hour/samples'
  const { dataset_id } = await twice(shop, { path, status: 201 })
  assert.ok(dataset_id)
})

test.run()
