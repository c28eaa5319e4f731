// What the log and the events say of deeds with money, and who does none of them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { PayoutBatchId } from '../../../src/base/ids.ts'
import { cents } from '../../../src/base/money.ts'
import type { Command } from '../../../src/domain/command.ts'
import type { Principal } from '../../../src/domain/identity/index.ts'
import { refusalOf } from '../../support/open-test-identity.ts'
import { openTestPayouts, ownerOf, type TestPayouts } from '../../support/open-test-payouts.ts'
import { testPrincipal } from '../../support/test-principal.ts'
import { openWritten } from '../../support/written-down.ts'

async function openBooks() {
  const books = await openTestPayouts()
  const cmd = books.admin()
  const { principal } = cmd
  const names = { Root: principal.principalId, platform: principal.tenantId }
  const owner = ownerOf(books.buyer)
  const houses = { buyer: books.buyer, seller: books.provider, Ada: owner.principalId }
  const as = (who: Principal): Command => ({ ...books.admin(), principal: who })
  const root = () => as(principal)
  const says = openWritten(books, { ...names, ...houses })
  return Object.assign(books, { root, owner, as, says })
}

const byRoot = (action: string, subject: string, of = 'seller') =>
  `${action} by user Root: ${subject} of ${of}`

test('credits, plans and vouchers', async () => {
  using books = await openBooks()
  const { root, buyer, says } = books
  let cmd = root()
  await says(
    () => books.grantCredits(cmd, { tenantId: buyer, credits: 5, reason: 'sorry' }),
    [
      byRoot('credits.granted', 'tenant buyer', 'buyer'),
      { credits: 5, reason: 'sorry', transferId: 'grant:req' },
    ],
  )
  cmd = root()
  const { principal: _, ...anonymous } = cmd
  await says(
    () => books.grantCreditsAsOperator(anonymous, { tenantId: buyer, credits: 6, reason: 'x' }),
    [
      'credits.granted by operator: tenant buyer of buyer',
      { credits: 6, reason: 'x', transferId: 'grant:req' },
    ],
  )
  const made = (details: object): [string, object] => [
    byRoot('voucher.created', 'voucher vch', 'platform'),
    details,
  ]
  const [first, second] = await books.createVouchers(root(), { credits: cents(7), count: 2 })
  await says(
    () => books.createVouchers(root(), { credits: cents(7), count: 2, note: 'fair' }),
    made({ credits: 7, note: 'fair' }),
    made({ credits: 7, note: 'fair' }),
  )
  await says(
    () => books.createVouchers(root(), { credits: cents(8), count: 1 }),
    made({ credits: 8 }),
  )
  await says(
    () => books.redeemVoucher(books.as(books.owner), { code: first?.code as string }),
    ['voucher.redeemed by user Ada: voucher vch of buyer', { credits: 7 }],
  )
  const revoke =
    (voucher = second) =>
    () =>
      books.revokeVoucher(root(), voucher?.voucherId as 'vch_x')
  await says(revoke(), [byRoot('voucher.revoked', 'voucher vch', 'platform'), { credits: 7 }])
  assert.is(await refusalOf(revoke()), 'Conflict already_revoked')
  assert.is(await refusalOf(revoke(first)), 'Conflict already_redeemed')
  assert.is(await refusalOf(() => books.revokeVoucher(root(), 'vch_x')), 'NotFound')
  const end = () => books.endVouchersAsOperator()
  await says(end, ['voucher.all_ended by operator: voucher all of null, unasked', { ended: 3 }])
  await says(end)
  const late = { credits: cents(1), count: 1, expiresAtMs: books.store.clock.nowMs() }
  const past = await refusalOf(() => books.createVouchers(root(), late))
  assert.is(past, 'InvalidInput expires_at in_the_past')
})

test('disputes and refunds', async () => {
  using books = await openBooks()
  const { root, says } = books
  const [one, two, three] = [await books.sell(100), await books.sell(50), await books.sell(25)]
  await books.endOfMarch()
  const opened: string[] = []
  const open = (eventId: string) => async () => {
    const { disputeId } = await books.openDispute(root(), { eventId, reason: 'empty' })
    opened.push(disputeId)
  }
  const said = (event_id: string, charge_cents: number): [string, object][] => [
    [byRoot('dispute.opened', 'dispute dsp'), { event_id, reason: 'empty' }],
    ['dispute.opened to seller', { dispute_id: 'dsp', period: '2026-03', charge_cents }],
  ]
  await says(open(one), ...said(one, 100))
  await says(open(two), ...said(two, 50))
  assert.is(await refusalOf(open(one)), 'Conflict already_disputed')
  const resolve = (i: number, decision: 'reject' | 'refund', note?: string) => () =>
    books.resolveDispute(root(), { disputeId: opened[i] as 'dsp_x', decision, note })
  await says(resolve(0, 'reject'), [byRoot('dispute.rejected', 'dispute dsp'), { event_id: one }])
  await says(resolve(1, 'refund', 'it was'), [
    byRoot('dispute.refunded', 'dispute dsp'),
    { event_id: two, note: 'it was' },
  ])
  assert.is(await refusalOf(resolve(0, 'reject')), 'Conflict already_resolved')
  const refund = (eventId: string) => () => books.refundCharge(root(), { eventId, reason: 'sorry' })
  await says(refund(three), [
    `charge.refunded by user Root: meter_event ${three} of buyer`,
    { credits: 25, reason: 'sorry' },
  ])
  assert.is(await refusalOf(refund(three)), 'Conflict already_refunded')
  assert.is(await refusalOf(open(three)), 'Conflict already_disputed')
  assert.is(await refusalOf(resolve(9, 'reject')), 'NotFound')
})

test('payouts', async () => {
  using books = await openBooks()
  const { root, says } = books
  await books.sell(100)
  await says(
    () => books.endOfMarch(),
    [
      'statement.ready to seller',
      { payout_statement_id: 'stmt', period: '2026-03', seller_cents: 60 },
    ],
  )
  const seller = ownerOf(books.provider)
  const account = { holderName: 'Provider Ltd', iban: 'DE89 3704 0044 0532 0130 00' }
  await says(
    () => books.setPayoutAccount(books.as(seller), account),
    ['payout_account.changed by user usr: tenant seller of seller', { iban_ends_in: '3000' }],
  )
  const { payoutStatementId } = books.statement()
  const set = (to: 'approved' | 'held' | 'failed' | 'reversed', reason?: string) => () =>
    books.changeStatement(root(), { payoutStatementId, to, reason })
  const ofStatement = (to: string) => byRoot(`payout.${to}`, 'payout_statement stmt')
  assert.is(await refusalOf(set('approved')), 'Conflict dispute_window_open')
  await says(set('held', 'odd'), [ofStatement('held'), { from: 'pending', reason: 'odd' }])
  assert.is(await refusalOf(set('held')), 'Conflict illegal_transition')
  await says(set('approved'), [ofStatement('approved'), { from: 'held' }])
  await says(
    () => books.windowOver(),
    ['payout.approved by system: payout_statement stmt of seller, unasked', { from: 'pending' }],
  )
  let batchId = 'pay_x' as PayoutBatchId
  const ofBatch = (action: string) => byRoot(action, 'payout_batch pay', 'platform')
  const batch =
    (part: object = {}) =>
    async () => {
      batchId = (await books.createPayoutBatch(root(), part)).batchId
    }
  const created: [string, object] = [
    ofBatch('payout_batch.created'),
    { payments: 1, total_credits: 60 },
  ]
  await says(batch(), created)
  assert.is(await refusalOf(batch()), 'Conflict nothing_to_pay')
  await says(set('failed', 'closed'), [
    ofStatement('failed'),
    { from: 'processing', reason: 'closed' },
  ])
  const pay = () => books.payPayoutBatch(root(), batchId)
  assert.is(await refusalOf(pay), 'Conflict nothing_under_way')
  assert.is(await refusalOf(batch()), 'Conflict nothing_to_pay')
  await says(batch({ retryFailed: true }), created)
  await says(
    pay,
    [ofBatch('payout_batch.paid'), { payments: 1 }],
    ['payout.paid to seller', { payout_statement_id: 'stmt', period: '2026-03', paid_cents: 60 }],
  )
  await says(set('reversed', 'wrong'), [ofStatement('reversed'), { from: 'paid', reason: 'wrong' }])
})

type Deeds = Record<string, (books: TestPayouts, cmd: Command) => unknown>
const eventId = 'dl:x'
const page = { limit: 1 }
const ofThePlatform: Deeds = {
  changePlan: (books, cmd) => books.changePlan(cmd, { tenantId: books.buyer, plan: 'pro' }),
  changeStatement: (books, cmd) =>
    books.changeStatement(cmd, { payoutStatementId: 'stmt_x', to: 'paid' }),
  createPayoutBatch: (books, cmd) => books.createPayoutBatch(cmd),
  createVouchers: (books, cmd) => books.createVouchers(cmd, { credits: cents(1), count: 1 }),
  grantCredits: (books, cmd) =>
    books.grantCredits(cmd, { tenantId: books.buyer, credits: 1, reason: 'x' }),
  listDisputes: (books, { principal }) => books.listDisputes(principal, page),
  listPayments: (books, { principal }) => books.listPayments(principal, page),
  listPayoutBatches: (books, { principal }) => books.listPayoutBatches(principal, page),
  listRefunds: (books, { principal }) => books.listRefunds(principal, page),
  listStatements: (books, { principal }) => books.listStatements(principal, page),
  listVouchers: (books, { principal }) => books.listVouchers(principal, page),
  openDispute: (books, cmd) => books.openDispute(cmd, { eventId, reason: 'x' }),
  payPayoutBatch: (books, cmd) => books.payPayoutBatch(cmd, 'pay_x'),
  readCharge: (books, { principal }) => books.readCharge(principal, eventId),
  followPayoutBatch: (books, { principal }) => books.followPayoutBatch(principal, 'pay_x'),
  readPayoutBatch: (books, { principal }) => books.readPayoutBatch(principal, 'pay_x'),
  refundCharge: (books, cmd) => books.refundCharge(cmd, { eventId, reason: 'x' }),
  resolveDispute: (books, cmd) =>
    books.resolveDispute(cmd, { disputeId: 'dsp_x', decision: 'reject' }),
  revokeVoucher: (books, cmd) => books.revokeVoucher(cmd, 'vch_x'),
}

test('what the platform does with money no owner does, and no key', async () => {
  using books = await openBooks()
  const tell = async (who: Principal) =>
    Promise.all(
      Object.entries(ofThePlatform).map(
        async ([name, deed]) => `${name}: ${await refusalOf(() => deed(books, books.as(who)))}`,
      ),
    )
  const all = (refusal: string) => Object.keys(ofThePlatform).map((name) => `${name}: ${refusal}`)
  assert.equal(await tell(books.owner), all('Forbidden platform_admin_required'))
  const key = testPrincipal({ tenantId: books.buyer, isPlatformAdmin: true })
  assert.equal(await tell(key), all('Forbidden session_required'))
})

test('who may see the money of a house sees it; an owner or admin says where it goes', async () => {
  using books = await openBooks()
  const viewer = ownerOf(books.provider, { roles: ['viewer'], scopes: new Set(['datasets:read']) })
  const account = { holderName: 'X', iban: 'DE89370400440532013000' }
  const missing = 'Forbidden missing_scope'
  const tell = (deed: () => unknown) => refusalOf(deed)
  assert.equal(
    [
      await tell(() => books.readPayoutAccount(viewer)),
      await tell(() => books.payoutOutlook(viewer)),
      await tell(() => books.setPayoutAccount(books.as(viewer), account)),
      await tell(() => books.redeemVoucher(books.as(viewer), { code: 'x' })),
      await tell(() => books.redeemVoucher(books.as(testPrincipal()), { code: 'x' })),
      await tell(() => books.setPayoutAccount(books.as(testPrincipal()), account)),
    ],
    [
      missing,
      missing,
      'Forbidden role_required',
      'Forbidden role_required',
      'Forbidden session_required',
      'Forbidden session_required',
    ],
  )
  assert.is(await tell(() => books.readPayoutAccount(ownerOf(books.provider))), 'NotFound')
  const admin = ownerOf(books.provider, { roles: ['admin'] })
  assert.is(await tell(() => books.setPayoutAccount(books.as(admin), account)), 'not refused')
})

test('vouchers and statements are listed by their state, newest first, page by page', async () => {
  using books = await openBooks()
  const { principal } = books.root()
  const made = await books.createVouchers(books.root(), { credits: cents(7), count: 3 })
  const ids = made.map(({ voucherId }) => voucherId).sort()
  await books.revokeVoucher(books.root(), ids[0] as 'vch_x')
  const vouchers = (part: object) => {
    const {
      vouchers: page,
      total,
      nextCursor,
    } = books.listVouchers(principal, {
      limit: 1,
      ...part,
    })
    return { found: page.map(({ voucherId }) => voucherId), total, cursor: nextCursor ?? undefined }
  }
  const first = vouchers({})
  const second = vouchers({ cursor: first.cursor })
  const last = vouchers({ cursor: second.cursor })
  assert.equal(
    [first, second, last].flatMap(({ found }) => found),
    ids.toReversed(),
  )
  assert.equal([first.total, last.cursor], [3, undefined])
  assert.equal(vouchers({ status: 'revoked' }).found, ids.slice(0, 1))
  assert.is(vouchers({ status: 'open' }).total, 2)
  const other = await books.tenant()
  await books.sell(100)
  await books.sell(50, other)
  await books.endOfMarch()
  const statements = (part: object) =>
    books.listStatements(principal, { limit: 9, ...part }).rows.map(({ tenantId }) => tenantId)
  assert.equal(statements({}).sort(), [other, books.provider].sort())
  assert.equal(statements({ tenantId: other }), [other])
  assert.equal([statements({ status: 'pending' }).length, statements({ status: 'paid' })], [2, []])
  assert.equal(
    [statements({ period: '2026-03' }).length, statements({ period: '2026-02' })],
    [2, []],
  )
})

test('what waits for the end of its window is told with when that is', async () => {
  using books = await openBooks()
  const outlook = () => books.payoutOutlook(ownerOf(books.provider))
  await books.sell(100)
  assert.equal([(await outlook()).sellerCents, (await outlook()).nextReleaseAtMs], [60, null])
  await books.endOfMarch()
  const march = await outlook()
  const windowMs = 14 * 24 * 3_600_000
  assert.is(march.nextReleaseAtMs, books.store.clock.nowMs() + windowMs)
  assert.equal([march.heldCents, march.releasedCents], [60, 0])
  await books.windowOver()
  const over = await outlook()
  assert.equal([over.heldCents, over.releasedCents, over.nextReleaseAtMs], [0, 60, null])
  await books.sell(50)
  books.store.clock.advance({ hours: 17 * 24 })
  await books.settlePeriod('2026-04')
  const april = await outlook()
  assert.is(april.nextReleaseAtMs, books.store.clock.nowMs() + windowMs)
  assert.equal([april.heldCents, april.releasedCents, april.paidCents], [30, 60, 0])
})

test.run()
