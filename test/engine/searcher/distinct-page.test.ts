// Boilerplate: one passage many times over, and one that says something else behind them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { equalMax } from '../../../src/engine/searcher/distinct-page.ts'
import { openTestSearch, snippetsOf } from '../../support/open-test-search.ts'

const other = 'the boiler is mentioned here among many other words that have nothing to do with it'

/** Made by SQL: the same passage so many times more. */
async function openBoilerplate(copies: number) {
  const search = openTestSearch()
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId)
  await search.object(dataset, ['boiler boiler'])
  search.store.raw.exec(`BEGIN;
    CREATE TEMP TABLE made AS WITH RECURSIVE each (no) AS (
      SELECT 100 UNION ALL SELECT no + 1 FROM each WHERE no < ${copies + 99}) SELECT no FROM each;
    INSERT INTO passage
      SELECT no, 'psg_' || no, object_no, object_id, dataset_no, dataset_id, tenant_id, no, kind,
        lang, modality, source, page, time_start_ms, time_end_ms, text, created_at_s
      FROM made CROSS JOIN passage;
    INSERT INTO passage_fts (rowid, body, stem, tags)
      SELECT no, 'boiler boiler', 'boiler boiler', 'x' FROM made;
    COMMIT`)
  await search.object(dataset, [other])
  search.deadline.start(60_000)
  type Asked = Parameters<typeof search.find>[2]
  return { ...search, find: (asked: Asked = {}) => search.find(tenantId, 'boiler', asked) }
}

test('what is behind equal passages is found, and all of them are counted', async () => {
  using search = await openBoilerplate(equalMax - 100)
  const outcome = search.find()
  assert.equal(snippetsOf(outcome), ['boiler boiler', other])
  assert.equal([outcome.total, outcome.hasMore], [equalMax - 100 + 2, false])
})

test('beyond so many that say nothing new the answer ends, and all are counted', async () => {
  using search = await openBoilerplate(equalMax + 100)
  const outcome = search.find()
  assert.equal(snippetsOf(outcome), ['boiler boiler'])
  assert.equal([outcome.total, outcome.hasMore], [equalMax + 100 + 2, false])
})

test('once for each object, no object takes the place of another', async () => {
  using search = await openBoilerplate(equalMax + 100)
  const outcome = search.find({ oncePerObject: true, limit: 2 })
  assert.equal(snippetsOf(outcome), ['boiler boiler', other])
  assert.equal([outcome.total, outcome.hasMore], [equalMax + 100 + 2, false])
  const [last, ...rest] = search.find({ oncePerObject: true, limit: 1, offset: 1 }).hits
  assert.equal([last?.snippet, rest], [other, []])
})

test('who had it first is named, also where others come between the copies', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId)
  const text = 'the boiler of the mill was cleaned'
  const filler = 'violins in Vienna, and more of them'
  const first = await search.object(dataset, [filler, text, filler, filler], { createdAtS: 1 })
  const between = Array.from(
    { length: 6 },
    (_, n) => `the boiler of the mill has part ${n} of many`,
  )
  for (const one of between) await search.object(dataset, [one], { createdAtS: 2 })
  const copy = await search.object(dataset, [text], { createdAtS: 3 })
  const pages = [0, 1, 2].map((offset) =>
    search.find(tenantId, 'boiler mill', { limit: 1, offset, facets: false }),
  )
  const named = pages.map(({ hits: [hit] }) => [
    hit?.objectId,
    hit?.copies?.map((one) => one.objectId),
  ])
  assert.equal(named[0], [first.objectId, [copy.objectId]])
  assert.not.ok(named.slice(1).some(([id]) => id === first.objectId || id === copy.objectId))
  assert.is(pages[0]?.hits[0]?.alike, 1)
  const all = search.find(tenantId, 'boiler mill', { limit: 20 })
  assert.equal([all.hits.length, all.hasMore], [7, false])
})

test('a page does not say again what an earlier one says in another language', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId)
  const text = 'the boiler and the valve'
  for (const lang of ['en', 'de']) await search.object(dataset, [{ text, lang }])
  const pageAt = (offset: number) => search.find(tenantId, 'boiler', { limit: 1, offset })
  assert.equal(snippetsOf(pageAt(0)), [text])
  assert.equal(snippetsOf(pageAt(1)), [])
})

test.run()
