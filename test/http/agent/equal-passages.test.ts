// A passage that many assets have comes once in an answer, over all its pages.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestMeaning } from '../../support/open-test-meaning.ts'

const sentences = [
  'The boiler was inspected in May.',
  'The boiler in the cellar was inspected and its valve replaced by the works.',
  'A boiler of the school by the river is inspected every other year, as the law says.',
  'Nobody inspected the third boiler, which stands in the hall behind the old turbine house.',
]
const copies = 5

/** Each sentence is in five assets that the buyer may see, and in one that it may not. */
async function openCopies() {
  const market = await openTestMeaning({ listed: sentences })
  const { shelves, listed, provider, app } = market
  const dataset = shelves.dataset(provider.tenantId)
  for (let n = 1; n < copies; n++) await shelves.object(listed, sentences, { createdAtS: 2e9 + n })
  const hidden = await shelves.object(dataset, sentences)
  await app.settleVectors()
  return Object.assign(market, { hidden })
}

type Hit = { snippet: string; asset_id: string; similar_count?: number; also_in?: string[] }
type Body = { results: Hit[]; has_more: boolean; total: number; charged_credits: number }

test('equal passages come once over all pages, with the assets that have them', async () => {
  await using market = await openCopies()
  for (const mode of ['keyword', 'semantic', 'hybrid']) {
    const pages: Body[] = []
    for (const offset of [0, 2, 4]) {
      const { body } = await market.search(
        `q=boiler%20inspected&mode=${mode}&limit=2&offset=${offset}`,
      )
      pages.push(body)
    }
    const hits = pages.flatMap(({ results }) => results)
    assert.equal(hits.map(({ snippet }) => snippet).sort(), sentences.toSorted(), mode)
    assert.equal(
      pages.map(({ results, has_more, total }) => [results.length, has_more, total]),
      [
        [2, true, 20],
        [2, false, 20],
        [0, false, 20],
      ],
      mode,
    )
    for (const { asset_id, similar_count, also_in = [] } of hits) {
      assert.is(similar_count, copies - 1, mode)
      assert.is(new Set([asset_id, ...also_in]).size, copies, mode)
      assert.ok([asset_id, ...also_in].includes(market.asset.objectId), mode)
      assert.not.ok([asset_id, ...also_in].includes(market.hidden.objectId), mode)
    }
  }
})

test('a page is full as long as there is something that was not shown', async () => {
  await using market = await openCopies()
  const asked = { query: 'boiler inspected', top_k: 3 }
  const seen: string[] = []
  let cursor: string | undefined
  for (const size of [3, 1]) {
    const { body } = await market.app.call('POST', '/v1/search', {
      as: market.keys.buyer,
      body: { ...asked, ...(cursor ? { cursor } : {}) },
    })
    seen.push(...body.data.results.map(({ snippet }: Hit) => snippet))
    assert.is(body.data.results.length, size)
    cursor = body.data.next_cursor
  }
  assert.equal([cursor, new Set(seen).size], [null, 4])
})

const sold = 'The pump of the northern station was overhauled in March and ran without fault since.'
const about = (what: string) => `The overhauled ${what} pump of the ${what} field and its borehole.`

test('the first holder is named and paid, once, whichever copy fits best', async () => {
  const config = { retrievalStandardCredits: 3 }
  await using market = await openTestMeaning({ config, listed: [sold, about('alpha')] })
  const { app, shelves, asset, buyer } = market
  const other = await app.signUp('Other')
  const dataset = shelves.dataset(other.tenantId, { visibility: 'listed' })
  const second = await shelves.object(dataset, [sold, about('beta')], { createdAtS: 2e9 })
  const bare = await shelves.object(dataset, [sold], { createdAtS: 2.1e9 })
  const found = async (query: string) => {
    const { body } = await market.search(query)
    const hit = body.results.find(({ snippet }: Hit) => snippet === sold)
    return [hit?.asset_id, hit?.also_in?.toSorted(), body.charged_credits]
  }
  const named = [asset.objectId, [second.objectId, bare.objectId].sort()]
  assert.equal(await found('q=overhauled+northern+pump&limit=1'), [...named, 3])
  for (const q of ['station+alpha', 'station+beta', 'northern+beta']) {
    const [id, alsoIn] = await found(`q=overhauled+pump+${q}`)
    assert.equal([id, alsoIn], named, q)
  }
  assert.equal(await found('q=overhauled+pump+station&mode=hybrid'), [...named, 0])
  const elsewhere = await found('q=overhauled+pump+station&lang=en&limit=1')
  assert.equal(elsewhere, [...named, 0])

  app.clock.advance({ hours: 25 })
  const body = { query: 'overhauled northern pump', dataset_ids: [dataset.datasetId], top_k: 1 }
  const narrowed = await app.call('POST', '/v1/search', { as: market.keys.buyer, body })
  const { results, charged_credits: paid } = narrowed.body.data
  assert.equal([results[0].asset_id, paid], [second.objectId, 3])
  assert.equal(await found('q=overhauled+northern+pump&limit=1'), [...named, 0])

  app.clock.advance({ hours: 25 })
  const own = await shelves.object(shelves.dataset(buyer.tenantId), [sold], { createdAtS: 2.2e9 })
  const [id, alsoIn, charged] = await found('q=overhauled+northern+pump&limit=1')
  assert.equal([id, alsoIn.includes(own.objectId), charged], [asset.objectId, true, 0])
  shelves.set(asset.objectId, 'taken_down_at', 1)
  shelves.set(own.objectId, 'taken_down_at', 1)
  assert.equal(await found('q=overhauled+northern+pump&limit=1'), [
    second.objectId,
    [bare.objectId],
    3,
  ])
})

test.run()
