import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { removePassages } from '../../../src/domain/search/index.ts'
import { passagesPerSliceMax } from '../../../src/engine/index.ts'
import { openTestSearch, type TestSearch } from '../../support/open-test-search.ts'
import { refusal } from '../../support/refusal.ts'

function rows(search: TestSearch) {
  const { raw } = search.store
  const count = (table: string) => raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  return [count('passage'), count('passage_fts')]
}

test('passages get ids and places in order, slice after slice', async () => {
  using search = openTestSearch()
  const owner = await search.object(search.dataset(search.tenant()), ['one', 'two'])
  await search.addTo(owner, ['three'])
  const found = search.store.raw
    .prepare('SELECT passage_no, passage_id, ordinal, text FROM passage ORDER BY passage_id')
    .all() as { passage_no: number; ordinal: number; text: string }[]
  assert.equal(
    found.map(({ passage_no, ordinal, text }) => [passage_no, ordinal, text]),
    [
      [1, 0, 'one'],
      [2, 1, 'two'],
      [3, 2, 'three'],
    ],
  )
})

test('passage and index row come and go together', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const owner = await search.object(search.dataset(tenantId), ['boiler one', 'boiler two', 'three'])
  assert.equal(rows(search), [3, 3])
  const remove = (limit: number) =>
    search.store.write((tx) => removePassages(tx, owner.objectId, { limit }))
  assert.is(await remove(2), 2)
  assert.equal(rows(search), [1, 1])
  assert.is(await remove(2), 1)
  assert.is(await remove(2), 0)
  assert.equal(rows(search), [0, 0])
  assert.is(search.find(tenantId, 'boiler').total, 0)
})

test('a transaction that fails leaves neither', async () => {
  using search = openTestSearch()
  const owner = await search.object(search.dataset(search.tenant()), ['one'])
  await refusal(search.addTo(owner, ['two', { text: 'three', page: 0 }]))
  assert.equal(rows(search), [1, 1])
})

test('a passage never changes', async () => {
  using search = openTestSearch()
  await search.object(search.dataset(search.tenant()), ['one'])
  const change = () => search.store.raw.exec(`UPDATE passage SET text = 'other'`)
  assert.throws(change, /a passage never changes/)
})

test('one transaction takes 200 passages at most', async () => {
  using search = openTestSearch()
  const owner = await search.object(search.dataset(search.tenant()), [])
  const texts = Array.from({ length: passagesPerSliceMax + 1 }, () => 'one')
  assert.match((await refusal(search.addTo(owner, texts))).message, /too many passages/)
})

test('what stands in a text is never taken for a tag', async () => {
  using search = openTestSearch()
  const [tenantId, other] = [search.tenant(), search.tenant()]
  const mine = search.dataset(tenantId)
  await search.object(mine, ['boiler'])
  const forged = [`d${mine.datasetNo} x kocr t${tenantId}`, 'tags : "d1"']
  await search.object(
    search.dataset(other),
    forged.map((text) => ({ text, lang: `d1 x` })),
  )
  assert.is(search.find(tenantId, 'NOT nothing').total, 1)
  assert.is(search.find(tenantId, 'kind:ocr').total, 0)
})

test.run()
