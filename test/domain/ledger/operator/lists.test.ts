// What the operator sees of everybody's money: page by page, and no row that was not asked for.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DisputeId, PayoutBatchId } from '../../../../src/base/ids.ts'
import { cents } from '../../../../src/base/money.ts'
import { earnings, granted } from '../../../../src/domain/ledger/books/account.ts'
import { post } from '../../../../src/domain/ledger/index.ts'
import { refusalOf } from '../../../support/open-test-identity.ts'
import { openTestPayments, paymentOf } from '../../../support/open-test-payments.ts'
import { openTestPayouts, ownerOf, type TestPayouts } from '../../../support/open-test-payouts.ts'

type Listed<R> = { rows: R[]; total: number; nextCursor: string | null }

/** All rows of a list, two at a time; the total is the same on every page. */
function allOf<R>(list: (page: { limit: number; cursor?: string }) => Listed<R>): R[] {
  const rows: R[] = []
  let page = list({ limit: 2 })
  const { total } = page
  for (;;) {
    rows.push(...page.rows)
    assert.is(page.total, total)
    if (page.nextCursor === null) break
    assert.is(page.rows.length, 2)
    page = list({ limit: 2, cursor: page.nextCursor })
  }
  assert.is(rows.length, total)
  return rows
}

test('payments are what came onto balances from outside, the newest first', async () => {
  using till = openTestPayments()
  const { store } = till
  const [anna, ben] = [await till.tenant({ credits: 100 }), await till.tenant({ credits: 7 })]
  const { principal } = till.admin()
  store.clock.advance({ seconds: 1 })
  const [voucher] = await till.createVouchers(till.admin(), { credits: cents(9), count: 1 })
  const redeeming = { ...till.admin(), principal: ownerOf(ben) }
  const { voucherId } = await till.redeemVoucher(redeeming, { code: voucher?.code as string })
  store.clock.advance({ seconds: 1 })
  await till.pay(anna, paymentOf(25, 'a'))
  await store.write((tx) => till.grantWelcome(tx, anna))
  const [hash] = till.rows('lower(hex(payment_hash))')[0] as [string]
  const seen = (filter: object) =>
    allOf((page) => till.listPayments(principal, { ...filter, ...page }))
  const line = ({ source, tenantId, credits, ref, atMs }: ReturnType<typeof seen>[number]) => {
    const seconds = (atMs - store.clock.nowMs()) / 1_000
    return `${source} ${tenantId === anna ? 'Anna' : 'Ben'} ${credits} ${ref} ${seconds}`
  }
  const all = [
    `x402 Anna 25 ${hash} 0`,
    `voucher Ben 9 ${voucherId} -1`,
    `grant Ben 7 ${ben} -2`,
    `grant Anna 100 ${anna} -2`,
  ]
  assert.equal(seen({}).map(line), all)
  assert.equal(
    seen({}).map(({ seq, transferId }) => [seq, transferId.split(':')[0]]),
    [
      [4, 'x402'],
      [3, 'voucher'],
      [2, 'grant'],
      [1, 'grant'],
    ],
  )
  const only = (...places: number[]) => places.map((place) => all[place])
  assert.equal(seen({ source: 'grant' }).map(line), only(2, 3))
  assert.equal(seen({ source: 'stripe' }).map(line), [])
  assert.equal(seen({ tenantId: anna }).map(line), only(0, 3))
  assert.equal(seen({ tenantId: ben, source: 'voucher' }).map(line), only(1))
  const { nextCursor } = till.listPayments(principal, { limit: 1 })
  const elsewhere = { limit: 1, cursor: nextCursor as string }
  for (const filter of [{ source: 'grant' as const }, { tenantId: anna }]) {
    const turned = await refusalOf(() => till.listPayments(principal, { ...elsewhere, ...filter }))
    assert.match(turned, 'InvalidInput cursor')
  }
})

test('what a buyer pays a provider is no payment, nor what was put elsewhere', async () => {
  using books = await openTestPayouts()
  await books.sell(100)
  await books.endOfMarch()
  const aside = { transferId: 'x', groupId: 'x', code: 'grant', ref: '', atMs: 0, amountMinor: 1 }
  const sides = { debit: granted, credit: earnings(books.buyer) }
  await books.store.write((tx) => post(tx, { ...aside, ...sides }))
  const { rows, total } = books.listPayments(books.admin().principal, { limit: 9 })
  assert.equal(
    [rows.map(({ tenantId, credits }) => [tenantId, credits]), total],
    [[[books.buyer, 10_000]], 1],
  )
})

const refund = (books: TestPayouts, eventId: string) =>
  books.refundCharge(books.admin(), { eventId, reason: 'empty' })

test('refunds are listed, the newest first, also those of one moment, and of a buyer', async () => {
  using books = await openTestPayouts()
  const { principal } = books.admin()
  const events: string[] = []
  for (let i = 0; i < 4; i++) events.push(await books.sell(10 + i))
  const [first, second, third, fourth] = events as [string, string, string, string]
  await refund(books, second)
  await refund(books, third)
  await refund(books, first)
  books.store.clock.advance({ seconds: 1 })
  await refund(books, fourth)
  const seen = (filter: object) =>
    allOf((page) => books.listRefunds(principal, { ...filter, ...page })).map(
      ({ eventId }) => eventId,
    )
  assert.equal(seen({}), [fourth, third, second, first])
  assert.equal(seen({ tenantId: books.buyer }), [fourth, third, second, first])
  assert.equal(seen({ tenantId: books.provider }), [])
  const [row] = books.listRefunds(principal, { limit: 1 }).rows
  assert.equal(row, {
    eventId: fourth,
    buyerTenantId: books.buyer,
    providerTenantId: books.provider,
    period: '2026-03',
    chargeCents: 13,
    providerCents: 8,
    source: 'earned',
    reason: 'empty',
    createdAt: books.store.clock.nowMs(),
  })
  const { nextCursor } = books.listRefunds(principal, { limit: 1 })
  const elsewhere = { limit: 1, cursor: nextCursor as string, tenantId: books.buyer }
  assert.match(await refusalOf(() => books.listRefunds(principal, elsewhere)), 'InvalidInput')
})

test('batches are listed with what became of them, the newest first', async () => {
  using books = await openTestPayouts()
  const { principal } = books.admin()
  const houses = [books.provider, await books.tenant(), await books.tenant()]
  for (const [i, house] of houses.entries()) {
    await books.sell(100 * (i + 1), house)
    await books.account(house)
  }
  await books.endOfMarch()
  await books.windowOver()
  const set = (house: (typeof houses)[number], to: 'paid' | 'failed') => {
    const { payoutStatementId } = books.statement(house)
    return books.changeStatement(books.admin(), { payoutStatementId, to, reason: 'x' })
  }
  const seen = () =>
    allOf((page) => books.listPayoutBatches(principal, page)).map(
      ({ payments, totalCents, underWay, paid, failed }) => [
        ...[payments, totalCents, underWay],
        ...[paid, failed],
      ],
    )
  assert.equal(seen(), [])
  const madeMs = books.store.clock.nowMs()
  const { batchId } = await books.createPayoutBatch(books.admin())
  assert.equal(seen(), [[3, 360, 3, 0, 0]])
  await set(houses[0] as 'tnt_x', 'paid')
  await set(houses[1] as 'tnt_x', 'failed')
  assert.equal(seen(), [[3, 360, 1, 1, 1]])
  books.store.clock.advance({ seconds: 1 })
  const cmd = books.admin()
  const retry = await books.createPayoutBatch(cmd, { retryFailed: true })
  assert.equal(seen(), [
    [1, 120, 1, 0, 0],
    [3, 360, 1, 1, 1],
  ])
  const { rows } = books.listPayoutBatches(principal, { limit: 9 })
  assert.equal(
    rows.map(({ batchId: id, createdAtMs }) => [id, createdAtMs]),
    [
      [retry.batchId, madeMs + 1_000],
      [batchId, madeMs],
    ],
  )
  assert.is(rows[0]?.createdBy, cmd.principal.principalId)
  const read = books.readPayoutBatch(principal, batchId)
  const ids = houses.map((house) => books.statement(house).payoutStatementId)
  assert.equal(
    read.payments.map(({ payoutStatementId, amountCents }) => [payoutStatementId, amountCents]),
    ids.map((id, i): [string, number] => [id, 60 * (i + 1)]).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  assert.equal([read.batchId, read.totalCents, read.createdAtMs], [batchId, 360, madeMs])
  const again = books.readPayoutBatch(principal, retry.batchId)
  assert.equal([again.payments.length, again.totalCents], [1, 120])
  assert.is(
    await refusalOf(() => books.readPayoutBatch(principal, 'pay_x' as PayoutBatchId)),
    'NotFound',
  )
})

test('disputes are listed by their state, the newest first', async () => {
  using books = await openTestPayouts()
  const { principal } = books.admin()
  const opened: DisputeId[] = []
  for (let i = 0; i < 4; i++) {
    const eventId = await books.sell(100)
    const cmd = books.admin()
    const dispute = await books.openDispute(cmd, { eventId, reason: `reason ${i}` })
    opened.unshift(dispute.disputeId)
    books.store.clock.advance({ seconds: 1 })
  }
  const [fourth, third, second, first] = opened as [DisputeId, DisputeId, DisputeId, DisputeId]
  const cmd = books.admin()
  await books.resolveDispute(cmd, { disputeId: second, decision: 'refund' })
  await books.resolveDispute(cmd, { disputeId: third, decision: 'reject', note: 'it was there' })
  const list = (filter: object) =>
    allOf((page) => books.listDisputes(principal, { ...filter, ...page }))
  const seen = (filter: object) => list(filter).map(({ disputeId }) => disputeId)
  assert.equal(seen({}), [fourth, third, second, first])
  assert.equal(seen({ state: 'open' }), [fourth, first])
  assert.equal(seen({ state: 'refunded' }), [second])
  assert.equal(seen({ state: 'rejected' }), [third])
  const [, told, given, untold] = list({})
  const nowMs = books.store.clock.nowMs()
  assert.equal([told?.note, told?.resolvedAt, given?.note], ['it was there', nowMs, null])
  assert.equal([untold?.note, untold?.resolvedAt, untold?.state], [null, null, 'open'])
  assert.equal([untold?.reason, untold?.openedAt], ['reason 0', nowMs - 4_000])
  assert.equal([untold?.chargeCents, untold?.period], [100, '2026-03'])
  const { nextCursor } = books.listDisputes(principal, { limit: 1 })
  const elsewhere = { limit: 1, cursor: nextCursor as string, state: 'open' as const }
  assert.match(await refusalOf(() => books.listDisputes(principal, elsewhere)), 'InvalidInput')
})

test('statements are listed by state, month and house, with their totals', async () => {
  using books = await openTestPayouts()
  const { principal } = books.admin()
  const other = await books.tenant()
  const sold = async (months: number) => {
    for (const house of [books.provider, other]) await books.sell(100, house)
    books.store.clock.advance({ hours: 24 * 31 })
    await books.settlePeriod(`2026-0${2 + months}`)
  }
  await sold(1)
  await sold(2)
  const { payoutStatementId } = books.statement(other)
  await books.changeStatement(books.admin(), { payoutStatementId, to: 'held', reason: 'x' })
  const list = (filter: object) =>
    allOf((page) => books.listStatements(principal, { ...filter, ...page }))
  const seen = (filter: object) =>
    list(filter).map(({ period, tenantId }) => `${period} ${tenantId === other ? 'other' : 'one'}`)
  const ids = list({}).map((row) => row.payoutStatementId)
  assert.equal(ids, ids.toSorted().toReversed())
  assert.equal(seen({ tenantId: other }), ['2026-04 other', '2026-03 other'])
  assert.equal(seen({ period: '2026-03' }).sort(), ['2026-03 one', '2026-03 other'])
  assert.equal(seen({ status: 'held' }), ['2026-03 other'])
  assert.equal(seen({ status: 'held', period: '2026-04' }), [])
  assert.equal(seen({ status: 'pending', tenantId: other }), ['2026-04 other'])
  const { nextCursor } = books.listStatements(principal, { limit: 1 })
  for (const filter of [{ status: 'held' as const }, { period: '2026-03' }, { tenantId: other }]) {
    const elsewhere = { limit: 1, cursor: nextCursor as string, ...filter }
    assert.match(await refusalOf(() => books.listStatements(principal, elsewhere)), 'InvalidInput')
  }
  const [row] = list({ status: 'held' })
  assert.equal(books.findStatement(books.store.db, payoutStatementId), row)
  assert.is(books.findStatement(books.store.db, 'stmt_x'), undefined)
})

test('a charge is read with its statement, dispute and refund, as far as there are', async () => {
  using books = await openTestPayouts()
  const { principal } = books.admin()
  const [eventId, other] = [await books.sell(100), await books.sell(50)]
  const free = await books.sell(0)
  const read = (id = eventId) => books.readCharge(principal, id)
  assert.equal(
    [read().event.eventId, read().event.chargeCents, read().statement, read().dispute],
    [eventId, 100, undefined, undefined],
  )
  assert.is(read().refundedAtMs, null)
  const { disputeId } = await books.openDispute(books.admin(), { eventId, reason: 'x' })
  await books.endOfMarch()
  await refund(books, other)
  assert.is(read().dispute?.disputeId, disputeId)
  assert.is(read().statement?.payoutStatementId, books.statement().payoutStatementId)
  assert.equal([read().refundedAtMs, read(other).dispute], [null, undefined])
  assert.is(read(other).refundedAtMs, books.store.clock.nowMs())
  for (const unknown of [free, 'dl:x']) {
    assert.is(await refusalOf(() => read(unknown)), 'NotFound', unknown)
  }
})

test('vouchers are listed by what became of them', async () => {
  using books = await openTestPayouts()
  const { principal } = books.admin()
  const { clock } = books.store
  const expiresAtMs = clock.nowMs() + 60_000
  const ordered = { credits: cents(5), count: 4, note: 'fair', expiresAtMs }
  const made = (await books.createVouchers(books.admin(), ordered)).sort((a, b) =>
    a.voucherId < b.voucherId ? 1 : -1,
  )
  const [used, gone, , open] = made
  const redeeming = { ...books.admin(), principal: ownerOf(books.buyer) }
  await books.redeemVoucher(redeeming, { code: used?.code as string })
  await books.revokeVoucher(books.admin(), gone?.voucherId as 'vch_x')
  const list = (filter: object) =>
    allOf((page) => {
      const { vouchers, ...rest } = books.listVouchers(principal, { ...filter, ...page })
      return { rows: [...vouchers], ...rest }
    })
  const states = (filter: object) => list(filter).map(({ state }) => state)
  assert.equal(states({}), ['redeemed', 'revoked', 'open', 'open'])
  assert.equal(states({ status: 'open' }), ['open', 'open'])
  assert.equal(states({ status: 'redeemed' }), ['redeemed'])
  assert.equal(states({ status: 'revoked' }), ['revoked'])
  const createdAtMs = clock.nowMs()
  const [first, second] = list({})
  const common = { credits: 5, note: 'fair', createdAtMs, expiresAtMs }
  assert.equal({ ...first, createdBy: 0, voucherId: 0 }, {
    ...common,
    voucherId: 0,
    createdBy: 0,
    state: 'redeemed',
    revokedAtMs: null,
    redeemedByTenantId: books.buyer,
    redeemedAtMs: createdAtMs,
  } as never)
  assert.equal([second?.revokedAtMs, second?.redeemedAtMs], [createdAtMs, null])
  clock.advance({ seconds: 59 })
  assert.equal(states({ status: 'open' }), ['open', 'open'])
  clock.advance({ seconds: 1 })
  assert.equal(states({ status: 'open' }), ['expired', 'expired'])
  assert.equal(states({}), ['redeemed', 'revoked', 'expired', 'expired'])
  const late = await refusalOf(() => books.redeemVoucher(redeeming, { code: open?.code as string }))
  assert.is(late, 'NotFound')
  const { nextCursor } = books.listVouchers(principal, { limit: 1 })
  const elsewhere = { limit: 1, cursor: nextCursor as string, status: 'open' as const }
  assert.match(await refusalOf(() => books.listVouchers(principal, elsewhere)), 'InvalidInput')
})

test.run()
