// POST /v1/search and the tool of MCP, by words, by meaning and by both.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { mcpClient } from '../../../support/mcp.ts'
import { openTestMeaning } from '../../../support/open-test-meaning.ts'
import { shared } from '../../../support/shared.ts'

const { fact } = shared(openTestMeaning)

const modes: [asked: string | undefined, query: string, used: string, total: number][] = [
  ['lexical', 'furnace', 'lexical', 0],
  ['dense', 'furnace', 'dense', 2],
  ['hybrid', 'furnace', 'hybrid', 2],
  ['auto', 'furnace', 'hybrid', 2],
  [undefined, 'furnace', 'hybrid', 2],
  ['auto', '"safety valve" furnace', 'hybrid', 1],
  ['auto', 'furnace AND boiler', 'lexical', 0],
  ['auto', 'furn*', 'lexical', 0],
  ['auto', 'boiler~', 'lexical', 1],
  ['auto', 'furnace -violin', 'lexical', 0],
  ['dense', 'furnace -Heizkessel', 'dense', 1],
]

fact('auto takes both, and the words alone where the query has operators', async (market) => {
  for (const [retrieval_mode, query, used, total] of modes) {
    const asked = { query, facets: true }
    const body = retrieval_mode === undefined ? asked : { ...asked, retrieval_mode }
    const answer = await market.app.call('POST', '/v1/search', { as: market.keys.buyer, body })
    assert.is(answer.status, 200)
    const { data } = answer.body
    assert.equal([data.retrieval_mode, data.total], [used, total], `${retrieval_mode} ${query}`)
    const counts = data.facets.dataset.map((one: { count: number }) => one.count)
    const counted = counts.reduce((sum: number, count: number) => sum + count, 0)
    assert.is(counted, total, `${retrieval_mode} ${query}: by dataset`)
  }
})

fact('a script that the model does not know is named here and by the tool', async (market) => {
  const { app, keys } = market
  const body = { query: 'Ψ ηλεκτρικός λέβητας', retrieval_mode: 'dense' }
  const { data } = (await app.call('POST', '/v1/search', { as: keys.buyer, body })).body
  assert.match(data.warnings[0], '(Greek)')
  const client = mcpClient({ call: app.call, key: keys.buyer, version: '2025-06-18' })
  const asked = { query: body.query, mode: 'semantic' }
  assert.equal((await client.tool('search', asked)).structuredContent.warnings, data.warnings)
  const known = { ...body, query: 'furnace' }
  const other = await app.call('POST', '/v1/search', { as: keys.buyer, body: known })
  assert.is(other.body.data.warnings, undefined)
})

fact('a cursor goes on through a search by meaning', async (market) => {
  const ask = async (cursor?: string) => {
    const body = { query: 'furnace', retrieval_mode: 'dense', top_k: 1, ...(cursor && { cursor }) }
    const as = market.keys.buyer
    return (await market.app.call('POST', '/v1/search', { as, body })).body.data
  }
  const first = await ask()
  const second = await ask(first.next_cursor)
  assert.is(second.next_cursor, null)
  assert.not.equal(first.results[0].passage_id, second.results[0].passage_id)
})

test('without a model, dense and hybrid are refused and auto goes by the words', async () => {
  await using market = await openTestMeaning({ config: { embeddingModel: 'none' } })
  const ask = (retrieval_mode: string) =>
    market.app.call('POST', '/v1/search', {
      as: market.keys.buyer,
      body: { query: 'boiler', retrieval_mode },
    })
  for (const mode of ['dense', 'hybrid']) assert.is((await ask(mode)).status, 400)
  assert.is((await ask('auto')).body.data.retrieval_mode, 'lexical')
})

fact('the tool search goes by meaning as the route does', async (market) => {
  const client = mcpClient({ call: market.app.call, key: market.keys.buyer, version: '2025-06-18' })
  const result = await client.tool('search', { query: 'furnace', mode: 'semantic' })
  assert.is(result.structuredContent.total, 2)
  assert.is(result.structuredContent.mode, 'semantic')
})

test.run()
