// HEAD never costs, counts or consumes, whatever a GET of the same path does.
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { allRoutes } from '../../src/http/surfaces.ts'
import { openTestMeaning, type TestMeaning } from '../support/open-test-meaning.ts'
import { sha256 } from '../support/sha256.ts'
import { shared } from '../support/shared.ts'

/**
 * Nothing goes on by itself: what the server writes when its time comes is asked by nobody. One GET
 * of each that is metered is all that the rate lets pass.
 */
const { fact } = shared(() =>
  openTestMeaning({
    config: { searchRatePerMinute: 4, retrievalStandardCredits: 2 },
    parts: { jobs: false },
  }),
)

/** Written by the clock, whatever is asked: when the server last looked at it. */
const byTheClock = new Set(['clock_state'])

/** Whether any row is another one than when it was asked last, whoever wrote it. */
function watchRows({ app }: TestMeaning) {
  const db = new Database(app.store.file, { readonly: true })
  const sql =
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
  const names = db.prepare(sql).pluck().all() as string[]
  const tables = names.filter((name) => !byTheClock.has(name))
  const content = () =>
    tables.map((name) => sha256(JSON.stringify(db.prepare(`SELECT * FROM "${name}"`).raw().all())))
  // Another one for this connection as soon as anybody else committed: only then all is read.
  const commits = () => db.pragma('data_version', { simple: true })
  let [seen, before] = [commits(), content()]
  return {
    changed() {
      const last = seen
      seen = commits()
      if (seen === last) return []
      const now = content()
      const found = tables.filter((_, index) => now[index] !== before[index])
      before = now
      return found
    },
    [Symbol.dispose]: () => void db.close(),
  }
}

const metered: [name: string, path: (shop: TestMeaning) => string][] = [
  ['a search', () => '/search?q=boiler'],
  ['a search by meaning', () => '/search?q=boiler&mode=hybrid'],
  ['things alike', ({ asset }) => `/asset/${asset.objectId}/similar`],
  ['an asset', ({ asset }) => `/asset/${asset.objectId}`],
]
for (const [name, path] of metered) {
  fact(`HEAD of ${name} answers 200 without a body and costs and records nothing`, async (shop) => {
    const headers = { 'x-api-key': shop.keys.buyer }
    // The first use of a key is written down.
    await shop.app.call('GET', '/assets', { headers })
    using rows = watchRows(shop)
    const credits = () =>
      shop.app
        .call('GET', '/v1/buyer/spend', { as: shop.buyer.token })
        .then(({ body }) => body.data)
    const before = await credits()
    rows.changed()
    for (let times = 0; times < 5; times++) {
      const { status, bytes } = await shop.app.call('HEAD', path(shop), { headers })
      assert.equal([status, bytes.length], [200, 0], 'not even the rate counts it')
    }
    assert.equal(rows.changed(), [])
    assert.equal(await credits(), before)
    assert.is((await shop.app.call('GET', path(shop), { headers })).status, 200)
    assert.not.equal(rows.changed(), [], 'and a GET does')
  })
}

fact('HEAD refuses what a GET refuses', async (shop) => {
  const head = async (path: string, key: string | undefined) =>
    (await shop.app.call('HEAD', path, key === undefined ? {} : { headers: { 'x-api-key': key } }))
      .status
  const { buyer } = shop.keys
  assert.is(await head('/search?q=boiler', undefined), 401)
  assert.is(await head('/search?q=boiler', 'pk_unknown'), 401)
  assert.is(await head('/search', buyer), 400)
  assert.is(await head('/search?q=boiler&limit=1000', buyer), 400)
  assert.is(await head('/asset/obj_01kjpzv2800nwkkc2gxvabj6az', buyer), 404)
})

fact('no GET of any surface commits anything when it is asked with HEAD', async (shop) => {
  const admin = await shop.app.admin()
  const ids: Record<string, string> = {
    id: shop.asset.objectId,
    asset_id: shop.asset.objectId,
    dataset_id: shop.listed.datasetId,
    object_id: shop.asset.objectId,
    tenant_id: shop.provider.tenantId,
  }
  const gets = allRoutes().filter(({ route }) => route.method === 'get')
  const filled = (path: string) => path.replace(/:([a-z_]+)/g, (_, name) => ids[name] ?? 'x')
  // The first use of a key is written down.
  await shop.get('/assets')
  using rows = watchRows(shop)
  const wrote: string[] = []
  for (const { surface, route } of gets) {
    const path = `${filled(route.path)}?q=boiler&query=boiler&period=2026-01`
    const who =
      surface === 'agent' ? { headers: { 'x-api-key': shop.keys.buyer } } : { as: admin.token }
    const { status } = await shop.app.call('HEAD', path, who)
    assert.ok(status < 500, `${path}: ${status}`)
    wrote.push(...rows.changed().map((table) => `${path}: ${table}`))
  }
  assert.ok(gets.length > 60, `${gets.length} routes`)
  assert.equal(wrote, [])
})

test.run()
