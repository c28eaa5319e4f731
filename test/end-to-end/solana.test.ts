// Withdrawals and licences on a real Solana virtual machine, over a network that loses things.
import { base58 } from '@scure/base'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertLedgerBalances } from '../support/assert-ledger-balances.ts'
import { licensedAsset } from '../support/licences.ts'
import { openTestApp, type TestApp } from '../support/open-test-app.ts'
import { attempts, funded, lastEntry, openTestSolana, sol } from '../support/open-test-solana.ts'

const failed = { detail: 'Failed to process blockchain transaction', code: 'chain_failure' }

test('a withdrawal reaches the primary wallet, and its hold is released when final', async () => {
  await using world = await openTestSolana()
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
  await using world = await openTestSolana()
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
  await using world = await openTestSolana()
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
  await using world = await openTestSolana()
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

test('what the node no longer remembers is not signed anew, and is found where it is', async () => {
  await using world = await openTestSolana()
  const { app, node, wallet, act, balance, settle } = world
  await funded(world, 3)
  const before = node.balanceOf(wallet.address)
  await act('withdraw', 1)
  await settle()
  node.tick(2_000)
  node.keepsFrom = 1_000
  await settle(3)
  node.tick(40)
  await settle(3)
  assert.is(node.balanceOf(wallet.address) - before, sol)
  const told = async () => [(await lastEntry(world)).status, await balance(), attempts(world)]
  assert.equal(await told(), ['pending', 1.99, 1])
  node.keepsFrom = 0
  await settle()
  assert.equal(await told(), ['confirmed', 1.99, 1])
  assertLedgerBalances(app)
})

test('without a word how far back the node knows nothing is signed anew', async () => {
  await using world = await openTestSolana()
  const { node, act, settle } = world
  await funded(world, 2)
  node.faults.dropSends = 1_000
  await act('withdraw', 1)
  node.tick(250)
  const { getFirstAvailableBlock, getBlock } = node.methods
  const silent: [string, () => unknown][] = [
    ['getFirstAvailableBlock', () => null],
    ['getBlock', () => null],
    ['getBlock', () => ({ blockHeight: null })],
    [
      'getBlock',
      () => {
        throw new Error('Block was cleaned up')
      },
    ],
  ]
  for (const [method, answer] of silent) {
    Object.assign(node.methods, { getFirstAvailableBlock, getBlock, [method]: answer })
    await settle()
    assert.is(attempts(world), 1, method)
  }
  // From the first slot on there is no earlier block.
  Object.assign(node.methods, { getFirstAvailableBlock: () => 0, getBlock: () => null })
  await settle()
  assert.is(attempts(world), 2)
})

test('what never gets through is given back after three tries', async () => {
  await using world = await openTestSolana()
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
  await using world = await openTestSolana()
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
  await using world = await openTestSolana()
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
  await using world = await openTestSolana()
  const { app, node, act, balance } = world
  await funded(world, 2)
  node.faults.down = 500
  const answer = await act('withdraw', 1)
  assert.equal([answer.status, answer.body], [503, failed])
  assert.is(await balance(), 2)
  assertLedgerBalances(app)
})

test('twenty withdrawals at once never take more than there is', async () => {
  await using world = await openTestSolana()
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
  await using world = await openTestSolana()
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

const starts: [title: string, without: (app: TestApp) => Promise<unknown>][] = [
  ['a start without the chain', (app) => app.settleJobs()],
  [
    'such a start of an older version, which ended its job',
    async ({ store: { raw }, clock }) => {
      const ended = "state = 'done', finished_at = ?, lease_until_at = NULL"
      const open = "kind = 'advance-submission' AND finished_at IS NULL"
      raw.prepare(`UPDATE job SET ${ended} WHERE ${open}`).run(clock.nowMs())
    },
  ],
]
for (const [title, without] of starts) {
  test(`a withdrawal on its way survives ${title}`, async () => {
    await using world = await openTestSolana()
    const { app, wallet, node, user } = world
    await funded(world, 2)
    const before = node.balanceOf(wallet.address)
    // Nobody has it when the first server ends.
    node.faults.dropSends = 2
    const { config, dir, clock } = app
    await world.act('withdraw', 1)
    await app.close()
    {
      await using bare = await openTestApp({ dir, clock })
      bare.clock.advance({ seconds: 60 })
      await without(bare)
    }
    const { solanaKey } = config
    const again = { chain: 'solana', solanaRpcUrl: node.url, solanaKey }
    await using later = await openTestApp({ dir, clock, config: again })
    for (let i = 0; i < 2; i++) {
      later.clock.advance({ seconds: 60 })
      await later.settleJobs()
      node.tick(40)
    }
    assert.is(node.balanceOf(wallet.address) - before, sol)
    later.clock.advance({ seconds: 60 })
    await later.settleJobs()
    const { body } = await later.call('GET', '/balance/transactions', { as: user.token })
    assert.is(body.items[0].status, 'confirmed')
  })
}

test('a withdrawal needs a Solana wallet to go to', async () => {
  await using world = await openTestSolana()
  const { app, user, wallet, act } = world
  await funded(world, 2)
  await app.call('DELETE', `/wallet/solana/${wallet.address}`, { as: user.token })
  const { status, body } = await act('withdraw', 1)
  const detail = 'Register a Solana wallet first: withdrawals go to the primary one.'
  assert.equal([status, body], [409, { detail, code: 'conflict' }])
})

test('a licence is written on the chain as a memo, and registered when that is final', async () => {
  await using world = await openTestSolana()
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

test.run()
