// What a deletion, a take-down, lost access or a revoked key does to what was minted, bought and
// written down before.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../../support/assert-ledger-balances.ts'
import { furnishedShop, type TestShop } from '../../support/open-test-shop.ts'
import { shared } from '../../support/shared.ts'

type Sold = TestShop & {
  asset: string
  /** Minted by the buyer's key for this dataset; one was fetched. */
  open: string
  used: string
  keyId: string
  grantId: string
  listKey: string
}

type Deed = [what: string, deed: (sold: Sold) => Promise<unknown>, mint?: 401]

const admin = (sold: Sold, path: string) =>
  done(sold, `POST /v1/admin/${path}`, [sold.operator.token, { reason: 'A complaint.' }])
const patch = (sold: Sold, body: object) =>
  done(sold, `PATCH /v1/datasets/${sold.datasetId}`, [sold.provider.token, body])

const deeds: Deed[] = [
  [
    'the object is deleted',
    (sold) => done(sold, `DELETE /v1/objects/${sold.asset}`, [sold.provider.token]),
  ],
  [
    'the dataset is deleted',
    (sold) => done(sold, `DELETE /v1/datasets/${sold.datasetId}`, [sold.provider.token]),
  ],
  ['the dataset is on its way out', (sold) => patch(sold, { status: 'pending_deletion' })],
  ['the dataset is paused', (sold) => patch(sold, { status: 'paused' })],
  ['the dataset is no longer listed', (sold) => patch(sold, { visibility: 'private' })],
  [
    'the object is taken down',
    (sold) => admin(sold, `objects/${sold.provider.tenantId}/${sold.asset}/takedown`),
  ],
  ['the dataset is suspended', (sold) => admin(sold, `datasets/${sold.datasetId}/suspend`)],
  [
    'the access of the tenant is taken away',
    async (sold) => {
      const path = `/v1/datasets/${sold.datasetId}/access`
      const as = sold.provider.token
      await done(sold, `POST ${path}`, [as, { tenant_id: sold.buyer.tenantId }])
      await patch(sold, { visibility: 'restricted' })
      await done(sold, `DELETE ${path}/${sold.buyer.tenantId}`, [as])
    },
  ],
  [
    'the grant of the key is taken away',
    (sold) =>
      done(sold, `DELETE /v1/api-keys/${sold.keyId}/grants/${sold.grantId}`, [sold.buyer.token]),
  ],
  [
    'the key is revoked',
    (sold) => done(sold, `DELETE /v1/api-keys/${sold.keyId}`, [sold.buyer.token]),
    401,
  ],
]

async function done({ call }: TestShop, ask: string, [as, body]: [as: string, body?: object]) {
  const [method = '', path = ''] = ask.split(' ')
  const answer = await call(method, path, body === undefined ? { as } : { as, body })
  assert.ok(answer.status < 300, `${ask}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

async function sell(shop: TestShop) {
  const asset = await shop.offer()
  await shop.shelve(asset, ['a boiler in the cellar'])
  const as = shop.buyer.token
  const body = { name: 'list', scopes: ['search:query'], dataset_access_mode: 'allow_list' }
  const key = await done(shop, 'POST /v1/api-keys', [as, body])
  const path = `POST /v1/api-keys/${key.api_key_id}/grants`
  const grant = await done(shop, path, [as, { dataset_id: shop.datasetId }])
  const linkBy = async () => {
    const minted = await shop.call('POST', '/download', { as: key.key, body: { asset_id: asset } })
    assert.is(minted.status, 200, JSON.stringify(minted.body))
    return new URL(minted.body.url).pathname
  }
  const [used, open] = [await linkBy(), await linkBy()]
  assert.is((await shop.call('GET', used)).status, 200)
  await shop.search('boiler', { as: key.key })
  const ids = { keyId: key.api_key_id, grantId: grant.grant_id, listKey: key.key }
  return { asset, used, open, ...ids }
}

const openSold: () => Promise<Sold> = furnishedShop(sell)

const tables = ['transfer', 'meter_event', 'audit_event', 'search_activity']

/** Rows that are there for good: as they were, whatever comes after them. */
function kept({ store }: Sold): Record<string, string[]> {
  const rowsOf = (name: string) => store.raw.prepare(`SELECT * FROM ${name}`).all()
  return Object.fromEntries(
    tables.map((name) => [name, rowsOf(name).map((row) => JSON.stringify(row))]),
  )
}

/** What is seen before the deed, and after it. */
async function afterwards(deed: Deed[1]) {
  const sold = await openSold()
  try {
    const asked = { as: sold.listKey }
    assert.is((await sold.search('boiler', asked)).body.total, 1)
    const [credits, before] = [sold.credits(sold.buyer.tenantId), kept(sold)]
    await deed(sold)
    const [open, used] = [await sold.call('GET', sold.open), await sold.call('GET', sold.used)]
    const after = kept(sold)
    return Object.assign(sold, { asked, seen: { credits, open, used }, before, after })
  } catch (error) {
    await sold[Symbol.asyncDispose]()
    throw error
  }
}

for (const [what, deed, mint = 404] of deeds) {
  const { fact } = shared(() => afterwards(deed))

  fact(
    `when ${what}: open links are 403, used ones 410, nothing is charged or found`,
    async (it) => {
      const { open, used, credits } = it.seen
      assert.equal([open.status, used.status], [403, 410])
      assert.equal(open.body.code, 'forbidden')
      assert.is(it.credits(it.buyer.tenantId), credits)
      assertLedgerBalances(it)
      const found = await it.search('boiler', it.asked)
      if (mint === 404) assert.equal([found.body.total, found.body.results], [0, []])
      else assert.is(found.status, mint)
      const minted = await it.call('POST', '/download', {
        ...it.asked,
        body: { asset_id: it.asset },
      })
      assert.is(minted.status, mint)
    },
  )

  fact(`when ${what}: what was written down stays as it was`, async (it) => {
    const { before, after } = it
    for (const name of tables) {
      const later = new Set(after[name])
      assert.ok((before[name]?.length ?? 0) > 0, name)
      assert.equal(
        before[name]?.filter((row) => !later.has(row)),
        [],
        name,
      )
    }
    const month = new Date(it.clock.nowMs()).toISOString().slice(0, 7)
    const invoice = await done(it, `GET /v1/invoices/${month}`, [it.buyer.token])
    const [bought] = invoice.lines.filter(({ kind }: { kind: string }) => kind === 'download')
    assert.is(bought.credits, 25)
  })
}

test.run()
