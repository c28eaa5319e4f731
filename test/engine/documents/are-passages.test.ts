// What somebody else says of passages, against the table.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { arePassages, type FoundPassage } from '../../../src/engine/index.ts'
import { openTestSearch } from '../../support/open-test-search.ts'

test('a copy is one that says the same, of whom it is said to be', async () => {
  using search = openTestSearch()
  const [tenantId, other] = [search.tenant(), search.tenant()]
  const dataset = search.dataset(tenantId)
  for (const text of ['boiler', 'boiler', 'a boiler of another kind']) {
    await search.object(dataset, [text])
  }
  const { hits } = search.find(tenantId, 'boiler')
  const [hit, unlike] = hits as [FoundPassage, FoundPassage]
  const [copy] = hit.copies ?? []
  const standing = (part: object) =>
    arePassages(search.store.db, [{ ...hit, copies: [{ ...(copy ?? unlike), ...part }] }])
  assert.is(arePassages(search.store.db, hits), 'there')
  assert.is(standing({}), 'there')
  assert.is(standing({ tenantId: other }), 'others')
  assert.is(standing(unlike), 'others')
  assert.is(standing({ passageId: 'psg_gone' }), 'gone')
})

test.run()
