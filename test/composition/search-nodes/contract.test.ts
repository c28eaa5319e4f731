// One contract, several ways to the engine: the port of a thread, HTTP to a search node, and a
// thread that asks an engine of others what is near: a stand-in of OpenSearch, and the real ones
// where a variable says where they are.
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { OutsidePlace } from '../../../src/adapters/outside-engine/open-outside.ts'
import type { EngineCall } from '../../../src/adapters/search-nodes/protocol.ts'
import type { Viewer } from '../../../src/domain/catalog/index.ts'
import { removePassages } from '../../../src/domain/search/index.ts'
import { parseQuery, type SearchMode } from '../../../src/engine/index.ts'
import { callerOf } from '../../support/open-test-search.ts'
import {
  type Answerer,
  openByNode,
  openByOutside,
  openByThread,
  openSearchCell,
  type SearchCell,
} from '../../support/search-cell.ts'
import { openStandIn } from '../../support/stand-in-opensearch.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { testS3Place } from '../../support/test-s3.ts'
import { untilSo } from '../../support/until.ts'

const page = { sort: 'relevance', limit: 20, offset: 0, highlight: true, facets: true } as const

function searchOf(visibility: Viewer, q: string, mode: SearchMode = 'keyword'): EngineCall {
  const query = { query: parseQuery(q), mode, filters: {} }
  return { kind: 'search', query, visibility, page: { ...page, snippetMaxChars: undefined } }
}

const grant = `INSERT OR IGNORE INTO dataset_access
  (dataset_id, tenant_id, granted_by, granted_at) VALUES (?, ?, 'x', 1)`

type Found = { outcome: { hits: { snippet: string }[]; total: number } }

async function totalOf({ answer }: Answerer, call: EngineCall): Promise<number> {
  return ((await answer(call)) as Found).outcome.total
}

/** What goes, with the SQL that the rooms would run; each row once for each way. */
const takings: readonly [what: string, take: (cell: SearchCell, stock: Stock) => unknown][] = [
  ['a take-down', ({ shelves }, { asset }) => shelves.set(asset.objectId, 'taken_down_at', 1)],
  [
    'a dataset that is closed',
    ({ store }, { datasetId }) => setDataset(store, { datasetId, visibility: 'private' }),
  ],
  [
    'a dataset that is paused',
    ({ store }, { datasetId }) =>
      store.raw.prepare("UPDATE dataset SET status = 'paused' WHERE dataset_id = ?").run(datasetId),
  ],
  [
    'a tenant that is suspended',
    ({ store }, { tenantId }) =>
      store.raw.prepare("INSERT INTO tenant_suspension VALUES (?, 1, 'why')").run(tenantId),
  ],
  [
    'an object that is sold exclusively',
    ({ store }, { asset, tenantId }) =>
      store.raw
        .prepare('UPDATE object SET exclusive_to = ? WHERE object_id = ?')
        .run(tenantId, asset.objectId),
  ],
  [
    'passages that are erased',
    ({ store }, { asset }) =>
      store.write((tx) => removePassages(tx, asset.objectId, { limit: 50 })),
  ],
]

type Stock = Awaited<ReturnType<typeof stockOf>>

async function stockOf({ shelves }: SearchCell) {
  const [tenantId, buyer] = [shelves.tenant(), shelves.tenant()]
  const dataset = shelves.dataset(tenantId, { visibility: 'listed' })
  const asset = await shelves.object(dataset, ['a rare boiler', 'another boiler, inspected'])
  return { ...dataset, asset, buyer: callerOf(buyer), tenantId }
}

function setDataset(
  { raw }: SearchCell['store'],
  { datasetId, visibility }: { datasetId: string; visibility: string },
) {
  raw.prepare('UPDATE dataset SET visibility = ? WHERE dataset_id = ?').run(visibility, datasetId)
}

const ways = { thread: openByThread, node: openByNode }
const cell = await openSearchCell()
await stockOf(cell)
await cell.settleVectors()

/** The folder into which @lancedb/lancedb was installed, and the address of an OpenSearch. */
const { KONTOR_TEST_LANCEDB: packages, KONTOR_TEST_OPENSEARCH: openSearch } = process.env
const standIn = await openStandIn()
const folder = temporaryFolder()
const bucket = packages && (await testS3Place())
const others: Record<string, OutsidePlace> = {
  'a stand-in of OpenSearch': { kind: 'opensearch', url: standIn.url, login: undefined },
  ...(packages && { LanceDB: { kind: 'lancedb', where: { folder: folder.path }, packages } }),
  ...(bucket && { 'LanceDB on S3': { kind: 'lancedb', where: bucket, packages } }),
  ...(openSearch && { OpenSearch: { kind: 'opensearch', url: openSearch, login: undefined } }),
}
const answerers: Record<string, Answerer> = {
  thread: await ways.thread(cell),
  node: await ways.node(cell),
}
const asking: Record<string, Awaited<ReturnType<typeof openByOutside>>> = {}
for (const [name, place] of Object.entries(others)) {
  asking[name] = await openByOutside(cell, place)
  answerers[name] = asking[name]
}

for (const [way, by] of Object.entries(answerers)) {
  test(`by ${way}: what goes counts in the next search, for hits and totals`, async () => {
    for (const [what, take] of takings) {
      const stock = await stockOf(cell)
      const narrow = { mode: 'allow_list' as const, datasetIds: [stock.datasetId] }
      const call = searchOf({ ...stock.buyer, datasetAccess: narrow }, 'boiler')
      await untilTotal(by, call, 2)
      await take(cell, stock)
      assert.is(await totalOf(by, call), 0, what)
    }
  })

  test(`by ${way}: access that is given shows, and what is revoked does not`, async () => {
    const { datasetId, buyer } = await stockOf(cell)
    const { raw } = cell.store
    const call = searchOf(
      { ...buyer, datasetAccess: { mode: 'allow_list', datasetIds: [datasetId] } },
      'boiler',
    )
    setDataset(cell.store, { datasetId, visibility: 'restricted' })
    assert.is(await totalOf(by, call), 0)
    raw.prepare(grant).run(datasetId, buyer.tenantId)
    await untilTotal(by, call, 2)
    raw.prepare('DELETE FROM dataset_access WHERE dataset_id = ?').run(datasetId)
    assert.is(await totalOf(by, call), 0)
  })
}

async function untilTotal(by: Answerer, call: EngineCall, wanted: number): Promise<void> {
  await untilSo('it is found', async () => (await totalOf(by, call)) === wanted)
}

const words = 'boiler boilers inspected valve invoice paid violin Heizkessel geprüft'.split(' ')
const some = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 })

test('random viewers get the same answers, order and scores, whatever goes', async () => {
  const { shelves, store } = cell
  const tenants = [shelves.tenant(), shelves.tenant(), shelves.tenant()]
  const sampled = <T>(what: fc.Arbitrary<T>, numRuns: number) =>
    fc.sample(what, { numRuns, seed: 11 })
  const stock: { dataset: ReturnType<typeof shelves.dataset>; objectId: string }[] = []
  for (const [i, tenantId] of tenants.entries()) {
    for (const visibility of ['private', 'listed', 'restricted']) {
      const dataset = shelves.dataset(tenantId, { visibility, name: `Archive ${i} ${visibility}` })
      const texts = sampled(some, 12).map((list, n) => `${list.join(' ')} ${i}${n}`)
      const { objectId } = await shelves.object(dataset, texts)
      stock.push({ dataset, objectId })
    }
  }
  await cell.settleVectors()
  const viewers: Viewer[] = ['public', ...tenants.map(callerOf)]
  const changes = fc.record({
    at: fc.nat({ max: stock.length - 1 }),
    what: fc.constantFrom('take', 'give', 'private', 'listed', 'access', 'revoke', 'rename'),
  })
  const searches = fc.record({
    viewer: fc.constantFrom(...viewers),
    q: some.map((list) => list.slice(0, 3).join(' ')),
    mode: fc.constantFrom('keyword' as const, 'hybrid' as const, 'semantic' as const),
    kind: fc.constantFrom('search', 'search', 'search', 'suggest', 'similar'),
    at: fc.nat({ max: stock.length - 1 }),
  })
  for (const change of sampled(changes, 16)) {
    const { dataset, objectId } = stock[change.at] as (typeof stock)[number]
    const { datasetId } = dataset
    if (change.what === 'take') shelves.set(objectId as never, 'taken_down_at', 1)
    else if (change.what === 'give') shelves.set(objectId as never, 'taken_down_at', null as never)
    else if (change.what === 'access') {
      store.raw.prepare(grant).run(datasetId, tenants[0])
    } else if (change.what === 'revoke') {
      store.raw.prepare('DELETE FROM dataset_access WHERE dataset_id = ?').run(datasetId)
    } else if (change.what === 'rename') {
      const text = 'UPDATE dataset SET name = ? WHERE dataset_id = ?'
      store.raw.prepare(text).run(`Archive of the ${change.at}. boiler`, datasetId)
    } else setDataset(store, { datasetId, visibility: change.what })
    // What is given may come a moment later: a change that takes something makes both wait.
    const probe = shelves.dataset(tenants[0] as string)
    setDataset(store, { datasetId: probe.datasetId, visibility: 'restricted' })
    for (const { viewer, q, mode, kind, at } of fc.sample(searches, 4)) {
      const asset = stock[at] as (typeof stock)[number]
      const call = callOf({ viewer, q, mode, kind, objectId: asset.objectId })
      const all = await Promise.all(Object.values(answerers).map((by) => by.answer(call)))
      for (const [i, way] of Object.keys(answerers).entries()) {
        assert.equal(all[i], all[0], `${way}: ${kind} ${mode} ${q} ${JSON.stringify(viewer)}`)
      }
    }
  }
})

type Asked = { viewer: Viewer; q: string; mode: SearchMode; kind: string; objectId: string }

function callOf({ viewer, q, mode, kind, objectId }: Asked): EngineCall {
  if (kind === 'suggest') {
    return { kind, query: { q: q.slice(0, 5) }, visibility: viewer, page: { limit: 8 } }
  }
  if (kind === 'similar') {
    const query = { objectId: objectId as never, filters: {} }
    return { kind, query, visibility: viewer, page: { ...page, snippetMaxChars: 80 } }
  }
  return searchOf(viewer, q, mode)
}

for (const [name, { report }] of Object.entries(asking)) {
  test(`${name} was asked, and answered`, () => {
    const { isUp, searches, failures } = report()
    assert.ok(isUp && searches > 9 && failures === 0, JSON.stringify(report()))
  })
}

const absent = { KONTOR_TEST_LANCEDB: packages, KONTOR_TEST_OPENSEARCH: openSearch }
for (const [variable, value] of Object.entries(absent)) {
  if (!value) test(`skipped: ${variable} names no engine of others`, () => undefined)
}

test('all ways end', async () => {
  await Promise.all(Object.values(answerers).map((one) => one[Symbol.asyncDispose]()))
  await cell[Symbol.asyncDispose]()
  standIn[Symbol.dispose]()
  folder[Symbol.dispose]()
})

test.run()
