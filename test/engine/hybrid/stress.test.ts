// Words of a query count more in its meaning when fewer of the passages that are seen have them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestVectors, textsOf } from '../../support/open-test-vectors.ts'

const heating = ['boiler', 'boiler boiler', 'boiler boiler boiler', 'the boiler']

test('the rarer word of a query says more of what is meant', async () => {
  using vectors = await openTestVectors()
  const tenantId = vectors.tenant()
  await vectors.object(vectors.dataset(tenantId), [...heating, 'violin'])
  await vectors.embedAll()
  const [first] = textsOf(await vectors.find(tenantId, 'boiler violin'))
  assert.is(first, 'violin')
})

test('what others keep to themselves does not make a word common', async () => {
  using vectors = await openTestVectors()
  const [tenantId, stranger] = [vectors.tenant(), vectors.tenant()]
  await vectors.object(vectors.dataset(tenantId), [...heating, 'violin'])
  await vectors.embedAll()
  const before = await vectors.find(tenantId, 'boiler violin')
  const theirs = vectors.dataset(stranger, { visibility: 'private' })
  await vectors.object(theirs, Array(50).fill('violin'))
  await vectors.embedAll()
  const after = await vectors.find(tenantId, 'boiler violin')
  assert.equal([textsOf(after), after.hits], [textsOf(before), before.hits])
})

test.run()
