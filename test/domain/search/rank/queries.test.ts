import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { listWords } from '../../../../src/domain/search/rank/queries.ts'
import { openTestSearch } from '../../../support/open-test-search.ts'

test('words come in order, part by part, each with the passages that have it', async () => {
  using search = openTestSearch()
  const dataset = search.dataset(search.tenant())
  await search.object(dataset, ['zinc ash ash', 'Zinc rust', 'zinc'])
  const first = listWords(search.store.db, { after: '', limit: 2 })
  const rest = listWords(search.store.db, { after: 'rust', limit: 2 })
  assert.equal(first, [
    { word: 'ash', count: 1 },
    { word: 'rust', count: 1 },
  ])
  assert.equal(rest, [{ word: 'zinc', count: 3 }])
})

test.run()
