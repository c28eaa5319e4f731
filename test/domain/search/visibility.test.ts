// Nobody learns anything about a passage that is not theirs to see: neither in results, nor in
// totals, nor in facets.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  callerOf,
  openTestSearch,
  snippetsOf,
  type TestSearch,
} from '../../support/open-test-search.ts'

const nothing = { hits: [], total: 0, hasMore: false, facets: { modality: {}, kind: {} } }

test("another tenant's private passage never shows", async () => {
  using search = openTestSearch()
  const [owner, other] = [search.tenant(), search.tenant()]
  await search.object(search.dataset(owner), ['secret boiler'])
  await search.object(search.dataset(other), ['open turbine'])
  for (const q of ['boiler', 'secret*', '"secret boiler"', 'kind:doc_chunk boiler', '+boiler']) {
    assert.equal(search.find(other, q), nothing, q)
    assert.is(search.find(owner, q).total, 1, q)
  }
  for (const q of ['-turbine', 'NOT turbine', 'tags:x', 'boiler OR turbine']) {
    const outcome = attempt(() => search.find(other, q))
    assert.ok(outcome === undefined || !snippetsOf(outcome).includes('secret boiler'), q)
    assert.ok(outcome === undefined || outcome.total <= 1, q)
  }
})

const states: [visibility: string, status: string, owner: boolean, other: boolean, pub: boolean][] =
  [
    ['private', 'active', true, false, false],
    ['listed', 'active', true, true, true],
    ['restricted', 'active', true, false, false],
    ['listed', 'draft', true, false, false],
    ['listed', 'ingesting', true, false, false],
    ['listed', 'paused', true, false, false],
    ['listed', 'archived', true, false, false],
    ['listed', 'suspended', false, false, false],
    ['listed', 'pending_deletion', false, false, false],
  ]

for (const [visibility, status, owner, other, pub] of states) {
  test(`who finds what is ${visibility} and ${status}`, async () => {
    using search = openTestSearch()
    const [ownerId, otherId] = [search.tenant(), search.tenant()]
    await search.object(search.dataset(ownerId, { visibility, status }), ['boiler'])
    const sees = [ownerId, otherId, 'public' as const].map(
      (viewer) => search.find(viewer, 'boiler').total === 1,
    )
    assert.equal(sees, [owner, other, pub])
  })
}

test('an allow list narrows everything, an empty one to nothing', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const [one, two] = [search.dataset(tenantId), search.dataset(tenantId)]
  await search.object(one, ['boiler one'])
  await search.object(two, ['boiler two'])
  const only = (datasetIds: (typeof one.datasetId)[]) =>
    search.find({ tenantId, datasetAccess: { mode: 'allow_list', datasetIds } }, 'boiler')
  assert.equal(snippetsOf(only([two.datasetId])), ['boiler two'])
  assert.equal(only([]), nothing)
  assert.equal(only(['dset_of_nobody']), nothing)
})

test('slices of an object stay invisible until the last one', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId)
  const owner = await search.object(dataset, ['boiler slice one'], { state: 'queued' })
  assert.equal(search.find(tenantId, 'boiler'), nothing)
  await search.addTo(owner, ['boiler slice two'])
  assert.equal(search.find(tenantId, 'boiler'), nothing)
  search.set(owner.objectId, 'index_state', 'indexed')
  assert.is(search.find(tenantId, 'boiler').total, 2)
})

test('what is taken down or being removed does not show', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId)
  const down = await search.object(dataset, ['boiler one'])
  const removed = await search.object(dataset, ['boiler two'])
  await search.object(dataset, ['boiler three'])
  search.set(down.objectId, 'taken_down_at', 1)
  search.set(removed.objectId, 'index_state', 'removing')
  const outcome = search.find(tenantId, 'boiler')
  assert.equal(snippetsOf(outcome), ['boiler three'])
  assert.equal(outcome.facets, { modality: { document: 1 }, kind: { doc_chunk: 1 } })
})

async function stock(search: TestSearch, counts: { seen: number; unseen: number }) {
  const [viewer, other] = [search.tenant(), search.tenant()]
  for (const [tenantId, count] of [
    [viewer, counts.seen],
    [other, counts.unseen],
  ] as const) {
    for (let i = 0; i < count; i++) {
      const dataset = search.dataset(tenantId)
      await search.object(dataset, [`boiler ${i}`], { state: i === 1 ? 'queued' : 'indexed' })
    }
  }
  return viewer
}

const mixes: [name: string, seen: number, unseen: number][] = [
  ['named', 3, 10],
  ['left out', 10, 3],
  ['all there are', 5, 0],
  ['many', 402, 401],
]

for (const [name, seen, unseen] of mixes) {
  test(`visibility holds when datasets are ${name}`, async () => {
    using search = openTestSearch()
    const viewer = await stock(search, { seen, unseen })
    const outcome = search.find(viewer, 'boiler', { limit: 100 })
    assert.is(outcome.total, seen - 1)
    assert.ok(outcome.hits.every(({ tenantId }) => tenantId === viewer))
    assert.equal(outcome.facets?.kind, { doc_chunk: seen - 1 })
  })
}

test('many hidden objects stay hidden', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId)
  for (let i = 0; i <= 400; i++) await search.object(dataset, ['boiler'], { state: 'queued' })
  await search.object(dataset, ['boiler'])
  assert.is(search.find(callerOf(tenantId), 'boiler').total, 1)
})

function attempt<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

test.run()
