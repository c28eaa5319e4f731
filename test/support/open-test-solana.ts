// A user with a wallet on a real Solana virtual machine, over a network that loses things.
import { generateKeyPairSync } from 'node:crypto'
import { base58 } from '@scure/base'
import * as assert from 'uvu/assert'
import { openTestApp, type Party, type TestApp } from './open-test-app.ts'
import { openSolanaNode, type SolanaNode } from './solana-node.ts'
import { type PayingWallet, payingWallet } from './solana-wallet.ts'
import { register } from './wallet-client.ts'

/** Lamports. */
export const sol = 1_000_000_000

export type SolanaWorld = AsyncDisposable & {
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

export async function openTestSolana(): Promise<SolanaWorld> {
  const node = await openSolanaNode()
  const solanaKey = newKey()
  const app = await openTestApp({ config: { chain: 'solana', solanaRpcUrl: node.url, solanaKey } })
  const user = await app.signUp('Anna')
  const wallet = await payingWallet(node)
  await register(app, user, wallet)
  const { body } = await app.call('GET', '/balance', { as: user.token })
  node.fund(body.deposit_address, 5 * sol)
  return {
    app,
    node,
    user,
    wallet,
    address: body.deposit_address,
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

export function newKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  return base58.encode(privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32))
}

/** A user with so much on the service, paid in over the chain. */
export async function funded(world: SolanaWorld, amount: number): Promise<void> {
  const { wallet, address, node, act } = world
  await wallet.pay(address, amount * sol)
  node.tick(40)
  assert.is((await act('deposit', amount)).status, 200)
}

/** The newest of the user's transactions. */
export async function lastEntry({ app, user }: SolanaWorld) {
  const { body } = await app.call('GET', '/balance/transactions', { as: user.token })
  return body.items[0]
}

/** How many times something was signed for the chain. */
export function attempts({ app }: SolanaWorld): unknown {
  return app.store.raw.prepare('SELECT count(*) FROM chain_submission').pluck().get()
}
