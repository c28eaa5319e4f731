// Every route of Surface C, asked by a stranger about somebody else's things: the answer is the one
// that is given about things that do not exist.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { walletRoutes } from '../../src/http/wallet/routes.ts'
import { fund, license, uploadAsset } from '../support/licences.ts'
import { openTestApp, type Party, type TestApp } from '../support/open-test-app.ts'
import { shared } from '../support/shared.ts'
import { register } from '../support/wallet-client.ts'
import { naclWallet } from '../support/wallets.ts'

type Ask = { method: string; path: string; body?: object }

/** Route → a request that names something foreign as `{asset}`, `{wallet}` or `{hash}`. */
const about: Readonly<Record<string, Ask | 'own things only' | 'everybody'>> = {
  listNetworks: 'everybody',
  listWallets: 'own things only',
  listNetworkWallets: 'own things only',
  addWallet: 'own things only',
  walletStatus: { method: 'GET', path: '/wallet/solana/{wallet}' },
  removeWallet: { method: 'DELETE', path: '/wallet/solana/{wallet}' },
  getBalance: 'own things only',
  deposit: 'own things only',
  withdraw: 'own things only',
  listTransactions: 'own things only',
  transactionReceipt: { method: 'GET', path: '/balance/transactions/{hash}/receipt' },
  createMicroip: {
    method: 'POST',
    path: '/microip',
    body: { asset_id: '{asset}', price: 1, license_type: 'standard' },
  },
  listMicroip: 'own things only',
  myMicroipDownloads: 'own things only',
  getMicroip: { method: 'GET', path: '/microip/{asset}' },
  patchMicroip: { method: 'PATCH', path: '/microip/{asset}', body: { price: 2 } },
  downloadMicroip: { method: 'POST', path: '/microip/{asset}/download' },
  microipDownloads: { method: 'GET', path: '/microip/{asset}/downloads' },
  uploadAsset: 'own things only',
  listMyAssets: 'own things only',
  searchLicensed: 'own things only',
  searchLicensedPost: 'own things only',
}

test('every route of Surface C has its row', () => {
  assert.equal(Object.keys(about).sort(), walletRoutes.map(({ id }) => id).sort())
})

/** Everybody asks for what is not theirs, and nothing comes of it. */
const { fact } = shared(openWorld)

fact('a stranger is told of foreign things what it is told of nothing', async (world) => {
  const { app, stranger, names } = world
  const nothing = {
    asset: `obj_01${'0'.repeat(24)}`,
    wallet: naclWallet().address,
    hash: 'f'.repeat(64),
  }
  let asked = 0
  for (const [id, row] of Object.entries(about)) {
    if (typeof row === 'string') continue
    const foreign = await ask(app, stranger, filled(row, names))
    const unknown = await ask(app, stranger, filled(row, nothing))
    assert.equal(foreign, unknown, id)
    asked += 1
  }
  assert.is(asked, 8)
})

fact('lists of a stranger hold nothing of others', async (world) => {
  const { app, stranger } = world
  for (const [path, empty] of [
    ['/wallet', { wallets: [] }],
    ['/wallet/solana', { wallets: [] }],
    ['/balance', { balance: 0, total_earned: 0, total_spent: 0 }],
    ['/balance/transactions', { items: [], page: 1, limit: 10, total: 0 }],
    ['/microip', { items: [], page: 1, limit: 10, total: 0 }],
    ['/microip/downloads', { items: [], page: 1, limit: 10, total: 0 }],
    ['/assets', []],
    ['/search?query=heat', []],
  ] as const) {
    const { status, body } = await app.call('GET', path, { as: stranger.token })
    assert.equal([status, body], [200, empty], path)
  }
})

fact('without a session, or with a key, every route but the networks is 401', async (world) => {
  const { app, stranger, names } = world
  const key = await app.key(stranger)
  for (const { id, method, path } of walletRoutes) {
    const isShared = path === '/assets' || path === '/search'
    if (id === 'listNetworks' || isShared) continue
    const named = filled({ method, path: path.replace(/:(\w+)/g, placeOf) }, names)
    for (const as of [undefined, key, 'sess_unknown']) {
      const { status } = await app.call(method.toUpperCase(), named.path, { as })
      assert.is(status, 401, `${id} as ${as}`)
    }
  }
})

function placeOf(_: string, name: string): string {
  const places: Record<string, string> = {
    network: 'solana',
    wallet_address: '{wallet}',
    asset_id: '{asset}',
    transaction_hash: '{hash}',
  }
  return places[name] ?? 'x'
}

/** Anna has a wallet, money, and a licence on an asset that nobody has approved yet. */
async function openWorld() {
  const app = await openTestApp()
  const [anna, stranger] = [await app.signUp('Anna'), await app.signUp('Stranger')]
  const wallet = naclWallet()
  await register(app, anna, wallet)
  await fund(app, anna, 1)
  const { body: asset } = await uploadAsset(app, anna)
  await license(app, anna, { assetId: asset.asset_id })
  const { body } = await app.call('GET', '/balance/transactions', { as: anna.token })
  const hash: string = body.items[0].transaction_hash
  const names = { asset: asset.asset_id as string, wallet: wallet.address, hash }
  return { app, stranger, names, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

function filled(row: Ask, names: Readonly<Record<string, string>>): Ask {
  return JSON.parse(
    JSON.stringify(row).replace(/\{(\w+)\}/g, (whole, name) => names[name] ?? whole),
  )
}

async function ask(app: TestApp, { token }: Party, { method, path, body }: Ask) {
  const answer = await app.call(method, path, { as: token, ...(body && { body }) })
  return { status: answer.status, body: answer.body }
}

test.run()
