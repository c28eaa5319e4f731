// What a link is spent for where the store of files gives the bytes by itself.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { FilesAway, Saturated } from '../../../../src/base/errors.ts'
import type { OpenBytes } from '../../../../src/base/open-bytes.ts'
import { BlobMissing, type LentWords } from '../../../../src/domain/catalog/index.ts'
import type { Principal } from '../../../../src/domain/identity/index.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { openTestMarket, type TestMarket } from '../../../support/open-test-market.ts'
import { refusal } from '../../../support/refusal.ts'

const sizeBytes = 'the content'.length
const words: LentWords = { contentType: 'a', contentDisposition: 'b', cacheControl: 'c' }
const lend = async (key: string, said: LentWords) => {
  assert.equal(said, words)
  return { url: `https://store/${key}`, seconds: 60, sizeBytes }
}

const credits = ({ ledger, store }: TestMarket, { tenantId }: Principal) =>
  ledger.creditsOf(store.db, tenantId)
const outcome = ({ store }: TestMarket) =>
  store.raw.prepare("SELECT outcome FROM dl_link WHERE state = 'used'").pluck().get()

function fetched(market: TestMarket, token: string, isGone = () => false) {
  const asked = { token, isGone, lentAs: () => words }
  return market.delivery.fetchLink(market.identity.anonymous(), asked)
}

test('what is handed over is noted as sent, and what could not be as given up', async () => {
  for (const end of ['sent', 'aborted'] as const) {
    using market = await openTestMarket({ lend })
    const buyer = await market.buyer({ credits: 100 })
    const file = await fetched(market, await market.mint(buyer, market.asset()))
    assert.ok('lent' in file)
    assert.is(file.lent.seconds, 60)
    assert.equal([credits(market, buyer), market.disk.openFiles, outcome(market)], [75, 0, null])
    await file.lent.onEnd(end)
    assert.is(outcome(market), end)
    assertLedgerBalances(market)
  }
})

test('a process that ended before the URL was handed over owes it, once', async () => {
  using market = await openTestMarket({ lend })
  const buyer = await market.buyer({ credits: 100 })
  const assetId = market.asset()
  // Charged, and then nothing: that is what kill -9 leaves behind.
  await fetched(market, await market.mint(buyer, assetId))
  const cmd = market.identity.as(buyer)
  assert.is((await market.delivery.mintLink(cmd, { assetId })).estimatedCredits, 25)
  market.store.clock.advance({ seconds: 1 })
  const restarted = market.restart()
  const { url, estimatedCredits } = await restarted.mintLink(cmd, { assetId })
  assert.is(estimatedCredits, 0)
  const asked = { token: url.slice(-43), isGone: () => false, lentAs: () => words }
  const file = await restarted.fetchLink(market.identity.anonymous(), asked)
  assert.ok('lent' in file)
  await file.lent.onEnd('sent')
  assert.is((await restarted.mintLink(cmd, { assetId })).estimatedCredits, 25)
  assert.is(credits(market, buyer), 75)
  assertLedgerBalances(market)
})

test('what the server cut off while it handed it over is made good', async () => {
  using market = await openTestMarket({ lend })
  const buyer = await market.buyer({ credits: 100 })
  const assetId = market.asset()
  const file = await fetched(market, await market.mint(buyer, assetId))
  assert.ok('lent' in file)
  market.delivery.cutOff()
  await file.lent.onEnd('aborted')
  const { estimatedCredits } = await market.delivery.mintLink(market.identity.as(buyer), {
    assetId,
  })
  assert.is(estimatedCredits, 0)
})

test('a clip is cut here, and a file that the store does not lend comes from here', async () => {
  const bytes = { sizeBytes: 4, read: async () => 4, close: async () => undefined }
  const clips = { cut: async () => bytes as unknown as OpenBytes }
  let asked = 0
  const none = async () => {
    asked++
    return undefined
  }
  using market = await openTestMarket({ clips, lend: none })
  const buyer = await market.buyer({ credits: 100 })
  const assetId = market.asset({ modality: 'audio', durationMs: 10_000 })
  const cmd = market.identity.as(buyer)
  const { url } = await market.delivery.mintLink(cmd, { assetId, startMs: 0, endMs: 4_000 })
  assert.ok('bytes' in (await fetched(market, url.slice(-43))))
  assert.is(asked, 0)
  assert.ok('bytes' in (await fetched(market, await market.mint(buyer, market.asset()))))
  assert.is(asked, 1)
  // Who takes no URL is not offered one.
  assert.is(await market.fetch(await market.mint(buyer, market.asset())), 'the content')
  assert.is(asked, 1)
})

test('a store that is away, lacks the file or has another one costs nothing', async () => {
  let answer: () => Promise<{ url: string; seconds: number; sizeBytes: number }>
  using market = await openTestMarket({ lend: () => answer() })
  const buyer = await market.buyer({ credits: 100 })
  const token = await market.mint(buyer, market.asset())
  const fails = async (reply: typeof answer, isGone = false) => {
    answer = reply
    const error = (await refusal(fetched(market, token, () => isGone))) as Error
    assert.is(credits(market, buyer), 100)
    return error
  }
  const lent = { url: 'https://store/a', seconds: 60, sizeBytes }
  const away = () => Promise.reject(new FilesAway(new Error('away')))
  assert.instance(await fails(away), FilesAway)
  assert.instance(await fails(() => Promise.reject(new BlobMissing('a'))), BlobMissing)
  assert.match(
    (await fails(async () => ({ ...lent, sizeBytes: 1 }))).message,
    /not what was stored/,
  )
  assert.instance(await fails(async () => lent, true), Saturated)
  answer = async () => lent
  assert.ok('lent' in (await fetched(market, token)))
})

test.run()
