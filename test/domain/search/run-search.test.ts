import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newId, type TenantId } from '../../../src/base/ids.ts'
import { cents } from '../../../src/base/money.ts'
import { openLedger } from '../../../src/domain/ledger/index.ts'
import {
  marketCatalogue,
  openSearch,
  type SearchDeps,
  type SearchRequest,
} from '../../../src/domain/search/index.ts'
import { openSearcher, type SearchJob } from '../../../src/engine/index.ts'
import { openTestSearch } from '../../support/open-test-search.ts'
import { refusal } from '../../support/refusal.ts'
import { testPrincipal } from '../../support/test-principal.ts'
import { testSecrets } from '../../support/test-secrets.ts'

type Options = { publicSearch?: boolean; beforeReply?: () => void }

/** The whole room with an engine that searches in this thread. */
function openRoom({ publicSearch = false, beforeReply = () => {} }: Options = {}) {
  const bench = openTestSearch()
  const { store } = bench
  const { clock } = store
  const finder = openSearcher(store.db, { catalogue: marketCatalogue })
  const jobs: SearchJob[] = []
  const engine: SearchDeps['engine'] = {
    async search({ query, filters }, visibility, page) {
      const job = { ...page, query, filters, visibility }
      jobs.push(structuredClone(job))
      finder.catchUp({ limit: Number.MAX_SAFE_INTEGER })
      const outcome = structuredClone(finder.find(structuredClone(job)))
      beforeReply()
      return { outcome, mode: 'keyword' }
    },
    suggest: async ({ q }, visibility, { limit }) =>
      structuredClone(finder.suggest(structuredClone({ q, visibility, limit }))),
    similar: () => assert.unreachable() as never,
    offers: (mode) => mode === 'keyword',
    progress: () => [],
  }
  const settings = { welcomeCredits: cents(0) }
  const ledger = openLedger({
    store,
    clock,
    secrets: testSecrets,
    settings,
    planOf: () => 'free' as const,
  })
  const room = openSearch({ store, clock, engine, ledger, settings: { publicSearch } })
  const cmd = (tenantId: TenantId) => ({
    principal: testPrincipal({ tenantId }),
    requestId: newId('req', clock.nowMs()),
    write: store.write,
  })
  const used = (tenantId: TenantId) =>
    ledger.searchAllowance(store.db, tenantId, clock.nowMs()).used
  return { ...bench, jobs, room, ledger, cmd, used }
}

function asking(q: string, part: Partial<SearchRequest> = {}): SearchRequest {
  return {
    q,
    mode: 'keyword',
    sort: 'relevance',
    limit: 10,
    offset: 0,
    highlight: false,
    facets: true,
    ...part,
  }
}

test('a search is answered, metered and recorded with its hits in order', async () => {
  using search = openRoom()
  const tenantId = search.tenant()
  await search.object(search.dataset(tenantId), ['boiler boiler boiler', 'a boiler and a turbine'])
  const cmd = search.cmd(tenantId)
  const result = await search.room.run(cmd, asking('boiler', { requestId: 'r1' }))
  assert.is(result.total, 2)
  assert.is(result.totalRelation, 'exact')
  assert.is(result.hasMore, false)
  assert.is(result.hits[0]?.title, 'The report')
  assert.is(result.chargedCredits, 0)
  assert.is(result.availableCredits, 0)
  assert.is(search.used(tenantId), 1)
  const record = search.room.findSearch(search.store.db, { tenantId }, result.searchId)
  const { searchActivityId, searchId, paramsHash, occurredAt, ...rest } = record as NonNullable<
    typeof record
  >
  assert.match(
    `${searchActivityId} ${searchId} ${paramsHash}`,
    /^sa_\w{26} srch_\w{26} [\da-f]{64}$/,
  )
  assert.equal(rest, {
    tenantId,
    principalId: cmd.principal.principalId,
    apiKeyId: cmd.principal.apiKeyId,
    queryText: 'boiler',
    mode: 'keyword',
    requestId: 'r1',
    billed: true,
    chargedCredits: 0,
    resultCount: 2,
    hits: result.hits.map(({ passageId }) => passageId),
  })
})

test('a retrieval event id leads back to its hit, for its own tenant only', async () => {
  using search = openRoom()
  const [tenantId, other] = [search.tenant(), search.tenant()]
  await search.object(search.dataset(tenantId), ['boiler one', 'boiler two'])
  const { hits } = await search.room.run(search.cmd(tenantId), asking('boiler'))
  const { db } = search.store
  for (const { retrievalEventId, passageId } of hits) {
    const event = search.room.findRetrievalEvent(db, { tenantId }, retrievalEventId)
    assert.is(event?.passageId, passageId)
    assert.is(search.room.findRetrievalEvent(db, { tenantId: other }, retrievalEventId), undefined)
  }
  const beyond = `${hits[0]?.retrievalEventId.slice(0, -1)}7`
  for (const id of [beyond, 'ret_', '', `${beyond}77`, 'ret_../..']) {
    assert.is(search.room.findRetrievalEvent(db, { tenantId }, id), undefined)
  }
})

test('what was deleted between ranking and reply is left out of everything', async () => {
  let remove = () => {}
  using search = openRoom({ beforeReply: () => remove() })
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId)
  const gone = await search.object(dataset, ['boiler of old', { text: 'boiler', kind: 'ocr' }])
  await search.object(dataset, ['boiler a', 'boiler b'])
  remove = () => search.set(gone.objectId, 'index_state', 'removing')
  const result = await search.room.run(search.cmd(tenantId), asking('boiler'))
  assert.is(result.totalRelation, 'approximate')
  assert.is(result.total, 2)
  assert.is(result.hits.length, 2)
  assert.equal(result.facets, { modality: { document: 2 }, kind: { doc_chunk: 2 } })
  assert.is(result.hasMore, false)
})

test('an equal asset that was deleted before the reply is not named', async () => {
  let remove = () => {}
  using search = openRoom({ beforeReply: () => remove() })
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId)
  const [, stays, gone] = [
    await search.object(dataset, ['boiler'], { createdAtS: 1 }),
    await search.object(dataset, ['boiler'], { createdAtS: 2 }),
    await search.object(dataset, ['boiler'], { createdAtS: 3 }),
  ]
  remove = () => search.set(gone.objectId, 'index_state', 'removing')
  const { hits } = await search.room.run(search.cmd(tenantId), asking('boiler'))
  assert.equal(
    hits.map(({ alsoIn }) => alsoIn),
    [[stays.objectId]],
  )
})

test('what was taken down between ranking and reply leaves its place to a copy', async () => {
  let remove = () => {}
  using search = openRoom({ beforeReply: () => remove() })
  const [tenantId, provider, other] = [search.tenant(), search.tenant(), search.tenant()]
  const grant = { tenantId, credits: 10, reason: 'A gift.' }
  await search.ledger.grantCreditsAsOperator(search.cmd(tenantId), grant)
  const listed = { visibility: 'listed' } as const
  const [first, second] = [search.dataset(provider, listed), search.dataset(other, listed)]
  const place = (page: number) => [{ text: 'boiler', page, lang: 'en' }, 'a violin']
  const gone = await search.object(first, place(1), { createdAtS: 1 })
  const copy = await search.object(second, place(7), { createdAtS: 2, modality: 'image' })
  await search.object(second, [{ text: 'Der boiler und der Kessel', lang: 'de' }])
  remove = () => search.set(gone.objectId, 'taken_down_at', 1)
  const request = asking('boiler', { countDatasets: true })
  const result = await search.room.run(search.cmd(tenantId), request)
  const [hit] = result.hits
  assert.equal(
    [hit?.objectId, hit?.datasetId, hit?.tenantId, hit?.page, hit?.modality],
    [...[copy.objectId, second.datasetId, other], ...[7, 'image']],
  )
  assert.equal([hit?.alike, hit?.alsoIn, result.hits.length], [undefined, undefined, 2])
  assert.equal([result.total, result.totalRelation, result.chargedCredits], [2, 'approximate', 2])
  const { modality, lang } = result.facets ?? {}
  assert.equal(
    [modality, lang],
    [
      { document: 1, image: 1 },
      { en: 1, de: 1 },
    ],
  )
  assert.equal(result.datasets, [{ datasetId: second.datasetId, count: 2 }])
})

test('of what is gone with all of its copies nothing is counted', async () => {
  let remove = () => {}
  using search = openRoom({ beforeReply: () => remove() })
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId)
  const gone = [await search.object(dataset, ['boiler']), await search.object(dataset, ['boiler'])]
  await search.object(dataset, ['another boiler'])
  remove = () => {
    for (const { objectId } of gone) search.set(objectId, 'index_state', 'removing')
  }
  const request = asking('boiler', { countDatasets: true })
  const { hits, total, facets, datasets } = await search.room.run(search.cmd(tenantId), request)
  assert.equal(
    [hits.length, total, facets?.kind, facets?.lang],
    [1, 1, { doc_chunk: 1 }, { en: 1 }],
  )
  assert.equal(datasets, [{ datasetId: dataset.datasetId, count: 1 }])
})

test('there is more while the page does not reach the total', async () => {
  using search = openRoom()
  const tenantId = search.tenant()
  await search.object(search.dataset(tenantId), ['boiler a', 'boiler b', 'boiler c'])
  const more = async (part: Partial<SearchRequest>) => {
    const { hasMore, total } = await search.room.run(search.cmd(tenantId), asking('boiler', part))
    assert.is(total, 3)
    return hasMore
  }
  assert.is(await more({ limit: 2 }), true)
  assert.is(await more({ limit: 2, offset: 2 }), false)
  assert.is(await more({ limit: 3 }), false)
  assert.is(await more({ limit: 2, offset: 7 }), false)
})

test('an empty answer counts one search', async () => {
  using search = openRoom()
  const tenantId = search.tenant()
  const { total } = await search.room.run(search.cmd(tenantId), asking('nothing'))
  assert.is(total, 0)
  assert.is(search.used(tenantId), 1)
})

test('the same search with the same request id is billed once', async () => {
  using search = openRoom()
  const tenantId = search.tenant()
  const run = ({ q, requestId }: { q: string; requestId?: string }) =>
    search.room.run(search.cmd(tenantId), asking(q, { requestId }))
  await run({ q: 'boiler', requestId: 'r1' })
  await run({ q: 'boiler', requestId: 'r1' })
  assert.is(search.used(tenantId), 1)
  await run({ q: 'turbine', requestId: 'r1' })
  await run({ q: 'boiler', requestId: 'r2' })
  await run({ q: 'boiler' })
  assert.is(search.used(tenantId), 4)
})

test('a retry pays for what the first one did not show', async () => {
  using search = openRoom()
  const [provider, tenantId] = [search.tenant(), search.tenant()]
  const dataset = search.dataset(provider, { visibility: 'listed' })
  const grant = { tenantId, credits: 10, reason: 'A gift.' }
  await search.ledger.grantCreditsAsOperator(search.cmd(tenantId), grant)
  const charged = async () => {
    const request = asking('boiler', { requestId: 'r1' })
    return (await search.room.run(search.cmd(tenantId), request)).chargedCredits
  }
  await search.object(dataset, ['boiler one'])
  assert.equal([await charged(), await charged()], [1, 0])
  await search.object(dataset, ['boiler two', 'boiler three'])
  assert.equal([await charged(), await charged()], [2, 0])
  assert.is(search.used(tenantId), 1)
})

test('a refused search counts nothing', async () => {
  using search = openRoom()
  const tenantId = search.tenant()
  const cases: [request: SearchRequest, field: string, says: RegExp][] = [
    [asking('AND'), 'q', /^q, character 1: there are only operators/],
    [asking('a', { mode: 'semantic' }), 'mode', /no embedding model on this server/],
    [asking('a', { mode: 'hybrid' }), 'mode', /no embedding model on this server/],
    [asking('ab~ '.repeat(17)), 'q', /^q, character 65: more than 16 fuzzy terms/],
    [asking('kind:poem'), 'q', /kind is one of transcript, caption/],
    [asking('a OR modality:smell'), 'q', /character 6: modality is one of audio/],
    [asking('source:ftp'), 'q', /source is one of upload, gdrive/],
    [asking('lang:german'), 'q', /lang is a language code/],
    [asking('page:0'), 'q', /page is a page number/],
  ]
  for (const [request, field, says] of cases) {
    const error = await refusal(search.room.run(search.cmd(tenantId), request))
    assert.is(error.name, 'InvalidInput')
    assert.is((error as Error & { field?: string }).field, field)
    assert.match(error.message, says)
  }
  assert.is(search.used(tenantId), 0)
  assert.is(search.jobs.length, 0)
})

test('a month without searches left is refused, and nothing is recorded', async () => {
  using search = openRoom()
  const tenantId = search.tenant()
  for (let i = 0; i < 1_000; i++) await search.room.run(search.cmd(tenantId), asking('a'))
  const error = await refusal(search.room.run(search.cmd(tenantId), asking('a')))
  assert.is((error as Error & { code?: string }).code, 'search_allowance_exhausted')
  assert.is(search.used(tenantId), 1_000)
  const rows = search.store.raw.prepare('SELECT count(*) FROM search_activity').pluck().get()
  assert.is(rows, 1_000)
})

test('a spent allowance refuses before searching, but not the retry of a billed one', async () => {
  using search = openRoom()
  const tenantId = search.tenant()
  await search.room.run(search.cmd(tenantId), asking('a', { requestId: 'r1' }))
  for (let i = 1; i < 1_000; i++) await search.room.run(search.cmd(tenantId), asking('a'))
  const searched = search.jobs.length
  await refusal(search.room.run(search.cmd(tenantId), asking('a')))
  await refusal(search.room.run(search.cmd(tenantId), asking('b', { requestId: 'r1' })))
  assert.is(search.jobs.length, searched)
  const retry = await search.room.run(search.cmd(tenantId), asking('a', { requestId: 'r1' }))
  assert.is(retry.total, 0)
  assert.is(search.used(tenantId), 1_000)
})

test('of a month that ends early, few searches are done before they are refused', async () => {
  using search = openRoom()
  const tenantId = search.tenant()
  await search.room.run(search.cmd(tenantId), asking('a'))
  search.store.raw.prepare("UPDATE tally SET amount = 1000 WHERE kind = 'searches'").run()
  const searched = search.jobs.length
  for (let i = 0; i < 40; i++) {
    const error = await refusal(search.room.run(search.cmd(tenantId), asking('a')))
    assert.is((error as Error & { code?: string }).code, 'search_allowance_exhausted')
  }
  const unasked = search.jobs.length - searched
  assert.ok(unasked > 0 && unasked <= 15, String(unasked))
})

test('the ids of a public search lead to nothing', async () => {
  using search = openRoom({ publicSearch: true })
  const tenantId = search.tenant()
  await search.object(search.dataset(tenantId, { visibility: 'listed' }), ['boiler'])
  const { searchId, hits } = await search.room.runPublic(asking('boiler'))
  const event = hits[0]?.retrievalEventId ?? ''
  assert.is(search.room.findSearch(search.store.db, { tenantId }, searchId), undefined)
  assert.is(search.room.findRetrievalEvent(search.store.db, { tenantId }, event), undefined)
})

test('without permission there is no public search', async () => {
  using search = openRoom()
  assert.is((await refusal(search.room.runPublic(asking('a')))).name, 'Unauthenticated')
})

test('the public search shows open listed data in short, and bills nobody', async () => {
  using search = openRoom({ publicSearch: true })
  const tenantId = search.tenant()
  const long = `boiler ${'word '.repeat(100)}`
  await search.object(search.dataset(tenantId, { visibility: 'listed' }), [long])
  await search.object(search.dataset(tenantId), ['private boiler'])
  const premium = search.dataset(tenantId, { visibility: 'listed' })
  search.store.raw
    .prepare(`UPDATE dataset SET monetization_mode = 'premium' WHERE dataset_id = ?`)
    .run(premium.datasetId)
  await search.object(premium, ['premium boiler'])
  const result = await search.room.runPublic(asking('boiler', { highlight: true }))
  assert.is(result.total, 1)
  assert.ok((result.hits[0]?.snippet.length ?? 0) <= 200)
  assert.match(result.hits[0]?.snippet ?? '', /^\*\*boiler\*\* word.*…$/)
  assert.is(result.availableCredits, undefined)
  assert.is(search.used(tenantId), 0)
})

test('only what the search needs to know of a caller goes to the thread', async () => {
  using search = openRoom()
  const tenantId = search.tenant()
  await search.room.run(search.cmd(tenantId), asking('boiler', { requestId: 'secret' }))
  const [job] = search.jobs
  assert.equal(job?.visibility, { tenantId, datasetAccess: { mode: 'all_available' } })
  assert.not.match(JSON.stringify(job), /secret/)
})

test.run()
