// Between a link that was fetched and one that is open something changes: what a search, a new
// link, the open one and the used one answer then, and that each charge is still given back once.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../../support/assert-ledger-balances.ts'
import type { Answer } from '../../support/open-test-app.ts'
import { furnishedShop, type TestShop } from '../../support/open-test-shop.ts'
import { untilSo } from '../../support/until.ts'

type Scene = TestShop & { asset: string; keyPath: string; used: string; open: string }

const prices = { retrievalStandardCredits: 2, downloadPriceCents: 25 }

/**
 * The buyer had 100 credits, and access to a dataset that lets in whom its owner says: it searched,
 * and has a link that was fetched and one that is open.
 */
const openScene = furnishedShop(
  async (shop) => {
    const asset = await shop.offer()
    await shop.shelve(asset, ['The boiler A-17 was inspected in May.'])
    await sell(shop, { visibility: 'restricted' })
    const access = { as: shop.provider.token, body: { tenant_id: shop.buyer.tenantId } }
    const path = `/v1/datasets/${shop.datasetId}/access`
    assert.is((await shop.call('POST', path, access)).status, 201)
    const { body } = await shop.call('GET', '/v1/api-keys', { as: shop.buyer.token })
    const keyPath = `/v1/api-keys/${body.data.api_keys[0].api_key_id}`
    await untilSo('a search is answered', async () => (await shop.search('boiler')).status === 200)
    const [used, open] = [await shop.link(asset), await shop.link(asset)]
    assert.is((await shop.call('GET', used)).status, 200)
    return { asset, keyPath, used, open }
  },
  { config: { ...prices, searchTimeoutMs: 30_000 } },
)

function sell({ call, provider, datasetId }: TestShop, body: object): Promise<Answer> {
  return call('PATCH', `/v1/datasets/${datasetId}`, { as: provider.token, body })
}

const operate = ({ call, operator }: TestShop, path: string, body: object = { reason: 'test' }) =>
  call('POST', `/v1/admin/${path}`, { as: operator.token, body })
const limit = ({ call, buyer, keyPath }: Scene, body: object) =>
  call('PATCH', keyPath, { as: buyer.token, body })

type Row = {
  name: string
  change(scene: Scene): Promise<Answer>
  /** What a search of before finds and costs, or how it is refused. */
  search: string
  /** The price of a new link, or how it is refused. */
  mint: string
  /** What the open link answers, and what it costs. */
  open: string
}

const hidden = { search: '0 for 0', mint: '404', open: '403 for 0' }
const ended = { search: '401', mint: '401', open: '403 for 0' }

const rows: Row[] = [
  {
    name: 'the price rises',
    change: (scene) => sell(scene, { base_price_credits: 40, pricing_model: 'fixed' }),
    search: '1 for 0',
    mint: '40',
    open: '200 for 25',
  },
  {
    name: 'files are free from now on',
    change: (scene) => sell(scene, { base_price_credits: 0 }),
    search: '1 for 0',
    mint: '0',
    open: '200 for 25',
  },
  {
    name: 'the access is taken away',
    change: ({ call, provider, buyer, datasetId }) =>
      call('DELETE', `/v1/datasets/${datasetId}/access/${buyer.tenantId}`, { as: provider.token }),
    ...hidden,
  },
  {
    name: 'nobody else finds the dataset',
    change: (scene) => sell(scene, { visibility: 'private' }),
    ...hidden,
  },
  {
    name: 'the dataset is paused',
    change: (scene) => sell(scene, { status: 'paused' }),
    ...hidden,
  },
  {
    name: 'the dataset is suspended',
    change: (scene) => operate(scene, `datasets/${scene.datasetId}/suspend`),
    ...hidden,
  },
  {
    name: 'the file is taken down',
    change: (scene) => operate(scene, `objects/${scene.provider.tenantId}/${scene.asset}/takedown`),
    ...hidden,
  },
  {
    name: 'the file is deleted',
    change: ({ call, provider, asset }) =>
      call('DELETE', `/v1/objects/${asset}`, { as: provider.token }),
    ...hidden,
  },
  {
    name: 'the dataset is deleted',
    change: ({ call, provider, datasetId }) =>
      call('DELETE', `/v1/datasets/${datasetId}`, { as: provider.token }),
    ...hidden,
  },
  {
    name: 'the provider is suspended',
    change: (scene) => operate(scene, `tenants/${scene.provider.tenantId}/suspend`),
    ...hidden,
  },
  {
    name: 'the buyer is suspended',
    change: (scene) => operate(scene, `tenants/${scene.buyer.tenantId}/suspend`),
    search: '403',
    mint: '403',
    open: '403 for 0',
  },
  {
    name: 'the key is revoked',
    change: ({ call, buyer, keyPath }) => call('DELETE', keyPath, { as: buyer.token }),
    ...ended,
  },
  {
    name: 'the key expires',
    async change(scene) {
      const soon = new Date(scene.clock.nowMs() + 1000).toISOString()
      const answer = await limit(scene, { expires_at: soon })
      scene.clock.advance({ seconds: 1 })
      return answer
    },
    ...ended,
  },
  {
    name: 'the key may not search any more',
    change: (scene) => limit(scene, { scopes: ['datasets:read'] }),
    search: '403',
    mint: '403',
    open: '403 for 0',
  },
  {
    name: 'the key is for other datasets',
    change: (scene) => limit(scene, { dataset_access_mode: 'allow_list', dataset_ids: [] }),
    ...hidden,
  },
  {
    name: 'the budget of the key is closed',
    change: (scene) => limit(scene, { monthly_budget_credits: 1 }),
    search: '1 for 0',
    mint: '402',
    open: '402 for 0',
  },
]

/** What was paid for before the change, given back after it: each once, whatever has ended. */
async function giveBack(scene: Scene): Promise<void> {
  const { raw } = scene.store
  const charges = raw.prepare('SELECT event_id FROM meter_event WHERE charge_cents > 0').pluck()
  for (const event_id of charges.all()) {
    const asked = { event_id, reason: 'test' }
    const disputed = await operate(scene, 'disputes', asked)
    assert.is(disputed.status, 201)
    assert.is((await operate(scene, 'refunds', asked)).status, 201)
    assert.is((await operate(scene, 'refunds', asked)).status, 409)
    const path = `disputes/${disputed.body.data.dispute_id}/resolve`
    assert.is((await operate(scene, path, { decision: 'refund' })).status, 200)
    assert.is((await operate(scene, 'disputes', asked)).status, 409)
  }
}

for (const { name, change, ...expected } of rows) {
  test(`${name}: what was paid for stays, what is open answers as of now`, async () => {
    await using scene = await openScene()
    const { call, buyer, asset, credits, used, open } = scene
    assert.is(credits(buyer.tenantId), 73)
    const changed = await change(scene)
    assert.ok(changed.status < 300, JSON.stringify(changed.body))

    const found = await scene.search('boiler')
    const minted = await scene.mint(asset)
    const fetched = await call('GET', open)
    const { total, charged_credits } = found.body
    const found200 = `${total} for ${charged_credits}`
    const said = {
      search: found.status === 200 ? found200 : String(found.status),
      mint: String(minted.status === 200 ? minted.body.estimated_credits : minted.status),
      open: `${fetched.status} for ${73 - credits(buyer.tenantId)}`,
    }
    assert.equal(said, expected)
    assert.is((await call('GET', used)).status, 410)

    await giveBack(scene)
    assert.is(credits(buyer.tenantId), 100)
    assertLedgerBalances(scene)
  })
}

test.run()
