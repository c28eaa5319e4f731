import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type DomainError,
  Forbidden,
  InvalidInput,
  NotFound,
  type PaymentRequired,
} from '../../../../src/base/errors.ts'
import type { ObjectId, SearchId } from '../../../../src/base/ids.ts'
import type { MintRequest } from '../../../../src/domain/delivery/index.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { openTestMarket } from '../../../support/open-test-market.ts'
import { refusal } from '../../../support/refusal.ts'

test('a link quotes price, balance, size, and its life of 15 minutes', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer({ credits: 100 })
  const assetId = market.asset({ bytes: 'twelve bytes' })
  const { url, ...link } = await market.delivery.mintLink(market.identity.as(buyer), { assetId })
  assert.match(url, /^https:\/\/kontor\.example\/dl\/[A-Za-z0-9_-]{43}$/)
  assert.equal(link, {
    ttlSeconds: 900,
    expiresAtMs: market.store.clock.nowMs() + 900_000,
    estimatedCredits: 25,
    availableCredits: 100,
    budgetLeftCredits: undefined,
    sizeBytes: 12,
    overLimitBytes: undefined,
    unattributed: false,
  })
  assertLedgerBalances(market)
})

test('minting is free and every link has its own token', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer({ credits: 100 })
  const assetId = market.asset()
  const tokens = [await market.mint(buyer, assetId), await market.mint(buyer, assetId)]
  assert.is(new Set(tokens).size, 2)
  assert.is(market.ledger.creditsOf(market.store.db, buyer.tenantId), 100)
})

test('the database keeps a hash and never the token', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer()
  const token = await market.mint(buyer, market.asset())
  const rows = JSON.stringify(market.store.raw.prepare('SELECT * FROM dl_link').all())
  assert.not(rows.includes(token))
})

test("own content is quoted at 0, whatever the dataset's price", async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer({ credits: 0 })
  const assetId = market.asset({ owner: buyer.tenantId, visibility: 'private', priceCents: 99 })
  const link = await market.delivery.mintLink(market.identity.as(buyer), { assetId })
  assert.is(link.estimatedCredits, 0)
})

test('a link to a file over the limit says so', async () => {
  using market = await openTestMarket({ downloadLimitBytes: 5 })
  const buyer = await market.buyer()
  const assetId = market.asset({ bytes: '123456' })
  const link = await market.delivery.mintLink(market.identity.as(buyer), { assetId })
  assert.is(link.overLimitBytes, 5)
  const talk = market.asset({ bytes: '123456', modality: 'audio', durationMs: 10_000 })
  const clip = await market.delivery.mintLink(market.identity.as(buyer), {
    assetId: talk,
    startMs: 5000,
  })
  assert.is(clip.overLimitBytes, undefined, 'how long a clip will be is not known yet')
})

test("a private asset of another's and one that never was are the same answer", async () => {
  using market = await openTestMarket()
  const cmd = market.identity.as(await market.buyer())
  const answers: string[] = []
  for (const assetId of [market.asset({ visibility: 'private' }), 'obj_nothing' as ObjectId]) {
    const error = await refusal(market.delivery.mintLink(cmd, { assetId }))
    assert.instance(error, NotFound)
    answers.push(error.message)
  }
  assert.is(answers[0], answers[1])
})

const withdrawals: [name: string, sql: string][] = [
  ['taken down', 'UPDATE object SET taken_down_at = 1'],
  ['deleted', "UPDATE object SET status = 'deleted', index_state = 'removing'"],
  ['still being indexed', "UPDATE object SET index_state = 'queued'"],
  ['in a paused dataset', "UPDATE dataset SET status = 'paused'"],
  ['in a suspended dataset', "UPDATE dataset SET status = 'suspended'"],
  ['in a dataset that was closed', "UPDATE dataset SET visibility = 'private'"],
]

for (const [name, sql] of withdrawals) {
  test(`an asset that is ${name} has no link`, async () => {
    using market = await openTestMarket()
    const cmd = market.identity.as(await market.buyer())
    const assetId = market.asset()
    market.store.raw.exec(sql)
    assert.instance(await refusal(market.delivery.mintLink(cmd, { assetId })), NotFound)
  })
}

test('a key without the scope search:query mints nothing', async () => {
  using market = await openTestMarket()
  const buyer = { ...(await market.buyer()), scopes: new Set(['datasets:read'] as const) }
  const minting = market.delivery.mintLink(market.identity.as(buyer), { assetId: market.asset() })
  assert.instance(await refusal(minting), Forbidden)
})

type Part = Omit<MintRequest, 'assetId'>
const badRequests: [name: string, modality: string, part: Part, reason: string, field: string][] = [
  ['a range of a document', 'document', { startMs: 0, endMs: 5 }, 'invalid_range', 'start_ms'],
  ['a range past the end', 'audio', { startMs: 0, endMs: 99_999 }, 'invalid_range', 'end_ms'],
]

for (const [name, modality, part, reason, field] of badRequests) {
  test(`${name} is refused and leaves no link`, async () => {
    using market = await openTestMarket()
    const cmd = market.identity.as(await market.buyer())
    const assetId = market.asset({ modality, durationMs: 10_000 })
    const error = (await refusal(
      market.delivery.mintLink(cmd, { assetId, ...part }),
    )) as InvalidInput
    assert.instance(error, InvalidInput)
    assert.equal([error.reason, error.field], [reason, field])
    assert.is(market.store.raw.prepare('SELECT count(*) FROM dl_link').pluck().get(), 0)
  })
}

test('a link to a clip costs its part of the file, rounded up, and keeps the range', async () => {
  using market = await openTestMarket()
  const cmd = market.identity.as(await market.buyer())
  const assetId = market.asset({ modality: 'audio', durationMs: 10_000 })
  const minted = await market.delivery.mintLink(cmd, { assetId, startMs: 5000 })
  assert.is(minted.estimatedCredits, 13)
  const link = market.store.raw.prepare('SELECT start_ms, end_ms, price_cents FROM dl_link').get()
  assert.equal({ ...(link as object) }, { start_ms: 5000, end_ms: 10_000, price_cents: 13 })
})

test('a transport stream has no clips', async () => {
  using market = await openTestMarket()
  const cmd = market.identity.as(await market.buyer())
  const assetId = market.asset({ modality: 'video', durationMs: 10_000, contentType: 'video/mp2t' })
  const error = await refusal(market.delivery.mintLink(cmd, { assetId, startMs: 0, endMs: 5 }))
  assert.is((error as InvalidInput).reason, 'cannot_be_cut')
  const whole = await market.delivery.mintLink(cmd, { assetId })
  assert.is(whole.estimatedCredits, 25, 'all of it is sold')
})

test("the caller's own search is kept with the link", async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer()
  const searchId: SearchId = 'srch_1'
  market.searches.add(`${buyer.tenantId}/${searchId}`)
  const asked = { assetId: market.asset(), searchId }
  const { unattributed } = await market.delivery.mintLink(market.identity.as(buyer), asked)
  assert.is(unattributed, false)
  assert.is(market.store.raw.prepare('SELECT search_id FROM dl_link').pluck().get(), searchId)
})

for (const searchId of ['srch_x', 'srch_2']) {
  test(`a search that is not the caller's is left out and said: ${searchId}`, async () => {
    using market = await openTestMarket()
    market.searches.add('tnt_other/srch_2')
    const cmd = market.identity.as(await market.buyer())
    const asked = { assetId: market.asset(), searchId }
    assert.is((await market.delivery.mintLink(cmd, asked)).unattributed, true)
    assert.is(market.store.raw.prepare('SELECT search_id FROM dl_link').pluck().get(), null)
  })
}

function payment(error: DomainError) {
  const { code, operation, requiredCredits, availableCredits, resetAtMs } = error as PaymentRequired
  return { code, operation, requiredCredits, availableCredits, resetAtMs }
}

test('too few credits are refused with what is needed and what there is', async () => {
  using market = await openTestMarket()
  const cmd = market.identity.as(await market.buyer({ credits: 24 }))
  const error = await refusal(market.delivery.mintLink(cmd, { assetId: market.asset() }))
  assert.equal(payment(error as DomainError), {
    code: 'insufficient_credits',
    operation: 'download',
    requiredCredits: 25,
    availableCredits: 24,
    resetAtMs: undefined,
  })
})

test('a spent search allowance is refused, also for own content', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer({ credits: 30 })
  market.store.raw
    .prepare("INSERT INTO tally VALUES (?, ?, 'searches', '', ?)")
    .run(buyer.tenantId, '2026-03', 1000)
  for (const owner of [market.provider.tenantId, buyer.tenantId]) {
    const assetId = market.asset({ owner })
    const error = await refusal(market.delivery.mintLink(market.identity.as(buyer), { assetId }))
    assert.equal(payment(error as DomainError), {
      code: 'search_allowance_exhausted',
      operation: 'download',
      requiredCredits: 0,
      availableCredits: 30,
      resetAtMs: Date.UTC(2026, 3, 1),
    })
  }
})

test('links that nobody used are swept away, eight at a mint; used ones stay', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer({ credits: 1000 })
  const assetId = market.asset()
  await market.fetch(await market.mint(buyer, assetId))
  for (let i = 0; i < 10; i++) await market.mint(buyer, assetId)
  market.store.clock.advance({ hours: 1 })
  await market.mint(buyer, assetId)
  const states = market.store.raw.prepare('SELECT state, count(*) AS n FROM dl_link GROUP BY state')
  assert.equal(states.all(), [
    { state: 'minted', n: 3 },
    { state: 'used', n: 1 },
  ])
})

test.run()
