// Which transfers each deed with money leaves, word for word, and what else is kept of it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { TenantId, UserId } from '../../../../src/base/ids.ts'
import { cents } from '../../../../src/base/money.ts'
import {
  earnings,
  granted,
  mayGoNegative,
  revenue,
  spendable,
} from '../../../../src/domain/ledger/books/account.ts'
import { postAllNew, readAccounts } from '../../../../src/domain/ledger/books/post.ts'
import {
  lamportsIn,
  post,
  solBalance,
  solDeposits,
  solNetworkFees,
  solRevenue,
  solWithdrawals,
} from '../../../../src/domain/ledger/index.ts'
import { findHead } from '../../../../src/domain/ledger/queries.ts'
import { openPeriod } from '../../../../src/domain/ledger/record-event.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { refusalOf } from '../../../support/open-test-identity.ts'
import { openTestLedger, type TestLedger } from '../../../support/open-test-ledger.ts'
import { ownerOf } from '../../../support/open-test-payouts.ts'
import { openWholeLedger } from '../../../support/open-whole-ledger.ts'

const lines = `
  SELECT code, phase, from_account.owner || '/' || from_account.kind AS of, to_account.owner || '/'
    || to_account.kind AS onto, amount_minor AS amount, transfer_id AS id, group_id AS deed, ref
  FROM transfer JOIN account AS from_account ON from_account.account_id = debit_account_id
    JOIN account AS to_account ON to_account.account_id = credit_account_id ORDER BY seq`
type Line = Record<'code' | 'phase' | 'of' | 'onto' | 'amount' | 'id' | 'deed' | 'ref', string>

function linesOf({ store }: Pick<TestLedger, 'store'>): string[] {
  return (store.raw.prepare(lines).all() as Line[]).map((line) => {
    const { code, phase, of, onto, amount, id, deed, ref } = line
    const what = phase === 'post' ? code : `${code} ${phase}`
    return `${what}: ${amount} from ${of} to ${onto}, ${id.replace(deed, '')} of ${deed}, ${ref}`
  })
}

const share = (amount: number, [house, part, deed, ref = 'obj_1']: string[]) => {
  const onto = part === 'provider' ? `${house}/earned` : 'platform/revenue'
  return `${part}_share: ${amount} from buyer/balance to ${onto}, :${part} of ${deed}, ${ref}`
}
const payout = (what: string, [house, step, ref]: string[]) =>
  `${what}: 60 from ${house}/payable:2026-03 to world/payouts, :${step}:1 of payout:ID, ${ref}`
const refund = (amount: number, [from, part, deed]: string[]) =>
  `refund: ${amount} from ${from} to buyer/balance, :${part} of refund:${deed}, ${deed}`
const houses = ['held', 'paid', 'failed', 'under way', 'reversed', 'waiting', 'due']

test('every deed leaves its lines in the books', async () => {
  using books = await openWholeLedger()
  const short = (line: string) =>
    books
      .named(line)
      .replace(/dl:0*([0-9a-f]{2})\b/g, 'dl:$1')
      .replace(/:[\w-]{43}/g, ':digest')
  assert.equal(linesOf(books).slice(0, 44).map(short), [
    'grant: 10000 from world/granted to buyer/balance,  of grant:ID, buyer',
    share(6, ['held', 'provider', 'ret:ID:0:digest']),
    share(5, ['held', 'platform', 'ret:ID:0:digest']),
    share(1, ['held', 'provider', 'ret:ID:1:digest', 'obj_2']),
    share(1, ['held', 'platform', 'ret:ID:1:digest', 'obj_2']),
    share(1, ['held', 'provider', 'citation:ID_0']),
    share(60, ['held', 'provider', 'outcome:ID_0']),
    share(40, ['held', 'platform', 'outcome:ID_0']),
    ...houses.flatMap((house, i) => {
      const deed = `dl:${(101 + i).toString(16)}`
      return [share(60, [house, 'provider', deed]), share(40, [house, 'platform', deed])]
    }),
    share(30, ['due', 'provider', 'dl:6c']),
    share(20, ['due', 'platform', 'dl:6c']),
    share(18, ['due', 'provider', 'dl:6d']),
    share(12, ['due', 'platform', 'dl:6d']),
    refund(30, ['due/earned', 'provider', 'dl:6c']),
    refund(20, ['platform/revenue', 'platform', 'dl:6c']),
    ...houses.map((house) => {
      const amount = house === 'held' ? 128 : house === 'due' ? 78 : 60
      const sides = `from ${house}/earned to ${house}/payable:2026-03`
      return `settlement: ${amount} ${sides},  of settle:ID, 2026-03`
    }),
    refund(18, ['due/payable:2026-03', 'provider', 'dl:6d']),
    refund(12, ['platform/revenue', 'platform', 'dl:6d']),
    'plan_fee: 300 from buyer/balance to platform/revenue,  of plan:buyer:2026-04, starter',
    'payout_reversed: 60 from reversed/payable:2026-03 to platform/reversals, :reversed of ' +
      'payout:ID, 2026-03',
    payout('payout hold', ['paid', 'processing', 'ID']),
    payout('payout hold', ['failed', 'processing', 'ID']),
    payout('payout hold', ['under way', 'processing', 'ID']),
    payout('payout_paid post_hold', ['paid', 'paid', '2026-03']),
    payout('payout_failed void_hold', ['failed', 'failed', '2026-03']),
  ])
  const months = books.store.raw.prepare('SELECT period, plan, fee_cents, state FROM plan_month')
  assert.equal(months.raw().all(), [
    ['2026-04', 'starter', 300, 'paid'],
    ['2026-05', 'pro', 1_000_000, 'unpaid'],
  ])
  const held = books.balances().filter((account) => account.held !== 0)
  assert.equal(held, [
    ...[{ unit: 'CREDIT', owner: books.of('under way'), kind: 'payable:2026-03' }].map((name) => ({
      ...name,
      posted: 60,
      held: 60,
    })),
  ] as never)
})

test('a welcome and a voucher are lines of their own', async () => {
  using ledger = openTestLedger({ welcomeCredits: 5 })
  const tenantId = await ledger.tenant()
  await ledger.store.write((tx) => ledger.grantWelcome(tx, tenantId))
  const [voucher] = await ledger.createVouchers(ledger.admin(), { credits: cents(7), count: 1 })
  const { code = '', voucherId = '' } = voucher ?? {}
  const made = await ledger.redeemVoucher(
    { ...ledger.admin(), principal: ownerOf(tenantId) },
    { code },
  )
  assert.equal(made, {
    voucherId,
    credits: 7,
    availableCredits: 12,
    redeemedAtMs: ledger.store.clock.nowMs(),
  } as never)
  assert.equal(linesOf(ledger), [
    `welcome: 5 from world/welcomed to ${tenantId}/balance,  of welcome:${tenantId}, ${tenantId}`,
    `voucher: 7 from world/vouchers to ${tenantId}/balance,  of voucher:${voucherId}, ${voucherId}`,
  ])
  const grant = await ledger.grantCredits(ledger.admin(), { tenantId, credits: 3, reason: 'x' })
  const { transferId, ...rest } = grant
  const grantedAtMs = ledger.store.clock.nowMs()
  assert.equal(rest, { tenantId, credits: 3, availableCredits: 15, reason: 'x', grantedAtMs })
  assert.match(transferId, /^grant:req_/)
})

test('accounts in lamports are those of users, who have what is not held', async () => {
  using ledger = openTestLedger()
  const { db, write } = ledger.store
  const ada = solBalance('usr_ada' as UserId)
  assert.equal(ada, { unit: 'SOL', owner: 'usr_ada', kind: 'balance' })
  assert.is(lamportsIn(db, ada), 0)
  const deed = { groupId: 'x', code: 'x', ref: '', atMs: 1, amountMinor: 10 }
  await write((tx) => post(tx, { ...deed, transferId: 'x:1', debit: solDeposits, credit: ada }))
  const hold = { ...deed, transferId: 'x:2', phase: 'hold' as const, amountMinor: 4 }
  await write((tx) => post(tx, { ...hold, debit: ada, credit: solWithdrawals }))
  assert.is(lamportsIn(db, ada), 6)
  const inCredits = { ...deed, transferId: 'x:3', debit: granted, credit: revenue, amountMinor: 7 }
  await write((tx) => post(tx, inCredits))
  const kept = { ...deed, transferId: 'x:4', debit: solDeposits, credit: solRevenue }
  await write((tx) => post(tx, kept))
  assert.is(lamportsIn(db, solRevenue), 10)
  const names = [solDeposits, solWithdrawals, solNetworkFees, solRevenue]
  assert.equal(
    names.map(({ owner, kind }) => `${owner} ${kind}`),
    ['world deposits', 'world withdrawals', 'platform network-fees', 'platform revenue'],
  )
  assert.equal(names.map(mayGoNegative), [true, true, false, false])
  assertLedgerBalances(ledger)
})

test('many new transfers follow one another, whether the books are known or read', async () => {
  using ledger = openTestLedger()
  const tenantId = await ledger.tenant({ credits: 100 })
  const { db, write } = ledger.store
  const anna = spendable(tenantId)
  const requestOf = (n: number) => ({
    transferId: `x:${n}`,
    groupId: 'x',
    code: 'x',
    ref: '',
    atMs: n,
    amountMinor: n,
    debit: anna,
    credit: n % 2 === 0 ? revenue : earnings('tnt_p' as TenantId),
  })
  await write((tx) => postAllNew(tx, []))
  await write((tx) => postAllNew(tx, [requestOf(1), requestOf(2), requestOf(3)]))
  const accounts = readAccounts(db, [anna, anna, revenue, earnings('tnt_q' as TenantId)])
  assert.is(accounts.size, 2)
  await write((tx) => postAllNew(tx, [requestOf(4), requestOf(5)], { accounts }))
  assert.is(accounts.size, 3)
  await write((tx) => postAllNew(tx, [requestOf(6)], { head: findHead(tx) }))
  assert.is(ledger.creditsOf(db, tenantId), 79)
  const over = () => write((tx) => postAllNew(tx, [requestOf(40), requestOf(41)]))
  assert.is(await refusalOf(over), 'Overdrawn')
  assert.is(ledger.creditsOf(db, tenantId), 79)
  assert.is(findHead(db).seq, 7)
  const world = () =>
    write((tx) => postAllNew(tx, [{ ...requestOf(50), debit: granted, amountMinor: 1_000 }]))
  assert.is(await refusalOf(world), 'not refused')
  assertLedgerBalances(ledger)
})

const months: [month: string, closed: string | null, period: string][] = [
  ['2026-03', null, '2026-03'],
  ['2026-03', '2026-02', '2026-03'],
  ['2026-03', '2026-03', '2026-04'],
  ['2026-03', '2026-12', '2027-01'],
]
for (const [month, closed, period] of months) {
  test(`in ${month}, with ${closed} settled, an event is of ${period}`, () => {
    assert.is(openPeriod(month, { closed }), period)
  })
}

test.run()
