// What a search asks of its key, its tenant and the shelves is kept while nothing changes: here it
// changes between two searches, by this server and by another hand.
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestApp } from '../../support/open-test-app.ts'
import { openShelves } from '../../support/shelves.ts'
import { untilSo } from '../../support/until.ts'

async function openScene() {
  const app = await openTestApp()
  const shelves = openShelves(app.store, app.clock)
  const operator = await app.admin()
  const provider = await app.signUp('Provider')
  const buyer = await app.signUp('Buyer')
  const listed = shelves.dataset(provider.tenantId, { visibility: 'listed' })
  await shelves.object(listed, ['The boiler A-17 was inspected in May.'])
  const key = await app.key(buyer)
  const { body } = await app.call('GET', '/v1/api-keys', { as: buyer.token })
  const keyPath = `/v1/api-keys/${body.data.api_keys[0].api_key_id}`
  const other = new Database(app.store.file)
  const search = async () => {
    const answer = await app.call('GET', '/search?q=boiler', { as: key })
    return answer.status === 200 ? answer.body.total : answer.status
  }
  // The threads that search start with the first one.
  await untilSo('searches are answered', async () => (await search()) !== 503)
  return {
    app,
    operator,
    provider,
    buyer,
    listed,
    other,
    keyPath,
    search,
    async [Symbol.asyncDispose]() {
      other.close()
      await app[Symbol.asyncDispose]()
    },
  }
}

test('a key that is altered, narrowed or ends counts from the next search on', async () => {
  await using scene = await openScene()
  const { app, buyer, other, keyPath, search, provider } = scene
  const patch = (body: object) => app.call('PATCH', keyPath, { as: buyer.token, body })
  assert.is(await search(), 1)
  const scopes = other.prepare('UPDATE api_key SET scopes = ?')
  scopes.run('["datasets:read"]')
  assert.is(await search(), 403)
  scopes.run('["datasets:read","search:query"]')
  assert.is(await search(), 1)
  const soon = new Date(app.clock.nowMs() + 60_000).toISOString()
  const ending = await patch({ expires_at: soon })
  assert.is(ending.status, 200, JSON.stringify(ending.body))
  assert.is(await search(), 1)
  app.clock.advance({ seconds: 60 })
  assert.is(await search(), 401)
  assert.is((await patch({ expires_at: null })).status, 200)
  assert.is(await search(), 1)
  const elsewhere = openShelves(app.store, app.clock).dataset(provider.tenantId, {
    visibility: 'listed',
  })
  const list = { dataset_access_mode: 'allow_list', dataset_ids: [elsewhere.datasetId] }
  assert.is((await patch(list)).status, 200)
  assert.is(await search(), 0)
  assert.ok((await app.call('DELETE', keyPath, { as: buyer.token })).status < 300)
  assert.is(await search(), 401)
})

test('a suspension, a plan and a closed dataset count from the next search on', async () => {
  await using scene = await openScene()
  const { app, buyer, operator, other, search, listed } = scene
  assert.is(await search(), 1)
  const path = `/v1/admin/tenants/${buyer.tenantId}/suspend`
  const done = await app.call('POST', path, { as: operator.token, body: { reason: 'unpaid' } })
  assert.is(done.status, 200)
  assert.is(await search(), 403)
  other.exec('DELETE FROM tenant_suspension')
  assert.is(await search(), 1)
  const show = other.prepare('UPDATE dataset SET visibility = ? WHERE dataset_id = ?')
  show.run('private', listed.datasetId)
  assert.is(await search(), 0)
  show.run('listed', listed.datasetId)
  assert.is(await search(), 1)
  other.exec(`UPDATE tally SET amount = 1000000 WHERE kind = 'searches'`)
  assert.is(await search(), 402)
  other.exec(`UPDATE tenant SET plan = 'unlimited'`)
  assert.is(await search(), 1)
})

test.run()
