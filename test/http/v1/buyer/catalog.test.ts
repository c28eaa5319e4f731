import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DatasetId } from '../../../../src/base/ids.ts'
import type { PassageOwner } from '../../../../src/domain/search/index.ts'
import {
  badField,
  checkRows,
  missingScope,
  notFound,
  type Row,
  unauthorized,
} from '../../../support/answer-table.ts'
import { openTestProvider, type TestProvider } from '../../../support/open-test-provider.ts'
import { type ObjectPart, openShelves, type Passages } from '../../../support/shelves.ts'

const unknown = 'dset_01jn9z0000zzzzzzzzzzzzzzzz'
const list = 'GET /v1/catalog/datasets'

test('a listed dataset as a buyer sees it', async () => {
  await using shop = await openShop()
  const mine = await shop.dataset({
    name: 'Boiler checks',
    description: 'Five winters.',
    visibility: 'listed',
    monetization_mode: 'premium',
    base_price_credits: 40,
    tags: ['heating'],
  })
  await shop.fill(mine, ['Boiler one.', 'Boiler two.'], { lang: 'de' })
  await shop.fill(mine, ['Boiler three.'], { modality: 'text' })
  const { created_at, updated_at, last_ingest_at, ...seen } = await shop.see(mine)
  assert.equal(seen, {
    dataset_id: mine,
    tenant_id: shop.owner.tenantId,
    provider_name: 'Provider house',
    name: 'Boiler checks',
    description: 'Five winters.',
    source_modality: 'document',
    monetization_mode: 'premium',
    pricing_model: 'demand_curve',
    visibility: 'listed',
    access: 'open',
    access_request_status: null,
    object_count: 2,
    passage_count: 3,
    total_bytes: 14,
    modalities: { document: 1, text: 1 },
    languages: ['de', 'en'],
    prices: { download_credits: 40, retrieval_credits: 2 },
    tags: ['heating'],
    curated: false,
    license: null,
    sample_passages: [],
    column_profile: null,
  })
})

test('without a price of its own a dataset has the price of the house', async () => {
  await using shop = await openShop({ downloadPriceCredits: 33 })
  const mine = await shop.listed()
  assert.equal((await shop.see(mine)).prices, { download_credits: 33, retrieval_credits: 1 })
})

test('only what is on show is counted', async () => {
  await using shop = await openShop()
  const mine = await shop.listed()
  await shop.fill(mine, ['one'])
  const down = await shop.fill(mine, ['two'])
  shop.shelves.set(down.objectId, 'taken_down_at', 1)
  await shop.fill(mine, ['three'], { state: 'queued' })
  await shop.staged(mine)
  const { object_count, passage_count, total_bytes } = await shop.see(mine)
  assert.equal([object_count, passage_count, total_bytes], [1, 1, 7])
})

/** Which of them the catalogue shows to the stranger, and how. */
const shown: [visibility: string, status: string, access: string | undefined][] = [
  ['listed', 'active', 'open'],
  ['restricted', 'active', 'by_request'],
  ['private', 'active', undefined],
  ['listed', 'draft', undefined],
  ['listed', 'ingesting', undefined],
  ['listed', 'paused', undefined],
  ['listed', 'archived', undefined],
  ['listed', 'suspended', undefined],
  ['restricted', 'paused', undefined],
]

for (const [visibility, status, access] of shown) {
  test(`${visibility} and ${status} is ${access ?? 'not'} in the catalogue`, async () => {
    await using shop = await openShop()
    const mine = await shop.listed({ visibility })
    shop.setStatus(mine, status)
    const { datasets, total } = await shop.list('')
    assert.equal(
      datasets.map(({ dataset_id, access: how }: Entry) => [dataset_id, how]),
      access === undefined ? [] : [[mine, access]],
    )
    assert.is(total, datasets.length)
    const one = await shop.call('GET', `/v1/catalog/datasets/${mine}`, { as: shop.names.stranger })
    assert.is(one.status, access === undefined ? 404 : 200)
  })
}

test('a restricted dataset shows its samples to whoever was let in', async () => {
  await using shop = await openShop()
  const mine = await shop.listed({ visibility: 'restricted' })
  const { passageIds } = await shop.fill(mine, ['The boiler works.'])
  await shop.choose(mine, passageIds)
  const before = await shop.see(mine)
  assert.equal([before.access, before.sample_passages], ['by_request', []])
  const ask = `/v1/catalog/datasets/${mine}/access-requests`
  await shop.call('POST', ask, { as: shop.names.stranger, body: {} })
  assert.is((await shop.see(mine)).access_request_status, 'pending')
  const stranger = await shop.call('GET', '/v1/me', { as: shop.names.stranger })
  const body = { tenant_id: stranger.body.data.tenant.tenant_id }
  await shop.call('POST', `/v1/datasets/${mine}/access`, { as: shop.names.owner, body })
  const after = await shop.see(mine)
  assert.equal([after.access, after.access_request_status], ['granted', 'approved'])
  assert.is(after.sample_passages.length, 1)
  const access = `/v1/datasets/${mine}/access/${body.tenant_id}`
  assert.is((await shop.call('DELETE', access, { as: shop.names.owner })).status, 204)
  const revoked = await shop.see(mine)
  assert.equal([revoked.access, revoked.access_request_status], ['by_request', null])
  await shop.call('POST', ask, { as: shop.names.stranger, body: {} })
  assert.is((await shop.see(mine)).access_request_status, 'pending')
})

test('the owner sees its own offer with its samples', async () => {
  await using shop = await openShop()
  const mine = await shop.listed({ visibility: 'restricted' })
  const { passageIds } = await shop.fill(mine, ['The boiler works.'])
  await shop.choose(mine, passageIds)
  const seen = await shop.see(mine, 'owner')
  assert.equal([seen.access, seen.sample_passages.length], ['own', 1])
})

test('sample passages are shown whole, in the order in which they were chosen', async () => {
  await using shop = await openShop()
  const mine = await shop.listed()
  const { objectId, passageIds } = await shop.fill(mine, [
    { text: 'The first page.', page: 1 },
    { text: 'The second page.', page: 2, lang: 'en' },
    'Another.',
  ])
  const chosen = [passageIds[1], passageIds[0]] as string[]
  const { status, body } = await shop.choose(mine, chosen)
  assert.equal([status, body.data.sample_passage_ids], [200, chosen])
  const { sample_passages } = await shop.see(mine)
  assert.equal(sample_passages, [
    {
      passage_id: passageIds[1],
      asset_id: objectId,
      title: 'The report',
      kind: 'doc_chunk',
      lang: 'en',
      page: 2,
      text: 'The second page.',
    },
    {
      passage_id: passageIds[0],
      asset_id: objectId,
      title: 'The report',
      kind: 'doc_chunk',
      lang: 'en',
      page: 1,
      text: 'The first page.',
    },
  ])
  await shop.choose(mine, [])
  assert.equal((await shop.see(mine)).sample_passages, [])
})

test('a sample goes from the page together with its object', async () => {
  await using shop = await openShop()
  const mine = await shop.listed()
  const [kept, gone] = [await shop.fill(mine, ['kept']), await shop.fill(mine, ['gone'])]
  await shop.choose(mine, [...gone.passageIds, ...kept.passageIds])
  shop.shelves.set(gone.objectId, 'taken_down_at', 1)
  const texts = (await shop.see(mine)).sample_passages.map(({ text }: { text: string }) => text)
  assert.equal(texts, ['kept'])
})

test('samples are checked', async () => {
  await using shop = await openShop()
  const [mine, other] = [await shop.listed(), await shop.listed()]
  const own = (await shop.fill(mine, ['a', 'b', 'c', 'd'])).passageIds
  const foreign = (await shop.fill(other, ['e'])).passageIds
  const refused = (ids: unknown, rule: { reason: string; message: string }): Row => ({
    name: JSON.stringify(ids),
    as: 'owner',
    ask: 'PATCH /v1/datasets/{mine}',
    status: 400,
    body: { sample_passage_ids: ids },
    error: badField('sample_passage_ids', rule),
  })
  const unknownPassage = {
    reason: 'unknown_passage',
    message: 'sample_passage_ids must name passages of this dataset.',
  }
  await checkRows(shop, { ...shop.names, mine }, [
    refused(own, {
      reason: 'too_big',
      message: 'sample_passage_ids must have at most 3 entries.',
    }),
    refused([own[0], own[0]], {
      reason: 'invalid_value',
      message: 'sample_passage_ids must name each passage once.',
    }),
    refused('all', {
      reason: 'invalid_type',
      message: 'sample_passage_ids must be a list of ids.',
    }),
    refused([own[0], ...foreign], unknownPassage),
    refused(['psg_x'], unknownPassage),
  ])
  assert.equal((await shop.see(mine)).sample_passages, [])
})

test('the catalogue is narrowed by words, tags, modality and language', async () => {
  await using shop = await openShop()
  const boilers = await shop.listed({ name: 'Prüfung der Kessel', tags: ['heating', 'old'] })
  const wind = await shop.listed({ name: 'Wind', description: '50% _Rotor_ checks', tags: ['old'] })
  const calls = await shop.listed({ name: 'Calls', visibility: 'restricted' })
  await shop.fill(boilers, ['a'], { lang: 'de' })
  await shop.fill(wind, ['b'], { lang: 'en' })
  await shop.fill(calls, ['c'], { lang: 'de', modality: 'audio' })
  const filters: [query: string, ids: string[]][] = [
    ['', [calls, wind, boilers]],
    ['q=prufung', [boilers]],
    ['q=KESSEL+der', [boilers]],
    ['q=kessel+wind', []],
    ['q=50%25', [wind]],
    ['q=_rotor_', [wind]],
    ['q=%25', [wind]],
    ['q=heating', [boilers]],
    ['tags=old', [wind, boilers]],
    ['tags=old,heating', [boilers]],
    ['tags=Old', []],
    ['modality=audio', [calls]],
    ['modality=video', []],
    ['lang=de', [calls, boilers]],
    ['lang=de&modality=document', [boilers]],
    ['lang=de&tags=old&q=prüfung', [boilers]],
  ]
  for (const [query, ids] of filters) {
    const { datasets, total } = await shop.list(query)
    assert.equal(datasets.map(idOf), ids, query)
    assert.is(total, ids.length, query)
  }
})

test('a changed name is found, and the one before is not', async () => {
  await using shop = await openShop()
  const mine = await shop.listed({ name: 'Before' })
  const body = { name: 'After' }
  await shop.call('PATCH', `/v1/datasets/${mine}`, { as: shop.names.owner, body })
  assert.equal((await shop.list('q=before')).datasets, [])
  assert.equal((await shop.list('q=after')).datasets.map(idOf), [mine])
})

test('the catalogue pages stably while datasets come and go', async () => {
  await using shop = await openShop()
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift(await shop.listed())
  const first = await shop.list('limit=2')
  assert.equal([first.datasets.map(idOf), first.total], [ids.slice(0, 2), 5])
  await shop.listed()
  shop.setStatus(ids[2] as DatasetId, 'paused')
  const second = await shop.list(`limit=2&cursor=${first.next_cursor}`)
  assert.equal(second.datasets.map(idOf), ids.slice(3))
  assert.is(second.next_cursor, null)
})

test('a key sees no more of the catalogue than its allow list', async () => {
  await using shop = await openShop()
  const [one] = [await shop.listed(), await shop.listed()]
  const key = await shop.key(
    { ...shop.owner, token: shop.names.stranger as string },
    {
      dataset_access_mode: 'allow_list',
      dataset_ids: [one],
    },
  )
  const { body } = await shop.call('GET', '/v1/catalog/datasets', { as: key })
  assert.equal(body.data.datasets.map(idOf), [one])
})

test('who may not see the catalogue, and what it refuses', async () => {
  await using shop = await openShop()
  const { next_cursor: cursor } = await twoListed(shop)
  const bad = (query: string, field: string, rule: { reason: string; message: string }): Row => ({
    name: query,
    as: 'stranger',
    ask: `${list}?${query}`,
    status: 400,
    error: badField(field, rule),
  })
  const damaged = {
    reason: 'invalid_cursor',
    message: 'This cursor is damaged or belongs to another list. Start again without it.',
  }
  await checkRows(shop, shop.names, [
    ...[list, `${list}/${unknown}`].flatMap((ask): Row[] => [
      { name: `nobody, ${ask}`, ask, status: 401, error: unauthorized },
      {
        name: `a searcher, ${ask}`,
        as: 'searcher',
        ask,
        status: 403,
        error: missingScope('datasets:read'),
      },
    ]),
    {
      name: 'unknown',
      as: 'stranger',
      ask: `${list}/${unknown}`,
      status: 404,
      error: notFound('dataset'),
    },
    bad('modality=smell', 'modality', {
      reason: 'invalid_value',
      message: 'modality must be one of audio, image, video, document, text.',
    }),
    bad('q=', 'q', { reason: 'too_small', message: 'q must not be empty.' }),
    bad(`q=${'x'.repeat(201)}`, 'q', {
      reason: 'too_big',
      message: 'q must have at most 200 characters.',
    }),
    bad('limit=101', 'limit', {
      reason: 'too_big',
      message: 'limit must be a whole number from 1 to 100.',
    }),
    bad('cursor=x', 'cursor', damaged),
    bad(`limit=1&q=other&cursor=${cursor}`, 'cursor', damaged),
  ])
})

type Entry = { dataset_id: string; access: string }

type Shop = Awaited<ReturnType<typeof openShop>>

/** The provider with shelves to fill, seen by the stranger. */
async function openShop(config: Record<string, unknown> = {}) {
  const prices = { retrievalStandardCredits: 1, retrievalPremiumCredits: 2 }
  const provider = await openTestProvider({ config: { ...prices, ...config } })
  const shelves = openShelves(provider.store, provider.clock)
  const { store, call, names } = provider
  const get = async (path: string, as = 'stranger') =>
    (await call('GET', path, { as: names[as] })).body.data
  return Object.assign(provider, {
    shelves,
    setStatus: (datasetId: string, status: string) =>
      void store.raw
        .prepare('UPDATE dataset SET status = ? WHERE dataset_id = ?')
        .run(status, datasetId),
    listed: async (fields: object = {}) => {
      const datasetId = await provider.dataset({ visibility: 'listed', ...fields })
      store.raw.prepare("UPDATE dataset SET status = 'active'").run()
      return datasetId
    },
    fill: (datasetId: DatasetId, passages: Passages, part: Part = {}) =>
      fill(provider, shelves, { datasetId, passages, part }),
    choose: (datasetId: DatasetId, ids: readonly string[]) =>
      call('PATCH', `/v1/datasets/${datasetId}`, {
        as: names.owner,
        body: { sample_passage_ids: ids },
      }),
    see: (datasetId: DatasetId, as?: string) => get(`/v1/catalog/datasets/${datasetId}`, as),
    list: (query: string) => get(`/v1/catalog/datasets?${query}`),
  })
}

type Part = ObjectPart & { lang?: string }
type Filling = { datasetId: DatasetId; passages: Passages; part: Part }

/** An object on show with these passages; its record says what the passages say. */
async function fill(
  { store, owner }: TestProvider,
  shelves: ReturnType<typeof openShelves>,
  { datasetId, passages, part: { lang = 'en', ...part } }: Filling,
): Promise<PassageOwner & { passageIds: string[] }> {
  const { raw } = store
  raw.prepare("UPDATE dataset SET status = 'active' WHERE dataset_id = ?").run(datasetId)
  const number = raw.prepare('SELECT dataset_no FROM dataset WHERE dataset_id = ?').pluck()
  const datasetNo = Number(number.get(datasetId))
  const dataset = { datasetNo, datasetId, tenantId: owner.tenantId as PassageOwner['tenantId'] }
  const object = await shelves.object(dataset, passages, part)
  raw
    .prepare('UPDATE object SET passage_count = ?, lang = ?, modality = ? WHERE object_id = ?')
    .run(passages.length, lang, object.modality, object.objectId)
  const ids = raw.prepare('SELECT passage_id FROM passage WHERE object_id = ? ORDER BY ordinal')
  return { ...object, passageIds: ids.pluck().all(object.objectId) as string[] }
}

async function twoListed(shop: Shop) {
  await shop.listed()
  await shop.listed()
  return shop.list('limit=1')
}

function idOf({ dataset_id }: Entry): string {
  return dataset_id
}

test.run()
