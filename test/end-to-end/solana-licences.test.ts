// Licences as memos on a real Solana virtual machine, over a network that loses things.
import { base58 } from '@scure/base'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { approveAsset, buy, license, licensedAsset, uploadAsset } from '../support/licences.ts'
import { attempts, funded, openTestSolana, type SolanaWorld } from '../support/open-test-solana.ts'

type Chained = { on_chain_id: string; chain_status: string }
type Found = { transaction: { message: { instructions: { data: string }[] } } } | null

async function chained({ app, user }: SolanaWorld, assetId: string): Promise<Chained> {
  const { body } = await app.call('GET', `/microip/${assetId}`, { as: user.token })
  const { on_chain_id, chain_status } = body.micro_ip
  return { on_chain_id, chain_status }
}

/** What the chain says under this id; undefined when it says nothing. */
function memoAt({ node }: SolanaWorld, onChainId: string): { asset: string } | undefined {
  const found = node.methods.getTransaction?.([onChainId]) as Found
  const [memo] = found?.transaction.message.instructions ?? []
  return memo && JSON.parse(Buffer.from(base58.decode(memo.data)).toString())
}

async function assertRegistered(world: SolanaWorld, assetId: string): Promise<void> {
  const { on_chain_id, chain_status } = await chained(world, assetId)
  assert.is(chain_status, 'registered')
  assert.is(memoAt(world, on_chain_id)?.asset, assetId)
}

/** Uploaded and approved, and not licensed yet. */
async function asset({ app, user }: SolanaWorld): Promise<string> {
  const { body } = await uploadAsset(app, user)
  await approveAsset(app, user, body.asset_id)
  return body.asset_id
}

test('a lost reply writes one memo', async () => {
  await using world = await openTestSolana()
  world.node.faults.loseReplies = 3
  const assetId = await licensedAsset(world.app, world.user, { price: 0.25 })
  await world.settle(3)
  world.node.tick(40)
  await world.settle()
  await assertRegistered(world, assetId)
  assert.is(attempts(world), 1)
})

test('a memo that expired unseen is signed anew, and the licence follows it', async () => {
  await using world = await openTestSolana()
  const { app, node, settle } = world
  const assetId = await asset(world)
  node.faults.dropSends = 1
  const { body } = await license(app, world.user, { assetId })
  const { on_chain_id: first } = body.micro_ip
  await app.settleJobs()
  node.tick(250)
  await settle(3)
  node.tick(40)
  await settle()
  await assertRegistered(world, assetId)
  assert.is.not((await chained(world, assetId)).on_chain_id, first)
  assert.is(memoAt(world, first), undefined)
  assert.is(attempts(world), 2)
})

test('a memo that a reorganisation takes back is sent again', async () => {
  await using world = await openTestSolana()
  const { app, node, settle } = world
  const assetId = await licensedAsset(app, world.user, { price: 0.25 })
  await settle()
  assert.is(node.reorganise(), 1)
  assert.is((await chained(world, assetId)).chain_status, 'pending')
  await settle()
  node.tick(40)
  await settle()
  await assertRegistered(world, assetId)
})

test('a memo that never gets through is given up, and said to have failed', async () => {
  await using world = await openTestSolana()
  const { app, node, settle } = world
  const assetId = await asset(world)
  node.faults.dropSends = 1_000
  assert.is((await license(app, world.user, { assetId })).status, 201)
  for (let i = 0; i < 8; i++) {
    await settle()
    node.tick(250)
  }
  await settle(2)
  assert.is((await chained(world, assetId)).chain_status, 'failed')
  assert.is(attempts(world), 3)
})

test('without an answer from the node there is no licence, and it can be made later', async () => {
  await using world = await openTestSolana()
  const { app, node, user } = world
  const assetId = await asset(world)
  node.faults.down = 500
  const { status, body, headers } = await license(app, user, { assetId })
  const detail = 'Failed to process blockchain transaction'
  assert.equal([status, body], [503, { detail, code: 'chain_failure' }])
  assert.ok(Number(headers.get('retry-after')) > 0)
  assert.is((await app.call('GET', `/microip/${assetId}`, { as: user.token })).status, 404)
  node.faults.down = undefined
  assert.is((await license(app, user, { assetId })).status, 201)
})

test('a licence is bought while the node is away: the payment is of this server', async () => {
  await using world = await openTestSolana()
  const { app, node, user } = world
  const ben = await app.signUp('Ben')
  const assetId = await licensedAsset(app, ben, { price: 0.25 })
  await funded(world, 1)
  node.faults.down = 503
  const { status, body } = await buy(app, user, assetId)
  assert.equal([status, body.transaction.amount_paid], [200, 0.25])
  assert.is((await app.call('GET', body.download_url)).status, 200)
})

test.run()
