// Which of some links may be had once more for nothing, and which links are swept away.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { TenantId } from '../../../../src/base/ids.ts'
import {
  deleteExpiredLinks,
  deleteUnusedLinks,
  isMadeGood,
  listFailedDeliveriesOf,
  listLinksAfter,
  listUsedLinks,
  setOutcome,
} from '../../../../src/domain/delivery/queries.ts'
import { openTestMarket } from '../../../support/open-test-market.ts'

const dayMs = 24 * 60 * 60 * 1_000

/** A link that was fetched when the clock began, and some that were not. */
async function openUsed({ unused = 0 } = {}) {
  const market = await openTestMarket()
  const { raw, db, clock } = market.store
  const buyer = await market.buyer({ credits: 500 })
  const assetId = market.asset()
  const token = await market.mint(buyer, assetId)
  await market.fetch(token)
  const usedMs = clock.nowMs()
  for (let i = 0; i < unused; i++) await market.mint(buyer, assetId)
  const [tokenHash] = raw
    .prepare("SELECT token_hash FROM dl_link WHERE state = 'used'")
    .pluck()
    .all() as [Buffer]
  const triggers = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck()
  for (const name of triggers.all()) raw.exec(`DROP TRIGGER ${name}`)
  raw.pragma('foreign_keys = OFF')
  raw.pragma('ignore_check_constraints = ON')
  const hash = tokenHash.toString('hex')
  const wanted = {
    buyerTenantId: buyer.tenantId,
    assetId,
    startMs: null,
    endMs: null,
    sinceMs: usedMs - 1,
    processStartMs: 0,
  }
  return Object.assign(market, {
    raw,
    db,
    clock,
    hash,
    tokenHash,
    usedMs,
    wanted,
    until: (hashes = [hash]) => market.delivery.freeAgainUntil(db, hashes),
    set: (sql: string) => void raw.exec(`UPDATE dl_link SET ${sql}`),
  })
}

test('a failure is made good for a day, to the millisecond', async () => {
  using market = await openUsed()
  market.set("outcome = 'failed'")
  const until = [[market.hash, market.usedMs + dayMs]]
  assert.equal([...market.until()], until)
  assert.equal([...market.until(['00'.repeat(32)])], [])
  assert.equal([...market.until([])], [])
  market.clock.advance({ seconds: 24 * 3_600 - 0.001 })
  assert.equal([...market.until()], until)
  market.clock.advance({ seconds: 0.001 })
  assert.equal([...market.until()], [])
})

const states: [name: string, sql: string, isFree: boolean][] = [
  ['that failed', "outcome = 'failed'", true],
  ['that was sent', "outcome = 'sent'", false],
  ['that was ended by its buyer', "outcome = 'aborted'", false],
  ['that goes on yet', 'outcome = NULL', false],
  ['that was not used', "outcome = 'failed', state = 'minted'", false],
]
for (const [name, sql, isFree] of states) {
  test(`a link ${name} is ${isFree ? '' : 'not '}free again, for whoever asks`, async () => {
    using market = await openUsed()
    market.set(sql)
    assert.is(market.until().has(market.hash), isFree)
    assert.is(listFailedDeliveriesOf(market.db, market.wanted).length > 0, isFree)
  })
}

test('what an earlier process left without an end is free again after its start', async () => {
  using market = await openUsed()
  market.set('outcome = NULL')
  const found = (processStartMs: number) =>
    listFailedDeliveriesOf(market.db, { ...market.wanted, processStartMs }).length > 0
  const { usedMs } = market
  assert.equal([found(usedMs), found(usedMs + 1)], [false, true])
  market.clock.advance({ seconds: 1 })
  assert.is(market.restart().freeAgainUntil(market.db, [market.hash]).size, 1)
})

test('what was made good is not free again, unless that link was not used', async () => {
  using market = await openUsed()
  market.set("outcome = 'failed'")
  const { raw, db, tokenHash } = market
  raw.exec(`INSERT INTO dl_link (token_hash, buyer_tenant_id, provider_tenant_id, dataset_id,
      asset_id, price_cents, provider_share_bp, replaces, created_at, expires_at, state)
    SELECT randomblob(32), buyer_tenant_id, provider_tenant_id, dataset_id, asset_id, 0,
      provider_share_bp, token_hash, created_at, expires_at, 'minted' FROM dl_link`)
  const told = () => [market.until().size, isMadeGood(db, tokenHash)]
  assert.equal(told(), [1, false])
  raw.exec("UPDATE dl_link SET state = 'used', used_at = 1 WHERE replaces IS NOT NULL")
  assert.equal(told(), [0, true])
  assert.equal(listFailedDeliveriesOf(db, market.wanted), [])
  raw.exec('UPDATE dl_link SET replaces = randomblob(32) WHERE replaces IS NOT NULL')
  assert.equal(told(), [1, false])
})

test('a failure is found for its buyer, asset and part, since a moment', async () => {
  using market = await openUsed()
  market.set("outcome = 'failed'")
  const found = (part: object = {}) =>
    listFailedDeliveriesOf(market.db, { ...market.wanted, ...part }).length > 0
  assert.is(found(), true)
  for (const part of [
    { buyerTenantId: 'tnt_x' as TenantId },
    { assetId: 'obj_x' },
    { startMs: 0 },
    { endMs: 9 },
    { sinceMs: market.usedMs },
  ]) {
    assert.is(found(part), false, JSON.stringify(part))
  }
  market.set('start_ms = 1, end_ms = 9')
  assert.equal([found(), found({ startMs: 1, endMs: 9 })], [false, true])
})

test('the first outcome of a used link counts, and no other link has it', async () => {
  using market = await openUsed({ unused: 1 })
  const { db, tokenHash, raw } = market
  const outcomes = () => raw.prepare('SELECT state, outcome FROM dl_link ORDER BY 1').raw().all()
  market.set('outcome = NULL')
  await market.store.write((tx) => setOutcome(tx, Buffer.alloc(32), 'failed'))
  assert.equal(outcomes(), [
    ['minted', null],
    ['used', null],
  ])
  await market.store.write((tx) => setOutcome(tx, tokenHash, 'sent'))
  await market.store.write((tx) => setOutcome(tx, tokenHash, 'failed'))
  assert.equal(outcomes(), [
    ['minted', null],
    ['used', 'sent'],
  ])
  const [unused] = raw.prepare("SELECT token_hash FROM dl_link WHERE state = 'minted'").raw().all()
  const [other] = unused as [Buffer]
  await market.store.write((tx) => setOutcome(tx, other, 'failed'))
  assert.equal(outcomes()[0], ['minted', null])
  assert.equal(
    listUsedLinks(db, [tokenHash, other]).map((link) => link.tokenHash),
    [tokenHash],
  )
  const sorted = [tokenHash, other].sort(Buffer.compare)
  const pages = (after: Buffer, limit = 9) =>
    listLinksAfter(db, { after, limit }).map((link) => link.tokenHash)
  assert.equal(pages(Buffer.alloc(0)), sorted)
  assert.equal(
    [pages(Buffer.alloc(0), 1), pages(sorted[0] as Buffer)],
    [...[sorted.slice(0, 1), sorted.slice(1)]],
  )
})

test('links that nobody used in their time are swept away, a few at a time', async () => {
  using market = await openUsed({ unused: 3 })
  const { clock, raw } = market
  const left = () => raw.prepare('SELECT count(*) FROM dl_link').pluck().get()
  const sweep = (nowMs: number, limit = 9) =>
    market.store.write((tx) => deleteExpiredLinks(tx, { nowMs, limit }))
  const endMs = clock.nowMs() + 15 * 60_000
  await sweep(endMs - 1)
  assert.is(left(), 4)
  await sweep(endMs, 2)
  assert.is(left(), 2)
  assert.equal([await market.store.write((tx) => deleteUnusedLinks(tx, 9)), left()], [1, 1])
  await sweep(endMs + dayMs)
  assert.is(left(), 1, 'what was used stays')
})

test.run()
