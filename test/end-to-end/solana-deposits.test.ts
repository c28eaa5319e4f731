// Deposits on a real Solana virtual machine: each is credited once, whoever asks for it.
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../support/assert-ledger-balances.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { newKey, openTestSolana, sol } from '../support/open-test-solana.ts'
import { openSolanaNode } from '../support/solana-node.ts'
import { payingWallet } from '../support/solana-wallet.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { untilSo } from '../support/until.ts'
import { register } from '../support/wallet-client.ts'

const failed = { detail: 'Failed to process blockchain transaction', code: 'chain_failure' }

test('a deposit counts once, when it is final', async () => {
  await using world = await openTestSolana()
  const { wallet, address, node, act, balance, app } = world
  const before = await act('deposit', 2)
  assert.equal([before.status, before.body], [503, failed])
  await wallet.pay(address, 2 * sol)
  assert.is((await act('deposit', 2)).status, 503)
  node.tick(40)
  assert.is((await act('deposit', 1.5)).status, 503)
  assert.is((await act('deposit', 2)).status, 200)
  assert.is((await act('deposit', 2)).status, 503)
  assert.is(await balance(), 2)
  assertLedgerBalances(app)
})

test('a deposit that is final is credited unasked, and can be asked for once', async () => {
  await using world = await openTestSolana()
  const { wallet, address, node, act, balance, app } = world
  await wallet.pay(address, 2 * sol)
  await app.rooms.wallet.watchDeposits()
  assert.is(await balance(), 0)
  node.tick(40)
  for (let i = 0; i < 3; i++) await app.rooms.wallet.watchDeposits()
  assert.is(await balance(), 2)
  assert.is((await act('deposit', 1)).status, 503)
  assert.is((await act('deposit', 2)).status, 200)
  assert.is((await act('deposit', 2)).status, 503)
  assert.is(await balance(), 2)
  assertLedgerBalances(app)
})

test('the watch runs by the clock, over a restart, and credits each deposit once', async () => {
  await using node = await openSolanaNode()
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const config = { chain: 'solana', solanaRpcUrl: node.url, solanaKey: newKey() }
  const clock = fakeClock()
  const first = await openTestApp({ dir, clock, config })
  const user = await first.signUp('Anna')
  const wallet = await payingWallet(node)
  await register(first, user, wallet)
  const address = (await first.call('GET', '/balance', { as: user.token })).body.deposit_address
  await wallet.pay(address, sol)
  node.tick(40)
  clock.advance({ seconds: 60 })
  await first.runUpkeep()
  await wallet.pay(address, sol / 2)
  await first.close()
  node.tick(40)
  await using second = await openTestApp({ dir, clock, config })
  for (let i = 0; i < 2; i++) {
    clock.advance({ seconds: 60 })
    await second.runUpkeep()
  }
  const { body } = await second.call('GET', '/balance', { as: user.token })
  assert.is(body.balance, 1.5)
  const history = await second.call('GET', '/balance/transactions', { as: user.token })
  assert.is(history.body.total, 2)
  assertLedgerBalances(second)
})

test('the watch and ten claims at once credit one deposit once', async () => {
  await using world = await openTestSolana()
  const { wallet, address, node, act, balance, app } = world
  await wallet.pay(address, sol)
  node.tick(40)
  const claims = Array.from({ length: 10 }, () => act('deposit', 1))
  const watches = Array.from({ length: 5 }, () => app.rooms.wallet.watchDeposits())
  const all = await Promise.all(claims)
  await Promise.all(watches)
  assert.is(all.filter(({ status }) => status === 200).length, 1)
  assert.is(await balance(), 1)
  assertLedgerBalances(app)
})

test('what a reorganisation takes back is not credited by the watch', async () => {
  await using world = await openTestSolana()
  const { wallet, address, node, balance, app } = world
  await wallet.pay(address, 2 * sol)
  node.tick(20)
  await app.rooms.wallet.watchDeposits()
  assert.is(node.reorganise(), 1)
  node.tick(60)
  await app.rooms.wallet.watchDeposits()
  assert.is(await balance(), 0)
})

test('a deposit that the node cannot show yet is credited when it can', async () => {
  await using world = await openTestSolana()
  const { wallet, address, node, balance, app } = world
  await wallet.pay(address, sol)
  node.tick(40)
  const { getTransaction } = node.methods
  node.methods.getTransaction = () => null
  await app.rooms.wallet.watchDeposits()
  assert.is(await balance(), 0)
  node.methods.getTransaction = getTransaction as never
  await app.rooms.wallet.watchDeposits()
  assert.is(await balance(), 1)
})

test('what a node showed before it would show no more is credited', async () => {
  await using world = await openTestSolana()
  const { wallet, address, node, balance, app } = world
  for (let i = 0; i < 3; i++) await wallet.pay(address, sol)
  node.tick(40)
  const { getTransaction } = node.methods
  const shown = new Set<unknown>()
  node.methods.getTransaction = (params) => {
    shown.add(params[0])
    // Many nodes answer so many questions in a while; the server's own clock may ask beside us.
    if (shown.size === 2) node.faults.down = 429
    return getTransaction?.(params)
  }
  await app.rooms.wallet.watchDeposits()
  // By us or by the server's own clock, whose look may not be over yet.
  await untilSo('two are credited', async () => (await balance()) === 2)
  node.faults.down = undefined
  // A look that began before may still end with the refusal: the next one credits the third.
  await untilSo('the third is credited', async () => {
    await app.rooms.wallet.watchDeposits().catch(() => undefined)
    return (await balance()) === 3
  })
})

test('transactions that failed keep no deposit waiting until the next look', async () => {
  await using world = await openTestSolana()
  const { wallet, address, node, balance, app } = world
  await wallet.pay(address, sol)
  node.tick(40)
  const { getSignaturesForAddress } = node.methods
  const failures = Array.from({ length: 250 }, (_, i) => ({ signature: `${i}`, slot: 1, err: {} }))
  node.methods.getSignaturesForAddress = (params) => {
    const own = (getSignaturesForAddress?.(params) ?? []) as typeof failures
    const found = [...own, ...failures]
    const until = found.findIndex(({ signature }) => signature === params[1].until)
    return until < 0 ? found : found.slice(0, until)
  }
  assert.is(await app.rooms.wallet.watchDeposits(), true)
  assert.is(await app.rooms.wallet.watchDeposits(), false)
  assert.is(await balance(), 1)
})

test('a transaction that a node does not show for long is named to the operator', async () => {
  await using world = await openTestSolana()
  const { wallet, address, node, app } = world
  await wallet.pay(address, sol)
  node.tick(40)
  node.methods.getTransaction = () => null
  assert.is(await app.rooms.wallet.watchDeposits(), false)
  const said = await app.rooms.wallet.watchDeposits().catch((error: Error) => error.message)
  assert.match(
    `${said}`,
    /^The node does not show transaction \w{80,}: deposits that came after it wait\.$/,
  )
})

test('a node of another cluster than was meant stops the start', async () => {
  await using node = await openSolanaNode()
  const config = {
    chain: 'solana',
    solanaRpcUrl: node.url,
    solanaKey: newKey(),
    solanaCluster: 'devnet',
  }
  const error = await openTestApp({ config }).catch((failure) => failure)
  assert.is(error.name, 'ClusterRefused')
  assert.match(error.message, /not one of devnet: its genesis hash is/)
  assert.match(error.message, /KONTOR_SOLANA_RPC_URL/)
  const named = { ...config, solanaCluster: node.genesis }
  await using app = await openTestApp({ config: named })
  assert.ok(app.url)
})

test('a folder stays on the cluster that it was on first', async () => {
  await using node = await openSolanaNode()
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const config = { chain: 'solana', solanaRpcUrl: node.url, solanaKey: newKey() }
  await (await openTestApp({ dir, config })).close()
  await using other = await openSolanaNode()
  const moved = { ...config, solanaRpcUrl: other.url }
  const error = await openTestApp({ dir, config: moved }).catch((failure) => failure)
  assert.is(error.name, 'ClusterRefused')
  assert.match(error.message, /This data folder has its balances on the Solana cluster/)
})

test('a node that is away at the start is asked before it is used', async () => {
  await using node = await openSolanaNode()
  node.faults.down = 503
  const config = {
    chain: 'solana',
    solanaRpcUrl: node.url,
    solanaKey: newKey(),
    solanaCluster: 'devnet',
  }
  await using app = await openTestApp({ config })
  node.faults.down = undefined
  const user = await app.signUp('Anna')
  const body = { amount: 1 }
  const { status } = await app.call('POST', '/balance/deposit', { as: user.token, body })
  assert.is(status, 503)
  assert.is(node.asked.get('getSignaturesForAddress'), undefined)
})

test('two transfers in one transaction are two deposits', async () => {
  await using world = await openTestSolana()
  const { wallet, address, node, act, balance } = world
  await wallet.pay(address, sol, sol)
  node.tick(40)
  assert.is((await act('deposit', 1)).status, 200)
  assert.is((await act('deposit', 1)).status, 200)
  assert.is((await act('deposit', 1)).status, 503)
  assert.is(await balance(), 2)
})

test('a deposit that vanishes before it is final was never there', async () => {
  await using world = await openTestSolana()
  const { wallet, address, node, act, balance } = world
  await wallet.pay(address, 2 * sol)
  node.tick(20)
  assert.is((await act('deposit', 2)).status, 503)
  assert.is(node.reorganise(), 1)
  node.tick(60)
  assert.is((await act('deposit', 2)).status, 503)
  assert.is(await balance(), 0)
})

test('a transfer from a wallet that nobody verified is nobody’s deposit', async () => {
  await using world = await openTestSolana()
  const { app, address, node, act } = world
  const stranger = await payingWallet(node)
  await stranger.pay(address, sol)
  node.tick(40)
  assert.is((await act('deposit', 1)).status, 503)
  const ben = await app.signUp('Ben')
  await register(app, ben, stranger)
  const claimed = await app.call('POST', '/balance/deposit', { as: ben.token, body: { amount: 1 } })
  assert.equal([claimed.status, claimed.body.balance], [200, 1])
})

test('ten claims of one deposit at once credit it once', async () => {
  await using world = await openTestSolana()
  const { wallet, address, node, act, balance, app } = world
  await wallet.pay(address, sol)
  node.tick(40)
  const all = await Promise.all(Array.from({ length: 10 }, () => act('deposit', 1)))
  assert.is(all.filter(({ status }) => status === 200).length, 1)
  assert.is(await balance(), 1)
  assertLedgerBalances(app)
})

test.run()
