// A query of which the model knows but a part: what it knows says as much less.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openShippedEmbedder } from '../../../src/engine/embedding/open-embedder.ts'
import { asFarAsKnown, closeFusion } from '../../../src/engine/hybrid/fuse.ts'
import { openTestVectors, textsOf } from '../../support/open-test-vectors.ts'

const river = 'მდინარე და ხიდი'
const concertos = ['One', 'Two', 'Three'].map((one) => `${one} violin concerto`)

test('one known word of a question in an unknown script does not move the order', async () => {
  using vectors = await openTestVectors({ embedder: openShippedEmbedder() })
  const tenantId = vectors.tenant()
  const others = Array.from({ length: 30 }, (_, i) => `Boiler ${i} was inspected in May.`)
  await vectors.object(vectors.dataset(tenantId), [river, ...concertos, ...others])
  await vectors.embedAll()
  const found = await vectors.find(tenantId, 'მდინარე violin', { mode: 'hybrid' })
  assert.is(textsOf(found)[0], river)
})

test('where words alone decide, a score says how well they do', async () => {
  using vectors = await openTestVectors({ embedder: openShippedEmbedder() })
  const tenantId = vectors.tenant()
  const longer = `${concertos.join(', ')}: მდინარე`
  await vectors.object(vectors.dataset(tenantId), [river, longer, ...concertos])
  await vectors.embedAll()
  const { hits } = await vectors.find(tenantId, 'მდინარე', { mode: 'hybrid' })
  const [first = 1, second = 1, ...others] = hits.map(({ score }) => score)
  assert.equal(others, [])
  assert.ok(1 > first && first > second && second > 0, `${first} ${second}`)
})

test('what is meant counts as far as the query is known', () => {
  assert.is(asFarAsKnown(closeFusion, 1), closeFusion)
  assert.equal(asFarAsKnown(closeFusion, 0.5), {
    ...closeFusion,
    words: 0.8,
    near: 0.25,
    alike: 0.15,
  })
  assert.equal(asFarAsKnown(closeFusion, 0), { ...closeFusion, words: 1, near: 0, alike: 0 })
})

test.run()
