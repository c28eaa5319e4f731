// What was found by keywords is found again without a search, until it could be something else.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { marketCatalogue } from '../../src/domain/search/index.ts'
import { removePassages, type SearchJob } from '../../src/engine/index.ts'
import { keepOutcomes } from '../../src/engine/kept-outcomes.ts'
import { callerOf, jobOf, openTestSearch } from '../support/open-test-search.ts'

/** A house and a buyer who sees what it lists; `late` happens while a search is under way. */
async function openScene() {
  const search = openTestSearch()
  const { store } = search
  const [house = '', buyer = ''] = [search.tenant(), search.tenant()]
  const dataset = search.dataset(house, { visibility: 'listed' })
  const owner = await search.object(dataset, ['a heat pump'])
  const seen = { searches: 0, late: async () => {} }
  const find = keepOutcomes({
    db: store.db,
    catalogue: marketCatalogue,
    async search(job) {
      seen.searches++
      const outcome = search.find(job.visibility, 'unused', job)
      await seen.late()
      return outcome
    },
  })
  /** How many are found, and how many searches that took so far. */
  const ask = async (viewer: string, q: string, part: Partial<SearchJob> = {}) => {
    const outcome = await find({ ...jobOf(callerOf(viewer as never), q), ...part })
    return [outcome.total, seen.searches]
  }
  const run = (sql: string) => store.raw.prepare(sql).run()
  return { search, house, buyer, dataset, owner, seen, ask, run }
}

test('the same viewer has the same answer to the same question, nobody else has it', async () => {
  const { search, house, buyer, ask } = await openScene()
  using _ = search
  assert.equal(await ask(buyer, 'pump'), [1, 1])
  assert.equal(await ask(buyer, 'pump'), [1, 1])
  assert.equal(await ask(house, 'pump'), [1, 2])
  assert.equal(await ask(buyer, 'pump', { offset: 1 }), [1, 3])
  assert.equal(await ask(buyer, 'pump', { filters: { kind: 'metadata' } }), [0, 4])
  assert.equal(await ask(buyer, 'heat'), [1, 5])
  assert.equal(await ask(buyer, 'pump'), [1, 5])
})

test('what comes, goes, or is closed is looked for anew', async () => {
  const { search, buyer, owner, dataset, seen, ask, run } = await openScene()
  using _ = search
  const asked = async () => (await ask(buyer, 'pump'))[0]
  assert.is(await asked(), 1)
  await search.addTo(owner, ['a water pump'])
  assert.is(await asked(), 2)
  const other = await search.object(dataset, ['an air pump'])
  assert.is(await asked(), 3)
  search.set(other.objectId, 'taken_down_at', 1)
  assert.is(await asked(), 2)
  await search.store.write((tx) => removePassages(tx, owner.objectId, { limit: 100 }))
  assert.is(await asked(), 0)
  await search.addTo(owner, ['a heat pump'])
  assert.is(await asked(), 1)
  run(`UPDATE dataset SET visibility = 'private'`)
  assert.is(await asked(), 0)
  run(`UPDATE dataset SET visibility = 'listed'`)
  // What comes while somebody searches was not there when that search looked.
  seen.late = async () => {
    seen.late = async () => {}
    await search.addTo(owner, ['a feed pump'])
    assert.is((await ask(buyer, 'feed'))[0], 1)
  }
  assert.is(await asked(), 1)
  assert.is(await asked(), 2)
})

test('names and tags change without a word to the index: nothing of that is kept', async () => {
  const { search, buyer, ask, run } = await openScene()
  using _ = search
  const named = async () => [
    (await ask(buyer, 'pump AND NOT title:manual'))[0],
    (await ask(buyer, 'pump', { filters: { tags: ['old'] } }))[0],
  ]
  assert.equal(await named(), [1, 0])
  run(`UPDATE object SET title = 'The manual', tags = '["old"]'`)
  assert.equal(await named(), [0, 1])
})

test.run()
