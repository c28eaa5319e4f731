// Each type of event, caused through the door and read back.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../src/base/clock.ts'
import { buy, fund, licensedAsset } from '../../support/licences.ts'
import { approve, openMarket, stage } from '../../support/market.ts'
import { openTestApp, password, type TestApp } from '../../support/open-test-app.ts'
import { openTestSettled } from '../../support/open-test-settled.ts'
import { openTestShop } from '../../support/open-test-shop.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { onlyOne, toldTo } from '../../support/told.ts'

const bytes = Buffer.from('Heat pumps move heat from the ground into the house.')
const quiet = { parts: { jobs: false, workers: false } }

async function openPlace(app: TestApp) {
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const { provider, operator } = market
  const path = (objectId: string) => `/v1/admin/review/objects/${provider.tenantId}/${objectId}`
  const reject = (objectId: string) =>
    app.call('POST', `${path(objectId)}/reject`, { as: operator.token, body: { reason: 'no' } })
  const about = (object_id: string) => {
    return { object_id, dataset_id: market.datasetId }
  }
  return { market, about, reject }
}

test('a file waits, is let in and found; others are refused or cannot be read', async () => {
  await using app = await openTestApp({ parts: { workers: false } })
  const { market, about, reject } = await openPlace(app)
  const { provider } = market
  const { objectId } = await stage(market, { bytes })
  await approve(market, { objectId, url: '' })
  await app.settleJobs()
  const all = toldTo(app, provider.tenantId)
  const size_bytes = bytes.length
  assert.equal(onlyOne(all, 'object.uploaded'), { ...about(objectId), size_bytes })
  assert.equal(onlyOne(all, 'object.approved'), about(objectId))
  assert.equal(onlyOne(all, 'object.indexed'), { ...about(objectId), passages: 2 })
  const review_expires_at = isoOf(app.clock.nowMs() + 72 * 3_600_000)
  const waiting = { ...about(objectId), tenant_id: provider.tenantId, review_expires_at }
  assert.equal(onlyOne(toldTo(app, 'platform'), 'review.waiting'), waiting)

  const refused = await stage(market, { bytes })
  assert.is((await reject(refused.objectId)).status, 200)
  const empty = await stage(market, { bytes: Buffer.from('  \n ') })
  await approve(market, empty)
  await app.settleJobs()
  const later = toldTo(app, provider.tenantId)
  assert.equal(onlyOne(later, 'object.rejected'), about(refused.objectId))
  assert.equal(onlyOne(later, 'object.failed'), { ...about(empty.objectId), reason: 'empty' })
  assert.equal(
    later.map(({ number }) => number),
    later.map((_, i) => i + 1),
  )
  // Nothing of it is another tenant's: the buyer has made a key, and that is all.
  const buyers = toldTo(app, market.buyer.tenantId).map(({ type }) => type)
  assert.equal(buyers, ['key.created'])
})

test('a review that ends soon is told to both sides, its end to the provider', async () => {
  await using app = await openTestApp({ parts: { workers: false } })
  const { market, about } = await openPlace(app)
  const { tenantId } = market.provider
  const { objectId } = await stage(market, { bytes })
  const review_expires_at = isoOf(app.clock.nowMs() + 72 * 3_600_000)
  for (const hours of [61, 12]) {
    app.clock.advance({ hours })
    await app.runUpkeep()
  }
  const expiring = { ...about(objectId), tenant_id: tenantId, review_expires_at }
  for (const stream of [tenantId, 'platform']) {
    assert.equal(onlyOne(toldTo(app, stream), 'review.expiring'), expiring)
  }
  assert.equal(onlyOne(toldTo(app, tenantId), 'object.expired'), about(objectId))
})

test('access is asked for, decided and revoked', async () => {
  await using app = await openTestApp(quiet)
  const { market } = await openPlace(app)
  const { provider, buyer, datasetId: dataset_id } = market
  const own = `/v1/datasets/${dataset_id}`
  const body = { visibility: 'restricted' }
  assert.is((await app.call('PATCH', own, { as: provider.token, body })).status, 200)
  app.store.raw.exec("UPDATE dataset SET status = 'active'")
  const ask = () =>
    app.call('POST', `/v1/catalog/datasets/${dataset_id}/access-requests`, {
      as: buyer.token,
      body: { message: 'please' },
    })
  const { access_request_id } = (await ask()).body.data
  assert.equal(onlyOne(toldTo(app, provider.tenantId), 'dataset.access_requested'), {
    dataset_id,
    dataset_name: 'Inspections',
    access_request_id,
    tenant_id: buyer.tenantId,
    tenant_name: 'Buyer house',
  })
  const path = `${own}/access-requests/${access_request_id}`
  const decided = await app.call('PATCH', path, {
    as: provider.token,
    body: { decision: 'rejected' },
  })
  assert.is(decided.status, 200)
  const again = (await ask()).body.data.access_request_id
  const grant = { as: provider.token, body: { tenant_id: buyer.tenantId } }
  assert.is((await app.call('POST', `${own}/access`, grant)).status, 201)
  const told = toldTo(app, buyer.tenantId).filter(({ type }) => type === 'dataset.access_decided')
  assert.equal(
    told.map(({ data }) => data),
    [
      { dataset_id, access_request_id, decision: 'rejected' },
      { dataset_id, access_request_id: again, decision: 'approved' },
    ],
  )
  const access = `${own}/access/${buyer.tenantId}`
  assert.is((await app.call('DELETE', access, { as: provider.token })).status, 204)
  const ended = { dataset_id, reason: 'revoked' }
  assert.equal(onlyOne(toldTo(app, buyer.tenantId), 'dataset.access_ended'), ended)
})

test('keys begin and end, also with the one who made them, and people join', async () => {
  await using app = await openTestApp(quiet)
  const owner = await app.signUp('Owner')
  const as = owner.token
  const made = await app.call('POST', '/v1/api-keys', { as, body: { name: 'reader' } })
  const { api_key_id } = made.body.data
  await app.call('DELETE', `/v1/api-keys/${api_key_id}`, { as })
  const roles = ['buyer_manager']
  const invited = await app.call('POST', '/v1/tenant/invitations', { as, body: { roles } })
  const email = 'new@example.eu'
  const joined = await app.call('POST', '/v1/auth/signup', {
    body: {
      email,
      password,
      display_name: 'New',
      invitation_code: invited.body.data.invitation_code,
    },
  })
  const { user_id, session_token } = joined.body.data
  await app.call('POST', '/v1/api-keys', { as: session_token, body: { name: 'theirs' } })
  await app.call('DELETE', `/v1/tenant/members/${user_id}`, { as })
  const all = toldTo(app, owner.tenantId)
  assert.equal(
    all.map(({ type, data }) => [type, 'name' in data ? data.name : '']),
    [
      ['key.created', 'reader'],
      ['key.revoked', 'reader'],
      ['member.joined', ''],
      ['key.created', 'theirs'],
      ['key.revoked', 'theirs'],
    ],
  )
  assert.equal(onlyOne(all, 'member.joined'), { user_id, roles })
  const scopes = ['datasets:read', 'search:query']
  assert.equal(all[0]?.data, { api_key_id, name: 'reader', scopes })
  assert.not.match(JSON.stringify(all), /new@example|"New"/)
})

test('what is sold, settled, disputed and paid is told to its provider', async () => {
  await using shop = await openTestSettled()
  const stream = shop.provider.tenantId
  const sold = toldTo(shop, stream).filter(({ type }) => type === 'download.sold')
  assert.equal(
    sold.map(({ data }) => 'price_credits' in data && data.price_credits),
    [25, 25],
  )
  const about = { payout_statement_id: shop.payoutId, period: '2026-03' }
  assert.equal(onlyOne(toldTo(shop, stream), 'statement.ready'), { ...about, seller_cents: 30 })
  await shop.setAccount()
  await shop.windowOver()
  const batch = await shop.admin('POST', '/v1/admin/payout-batches', {})
  const path = `/v1/admin/payout-batches/${batch.body.data.payout_batch_id}/paid`
  assert.is((await shop.admin('POST', path, {})).status, 200)
  assert.equal(onlyOne(toldTo(shop, stream), 'payout.paid'), { ...about, paid_cents: 30 })
  const dispute = { event_id: shop.events[0], reason: 'secret words' }
  const { dispute_id } = (await shop.admin('POST', '/v1/admin/disputes', dispute)).body.data
  const all = toldTo(shop, stream)
  const opened = { dispute_id, period: '2026-03', charge_cents: 25 }
  assert.equal(onlyOne(all, 'dispute.opened'), opened)
  assert.not.match(JSON.stringify(all), /secret words|DE89/)
})

test('a licence is sold to somebody, once', async () => {
  await using app = await openTestApp({ parts: { workers: false } })
  const [owner, buyer] = [await app.signUp('Owner'), await app.signUp('Buyer')]
  const asset_id = await licensedAsset(app, owner, { price: 1 })
  await fund(app, buyer, 5)
  for (let i = 0; i < 2; i++) assert.is((await buy(app, buyer, asset_id)).status, 200)
  const { sale_id, ...sold } = onlyOne(toldTo(app, owner.tenantId), 'licence.sold') as {
    sale_id: string
  }
  assert.match(sale_id, /^sal_/)
  assert.equal(sold, { asset_id, license_type: 'standard', price_lamports: 1_000_000_000 })
})

test('the last search of the month is told once, and the next is refused', async () => {
  await using shop = await openTestShop()
  const { tenantId } = shop.buyer
  shop.sql(`INSERT INTO tally VALUES ('${tenantId}', '2026-03', 'searches', '', 998)`)
  const found: unknown[] = []
  for (const q of ['one', 'two', 'three']) {
    const { status } = await shop.search(q)
    found.push([status, toldTo(shop, tenantId).some(({ type }) => type === 'allowance.spent')])
  }
  assert.equal(found, [
    [200, false],
    [200, true],
    [402, true],
  ])
  const said = { searches: 1000, reset_at: '2026-04-01T00:00:00.000Z' }
  assert.equal(onlyOne(toldTo(shop, tenantId), 'allowance.spent'), said)
})

test('a backup that was due and failed is told to those who run the platform', async () => {
  using folder = temporaryFolder()
  const backupDir = join(folder.path, 'file')
  writeFileSync(backupDir, 'no folder')
  await using app = await openTestApp({ config: { backupDir }, parts: { workers: false } })
  await app.runUpkeep()
  const said = onlyOne(toldTo(app, 'platform'), 'backup.failed')
  assert.equal(said, { began_at: isoOf(app.clock.nowMs()) })
})

test.run()
