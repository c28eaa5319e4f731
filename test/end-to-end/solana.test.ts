// Deposits and withdrawals on a real Solana virtual machine, over a network that loses things.
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { base58 } from '@scure/base'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../support/assert-ledger-balances.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { licensedAsset } from '../support/licences.ts'
import { openTestApp, type Party, type TestApp } from '../support/open-test-app.ts'
import { openSolanaNode, type SolanaNode } from '../support/solana-node.ts'
import { type PayingWallet, payingWallet } from '../support/solana-wallet.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { register } from '../support/wallet-client.ts'

const sol = 1_000_000_000

type World = AsyncDisposable & {
  app: TestApp
  node: SolanaNode
  user: Party
  wallet: PayingWallet
  /** Where the service is paid. */
  address: string
  balance(): Promise<number>
  act(what: 'deposit' | 'withdraw', amount: number): Promise<{ status: number; body: never }>
  /** The job that looks after transactions runs, so many times. */
  settle(times?: number): Promise<void>
}

async function openWorld(): Promise<World> {
  const node = await openSolanaNode()
  const solanaKey = newKey()
  const app = await openTestApp({ config: { chain: 'solana', solanaRpcUrl: node.url, solanaKey } })
  const user = await app.signUp('Anna')
  const wallet = await payingWallet(node)
  await register(app, user, wallet)
  const { body } = await app.call('GET', '/balance', { as: user.token })
  node.fund(body.deposit_address, 5 * sol)
  return {
    ...{ app, node, user, wallet, address: body.deposit_address },
    balance: async () => (await app.call('GET', '/balance', { as: user.token })).body.balance,
    act: (what, amount) =>
      app.call('POST', `/balance/${what}`, { as: user.token, body: { amount } }) as never,
    async settle(times = 1) {
      for (let i = 0; i < times; i++) {
        app.clock.advance({ seconds: 60 })
        await app.settleJobs()
      }
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await node[Symbol.asyncDispose]()
    },
  }
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  return base58.encode(privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32))
}

/** A user with so much on the service, paid in over the chain. */
async function funded(world: World, amount: number): Promise<void> {
  const { wallet, address, node, act } = world
  await wallet.pay(address, amount * sol)
  node.tick(40)
  assert.is((await act('deposit', amount)).status, 200)
}

const failed = { detail: 'Failed to process blockchain transaction', code: 'chain_failure' }

test('a deposit counts once, when it is final', async () => {
  await using world = await openWorld()
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
  await using world = await openWorld()
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
  await using world = await openWorld()
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
  await using world = await openWorld()
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
  await using world = await openWorld()
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

test('a node of another cluster than was meant stops the start', async () => {
  await using node = await openSolanaNode()
  const config = {
    ...{ chain: 'solana', solanaRpcUrl: node.url, solanaKey: newKey() },
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
    ...{ chain: 'solana', solanaRpcUrl: node.url, solanaKey: newKey() },
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
  await using world = await openWorld()
  const { wallet, address, node, act, balance } = world
  await wallet.pay(address, sol, sol)
  node.tick(40)
  assert.is((await act('deposit', 1)).status, 200)
  assert.is((await act('deposit', 1)).status, 200)
  assert.is((await act('deposit', 1)).status, 503)
  assert.is(await balance(), 2)
})

test('a deposit that vanishes before it is final was never there', async () => {
  await using world = await openWorld()
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
  await using world = await openWorld()
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
  await using world = await openWorld()
  const { wallet, address, node, act, balance, app } = world
  await wallet.pay(address, sol)
  node.tick(40)
  const all = await Promise.all(Array.from({ length: 10 }, () => act('deposit', 1)))
  assert.is(all.filter(({ status }) => status === 200).length, 1)
  assert.is(await balance(), 1)
  assertLedgerBalances(app)
})

test('a withdrawal reaches the primary wallet, and its hold is released when final', async () => {
  await using world = await openWorld()
  const { app, node, wallet, act, balance, settle } = world
  await funded(world, 2)
  const before = node.balanceOf(wallet.address)
  assert.equal([(await act('withdraw', 1)).status, await balance()], [200, 0.99])
  await settle()
  assert.is(node.balanceOf(wallet.address) - before, sol)
  assert.is((await lastEntry(world)).status, 'pending')
  node.tick(40)
  await settle()
  assert.is((await lastEntry(world)).status, 'confirmed')
  assert.is(await balance(), 0.99)
  assertLedgerBalances(app)
})

test('a lost reply pays once: the same bytes are sent again', async () => {
  await using world = await openWorld()
  const { app, node, wallet, act, settle } = world
  await funded(world, 2)
  const before = node.balanceOf(wallet.address)
  node.faults.loseReplies = 3
  await act('withdraw', 1)
  await settle(3)
  node.tick(40)
  await settle()
  assert.is(node.balanceOf(wallet.address) - before, sol)
  assert.is((await lastEntry(world)).status, 'confirmed')
  assertLedgerBalances(app)
})

test('what was dropped is sent again while it can still come in', async () => {
  await using world = await openWorld()
  const { node, wallet, act, settle } = world
  await funded(world, 2)
  const before = node.balanceOf(wallet.address)
  node.faults.dropSends = 2
  await act('withdraw', 1)
  await settle(3)
  node.tick(40)
  await settle()
  assert.is(node.balanceOf(wallet.address) - before, sol)
  assert.is((await lastEntry(world)).status, 'confirmed')
})

test('what expired unseen is signed anew, and paid once', async () => {
  await using world = await openWorld()
  const { app, node, wallet, act, settle } = world
  await funded(world, 2)
  const before = node.balanceOf(wallet.address)
  node.faults.dropSends = 1
  await act('withdraw', 1)
  await app.settleJobs()
  node.tick(250)
  await settle(3)
  node.tick(40)
  await settle()
  assert.is(node.balanceOf(wallet.address) - before, sol)
  assert.is((await lastEntry(world)).status, 'confirmed')
  assert.is(attempts(world), 2)
  assertLedgerBalances(app)
})

test('what never gets through is given back after three tries', async () => {
  await using world = await openWorld()
  const { app, node, wallet, act, balance, settle } = world
  await funded(world, 2)
  const before = node.balanceOf(wallet.address)
  node.faults.dropSends = 1_000
  await act('withdraw', 1)
  for (let i = 0; i < 8; i++) {
    await settle()
    node.tick(250)
  }
  await settle(2)
  assert.is(node.balanceOf(wallet.address), before)
  assert.equal([(await lastEntry(world)).status, await balance()], ['failed', 2])
  assert.is(attempts(world), 3)
  assertLedgerBalances(app)
})

test('while the node is down nothing is given back and nothing is signed anew', async () => {
  await using world = await openWorld()
  const { app, node, wallet, act, balance, settle } = world
  await funded(world, 2)
  const before = node.balanceOf(wallet.address)
  await act('withdraw', 1)
  node.faults.down = 503
  await settle(5)
  assert.equal([(await lastEntry(world)).status, await balance()], ['pending', 0.99])
  node.faults.down = undefined
  await settle()
  node.tick(40)
  await settle()
  assert.is(node.balanceOf(wallet.address) - before, sol)
  assert.equal([(await lastEntry(world)).status, attempts(world)], ['confirmed', 1])
  assertLedgerBalances(app)
})

test('a withdrawal that a reorganisation takes back is sent again', async () => {
  await using world = await openWorld()
  const { app, node, wallet, act, settle } = world
  await funded(world, 2)
  const before = node.balanceOf(wallet.address)
  await act('withdraw', 1)
  await settle()
  assert.is(node.balanceOf(wallet.address) - before, sol)
  assert.is(node.reorganise(), 1)
  assert.is(node.balanceOf(wallet.address), before)
  await settle()
  node.tick(40)
  await settle()
  assert.is(node.balanceOf(wallet.address) - before, sol)
  assert.equal([(await lastEntry(world)).status, attempts(world)], ['confirmed', 1])
  assertLedgerBalances(app)
})

test('without an answer from the node nothing is held', async () => {
  await using world = await openWorld()
  const { app, node, act, balance } = world
  await funded(world, 2)
  node.faults.down = 500
  const answer = await act('withdraw', 1)
  assert.equal([answer.status, answer.body], [503, failed])
  assert.is(await balance(), 2)
  assertLedgerBalances(app)
})

test('twenty withdrawals at once never take more than there is', async () => {
  await using world = await openWorld()
  const { app, node, wallet, act, balance, settle } = world
  await funded(world, 1)
  const before = node.balanceOf(wallet.address)
  const all = await Promise.all(Array.from({ length: 20 }, () => act('withdraw', 0.3)))
  assert.is(all.filter(({ status }) => status === 200).length, 3)
  await settle(3)
  node.tick(40)
  await settle(3)
  assert.is(node.balanceOf(wallet.address) - before, 0.9 * sol)
  assert.is(await balance(), 0.07)
  assertLedgerBalances(app)
})

test('a withdrawal survives a restart and is paid once', async () => {
  await using world = await openWorld()
  const { app, wallet, act, user } = world
  await funded(world, 2)
  const before = world.node.balanceOf(wallet.address)
  world.node.faults.loseReplies = 1
  await act('withdraw', 1)
  const { config, dir, clock } = app
  await app.close()
  const { solanaKey } = config
  const again = { chain: 'solana', solanaRpcUrl: world.node.url, solanaKey }
  await using later = await openTestApp({ dir, clock, config: again })
  later.clock.advance({ seconds: 60 })
  await later.settleJobs()
  world.node.tick(40)
  later.clock.advance({ seconds: 60 })
  await later.settleJobs()
  assert.is(world.node.balanceOf(wallet.address) - before, sol)
  const { body } = await later.call('GET', '/balance/transactions', { as: user.token })
  assert.is(body.items[0].status, 'confirmed')
})

test('a withdrawal needs a Solana wallet to go to', async () => {
  await using world = await openWorld()
  const { app, user, wallet, act } = world
  await funded(world, 2)
  await app.call('DELETE', `/wallet/solana/${wallet.address}`, { as: user.token })
  const { status, body } = await act('withdraw', 1)
  const detail = 'Register a Solana wallet first: withdrawals go to the primary one.'
  assert.equal([status, body], [409, { detail, code: 'conflict' }])
})

test('a licence is written on the chain as a memo, and registered when that is final', async () => {
  await using world = await openWorld()
  const { app, user, node, settle } = world
  const assetId = await licensedAsset(app, user, { price: 0.25 })
  const pending = await app.call('GET', `/microip/${assetId}`, { as: user.token })
  assert.is(pending.body.micro_ip.chain_status, 'pending')
  node.tick(40)
  await settle()
  const { body } = await app.call('GET', `/microip/${assetId}`, { as: user.token })
  const { on_chain_id, chain_status } = body.micro_ip
  assert.is(chain_status, 'registered')
  const found = node.methods.getTransaction?.([on_chain_id]) as Found
  const [memo] = found.transaction.message.instructions
  const said = JSON.parse(Buffer.from(base58.decode(memo?.data ?? '')).toString())
  assert.equal([said.asset, said.lamports], [assetId, '250000000'])
})

type Found = { transaction: { message: { instructions: { data: string }[] } } }

async function lastEntry({ app, user }: World) {
  const { body } = await app.call('GET', '/balance/transactions', { as: user.token })
  return body.items[0]
}

function attempts({ app }: World): unknown {
  return app.store.raw.prepare('SELECT count(*) FROM chain_submission').pluck().get()
}

test.run()
