// Long results: cut in whole members, with the way to the rest.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { resultCharsMax, snippetCharsMin } from '../../../../src/http/agent/mcp/limits.ts'
import { shortenAssetList, shortenSearch } from '../../../../src/http/agent/mcp/shorten.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import type { ToolResult } from '../../../support/mcp.ts'
import { openTestMcp } from '../../../support/open-test-mcp.ts'
import { shared } from '../../../support/shared.ts'

const { fact } = shared(() => openTestMcp({ config: { retrievalStandardCredits: 1 } }))

const filler = 'the quick brown fox jumps over the lazy dog '.repeat(19)
const passages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    text: `Number ${index} ${filler}`,
    page: index + 1,
  }))

function lengthOf({ content }: ToolResult): number {
  return content[0].text.length
}

test('a page of long hits keeps every hit, with shorter snippets', async () => {
  await using mcp = await openTestMcp()
  await mcp.write(mcp.assetId, passages(100))
  const args = { query: 'fox', limit: 60, highlight: true }
  const result = await mcp.client('2025-11-25').tool('search', args)
  assert.ok(lengthOf(result) <= resultCharsMax)
  const { results, total, has_more, truncated } = result.text
  assert.equal([results.length, total, has_more], [60, 100, true])
  assert.match(truncated, /get_asset/)
  for (const { snippet } of results) {
    assert.ok(snippet.length > snippetCharsMin && snippet.endsWith('…'))
    assert.is(snippet.split('**').length % 2, 1, 'every highlight is closed')
  }
})

fact('short results are as they are', async (mcp) => {
  const { text } = await mcp.client('2025-11-25').tool('search', { query: 'boiler' })
  assert.not('truncated' in text)
})

fact('the hits that did not fit are given where it says, and not paid for again', async (mcp) => {
  await mcp.grant(mcp.buyer.tenantId, 1_000)
  const filename = `${'a long name of a film '.repeat(9)}.txt`
  await mcp.write(await mcp.offer({ filename }), passages(110))
  const { tool } = mcp.client('2025-11-25')
  const args = { query: 'fox', limit: 100 }
  const { results, charged_credits, truncated } = (await tool('search', args)).text
  assert.ok(results.length < 100)
  assert.is(charged_credits, 100)
  assert.match(truncated, /offset \d+ with limit \d+ /)
  const [, offset, limit] = /offset (\d+) with limit (\d+)/.exec(truncated) ?? []
  const asTold = { query: 'fox', offset: Number(offset), limit: Number(limit) }
  const rest = (await tool('search', asTold)).text
  assert.is(rest.charged_credits, 0)
  const seen = [...results, ...rest.results].map(({ passage_id }) => passage_id)
  assert.is(new Set(seen).size, 100)
  assertLedgerBalances(mcp)
})

test('a long asset is read to its end in parts, each passage once', async () => {
  await using mcp = await openTestMcp()
  const asset_id = await mcp.offer()
  await mcp.write(asset_id, passages(180))
  const { tool } = mcp.client('2026-07-28')
  const pages: number[] = []
  let parts = 0
  for (let after_passage_id: string | undefined; ; parts++) {
    const result = await tool('get_asset', { asset_id, after_passage_id })
    assert.ok(lengthOf(result) <= resultCharsMax)
    assert.equal(result.structuredContent, result.text)
    pages.push(...result.text.passages.map(({ page }: { page: number }) => page))
    if (result.text.truncated === undefined) break
    assert.is(result.text.truncated.passages_left, 180 - pages.length)
    after_passage_id = result.text.truncated.after_passage_id
  }
  assert.equal(
    pages,
    Array.from({ length: 180 }, (_, index) => index + 1),
  )
  assert.ok(parts >= 2)
})

fact('after a passage that is not there reading starts at the beginning', async (mcp) => {
  const args = { asset_id: mcp.assetId, after_passage_id: 'psg_x' }
  const { text } = await mcp.client('2025-11-25').tool('get_asset', args)
  assert.is(text.passages.length, 1)
})

fact('what goes on after is refused like any id', async (mcp) => {
  const args = { asset_id: mcp.assetId, after_passage_id: '' }
  const { isError, text } = await mcp.client('2025-11-25').tool('get_asset', args)
  assert.equal([isError, text.message], [true, 'after_passage_id must not be empty.'])
})

const hit = (snippet: string, index: number) => ({
  asset_id: `obj_${'0'.repeat(26)}`,
  passage_id: `psg_${index}`,
  dataset_id: 'dset_x',
  tenant_id: 'tnt_x',
  title: 'A title '.repeat(37),
  kind: 'doc_chunk',
  lang: 'en',
  modality: 'document',
  page: null,
  time_start_ms: null,
  time_end_ms: null,
  score: 0.5,
  snippet,
  retrieval_event_id: `ret_${index}`,
})

const page = (results: ReturnType<typeof hit>[]) => ({
  results,
  total: results.length,
  total_relation: 'exact',
  has_more: false,
  limit: 100,
  offset: 100,
  mode: 'keyword',
  search_id: 'srch_x',
  facets: null,
  charged_credits: 0,
  took_ms: 1,
})

test('hits that have no room even so are left for the next page, which is named', () => {
  const reply = page(Array.from({ length: 100 }, (_, index) => hit(filler, index)))
  const cut = shortenSearch(reply as never, {})
  const { length } = cut.results
  assert.ok(length > 50 && length < 100)
  assert.ok(JSON.stringify(cut).length <= resultCharsMax)
  assert.is(cut.has_more, true)
  assert.match(
    cut.truncated ?? '',
    new RegExp(`offset ${100 + length} with limit ${100 - length} `),
  )
})

test('stars of the text itself are no marks', () => {
  const starred = `Table 3. ** significant at 1 %. ${filler}`
  const reply = page(Array.from({ length: 100 }, (_, index) => hit(starred, index)))
  const lengths = (sent: object) =>
    shortenSearch(reply as never, sent).results.map(({ snippet }) => snippet.length)
  assert.ok(lengths({}).every((length) => length >= snippetCharsMin))
  assert.ok(lengths({ highlight: true }).every((length) => length < 20))
})

test('no character is cut in two', () => {
  for (const start of ['', 'x']) {
    const reply = page(
      Array.from({ length: 100 }, (_, index) => hit(start + '🦊'.repeat(450), index)),
    )
    for (const { snippet } of shortenSearch(reply as never, {}).results)
      assert.ok(snippet.isWellFormed())
  }
})

test('a long list of assets ends earlier, and its next page begins there', () => {
  const assets = Array.from({ length: 100 }, (_, index) => ({
    asset_id: `obj_${index}`,
    uploaded_at: 1_000 - index,
    title: 'A title '.repeat(120),
  }))
  const cut = shortenAssetList({ assets, next: null } as never)
  const { length } = cut.assets
  assert.ok(length > 20 && length < 100)
  assert.equal(cut.next, {
    after_uploaded_at: 1_000 - length + 1,
    after_asset_id: `obj_${length - 1}`,
  })
  assert.ok(JSON.stringify(cut).length <= resultCharsMax)
})

test.run()
