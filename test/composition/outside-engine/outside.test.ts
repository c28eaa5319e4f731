// What an engine of others is told, and what becomes of what it says.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { engineWords } from '../../../src/adapters/outside-engine/guarded.ts'
import { indexStatus } from '../../../src/cli/catalog/index-status.ts'
import { engineFindings, toldSoFar } from '../../../src/composition/outside-engine/findings.ts'
import { openOutsideProposals } from '../../../src/composition/outside-engine/outside.ts'
import { removePassages } from '../../../src/domain/search/index.ts'
import { type Proposals, parseQuery } from '../../../src/engine/index.ts'
import { callerOf } from '../../support/open-test-search.ts'
import { keptLog, openByThread, openSearchCell } from '../../support/search-cell.ts'
import { openStandIn } from '../../support/stand-in-opensearch.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { untilSo } from '../../support/until.ts'

const standIn = await openStandIn()
const cell = await openSearchCell()
const { shelves, store } = cell
const [seller, buyer] = [shelves.tenant(), shelves.tenant()]
const listed = shelves.dataset(seller, { visibility: 'listed' })
const boiler = await shelves.object(listed, ['boiler inspected', 'boiler repaired'])
const violin = await shelves.object(listed, ['violin concerto'])
const own = shelves.dataset(buyer)
const secret = await shelves.object(own, ['furnace of the buyer'])
await cell.settleVectors()

const folder = temporaryFolder()
const place = { kind: 'opensearch', url: standIn.url, login: 'kontor:of-the-engine' } as const

function openOutside({ dataDir = folder.path, log = keptLog(), timeMs = 60_000 } = {}) {
  const resources = new AsyncDisposableStack()
  const config = { dataDir, searchTimeoutMs: timeMs }
  const needs = { store, log: log as never, resources, config, place }
  const outside = openOutsideProposals(needs)
  outside.start()
  return { ...outside, log, [Symbol.asyncDispose]: () => resources[Symbol.asyncDispose]() }
}

function numbersOf(...objects: { objectNo: number }[]): number[] {
  const text = 'SELECT passage_no FROM passage WHERE object_no = ? ORDER BY passage_no'
  const rows = objects.flatMap(({ objectNo }) => store.raw.prepare(text).all(objectNo))
  return (rows as { passage_no: number }[]).map((row) => row.passage_no).sort((a, b) => a - b)
}

async function untilThere(numbers: number[]): Promise<void> {
  const wanted = JSON.stringify(numbers)
  await untilSo(`there are ${wanted}`, () => JSON.stringify(standIn.passages()) === wanted)
}

test('it is told of what everybody sees, and of no word', async () => {
  await using outside = openOutside()
  await untilSo('it has everything', () => outside.report().hasAll)
  assert.equal(standIn.passages(), numbersOf(boiler, violin))
  const told = standIn.asked.map(({ body }) => body).join()
  assert.not.match(told, /boiler|violin|furnace|Boiler archive/)
  const basic = `Basic ${Buffer.from('kontor:of-the-engine').toString('base64')}`
  assert.ok(standIn.asked.every(({ login }) => login === basic))
})

test('what ceases to be for everybody goes, and comes again when it is', async () => {
  await using _ = openOutside()
  const { raw } = store
  const dataset = (column: string, value: string) =>
    raw
      .prepare(`UPDATE dataset SET ${column} = ? WHERE dataset_no = ?`)
      .run(value, listed.datasetNo)
  const all = numbersOf(boiler, violin)
  await untilThere(all)
  shelves.set(violin.objectId, 'taken_down_at', 1)
  await untilThere(numbersOf(boiler))
  shelves.set(violin.objectId, 'taken_down_at', null as never)
  await untilThere(all)
  dataset('visibility', 'restricted')
  await untilThere([])
  dataset('visibility', 'listed')
  await untilThere(all)
  raw.prepare("INSERT INTO tenant_suspension VALUES (?, 1, 'why')").run(seller)
  await untilThere([])
  raw.prepare('DELETE FROM tenant_suspension').run()
  await untilThere(all)
  const late = await shelves.object(listed, ['a valve replaced'])
  await cell.settleVectors()
  await untilThere(numbersOf(boiler, violin, late))
  await store.write((tx) => removePassages(tx, late.objectId, { limit: 50 }))
  await untilThere(all)
})

test('what went comes again though nobody heard so, and what did not go goes', async () => {
  const all = numbersOf(boiler, violin)
  const setVisibility = store.raw.prepare('UPDATE dataset SET visibility = ? WHERE dataset_no = ?')
  const show = (visibility: string) => setVisibility.run(visibility, listed.datasetNo)
  const removing = (how: Parameters<typeof standIn.disturb>[0] & object) =>
    standIn.disturb((path) => (path.includes('_delete_by_query') ? how(path) : undefined))
  {
    await using outside = openOutside()
    await untilSo('it has everything', () => outside.report().hasAll)
    removing(() => 'deaf')
    show('private')
    await untilThere([])
    show('listed')
    standIn.disturb(undefined)
    await untilThere(all)
    const isAsked = () => standIn.asked.some(({ path }) => path.includes('_delete_by_query'))
    standIn.asked.length = 0
    removing(() => ({ status: 500, body: {} }))
    show('private')
    await untilSo('it is told that all goes', isAsked)
  }
  standIn.disturb(undefined)
  await using _ = openOutside()
  await untilThere([])
  show('listed')
  await untilThere(all)
})

test('it goes on where it ended, and begins anew in another history', async () => {
  const [name] = standIn.indexes.keys()
  const late = await shelves.object(listed, ['wind turbine'])
  await cell.settleVectors()
  {
    await using _ = openOutside()
    await untilThere(numbersOf(boiler, violin, late))
  }
  assert.equal([...standIn.indexes.keys()], [name])
  store.raw.prepare("UPDATE search_feed SET mark = 'other'").run()
  await using _ = openOutside()
  await untilSo('another index is there', () => {
    const names = [...standIn.indexes.keys()]
    return names.length === 1 && names[0] !== name
  })
  await untilThere(numbersOf(boiler, violin, late))
})

const search = {
  kind: 'search',
  visibility: callerOf(buyer),
  page: {
    sort: 'relevance',
    limit: 20,
    offset: 0,
    highlight: false,
    facets: true,
    snippetMaxChars: undefined,
  },
} as const

function byMeaning(q: string) {
  const query = { query: parseQuery(q), mode: 'semantic' as const, filters: {} }
  return { ...search, query }
}

/** One engine for both facts below, each with an engine of others of its own. */
const asked: { by?: Proposals } = {}
const engine = await openByThread(cell, {
  isReady: () => asked.by?.isReady() === true,
  propose: async (what) => asked.by?.propose(what),
})

type Answer = { outcome: { hits: { snippet: string; objectId: string }[]; total: number } }

test('it proposes, the server ranks, and a take-down counts at once', async () => {
  await using outside = openOutside()
  await untilSo('it has everything', () => outside.report().hasAll)
  asked.by = outside.proposals
  const snippets = async (q: string) =>
    ((await engine.answer(byMeaning(q))) as Answer).outcome.hits
      .map(({ snippet }) => snippet)
      .sort()
  assert.equal(await snippets('heating'), [
    'boiler inspected',
    'boiler repaired',
    'furnace of the buyer',
  ])
  standIn.disturb((path) =>
    path.endsWith('_search') ? { status: 200, body: { hits: { hits: [] } } } : undefined,
  )
  assert.equal(await snippets('heating'), ['furnace of the buyer'], 'it proposes nothing')
  const everything = numbersOf(boiler, violin, secret).map((no) => ({ _id: String(no) }))
  standIn.disturb((path) =>
    path.endsWith('_search') ? { status: 200, body: { hits: { hits: everything } } } : undefined,
  )
  assert.equal(await snippets('concerto'), ['violin concerto'], 'what is far is not near for it')
  const stranger = { ...byMeaning('heating'), visibility: callerOf(seller) }
  const { hits } = ((await engine.answer(stranger)) as Answer).outcome
  assert.not.ok(hits.some(({ objectId }) => objectId === secret.objectId))
  shelves.set(boiler.objectId, 'taken_down_at', 1)
  assert.equal(await snippets('heating'), ['furnace of the buyer'], 'at once')
  shelves.set(boiler.objectId, 'taken_down_at', null as never)
  standIn.disturb(undefined)
})

test('what it was not told yet is found at once: what came, and what shows again', async () => {
  await using outside = openOutside()
  asked.by = outside.proposals
  await untilSo('it has everything', () => outside.report().hasAll)
  const hits = async () =>
    ((await engine.answer(byMeaning('heating'))) as Answer).outcome.hits.map((hit) => hit.objectId)
  shelves.set(boiler.objectId, 'taken_down_at', 1)
  await untilSo('it is gone', () => !standIn.passages().includes(numbersOf(boiler)[0] as number))
  standIn.disturb((path) => (path.includes('_bulk') ? 'silent' : undefined))
  const late = await shelves.object(listed, ['a new kessel'])
  await cell.settleVectors()
  assert.ok((await hits()).includes(late.objectId))
  shelves.set(boiler.objectId, 'taken_down_at', null as never)
  assert.ok((await hits()).includes(boiler.objectId))
  assert.not.ok(standIn.passages().includes(numbersOf(boiler)[0] as number))
  standIn.disturb(undefined)
  await untilSo('it is told', () => outside.report().hasAll)
})

test('while it fails, is slow or lies the answers are those without it', async () => {
  await using outside = openOutside({ timeMs: 1_000 })
  await untilSo('it has everything', () => outside.report().hasAll)
  asked.by = outside.proposals
  const answer = () => engine.answer(byMeaning('heating'))
  const right = await answer()
  const [before] = [outside.report().failures]
  standIn.disturb((path) => (path.endsWith('_search') ? 'silent' : undefined))
  assert.equal(await answer(), right)
  standIn.disturb(() => ({ status: 500, body: {} }))
  await untilSo('it is asked again', async () => {
    assert.equal(await answer(), right)
    return outside.report().failures >= before + 2
  })
  assert.not.ok(outside.report().isUp)
  assert.match(outside.log.lines.join(), /the engine of others is left out/)
  standIn.disturb(undefined)
  await untilSo('it is up again', async () => {
    assert.equal(await answer(), right)
    return outside.report().isUp
  })
})

test('what an engine says is told without where in its sources it says so', () => {
  const said =
    "Table 'k' was not found\n  Caused by: Not found: a/k.lance, /usr/cargo/io/commit.rs:670:26"
  assert.is(engineWords(new Error(said)), "Table 'k' was not found")
  const other = 'lance error: Not found: a/k.lance, /usr/cargo/io/commit.rs:670:26'
  assert.is(engineWords(new Error(other)), 'lance error: Not found: a/k.lance')
})

test('a server with the setting tells and asks it, and says how far it is', async () => {
  using other = await openStandIn()
  const engineAddress = `opensearch+${other.url}`
  await using app = await openSearchCell({
    config: { engine: engineAddress },
    overrides: { startSearch: true },
  })
  const dataset = app.shelves.dataset(app.shelves.tenant(), { visibility: 'listed' })
  const asset = await app.shelves.object(dataset, ['boiler inspected'])
  await app.settleVectors()
  await untilSo('it is told', () => other.passages().length === 1)
  const key = await app.key(await app.signUp('Buyer'))
  const find = async () =>
    (await app.call('GET', '/search?q=heating&mode=hybrid', { as: key })).body
  await untilSo('it is asked', async () => {
    const { results } = await find()
    assert.equal(
      results.map((hit: { asset_id: string }) => hit.asset_id),
      [asset.objectId],
    )
    return other.asked.some(({ path }) => path.endsWith('_search'))
  })
  await untilSo('what was told is written down', () => toldSoFar(app.dir)?.upToPassageNo === 1)
  const { lines } = await indexStatus.act(app, { values: {}, positionals: [] } as never)
  assert.match(
    lines.join('\n'),
    'The engine of others has 1 of the listed datasets, up to passage 1.',
  )
  assert.equal(await engineFindings(app.config), [])
  other.disturb(() => ({ status: 503, body: {} }))
  const [finding] = await engineFindings(app.config)
  assert.match(finding?.message ?? '', /The engine of others is left out: OpenSearch answers 503/)
})

test('the end', async () => {
  await engine[Symbol.asyncDispose]()
  await cell[Symbol.asyncDispose]()
  standIn[Symbol.dispose]()
  folder[Symbol.dispose]()
})

test.run()
