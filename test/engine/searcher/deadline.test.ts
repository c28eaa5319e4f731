import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestSearch } from '../../support/open-test-search.ts'

async function openFull() {
  const search = openTestSearch()
  const tenantId = search.tenant()
  const texts = Array.from({ length: 150 }, (_, i) => `boiler number ${i}`)
  await search.object(search.dataset(tenantId), texts)
  return { search, tenantId, [Symbol.dispose]: search[Symbol.dispose] }
}

const parts = [
  { sort: 'relevance' as const, facets: false },
  { sort: 'relevance' as const, facets: true },
  { sort: 'recent' as const, facets: true },
]

for (const part of parts) {
  test(`past its time a search is cut off: ${JSON.stringify(part)}`, async () => {
    using full = await openFull()
    full.search.deadline.start(-1)
    assert.throws(() => full.search.find(full.tenantId, 'boiler', part), /time limit/)
    assert.is(full.search.deadline.isOver(), true)
  })
}

test('the connection is free for the next search', async () => {
  using full = await openFull()
  full.search.deadline.start(-1)
  assert.throws(() => full.search.find(full.tenantId, 'boiler'))
  full.search.deadline.start(10_000)
  assert.is(full.search.find(full.tenantId, 'boiler').total, 150)
  assert.is(full.search.deadline.isOver(), false)
})

test.run()
