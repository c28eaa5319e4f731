// What a searching thread holds in memory follows the database.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { marketCatalogue, removePassages } from '../../../src/domain/search/index.ts'
import { openDocValues } from '../../../src/engine/documents/doc-values.ts'
import { openSearcher } from '../../../src/engine/index.ts'
import { openFollower } from '../../../src/engine/keyword/follow-changes.ts'
import { openMemoryIndex } from '../../../src/engine/keyword/memory-index.ts'
import { callerOf, jobOf, openTestSearch, type TestSearch } from '../../support/open-test-search.ts'

const all = { limit: Number.MAX_SAFE_INTEGER }

/** Passage numbers with their datasets, as the doc values and as the database have them. */
function held(docValues: ReturnType<typeof openDocValues>): number[][] {
  return Array.from({ length: docValues.size }, (_, docId) => [
    docValues.numbers[docId] as number,
    docValues.datasets[docId] as number,
    docValues.lengths[docId] as number,
    docValues.pages[docId] as number,
  ]).filter(([, datasetNo]) => datasetNo !== 0)
}

function stored({ store }: TestSearch): number[][] {
  const rows = store.raw
    .prepare(`SELECT passage_no, dataset_no, coalesce(page, 0), text FROM passage ORDER BY 1`)
    .raw()
    .all() as [number, number, number, string][]
  return rows.map(([no, dataset, page, text]) => [no, dataset, text.split(' ').length, page])
}

test('passages that come and go are followed, in steps of any size', async () => {
  using search = openTestSearch()
  const { db, write } = search.store
  const dataset = search.dataset(search.tenant())
  const docValues = openDocValues()
  const follower = openFollower(docValues)
  assert.is(follower.catchUp(db, all), true)
  const one = await search.object(dataset, ['apple pear', { text: 'plum', page: 7 }])
  const two = await search.object(dataset, ['fig fig fig', 'lemon'])
  assert.is(follower.catchUp(db, { limit: 3 }), false)
  while (!follower.catchUp(db, { limit: 3 }));
  assert.equal(held(docValues), stored(search))
  await write((tx) => removePassages(tx, two.objectId, { limit: 1 }))
  await search.addTo(one, ['grape'])
  await write((tx) => removePassages(tx, one.objectId, { limit: 3 }))
  while (!follower.catchUp(db, { limit: 2 }));
  assert.equal(held(docValues), stored(search))
  assert.is(docValues.living, 1)
})

test('the number of a removed passage never comes back', async () => {
  using search = openTestSearch()
  const dataset = search.dataset(search.tenant())
  const owner = await search.object(dataset, ['apple', 'pear', 'plum'])
  await search.store.write((tx) => removePassages(tx, owner.objectId, { limit: 3 }))
  await search.addTo(owner, ['fig'])
  const no = search.store.raw.prepare('SELECT max(passage_no) FROM passage').pluck().get()
  assert.ok((no as number) > 3)
})

test('nothing is read while nothing changes', async () => {
  using search = openTestSearch()
  await search.object(search.dataset(search.tenant()), ['apple'])
  const docValues = openDocValues()
  const follower = openFollower(docValues)
  follower.catchUp(search.store.db, all)
  const { version } = docValues
  follower.catchUp(search.store.db, all)
  assert.is(docValues.version, version)
})

test('whoever missed changes begins anew', async () => {
  using search = openTestSearch()
  const { db, raw } = search.store
  const dataset = search.dataset(search.tenant())
  await search.object(dataset, ['apple', 'pear'])
  const docValues = openDocValues()
  const follower = openFollower(docValues)
  follower.catchUp(db, all)
  raw.exec('DELETE FROM passage WHERE passage_no = 1')
  await search.object(dataset, ['plum'])
  raw.exec('DELETE FROM index_change WHERE seq <= 3')
  follower.catchUp(db, all)
  assert.equal(held(docValues), stored(search))
})

test('a rebuilt index is read anew', async () => {
  using search = openTestSearch()
  const { db, raw } = search.store
  const dataset = search.dataset(search.tenant())
  await search.object(dataset, ['apple', 'pear'])
  const docValues = openDocValues()
  const follower = openFollower(docValues)
  follower.catchUp(db, all)
  raw.exec(`DELETE FROM passage_fts WHERE rowid = 1;
    INSERT INTO passage_fts (rowid, body, stem, tags) VALUES (1, 'a b c', 'a b c', 'x');
    INSERT INTO index_change (op) VALUES ('rebuild')`)
  while (!follower.catchUp(db, { limit: 1 }));
  assert.is(docValues.lengths[0], 3)
})

test('only the newest changes are kept', () => {
  using search = openTestSearch()
  const { raw } = search.store
  raw.exec(`INSERT INTO index_change (seq, op) VALUES (1, 'rebuild'), (60000, 'rebuild')`)
  assert.is(raw.prepare('SELECT count(*) FROM index_change').pluck().get(), 1)
})

test('places of removed passages are given up when they are too many', async () => {
  using search = openTestSearch()
  const { db, raw, write } = search.store
  const dataset = search.dataset(search.tenant())
  const owner = await search.object(dataset, [])
  const texts = Array.from({ length: 200 }, () => 'apple')
  for (let i = 0; i < 52; i++) await search.addTo(owner, texts)
  const docValues = openDocValues()
  const follower = openFollower(docValues)
  follower.catchUp(db, all)
  raw.exec('DELETE FROM passage WHERE passage_no <= 10300')
  follower.catchUp(db, all)
  assert.is(docValues.size, 10_400)
  await write((tx) => removePassages(tx, owner.objectId, { limit: 1 }))
  follower.catchUp(db, all)
  assert.is(docValues.size, 99)
  assert.equal(held(docValues), stored(search))
})

test('an engine in memory follows, too', async () => {
  using search = openTestSearch()
  const { db, write } = search.store
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId)
  const finder = openSearcher(db, {
    catalogue: marketCatalogue,
    memory: openMemoryIndex({ freshMax: 2 }),
  })
  const total = (q: string) => {
    while (!finder.catchUp(finder.isEmpty() ? all : { limit: 1 }));
    return finder.find(jobOf(callerOf(tenantId), q)).total
  }
  assert.is(total('apple'), 0)
  const owner = await search.object(dataset, ['apple', 'apple pear', 'plum'])
  assert.equal(['apple', 'pear', 'plum', 'fig'].map(total), [2, 1, 1, 0])
  await write((tx) => removePassages(tx, owner.objectId, { limit: 1 }))
  assert.is(total('apple'), 1)
  await search.addTo(owner, ['apple tree'])
  assert.equal(['apple', 'tree'].map(total), [2, 1])
  search.store.raw.exec(`INSERT INTO index_change (op) VALUES ('rebuild')`)
  assert.equal(['apple', 'tree'].map(total), [2, 1])
  assert.is(finder.passages(), 3)
})

test.run()
