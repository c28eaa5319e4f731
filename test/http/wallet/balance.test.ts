import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../../support/assert-ledger-balances.ts'
import { newName } from '../../support/new-name.ts'
import { openTestApp, type Party, type TestApp } from '../../support/open-test-app.ts'
import { shared } from '../../support/shared.ts'
import { register } from '../../support/wallet-client.ts'
import { naclWallet } from '../../support/wallets.ts'

function deposit(app: TestApp, { token }: Party, amount: unknown) {
  return app.call('POST', '/balance/deposit', { as: token, body: { amount } })
}

function withdraw(app: TestApp, { token }: Party, amount: unknown) {
  return app.call('POST', '/balance/withdraw', { as: token, body: { amount } })
}

async function history(app: TestApp, { token }: Party, query = '') {
  return (await app.call('GET', `/balance/transactions${query}`, { as: token })).body
}

/** Each of them has a house of its own. */
const { fact } = shared(openTestApp)

fact('a balance begins with nothing', async (app) => {
  const user = await app.signUp(newName())
  const { status, body } = await app.call('GET', '/balance', { as: user.token })
  assert.equal([status, body], [200, { balance: 0, total_earned: 0, total_spent: 0 }])
})

fact('deposits on an open local chain are credited exactly', async (app) => {
  const user = await app.signUp(newName())
  assert.equal((await deposit(app, user, 0.1)).body.balance, 0.1)
  assert.equal((await deposit(app, user, 0.2)).body.balance, 0.3)
  assert.equal((await deposit(app, user, 1.123456789)).body.balance, 1.423456789)
  assertLedgerBalances(app)
})

const amounts: [amount: unknown, detail: string][] = [
  [0.099999999, 'Amount must be greater than 0.1 SOL'],
  [0, 'Amount must be greater than 0.1 SOL'],
  [-1, 'Amount must be greater than 0.1 SOL'],
  [1e-9, 'Amount must be greater than 0.1 SOL'],
  [0.1234567891, 'amount must be a number of SOL with at most 9 decimals.'],
  [1e-10, 'amount must be a number of SOL with at most 9 decimals.'],
  [1e300, 'amount must be a number of SOL with at most 9 decimals.'],
  [10_000.000000001, 'Amount must be at most 10000 SOL'],
  ['1', 'amount must be a number.'],
  [null, 'amount must be a number.'],
  [undefined, 'amount is required.'],
]
fact('amounts out of range can neither be deposited nor withdrawn', async (app) => {
  const user = await app.signUp(newName())
  for (const [amount, detail] of amounts) {
    for (const act of [deposit, withdraw]) {
      const { status, body } = await act(app, user, amount)
      assert.equal([amount, status, body.detail], [amount, 400, detail])
    }
  }
  assert.is((await history(app, user)).total, 0)
})

test('a withdrawal costs 0.01 SOL on top', async () => {
  await using app = await openTestApp()
  const user = await app.signUp('Anna')
  await deposit(app, user, 1)
  const { status, body } = await withdraw(app, user, 0.5)
  assert.equal([status, body.balance], [200, 0.49])
  const platform = app.rooms.ledger
    .balances()
    .filter(({ unit, owner }) => unit === 'SOL' && owner === 'platform')
  assert.equal(
    platform.map(({ kind, posted }) => [kind, posted]),
    [['network-fees', 10_000_000]],
  )
  assertLedgerBalances(app)
})

const poor: [has: number, asks: number][] = [
  [0.1, 0.1],
  [0.199999999, 0.1],
  [0.2, 0.2],
  [0.2, 0.190000001],
  [1, 1],
]
fact('with too little one cannot withdraw', async (app) => {
  for (const [i, [has, asks]] of poor.entries()) {
    const user = await app.signUp(`Poor ${'abcdefgh'[i]}`)
    await deposit(app, user, has)
    const { status, body } = await withdraw(app, user, asks)
    const detail = 'Insufficient balance for withdrawal'
    assert.equal([status, body], [402, { detail, code: 'insufficient_balance' }], `${has} ${asks}`)
    assert.is((await app.call('GET', '/balance', { as: user.token })).body.balance, has)
  }
})

fact('with exactly 0.2 SOL one can withdraw 0.19', async (app) => {
  const user = await app.signUp(newName())
  await deposit(app, user, 0.2)
  assert.is((await withdraw(app, user, 0.19)).body.balance, 0)
})

test('fifty withdrawals at once never take more than there is', async () => {
  await using app = await openTestApp({ config: { balanceRatePerMinute: 1000 } })
  const user = await app.signUp('Anna')
  await deposit(app, user, 2)
  const all = await Promise.all(Array.from({ length: 50 }, () => withdraw(app, user, 0.1)))
  const paid = all.filter(({ status }) => status === 200).length
  const refused = all.filter(({ status }) => status === 402).length
  // 0.11 each; after 17 there is 0.13 left, which is below 0.2.
  assert.equal([paid, refused], [17, 33])
  const { body } = await app.call('GET', '/balance', { as: user.token })
  assert.is(body.balance, 0.13)
  assertLedgerBalances(app)
})

fact('the history tells every movement, newest first, page by page', async (app) => {
  const user = await app.signUp(newName())
  const wallet = naclWallet()
  await register(app, user, wallet)
  await deposit(app, user, 1)
  await withdraw(app, user, 0.3)
  const { items, page, limit, total } = await history(app, user)
  assert.equal([page, limit, total], [1, 10, 2])
  assert.is(items[0].type, 'withdrawal')
  assert.equal([items[0].amount, items[0].fee], [0.3, 0.01])
  assert.is(items[0].wallet_address, wallet.address)
  assert.equal([items[1].type, items[1].status], ['deposit', 'confirmed'])
  assert.match(items[0].transaction_hash, /^[0-9a-f]{64}$/)
  assert.equal((await history(app, user, '?limit=1&page=2')).items, [items[1]])
  assert.equal((await history(app, user, '?type=deposit')).items, [items[1]])
})

fact('a deposit with an Idempotency-Key is credited once', async (app) => {
  const user = await app.signUp(newName())
  const headers = { 'idempotency-key': 'once' }
  const send = () =>
    app.call('POST', '/balance/deposit', { as: user.token, headers, body: { amount: 1 } })
  const first = await send()
  assert.equal((await send()).body, first.body)
  assert.is((await app.call('GET', '/balance', { as: user.token })).body.balance, 1)
})

test('where deposits are not open, nobody credits itself', async () => {
  await using app = await openTestApp({ config: { localDeposits: 'admin' } })
  const user = await app.signUp('Anna')
  const { status, body, headers } = await deposit(app, user, 1)
  const detail = 'Failed to process blockchain transaction'
  assert.equal([status, body], [503, { detail, code: 'chain_failure' }])
  assert.ok(Number(headers.get('retry-after')) > 0)
  assert.is((await app.call('GET', '/balance', { as: user.token })).body.balance, 0)
})

test('deposits are open by default only where nobody else can reach the server', async () => {
  await using alone = await openTestApp()
  await using proxied = await openTestApp({ config: { trustedProxies: ['127.0.0.1'] } })
  await using named = await openTestApp({ config: { baseUrl: 'https://data.example.eu' } })
  const rules = [alone, proxied, named].map(({ config }) => config.localDeposits)
  assert.equal(rules, ['open', 'admin', 'admin'])
})

test('one cannot have more than a million SOL', async () => {
  await using app = await openTestApp({ config: { balanceRatePerMinute: 1000 } })
  const user = await app.signUp('Anna')
  for (let i = 0; i < 100; i++) assert.is((await deposit(app, user, 10_000)).status, 200)
  const { status, body } = await deposit(app, user, 1)
  assert.equal([status, body.detail], [409, 'A balance can hold 1000000 SOL.'])
  assertLedgerBalances(app)
})

fact('the receipt of a transaction is for those who took part in it', async (app) => {
  const [anna, ben] = [await app.signUp(newName()), await app.signUp(newName())]
  await deposit(app, anna, 1)
  const { items } = await history(app, anna)
  const path = `/balance/transactions/${items[0].transaction_hash}/receipt`
  const receipt = await app.call('GET', path, { as: anna.token })
  assert.is(receipt.status, 200)
  assert.is(receipt.body.record.lamports, '1000000000')
  const foreign = await app.call('GET', path, { as: ben.token })
  assert.equal([foreign.status, foreign.body.detail], [404, 'No such transaction.'])
})

fact('a balance is the user’s, not the tenant’s', async (app) => {
  const [anna, ben] = [await app.signUp(newName()), await app.signUp(newName())]
  await deposit(app, anna, 1)
  assert.is((await app.call('GET', '/balance', { as: ben.token })).body.balance, 0)
  assert.is((await history(app, ben)).total, 0)
})

test.run()
