// What a link is worth between its minting and its fetch (spec 3, Download link).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../../support/assert-ledger-balances.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { openTestShop } from '../../support/open-test-shop.ts'

test('a link outlives a restart of the server, and is spent once all the same', async () => {
  await using shop = await openTestShop()
  const link = await shop.link(await shop.offer())
  await shop.close()
  await using again = await openTestApp({
    dir: shop.dir,
    clock: shop.clock,
    parts: { jobs: false, workers: false },
  })
  const answer = await again.call('GET', link)
  assert.equal([answer.status, answer.bytes.toString()], [200, 'the content'])
  assert.is((await again.call('GET', link)).status, 410)
  assertLedgerBalances(again)
})

test('the price of the quote is charged, whatever the file costs by then', async () => {
  await using shop = await openTestShop()
  const { body } = await shop.mint(await shop.offer())
  const price = { as: shop.provider.token, body: { base_price_credits: 90 } }
  assert.is((await shop.call('PATCH', `/v1/datasets/${shop.datasetId}`, price)).status, 200)
  assert.is((await shop.call('GET', body.url)).status, 200)
  assert.is(shop.credits(shop.buyer.tenantId), 100 - body.estimated_credits)
  assert.is(body.estimated_credits, 25)
  assertLedgerBalances(shop)
})

test('a token has 256 bits, differs each time, and lies nowhere in the data folder', async () => {
  await using shop = await openTestShop()
  const asset = await shop.offer()
  const tokens: string[] = []
  for (let i = 0; i < 5; i++) tokens.push((await shop.link(asset)).replace('/dl/', ''))
  assert.is(new Set(tokens).size, 5)
  for (const token of tokens) {
    assert.is(Buffer.from(token, 'base64url').length, 32)
    assert.is(Buffer.from(token, 'base64url').toString('base64url'), token)
  }
  const files = readdirSync(shop.dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
  assert.ok(files.length > 2)
  for (const token of tokens) {
    assert.ok(files.every((bytes) => !bytes.includes(token)))
    assert.ok(files.every((bytes) => !bytes.includes(Buffer.from(token, 'base64url'))))
  }
})

test('the search that led to a link is written beside its charge', async () => {
  await using shop = await openTestShop()
  const asset = await shop.offer()
  await shop.shelve(asset, ['the content of it'])
  const { search_id } = (await shop.search('content')).body
  const { body } = await shop.mint(asset, { search_id })
  await shop.call('GET', body.url)
  const charged = shop.store.raw
    .prepare("SELECT search_id, charge_cents FROM meter_event WHERE kind = 'download'")
    .all()
  assert.equal(charged, [{ search_id, charge_cents: 25 }])
  assertLedgerBalances(shop)
})

test('a file of more than the limit warns at the mint of what the fetch will answer', async () => {
  await using shop = await openTestShop({ config: { downloadLimitBytes: 5 } })
  const { body } = await shop.mint(await shop.offer())
  assert.is(
    body.warning,
    'The file is over the download limit of 5 bytes: a fetch is answered 413.',
  )
  assert.is((await shop.call('GET', body.url)).status, 413)
})

test('a file of exactly the limit, and any without one, is minted without a word', async () => {
  for (const downloadLimitBytes of ['the content'.length, 0]) {
    await using shop = await openTestShop({ config: { downloadLimitBytes } })
    const { body } = await shop.mint(await shop.offer())
    assert.is(body.warning, undefined)
    assert.is((await shop.call('GET', body.url)).status, 200)
  }
})

test.run()
