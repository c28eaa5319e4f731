// What is deleted, a balance that runs low, and what the doctor finds: each told of once.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openMarket, stage } from '../../support/market.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { openTestShop } from '../../support/open-test-shop.ts'
import { onlyOne, toldTo } from '../../support/told.ts'

const quiet = { parts: { jobs: false, workers: false } }
const bytes = Buffer.from('Heat pumps move heat from the ground into the house.')
const ofType = (app: Parameters<typeof toldTo>[0], stream: string, type: string) =>
  toldTo(app, stream).filter((event) => event.type === type)

test('deleted files are told of one by one, a dataset as one, an open upload never', async () => {
  await using app = await openTestApp(quiet)
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const { provider, datasetId: dataset_id } = market
  const as = provider.token
  const first = await stage(market, { bytes })
  const second = await stage(market, { bytes })
  await stage(market, { bytes })
  const file = { filename: 'a.txt', content_type: 'text/plain', size_bytes: 5 }
  const path = `/v1/datasets/${dataset_id}/objects`
  const open = (await app.call('POST', `${path}/upload`, { as, body: file })).body.data
  for (const id of [open.object_id, first.objectId]) {
    assert.is((await app.call('DELETE', `/v1/objects/${id}`, { as })).status, 200)
  }
  const object_ids = [second.objectId]
  const many = await app.call('POST', `${path}/delete`, { as, body: { object_ids } })
  assert.is(many.status, 200, JSON.stringify(many.body))
  assert.is((await app.call('DELETE', `/v1/datasets/${dataset_id}`, { as })).status, 200)
  const told = ofType(app, provider.tenantId, 'object.deleted').map(({ data }) => data)
  assert.equal(
    told,
    [first, second].map(({ objectId: object_id }) => ({ object_id, dataset_id })),
  )
  assert.equal(onlyOne(toldTo(app, provider.tenantId), 'dataset.deleted'), { dataset_id })
})

test('a balance that falls below the threshold is told of once, again after it rose', async () => {
  await using shop = await openTestShop({ config: { creditsLow: 100 } })
  const { tenantId } = shop.buyer
  const asset = await shop.offer()
  const buy = async () => shop.call('GET', await shop.link(asset))
  const low = () => ofType(shop, tenantId, 'credits.low').map(({ data }) => data)
  const spent = shop.credits(tenantId)
  await shop.grant(tenantId, 130)
  const before = shop.credits(tenantId)
  const sold: number[] = []
  while (shop.credits(tenantId) >= 50) {
    await buy()
    sold.push(shop.credits(tenantId))
  }
  const [crossing] = sold.filter((left) => left < 100)
  assert.ok(before > spent && sold.filter((left) => left < 100).length > 1)
  assert.equal(low(), [{ available_credits: crossing, threshold_credits: 100 }])
  await shop.grant(tenantId, 100)
  while (shop.credits(tenantId) >= 100) await buy()
  assert.is(low().length, 2)
})

test('with a threshold of 0 nobody is told', async () => {
  await using shop = await openTestShop({ config: { creditsLow: 0 } })
  const asset = await shop.offer()
  await shop.call('GET', await shop.link(asset))
  assert.equal(ofType(shop, shop.buyer.tenantId, 'credits.low'), [])
})

test('what the doctor finds anew is told to the platform once, and that it is gone', async () => {
  await using app = await openTestApp({ config: { doctorHours: 1 }, ...quiet })
  const { token: as } = await app.admin()
  const told = () =>
    toldTo(app, 'platform')
      .filter(({ type }) => type.startsWith('doctor.'))
      .map(({ type, data }) => `${type} ${'message' in data ? data.message : ''}`)
  const later = async () => {
    app.clock.advance({ hours: 1 })
    await app.runUpkeep()
  }
  await app.runUpkeep()
  assert.equal(told(), [], 'not while it starts')
  await later()
  const first = told()
  await later()
  assert.equal(told(), first, 'the same is told once')
  const [look] = (await app.call('GET', '/v1/admin/work', { as })).body.data.work
  assert.equal([look.kind, look.state, look.started_by], ['doctor', 'done', null])
  assert.is(look.findings.length, first.length, 'and stands among the works')
  const secret = join(app.dir, 'secret.key')
  chmodSync(secret, 0o644)
  await later()
  const [found, ...others] = told().slice(first.length)
  assert.match(found ?? '', /^doctor\.problem Others on this machine can read/)
  assert.equal(others, [])
  chmodSync(secret, 0o600)
  await later()
  assert.is(told().at(-1), found?.replace('problem', 'solved'))
  const notices = (await app.call('GET', '/v1/me/notices', { as })).body.data
  assert.match(JSON.stringify(notices), 'doctor.problem')
})

test.run()
