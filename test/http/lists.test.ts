// Lists, counts and reports where there is very much of everything: what they read does not grow
// with the tables. Times are no part of it: scripts/bench lists measures them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openCounter, recordStatements } from '../support/crowd/rows-read.ts'
import { idOf, seedCrowd } from '../support/crowd/seed-crowd.ts'
import { openWalk, shownIn, unknownRoutes } from '../support/crowd/walk.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { shared } from '../support/shared.ts'

const rows = 2_400
const readPerShown = 40
/** As much as a single thing with all that is said of it takes. */
const readByOne = 100

/** An application with so many rows of each kind, and whoever looks at them. */
async function openCrowd(n: number) {
  const app = await openTestApp({
    config: { microipRatePerMinute: 1_000, searchRatePerMinute: 1_000, publicSearch: true },
    parts: { jobs: false },
  })
  const walk = await openWalk(app)
  const { me, other } = walk
  const parties = { me: me.tenantId, myUser: me.userId, other: other.tenantId }
  seedCrowd(app.store, n, { ...parties, nowMs: app.clock.nowMs() })
  return Object.assign(app, { walk })
}

const crowd = shared(() => openCrowd(rows))

crowd.fact('no answer reads more than a hundred rows, or forty for each it shows', async (app) => {
  const { looks, look } = app.walk
  using statements = recordStatements(app.store)
  using counter = openCounter(app.store.file)
  const found: string[] = []
  for (const one of looks) {
    statements.take()
    const { status, body } = await look(one)
    const asked = statements.take().filter(({ sql }) => !isCount(sql))
    assert.ok(status < 500, `${one.path} answered ${status}`)
    const read = asked.flatMap((statement) => Object.values(counter.count(statement)))
    const total = read.reduce((sum, n) => sum + n, 0)
    const most = Math.max(readByOne, readPerShown * shownIn(body))
    if (total > most) found.push(`${one.as} ${one.path}: ${total} rows, at most ${most}`)
  }
  assert.equal(found, [])
})

crowd.fact(
  'a recording has no end of subtitles, neither in its list nor otherwise',
  async (app) => {
    const path = `/v1/objects/${idOf('obj', 1)}/sidecars`
    const { token } = app.walk.me
    const content = '1\n00:00:01,000 --> 00:00:02,000\nHello\n'
    const asked = { as: token, body: { filename: 'film.en.srt', content } }
    const { status, body } = await app.call('POST', path, asked)
    assert.equal([status, body.error.details.reason], [409, 'too_many_sidecars'])
    const listed = (await app.call('GET', path, { as: token })).body.data
    assert.is(shownIn(listed), 500, 'as many as may be attached')
  },
)

crowd.fact('a summary tells the dearest groups one by one, and the rest as one', async (app) => {
  const { raw } = app.store
  const { token } = app.walk.me
  const spent = async () =>
    (await app.call('GET', '/v1/agent/spend?group_by=dataset', { as: token })).body.data
  const before = await spent()
  assert.equal([before.groups.length, before.groups.at(-1).events], [1_001, 200])
  const guards =
    "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'meter_event'"
  for (const name of raw.prepare(guards).pluck().all()) raw.exec(`DROP TRIGGER ${name}`)
  raw.exec(`
    CREATE TEMP TABLE more AS SELECT * FROM meter_event
      WHERE buyer_tenant_id = '${app.walk.me.tenantId}' LIMIT 100;
    UPDATE more SET seq = seq + 10000, event_id = 'more ' || seq, dataset_id = 'new ' || seq,
      charge_cents = 500;
    INSERT INTO meter_event SELECT * FROM more`)
  const { groups, total_credits } = await spent()
  const { key, label, events } = groups.at(-1)
  assert.equal([groups.length, groups[0].credits], [1_001, 500])
  assert.equal({ key, label, events }, { key: 'others', label: 'All others', events: 300 })
  assert.is(total_credits, before.total_credits + 50_000)
})

/** What adds up everything that there is has to read it. */
function isCount(sql: string): boolean {
  const [columns = ''] = sql.split(/\bfrom\b/i)
  return /\b(count|sum)\(/i.test(columns)
}

test('every GET that there is is looked at', () => {
  assert.equal(unknownRoutes(), [])
})

test('the list of licences shows what their pages show, to each, in whatever state', async () => {
  await using app = await openCrowd(60)
  const { me, other } = app.walk
  const { raw } = app.store
  const set = (what: string, no: number) =>
    raw.exec(`UPDATE object SET ${what} WHERE object_id = '${idOf('obj', no)}'`)
  set("status = 'deleted', deleted_at = 1", 10)
  set('taken_down_at = 1', 11)
  set(`exclusive_to = '${other.tenantId}'`, 12)
  set(`exclusive_to = '${idOf('tnt', 1)}'`, 13)
  set("index_state = 'failed'", 14)
  set("index_state = 'queued'", 15)
  set('taken_down_at = 1', 16)
  set('taken_down_at = NULL', 16)
  for (const [status, no] of [
    ['paused', 35],
    ['archived', 36],
    ['deleted', 37],
  ] as const) {
    raw.exec(`UPDATE dataset SET status = '${status}' WHERE dataset_no = ${no}`)
  }
  const suspended = "status = 'suspended', suspended_from = 'active'"
  raw.exec(`UPDATE dataset SET ${suspended} WHERE dataset_no = 38`)
  const all = Array.from({ length: 60 }, (_, i) => idOf('obj', 60 - i))
  for (const who of [me, other]) {
    const ask = (path: string) => app.call('GET', path, { as: who.token })
    const seen: string[] = []
    for (const assetId of all) {
      if ((await ask(`/microip/${assetId}`)).status === 200) seen.push(assetId)
    }
    const { body } = await ask('/microip?limit=100')
    const listed = body.items.map((item: { asset_id: string }) => item.asset_id)
    assert.equal(listed, seen)
    assert.is(body.total, seen.length)
    const pages: string[] = []
    for (let page = 1; page <= 9; page++) {
      const { items } = (await ask(`/microip?limit=7&page=${page}`)).body
      pages.push(...items.map((item: { asset_id: string }) => item.asset_id))
    }
    assert.equal(pages, seen)
    assert.ok(seen.length > 20 && seen.length < 60, String(seen.length))
  }
})

test('what datasets have is added up as their objects change', async () => {
  await using app = await openCrowd(60)
  const { raw } = app.store
  const changes = [
    "status = 'deleted', deleted_at = 1 WHERE object_no % 7 = 0",
    'taken_down_at = 1 WHERE object_no % 5 = 0',
    "lang = 'fr', passage_count = 3 WHERE object_no % 3 = 0",
    "lang = NULL, index_state = 'indexed' WHERE object_no IN (8, 9)",
    'taken_down_at = NULL WHERE object_no = 5',
    "review_warned_at = 1 WHERE status = 'staged'",
  ]
  for (const change of changes) raw.exec(`UPDATE object SET ${change}`)
  const columns = 'dataset_id, status, index_state, modality'
  const isDown = 'taken_down_at IS NOT NULL AS is_down, review_warned_at IS NOT NULL AS is_warned'
  const counted = raw
    .prepare(
      `SELECT ${columns}, ${isDown}, coalesce(lang, '') AS lang, count(*) AS objects,
        sum(size_bytes) AS bytes, sum(passage_count) AS passages
      FROM object GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7`,
    )
    .all()
  const kept = raw
    .prepare(
      `SELECT ${columns}, is_down, is_warned, lang, objects, bytes, passages
      FROM dataset_holding ORDER BY 1, 2, 3, 4, 5, 6, 7`,
    )
    .all()
  assert.ok(counted.length > 20)
  assert.equal(kept, counted)
})

test.run()
