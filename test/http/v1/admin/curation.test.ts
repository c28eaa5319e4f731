import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { openTestShop, type TestShop } from '../../../support/open-test-shop.ts'

function curate({ call, operator, datasetId }: TestShop, curated: unknown) {
  const as = operator.token
  return call('PATCH', `/v1/admin/datasets/${datasetId}`, { as, body: { curated } })
}

test('a platform admin marks a dataset as curated, and takes the mark away', async () => {
  await using shop = await openTestShop()
  for (const curated of [true, true, false]) {
    const { status, body } = await curate(shop, curated)
    assert.equal([status, body.data.curated], [200, curated])
  }
  const log = shop.store.raw.prepare(
    "SELECT action FROM audit_event WHERE action LIKE 'dataset.%curated' ORDER BY audit_no",
  )
  assert.equal(log.pluck().all(), ['dataset.curated', 'dataset.uncurated'])
})

test('the provider gets 70 % of what is bought from then on, 60 % of what was before', async () => {
  await using shop = await openTestShop()
  const asset = await shop.offer()
  const buy = async () => (await shop.call('GET', await shop.link(asset))).status
  assert.is(await buy(), 200)
  await curate(shop, true)
  assert.is(await buy(), 200)
  const shares = shop.store.raw.prepare(
    "SELECT provider_cents FROM meter_event WHERE kind = 'download' ORDER BY seq",
  )
  assert.equal(shares.pluck().all(), [15, 17])
  assertLedgerBalances(shop)
})

test('nobody else may, and nothing else is taken', async () => {
  await using shop = await openTestShop()
  const path = `/v1/admin/datasets/${shop.datasetId}`
  const byOwner = { as: shop.provider.token, body: { curated: true } }
  assert.is((await shop.call('PATCH', path, byOwner)).status, 403)
  for (const curated of ['true', 1, null, undefined]) {
    const { status, body } = await curate(shop, curated)
    assert.equal([status, body.error.details.field], [400, 'curated'])
  }
  const unknown = { as: shop.operator.token, body: { curated: true } }
  assert.is((await shop.call('PATCH', '/v1/admin/datasets/dset_x', unknown)).status, 404)
})

test.run()
