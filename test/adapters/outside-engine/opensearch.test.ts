// The form of what OpenSearch is asked: with its k-NN plugin it takes exactly this.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openOpenSearch } from '../../../src/adapters/outside-engine/opensearch.ts'
import type { OutsideRow } from '../../../src/engine/index.ts'
import { openStandIn } from '../../support/stand-in-opensearch.ts'

const one = Int16Array.from([32_767, 0])
const row: OutsideRow = {
  passageNo: 7,
  datasetNo: 2,
  objectNo: 3,
  createdAtS: 5,
  vector: one,
  modality: 'document',
  kind: 'doc_chunk',
  lang: 'en',
  source: 'upload',
}

test('an index, rows, a removal and a search are asked for in the words of its API', async () => {
  using standIn = await openStandIn()
  const engine = await openOpenSearch({ url: standIn.url, login: undefined })
  const index = await engine.create('near', { dimensions: 2 })
  await index.put([row])
  const filters = { lang: 'en', afterS: 4 }
  const found = await index.near({ vector: one, datasetNos: [2], filters, limit: 400 })
  assert.equal(found, [7])
  await index.remove({ objectNos: [3], afterPassageNo: 9 })
  await index.tend()
  await engine.drop('near')
  await engine.drop('near')
  const asked = standIn.asked.map(({ method, path, body }) => `${method} ${path} ${body}`.trim())
  const [first, created = '', put = '', searched = '', ...rest] = asked
  assert.is(first, 'GET /')
  const { settings, mappings } = JSON.parse(created.replace('PUT /near ', ''))
  assert.equal(settings, { index: { knn: true } })
  assert.equal(mappings.properties.vector, {
    type: 'knn_vector',
    dimension: 2,
    method: { name: 'hnsw', engine: 'lucene', space_type: 'l2' },
  })
  assert.is(
    put,
    'POST /near/_bulk?refresh=true {"index":{"_id":"7"}}\n{"passage":7,"dataset":2,"object":3,' +
      '"modality":"document","kind":"doc_chunk","lang":"en","source":"upload","created_at_s":5,' +
      '"vector":[1,0]}',
  )
  const { query, ...page } = JSON.parse(searched.replace('POST /near/_search ', ''))
  assert.equal(page, { size: 400, _source: false })
  const conditions = [
    { terms: { dataset: [2] } },
    { term: { lang: 'en' } },
    { range: { created_at_s: { gte: 4 } } },
  ]
  const filter = { bool: { filter: conditions } }
  assert.equal(query, { knn: { vector: { vector: [1, 0], k: 400, filter } } })
  const removal = 'POST /near/_delete_by_query?refresh=true&conflicts=proceed'
  assert.equal(rest, [
    `${removal} {"query":{"range":{"passage":{"gt":9}}}}`,
    `${removal} {"query":{"terms":{"object":[3]}}}`,
    'POST /near/_forcemerge?only_expunge_deletes=true',
    'DELETE /near',
    'DELETE /near',
  ])
})

test('rows that it did not take are an error, and so is what it refuses', async () => {
  using standIn = await openStandIn()
  const engine = await openOpenSearch({ url: standIn.url, login: undefined })
  const index = await engine.create('near', { dimensions: 2 })
  const whyNot = (trying: Promise<unknown>) =>
    trying.then(
      () => 'it was taken',
      (error: Error) => error.message,
    )
  assert.match(await whyNot(engine.open('other', { dimensions: 2 })), /404 .* the index/)
  standIn.disturb(() => ({ status: 200, body: { errors: true } }))
  assert.is(await whyNot(index.put([row])), 'OpenSearch did not take all rows')
  standIn.disturb(() => ({ status: 429, body: {} }))
  assert.is(await whyNot(index.put([row])), 'OpenSearch answers 429 to a request for new rows')
})

test.run()
