import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestVectors, textsOf } from '../../support/open-test-vectors.ts'

const both = 'The boiler was inspected'
const words = 'boiler, boiler: a violin concerto with bread from the oven of Vienna'
const meaning = 'A furnace and its maintenance'

async function stock() {
  const vectors = await openTestVectors()
  const tenantId = vectors.tenant()
  await vectors.object(vectors.dataset(tenantId), [meaning, words, both, 'An invoice'])
  await vectors.embedAll()
  return { vectors, tenantId }
}

test('words and meaning come before either alone, and what has neither is not there', async () => {
  const { vectors, tenantId } = await stock()
  using _ = vectors
  const outcome = await vectors.find(tenantId, 'boiler inspected', { mode: 'hybrid' })
  const [first, ...others] = textsOf(outcome)
  assert.equal([first, ...others.sort()], [both, meaning, words])
  assert.is(outcome.total, 3)
  assert.is(outcome.hits[0]?.score, 1)
})

test('a passage without any of the words joins only when it is near enough', async () => {
  const { vectors, tenantId } = await stock()
  using _ = vectors
  const found = textsOf(await vectors.find(tenantId, 'violin', { mode: 'hybrid' }))
  assert.equal(found, [words])
})

test('a query that no passage has a word of goes by the meaning alone', async () => {
  const { vectors, tenantId } = await stock()
  using _ = vectors
  const found = textsOf(await vectors.find(tenantId, 'heizung prufung', { mode: 'hybrid' }))
  // The first two mean the same.
  assert.equal([...found.slice(0, 2).sort(), ...found.slice(2)], [meaning, both, words])
})

test('of passages with the same words the one like the best passages comes first', async () => {
  const vectors = await openTestVectors()
  using _ = vectors
  const tenantId = vectors.tenant()
  const best = 'boiler boiler boiler at the turbine in the wind'
  const [alike, unlike] = ['boiler, wind and turbine', 'boiler, bread and flour']
  await vectors.object(vectors.dataset(tenantId), [unlike, alike, best])
  await vectors.embedAll()
  const found = textsOf(await vectors.find(tenantId, 'boiler', { mode: 'hybrid' }))
  assert.equal(found, [best, alike, unlike])
})

test('the best by words does not say what is meant where others are nearer by far', async () => {
  const vectors = await openTestVectors()
  using _ = vectors
  const tenantId = vectors.tenant()
  const best = 'Boiler, boiler, boiler: violin, concerto, orchestra, geige, music'
  const [heat, music] = ['A boiler, grey and old', 'A boiler, violin and music']
  await vectors.object(vectors.dataset(tenantId), [music, heat, best])
  await vectors.embedAll()
  const found = textsOf(await vectors.find(tenantId, 'boiler', { mode: 'hybrid' }))
  assert.ok(found.indexOf(heat) < found.indexOf(music), found.join('; '))
})

test('a slip that neither side knows is corrected as in a search by words', async () => {
  const { vectors, tenantId } = await stock()
  using _ = vectors
  const outcome = await vectors.find(tenantId, 'invoce', { mode: 'hybrid' })
  assert.equal([textsOf(outcome), outcome.correctedQuery], [['An invoice'], 'invoice'])
})

test('surroundings lift a passage from farther behind than in a search by words', async () => {
  const vectors = await openTestVectors()
  using _ = vectors
  const tenantId = vectors.tenant()
  const dataset = vectors.dataset(tenantId)
  for (let i = 0; i < 40; i++) {
    const around = i === 30 ? 'Pump. '.repeat(20) : 'Something else. '.repeat(10)
    await vectors.object(dataset, [`Pump ${i}${' green'.repeat(i >> 3)}.`, around])
  }
  await vectors.embedAll()
  const found = textsOf(await vectors.find(tenantId, 'pump', { mode: 'hybrid', limit: 40 }))
  const [own] = found.filter((text) => text.includes('green'))
  assert.is(own, 'Pump 30 green green green.')
})

test.run()
