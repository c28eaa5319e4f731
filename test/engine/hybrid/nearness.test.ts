// A hybrid score says whether the best has anything to do with the query, not only that it is best.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openShippedEmbedder } from '../../../src/engine/embedding/open-embedder.ts'
import { openTestVectors } from '../../support/open-test-vectors.ts'

const passages = [
  'The pressure of the boiler is checked every year by an inspector of the insurance company.',
  'Invoices are paid within thirty days after the goods have arrived at the warehouse.',
  'The violin concerto was performed in Vienna by the philharmonic orchestra last winter.',
  'Bread is baked from flour, water and salt, and needs an hour in the oven.',
]
const related = [
  'how often is boiler pressure inspected',
  'when do I have to pay an invoice',
  'orchestra concert in Vienna',
  'what is needed to bake bread',
]
/** Each has a word of some passage, so that a search by words finds something, too. */
const unrelated = [
  'which company built the fastest submarine',
  'mating season of arctic penguins last year',
  'salt levels of distant planets',
  'constitution amended after the goods tax vote',
]

async function openAll() {
  const vectors = await openTestVectors({ embedder: openShippedEmbedder() })
  const tenantId = vectors.tenant()
  await vectors.object(vectors.dataset(tenantId), passages)
  await vectors.embedAll()
  const scoresOf = async (q: string) =>
    (await vectors.find(tenantId, q, { mode: 'hybrid' })).hits.map(({ score }) => score)
  return { vectors, scoresOf }
}

test('the best of a question about other things scores less than what is meant', async () => {
  const { vectors, scoresOf } = await openAll()
  using _ = vectors
  const best = async (queries: string[]) =>
    (await Promise.all(queries.map(scoresOf))).map(([score = 0]) => score)
  const [meant, others] = [await best(related), await best(unrelated)]
  const shown = JSON.stringify({ meant, others })
  assert.ok(Math.min(...meant) > 0.35, shown)
  assert.ok(Math.max(...others) < 0.35, shown)
})

test('the scores of a page fall from there', async () => {
  const { vectors, scoresOf } = await openAll()
  using _ = vectors
  const scores = await scoresOf('the oven of the orchestra is paid by invoices')
  assert.ok(scores.length > 2)
  assert.equal(
    scores,
    [...scores].sort((a, b) => b - a),
  )
  assert.ok(scores.every((score) => score > 0 && score < 1))
})

test.run()
