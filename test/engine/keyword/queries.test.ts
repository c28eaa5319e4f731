import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { listTerms, occurrences } from '../../../src/engine/keyword/queries.ts'
import { openTestSearch } from '../../support/open-test-search.ts'

test('words come in order, part by part, each with the passages that have it', async () => {
  using search = openTestSearch()
  const dataset = search.dataset(search.tenant())
  await search.object(dataset, ['zinc ash ash', 'Zinc rust', 'zinc'])
  const first = listTerms(search.store.db, { column: 'body', after: '', limit: 2 })
  const rest = listTerms(search.store.db, { column: 'body', after: 'rust', limit: 2 })
  assert.equal(first, [
    { term: 'ash', passages: 1, occurrences: 2 },
    { term: 'rust', passages: 1, occurrences: 1 },
  ])
  assert.equal(rest, [{ term: 'zinc', passages: 3, occurrences: 3 }])
})

test('stems come likewise, with how often each stands in all passages together', async () => {
  using search = openTestSearch()
  const dataset = search.dataset(search.tenant())
  await search.object(dataset, ['boilers and a boiler', 'the boiler', 'turbines'])
  const stems = listTerms(search.store.db, { column: 'stem', after: '', limit: 9 })
  assert.equal(
    stems.map(({ passages, occurrences }) => [passages, occurrences]),
    [
      [2, 3],
      [1, 1],
    ],
  )
})

const [objects, each] = [10, 100]

for (const column of ['body', 'stem'] as const) {
  test(`a long list out of the column ${column} asks for the time as it goes`, async () => {
    using search = openTestSearch()
    const dataset = search.dataset(search.tenant())
    // A word that is its own stem: its rows for the two doc values take turns.
    for (let i = 0; i < objects; i++) await search.object(dataset, Array(each).fill('boiler'))
    let asked = 0
    search.store.raw.function('alive', () => {
      asked++
      return 1
    })
    const { length } = occurrences(search.store.db, { column, terms: ['boiler'] })
    assert.is(length, objects * each)
    assert.ok(asked > length / 100, `${asked} times for ${length} rows`)
  })
}

test.run()
