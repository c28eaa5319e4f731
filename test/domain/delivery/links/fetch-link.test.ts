import { hash } from 'node:crypto'
import { finished } from 'node:stream/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type InvalidInput,
  LinkInvalid,
  LinkUsed,
  PaymentRequired,
  Saturated,
  TooLarge,
} from '../../../../src/base/errors.ts'
import type { OpenBytes } from '../../../../src/base/open-bytes.ts'
import { type ClipAsked, ClipRefused, ClipTooLarge } from '../../../../src/domain/delivery/ports.ts'
import type { Principal } from '../../../../src/domain/identity/index.ts'
import { verifyLedger } from '../../../../src/domain/ledger/index.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { joined } from '../../../support/join-tenant.ts'
import { openTestMarket, type TestMarket } from '../../../support/open-test-market.ts'
import { refusal } from '../../../support/refusal.ts'
import { streamed } from '../../../support/streamed.ts'
import { adminPrincipal } from '../../../support/test-principal.ts'

function credits({ ledger, store }: TestMarket, { tenantId }: Pick<Principal, 'tenantId'>): number {
  return ledger.creditsOf(store.db, tenantId)
}

function counts({ store }: TestMarket) {
  const count = (sql: string) => store.raw.prepare(`SELECT count(*) FROM ${sql}`).pluck().get()
  return {
    used: count("dl_link WHERE state = 'used'"),
    events: count("meter_event WHERE kind = 'download'"),
    charges: count("transfer WHERE code = 'provider_share'"),
  }
}

const nothing = { used: 0, events: 0, charges: 0 }
const once = { used: 1, events: 1, charges: 1 }

test('a fetch gives the bytes, charges the quoted price once and uses the link', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer({ credits: 100 })
  const token = await market.mint(buyer, market.asset({ bytes: 'the content' }))
  assert.is(await market.fetch(token), 'the content')
  assert.is(credits(market, buyer), 75)
  assert.equal(counts(market), once)
  assertLedgerBalances(market)
})

test('a fetch tells name, type, size and checksum', async () => {
  using market = await openTestMarket()
  const token = await market.mint(await market.buyer(), market.asset({ bytes: '12345' }))
  const asked = { token, isGone: () => false }
  const { bytes, ...file } = streamed(
    await market.delivery.fetchLink(market.identity.anonymous(), asked),
  )
  bytes.destroy()
  assert.equal(file, {
    filename: 'report.txt',
    contentType: 'text/plain',
    sizeBytes: 5,
    entityTag: '0'.repeat(64),
  })
})

test('a used link is used for good, also after its time', async () => {
  using market = await openTestMarket()
  const token = await market.mint(await market.buyer(), market.asset())
  await market.fetch(token)
  assert.instance(await refusal(market.fetch(token)), LinkUsed)
  market.store.clock.advance({ hours: 1 })
  assert.instance(await refusal(market.fetch(token)), LinkUsed)
  assert.equal(counts(market), once)
})

test('of fifty fetches at once one is served and charged', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer({ credits: 1000 })
  const token = await market.mint(buyer, market.asset())
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => market.fetch(token)))
  const served = results.filter(({ status }) => status === 'fulfilled')
  const refused = results.filter(
    (one) => one.status === 'rejected' && one.reason instanceof LinkUsed,
  )
  assert.equal([served.length, refused.length], [1, 49])
  assert.is(credits(market, buyer), 975)
  assert.equal(counts(market), once)
  assert.is(market.disk.openFiles, 0)
  assertLedgerBalances(market)
})

test('the price quoted is the price charged, whatever the dataset costs by then', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer({ credits: 100 })
  const token = await market.mint(buyer, market.asset({ priceCents: 10 }))
  market.store.raw.exec('UPDATE dataset SET base_price_cents = 90')
  await market.fetch(token)
  assert.is(credits(market, buyer), 90)
})

test("the provider's own fetch costs nothing and is metered once", async () => {
  using market = await openTestMarket()
  const owner = await market.buyer({ credits: 5 })
  const token = await market.mint(owner, market.asset({ owner: owner.tenantId }))
  await market.fetch(token)
  assert.is(credits(market, owner), 5)
  assert.equal(counts(market), { used: 1, events: 1, charges: 0 })
  assertLedgerBalances(market)
})

test('with too few credits the link stays and works after a top-up', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer({ credits: 30 })
  const tokens = [
    await market.mint(buyer, market.asset()),
    await market.mint(buyer, market.asset()),
  ]
  await market.fetch(tokens[0] as string)
  const error = (await refusal(market.fetch(tokens[1] as string))) as PaymentRequired
  assert.instance(error, PaymentRequired)
  const { code, operation, requiredCredits, availableCredits } = error
  assert.equal(
    [code, operation, requiredCredits, availableCredits],
    ['insufficient_credits', 'fetch', 25, 5],
  )
  assert.equal(counts(market), once)
  assert.is(market.disk.openFiles, 0)
  const grant = { tenantId: buyer.tenantId, credits: 20, reason: 'top-up' }
  await market.ledger.grantCreditsAsOperator(market.identity.anonymous(), grant)
  assert.is(await market.fetch(tokens[1] as string), 'the content')
  assert.is(credits(market, buyer), 0)
  assertLedgerBalances(market)
})

test('a spent search allowance does not stop a fetch', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer()
  const token = await market.mint(buyer, market.asset())
  const insert = market.store.raw.prepare("INSERT INTO tally VALUES (?, ?, 'searches', '', ?)")
  insert.run(buyer.tenantId, '2026-03', 1000)
  assert.is(await market.fetch(token), 'the content')
})

test('a token that was never given out is refused', async () => {
  using market = await openTestMarket()
  for (const token of ['', 'x', 'A'.repeat(43), 'ü', '\u0000']) {
    assert.instance(await refusal(market.fetch(token)), LinkInvalid)
  }
})

const times = [
  { seconds: 899, served: true },
  { seconds: 900, served: false },
]

for (const { seconds, served } of times) {
  test(`after ${seconds} s a link is ${served ? 'served' : 'expired'}`, async () => {
    using market = await openTestMarket()
    const token = await market.mint(await market.buyer(), market.asset())
    market.store.clock.advance({ seconds })
    if (served) return assert.is(await market.fetch(token), 'the content')
    assert.instance(await refusal(market.fetch(token)), LinkInvalid)
    assert.equal(counts(market), nothing)
  })
}

const withdrawals: [name: string, withdraw: (market: TestMarket, buyer: Principal) => unknown][] = [
  ['the asset is taken down', ({ store }) => store.raw.exec('UPDATE object SET taken_down_at = 1')],
  ['the asset is deleted', ({ store }) => store.raw.exec("UPDATE object SET status = 'deleted'")],
  ['the dataset is paused', ({ store }) => store.raw.exec("UPDATE dataset SET status = 'paused'")],
  [
    'the dataset is closed',
    ({ store }) => store.raw.exec("UPDATE dataset SET visibility = 'private'"),
  ],
  [
    'the key is revoked',
    ({ store }, { apiKeyId }) =>
      store.raw.prepare('UPDATE api_key SET revoked_at = 1 WHERE api_key_id = ?').run(apiKeyId),
  ],
  [
    'the key has expired',
    ({ store }, { apiKeyId }) =>
      store.raw.prepare('UPDATE api_key SET expires_at = 1 WHERE api_key_id = ?').run(apiKeyId),
  ],
  [
    'the key is narrowed to other datasets',
    ({ store }) => store.raw.exec("UPDATE api_key SET dataset_access_mode = 'allow_list'"),
  ],
  [
    'the key may not search any more',
    ({ store }) => store.raw.exec(`UPDATE api_key SET scopes = '["datasets:read"]'`),
  ],
]

for (const [name, withdraw] of withdrawals) {
  test(`when ${name}, an open link is refused uncharged and a used one stays used`, async () => {
    using market = await openTestMarket()
    const buyer = await market.buyer({ credits: 100 })
    const assetId = market.asset()
    const [used, open] = [await market.mint(buyer, assetId), await market.mint(buyer, assetId)]
    await market.fetch(used)
    withdraw(market, buyer)
    assert.instance(await refusal(market.fetch(open)), LinkInvalid)
    assert.instance(await refusal(market.fetch(used)), LinkUsed)
    assert.is(credits(market, buyer), 75)
    assertLedgerBalances(market)
  })
}

test('a file over the limit is refused, not charged, and the link stays', async () => {
  using market = await openTestMarket({ downloadLimitBytes: 5 })
  const buyer = await market.buyer({ credits: 100 })
  const token = await market.mint(buyer, market.asset({ bytes: '123456' }))
  const error = (await refusal(market.fetch(token))) as TooLarge
  assert.instance(error, TooLarge)
  assert.is(error.limitBytes, 5)
  assert.equal(counts(market), nothing)
  assert.is(credits(market, buyer), 100)
})

test('a file of exactly the limit is served', async () => {
  using market = await openTestMarket({ downloadLimitBytes: 6 })
  const token = await market.mint(await market.buyer(), market.asset({ bytes: '123456' }))
  assert.is(await market.fetch(token), '123456')
})

test('a clip is called by its range; one over the limit is refused and costs nothing', async () => {
  let error: Error | undefined
  const bytes = { sizeBytes: 4, read: async () => 4, close: async () => undefined }
  const cut = async () => {
    if (error) throw error
    return bytes as unknown as OpenBytes
  }
  using market = await openTestMarket({ downloadLimitBytes: 5, clips: { cut } })
  const cmd = market.identity.as(await market.buyer())
  const clipOf = async (filename: string) => {
    const recording = { filename, modality: 'audio', durationMs: 10_000, bytes: '123456' }
    const range = { startMs: 1500, endMs: 4000 }
    const asked = { assetId: market.asset(recording), ...range }
    const { url } = await market.delivery.mintLink(cmd, asked)
    return market.delivery.fetchLink(cmd, {
      token: url.split('/').at(-1) as string,
      isGone: () => false,
    })
  }
  for (const [whole, clip] of [
    ['talk.of.ada.mp3', 'talk.of.ada.1500-4000.mp3'],
    ['talk', 'talk.1500-4000'],
    ['.mp3', '.mp3.1500-4000'],
  ] as const) {
    const file = streamed(await clipOf(whole))
    file.bytes.destroy()
    assert.is(file.filename, clip)
  }
  const before = counts(market)
  error = new ClipTooLarge()
  const refused = (await refusal(clipOf('talk.mp3'))) as TooLarge
  assert.instance(refused, TooLarge)
  assert.is(refused.limitBytes, 5)
  error = new ClipRefused('no key frame')
  assert.is(((await refusal(clipOf('talk.mp3'))) as InvalidInput).reason, 'cannot_be_cut')
  error = new TypeError('a fault of ours')
  assert.is(await refusal(clipOf('talk.mp3')), error)
  assert.equal(counts(market), before)
})

test('the link of a person who may buy no more opens nothing', async () => {
  using market = await openTestMarket()
  const { identity, ledger } = market
  const owner = await identity.owner('house@example.eu')
  const { tenantId } = owner
  const granted = { tenantId, credits: 100, reason: 'test' }
  await ledger.grantCreditsAsOperator(identity.anonymous(), granted)
  const roles = ['buyer_manager', 'viewer'] as const
  const member = await joined(identity, owner, { email: 'member@x.eu', roles })
  const tokens = [
    await market.mint(member, market.asset()),
    await market.mint(member, market.asset()),
  ]
  const { raw } = market.store
  raw.prepare("INSERT INTO user_lock VALUES (?, 1, 'taken over')").run(member.userId)
  assert.instance(await refusal(market.fetch(tokens[0] as string)), LinkInvalid)
  raw.exec('DELETE FROM user_lock')
  await market.fetch(tokens[0] as string)
  await identity.changeRoles(identity.as(owner), {
    userId: member.userId as 'usr_x',
    roles: ['viewer'],
  })
  assert.instance(await refusal(market.fetch(tokens[1] as string)), LinkInvalid)
  assert.is(credits(market, owner), 75)
})

test('a file that is gone or has another size is our failure and charges nothing', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer()
  const token = await market.mint(buyer, market.asset())
  const [key] = [...market.disk.bytes.keys()]
  market.disk.bytes.set(key as string, Buffer.from('shorter'))
  assert.match((await refusal(market.fetch(token))).message, /not what was stored/)
  market.disk.bytes.clear()
  assert.match((await refusal(market.fetch(token))).message, /no bytes/)
  assert.equal(counts(market), nothing)
  assert.is(market.disk.openFiles, 0)
})

test('inspecting a link spends nothing and refuses what a fetch would', async () => {
  using market = await openTestMarket({ downloadLimitBytes: 20 })
  const buyer = await market.buyer({ credits: 30 })
  const { delivery } = market
  const [first, second] = [
    await market.mint(buyer, market.asset()),
    await market.mint(buyer, market.asset()),
  ]
  assert.is(delivery.inspectLink(first).sizeBytes, 11)
  assert.equal(counts(market), nothing)
  await market.fetch(first)
  assert.throws(
    () => delivery.inspectLink(first),
    (error: Error) => error instanceof LinkUsed,
  )
  assert.throws(
    () => delivery.inspectLink(second),
    (error: Error) => error instanceof PaymentRequired,
  )
  assert.throws(
    () => delivery.inspectLink('x'),
    (error: Error) => error instanceof LinkInvalid,
  )
})

/** Fetches, and reads until the end or an error; gives what went wrong. */
async function failedFetch(market: TestMarket, token: string): Promise<Error> {
  const error = await refusal(market.fetch(token))
  await market.delivery.settled()
  return error
}

const big = 'x'.repeat(400_000)

for (const failsAt of [0, 200_000]) {
  test(`after a read error at byte ${failsAt} the same asset is minted for 0, once`, async () => {
    using market = await openTestMarket()
    const buyer = await market.buyer({ credits: 50 })
    const assetId = market.asset({ bytes: big })
    const token = await market.mint(buyer, assetId)
    market.disk.failsAt = failsAt
    assert.match((await failedFetch(market, token)).message, /EIO/)
    assert.is(credits(market, buyer), 25)
    market.disk.failsAt = undefined

    const cmd = market.identity.as(buyer)
    const again = await market.delivery.mintLink(cmd, { assetId })
    assert.is(again.estimatedCredits, 0)
    assert.is(await market.fetch(again.url.slice(-43)), big)
    assert.is(credits(market, buyer), 25)
    await market.delivery.settled()
    assert.is((await market.delivery.mintLink(cmd, { assetId })).estimatedCredits, 25)
    assert.is(market.disk.openFiles, 0)
    assertLedgerBalances(market)
  })
}

test('what failed is made good also when the searches of the month are spent', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer({ credits: 50 })
  const assetId = market.asset()
  const token = await market.mint(buyer, assetId)
  market.disk.failsAt = 0
  await failedFetch(market, token)
  market.disk.failsAt = undefined
  market.store.raw
    .prepare("INSERT INTO tally VALUES (?, ?, 'searches', '', ?)")
    .run(buyer.tenantId, '2026-03', 1000)
  assert.is(await market.fetch(await market.mint(buyer, assetId)), 'the content')
  assert.is(credits(market, buyer), 25)
})

test('whoever left before there was anything to send is charged nothing', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer({ credits: 50 })
  const token = await market.mint(buyer, market.asset())
  const cmd = market.identity.anonymous()
  const gone = market.delivery.fetchLink(cmd, { token, isGone: () => true })
  assert.instance(await refusal(gone), Saturated)
  assert.equal([credits(market, buyer), market.disk.openFiles], [50, 0])
  assert.is(await market.fetch(token), 'the content')
})

test('of many fetches of one clip at once one is cut, and nothing is for who left', async () => {
  let cuts = 0
  const cut = async ({ open }: ClipAsked) => {
    await using _ = await open()
    cuts++
    const bytes = { sizeBytes: 4, read: async () => 4, close: async () => undefined }
    return bytes as unknown as OpenBytes
  }
  using market = await openTestMarket({ clips: { cut } })
  const cmd = market.identity.as(await market.buyer())
  const assetId = market.asset({ modality: 'audio', durationMs: 10_000 })
  const { url } = await market.delivery.mintLink(cmd, { assetId, startMs: 0, endMs: 4_000 })
  const token = url.slice(-43)
  const fetch = (isGone: boolean) =>
    market.delivery.fetchLink(market.identity.anonymous(), { token, isGone: () => isGone })
  assert.instance(await refusal(fetch(true)), Saturated)
  assert.is(cuts, 0)
  const ends = await Promise.allSettled([fetch(true), fetch(false), fetch(false), fetch(false)])
  const names = ends.map((end) => (end.status === 'rejected' ? end.reason.name : 'served'))
  assert.equal([names, cuts], [['Saturated', 'served', 'LinkUsed', 'LinkUsed'], 1])
})

test('of two free links for one failure only one is served', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer({ credits: 50 })
  const assetId = market.asset()
  const token = await market.mint(buyer, assetId)
  market.disk.failsAt = 0
  await failedFetch(market, token)
  market.disk.failsAt = undefined
  const [first, second] = [await market.mint(buyer, assetId), await market.mint(buyer, assetId)]
  const results = await Promise.allSettled([market.fetch(first), market.fetch(second)])
  const reasons = results.map((one) => (one.status === 'rejected' ? one.reason.name : 'served'))
  assert.equal(reasons, ['served', 'LinkInvalid'])
  assert.is(credits(market, buyer), 25)
  assertLedgerBalances(market)
})

test('a free delivery that fails too is made good in its turn', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer({ credits: 50 })
  const assetId = market.asset()
  market.disk.failsAt = 0
  for (let i = 0; i < 3; i++) await failedFetch(market, await market.mint(buyer, assetId))
  market.disk.failsAt = undefined
  assert.is(await market.fetch(await market.mint(buyer, assetId)), 'the content')
  assert.is(credits(market, buyer), 25)
  assertLedgerBalances(market)
})

test('what was refunded is not made good, nor is a free link of it that failed', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer({ credits: 100 })
  const assetId = market.asset()
  const mint = () => market.delivery.mintLink(market.identity.as(buyer), { assetId })
  const [paid, kept] = [await market.mint(buyer, assetId), await market.mint(buyer, assetId)]
  market.disk.failsAt = 0
  await failedFetch(market, kept)
  market.store.clock.advance({ seconds: 1 })
  await failedFetch(market, paid)
  market.store.clock.advance({ seconds: 1 })
  await failedFetch(market, await market.mint(buyer, assetId))
  market.disk.failsAt = undefined
  const open = await market.mint(buyer, assetId)
  const hashOf = (token: string) => hash('sha256', token)
  const until = () => [
    ...market.delivery.freeAgainUntil(market.store.db, [paid, kept].map(hashOf)).keys(),
  ]
  const refund = { eventId: `dl:${hashOf(paid)}`, reason: 'the delivery broke off' }
  await market.ledger.refundCharge(market.identity.as(adminPrincipal()), refund)
  assert.instance(await refusal(market.fetch(open)), LinkInvalid)
  assert.equal(until(), [hashOf(kept)])
  assert.is((await mint()).estimatedCredits, 0, 'the other one was not')
  await market.ledger.refundCharge(market.identity.as(adminPrincipal()), {
    ...refund,
    eventId: `dl:${hashOf(kept)}`,
  })
  assert.equal([until(), (await mint()).estimatedCredits], [[], 25])
  assert.is(await market.fetch(await market.mint(buyer, assetId)), 'the content')
  assert.is(credits(market, buyer), 75)
  assertLedgerBalances(market)
})

test('a failure is made good to its buyer, for its asset, and for a day', async () => {
  using market = await openTestMarket()
  const [buyer, other] = [await market.buyer(), await market.buyer()]
  const [assetId, another] = [market.asset(), market.asset()]
  const token = await market.mint(buyer, assetId)
  market.disk.failsAt = 0
  await failedFetch(market, token)
  const quote = async (who: Principal, what: typeof assetId) =>
    (await market.delivery.mintLink(market.identity.as(who), { assetId: what })).estimatedCredits
  assert.equal([await quote(other, assetId), await quote(buyer, another)], [25, 25])
  market.store.clock.advance({ hours: 24, seconds: -1 })
  assert.is(await quote(buyer, assetId), 0)
  market.store.clock.advance({ seconds: 1 })
  assert.is(await quote(buyer, assetId), 25)
})

const unreadable = {
  sizeBytes: 4,
  read: () => Promise.reject(new Error('EIO')),
  close: async () => undefined,
} as unknown as OpenBytes

test('what failed of a recording is made good for the same part of it alone', async () => {
  using market = await openTestMarket({ clips: { cut: async () => unreadable } })
  const cmd = market.identity.as(await market.buyer())
  const assetId = market.asset({ modality: 'audio', durationMs: 10_000 })
  const mint = (startMs: number, endMs: number) =>
    market.delivery.mintLink(cmd, { assetId, startMs, endMs })
  const { url, estimatedCredits } = await mint(0, 4000)
  await failedFetch(market, url.split('/').at(-1) as string)
  const quotes: number[] = []
  for (const [startMs, endMs] of [
    [0, 8000],
    [2000, 4000],
    [0, 4000],
  ] as const)
    quotes.push((await mint(startMs, endMs)).estimatedCredits)
  assert.equal([estimatedCredits, quotes], [10, [20, 5, 0]])
})

test('a client that hangs up has what it paid for', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer({ credits: 100 })
  const assetId = market.asset({ bytes: big })
  const token = await market.mint(buyer, assetId)
  const asked = { token, isGone: () => false }
  const { bytes } = streamed(await market.delivery.fetchLink(market.identity.anonymous(), asked))
  bytes.destroy()
  await finished(bytes).catch(() => undefined)
  await market.delivery.settled()
  assert.is(market.disk.openFiles, 0)
  assert.is(market.store.raw.prepare('SELECT outcome FROM dl_link').pluck().get(), 'aborted')
  const cmd = market.identity.as(buyer)
  assert.is((await market.delivery.mintLink(cmd, { assetId })).estimatedCredits, 25)
})

test('a delivery that the end of the process cut off is made good after the restart', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer({ credits: 100 })
  const assetId = market.asset({ bytes: big })
  const cmd = market.identity.as(buyer)
  // Under way, and then nobody ever reads on: that is what kill -9 leaves behind.
  const token = await market.mint(buyer, assetId)
  await market.delivery.fetchLink(market.identity.anonymous(), { token, isGone: () => false })
  assert.is((await market.delivery.mintLink(cmd, { assetId })).estimatedCredits, 25)
  market.store.clock.advance({ seconds: 1 })
  const restarted = market.restart()
  assert.is((await restarted.mintLink(cmd, { assetId })).estimatedCredits, 0)
  assertLedgerBalances(market)
})

test('a delivery that ended well is noted as sent', async () => {
  using market = await openTestMarket()
  await market.fetch(await market.mint(await market.buyer(), market.asset()))
  await market.delivery.settled()
  assert.is(market.store.raw.prepare('SELECT outcome FROM dl_link').pluck().get(), 'sent')
})

const attempts: [sql: string, refusal: RegExp][] = [
  ["UPDATE dl_link SET state = 'minted', used_at = NULL, outcome = NULL", /used once/],
  ['UPDATE dl_link SET price_cents = 0', /used once/],
  ['UPDATE dl_link SET expires_at = expires_at + 1', /used once/],
  ["UPDATE dl_link SET outcome = 'failed'", /used once/],
  ['DELETE FROM dl_link', /used links are kept/],
  ['INSERT OR REPLACE INTO dl_link SELECT * FROM dl_link', /begins unused/],
  [
    `INSERT OR REPLACE INTO dl_link (token_hash, buyer_tenant_id, provider_tenant_id, dataset_id,
      asset_id, price_cents, provider_share_bp, created_at, expires_at)
      SELECT token_hash, buyer_tenant_id, provider_tenant_id, dataset_id, asset_id, 0, 0, 0, 1
      FROM dl_link`,
    /begins unused/,
  ],
]

for (const [sql, expected] of attempts) {
  test(`refused for a used link: ${sql.replace(/\s+/g, ' ').slice(0, 70)}`, async () => {
    using market = await openTestMarket()
    await market.fetch(await market.mint(await market.buyer(), market.asset()))
    await market.delivery.settled()
    assert.throws(() => market.store.raw.exec(sql), expected)
    assertLedgerBalances(market)
  })
}

const tamperings: [name: string, sql: string, check: string][] = [
  [
    'a used link that was set back',
    "UPDATE dl_link SET state = 'minted', used_at = NULL, outcome = NULL",
    'link',
  ],
  [
    'an event whose link was set back',
    "UPDATE dl_link SET state = 'minted', used_at = NULL, outcome = NULL",
    'meter_event',
  ],
  ['a used link that was removed', 'DELETE FROM dl_link', 'meter_event'],
  ['another buyer', "UPDATE dl_link SET buyer_tenant_id = 'tnt_x'", 'link'],
  ['another provider', "UPDATE dl_link SET provider_tenant_id = 'tnt_x'", 'link'],
  ['another asset', "UPDATE dl_link SET asset_id = 'obj_x'", 'link'],
  ['another price', 'UPDATE dl_link SET price_cents = 1', 'link'],
  ['another share', 'UPDATE dl_link SET provider_share_bp = 1', 'link'],
  ['another time', 'UPDATE dl_link SET used_at = 1', 'link'],
  ['an event that was removed', 'DELETE FROM meter_event', 'link'],
]

for (const [name, sql, check] of tamperings) {
  test(`verifying finds ${name}`, async () => {
    using market = await openTestMarket()
    await market.fetch(await market.mint(await market.buyer(), market.asset()))
    await market.delivery.settled()
    const { raw, db } = market.store
    const triggers = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck()
    for (const trigger of triggers.all()) raw.exec(`DROP TRIGGER ${trigger}`)
    raw.exec(sql)
    const { problems } = verifyLedger(db, [market.delivery.verifyLinks])
    assert.ok(
      problems.some((one) => one.check === check),
      JSON.stringify(problems),
    )
  })
}

test('verifying goes on slice by slice, to the last link and the last event', async () => {
  using market = await openTestMarket()
  const buyer = await market.buyer()
  for (let i = 0; i < 3; i++) await market.fetch(await market.mint(buyer, market.asset()))
  await market.delivery.settled()
  const { raw, db } = market.store
  const found = (slice: number) => [...market.delivery.verifyLinks(db, slice)].flat().length
  assert.equal([found(1), found(2)], [0, 0])
  const triggers = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck()
  for (const trigger of triggers.all()) raw.exec(`DROP TRIGGER ${trigger}`)
  raw.exec('UPDATE dl_link SET price_cents = 1')
  assert.equal([found(1), found(2), found(3), found(9)], [3, 3, 3, 3])
  raw.exec('DELETE FROM dl_link')
  assert.equal([found(1), found(2), found(3), found(9)], [3, 3, 3, 3])
})

test.run()
