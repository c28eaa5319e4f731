// Every message that the contract shows for Surface C, with the request that provokes it.
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ask } from '../support/isolation/ask.ts'
import { buy, licensedAsset, uploadAsset } from '../support/licences.ts'
import { openTestApp, type Party, type TestApp } from '../support/open-test-app.ts'
import { sendSigned } from '../support/wallet-client.ts'
import { naclWallet } from '../support/wallets.ts'

type World = { app: TestApp; owner: Party; buyer: Party; assetId: string; unlicensed: string }
type Refused = { status: number; body: { detail?: string } }
type Provoke = (world: World) => Promise<Refused>

const wallet = naclWallet()

const post =
  (path: string, body: object): Provoke =>
  ({ app, buyer }) =>
    app.call('POST', path, { as: buyer.token, body })
const find =
  (part: object): Provoke =>
  ({ app, buyer }) =>
    ask({ app, names: {} } as Parameters<typeof ask>[0], {
      call: 'GET /search',
      as: buyer.token,
      body: { query: 'heat', ...part },
    }) as Promise<Refused>

/** Spec 7.3, in its order. */
const messages: readonly [message: string, status: number, provoke: Provoke][] = [
  ['Unsupported network type', 400, post('/wallet/dogecoin', walletBody())],
  [
    'Invalid wallet address format',
    400,
    post('/wallet/solana', { ...walletBody(), wallet_address: '4' }),
  ],
  [
    'Wallet verification failed',
    400,
    ({ app, buyer }) => sendSigned(app, buyer, { wallet, signature: 'x' }),
  ],
  ['Insufficient balance for purchase', 402, ({ app, buyer, assetId }) => buy(app, buyer, assetId)],
  [
    'Asset not found or not available for download',
    404,
    ({ app, buyer, unlicensed }) => buy(app, buyer, unlicensed),
  ],
  [
    'Invalid license type specified',
    400,
    ({ app, owner, unlicensed }) => {
      const body = { asset_id: unlicensed, price: 1, license_type: 'free' }
      return app.call('POST', '/microip', { as: owner.token, body })
    },
  ],
  ['Insufficient balance for withdrawal', 402, post('/balance/withdraw', { amount: 1 })],
  ['Amount must be greater than 0.1 SOL', 400, post('/balance/deposit', { amount: 0.09 })],
  ['Amount must be greater than 0.1 SOL', 400, post('/balance/withdraw', { amount: 0.09 })],
  ['Failed to process blockchain transaction', 503, post('/balance/deposit', { amount: 1 })],
  [
    'Unsupported file type',
    415,
    ({ app, owner }) => uploadAsset(app, owner, { filename: 'a.exe' }),
  ],
  ['File size exceeds maximum limit of 2GB', 413, announceTooMuch],
  [
    'Asset name must be between 3 and 100 characters',
    400,
    ({ app, owner }) => uploadAsset(app, owner, { name: 'ab' }),
  ],
  ['Invalid category specified', 400, find({ category: 'music' })],
  ['Invalid quality level specified', 400, find({ quality: 'best' })],
  ['Invalid price range specified', 400, find({ min_price: 2, max_price: 1 })],
]

test('every message of the contract is provoked by its request, and by nothing worse', async () => {
  // Deposits are the operator's here, as they are wherever others reach the server.
  await using app = await openTestApp({ config: { localDeposits: 'admin' } })
  const [owner, buyer] = [await app.signUp('Anna'), await app.signUp('Ben')]
  const assetId = await licensedAsset(app, owner)
  const unlicensed = (await uploadAsset(app, owner)).body.asset_id
  const world = { app, owner, buyer, assetId, unlicensed }
  const heard: unknown[] = []
  for (const [, , provoke] of messages) {
    const { status, body } = await provoke(world)
    heard.push([body.detail, status])
  }
  assert.equal(
    heard,
    messages.map(([message, status]) => [message, status]),
  )
})

function walletBody() {
  return { wallet_address: wallet.address, network: 'solana', signature: 'x' }
}

/** Refused before it is sent, so that nobody waits for two gigabytes. */
async function announceTooMuch({ app, owner }: World): Promise<Refused> {
  const { hostname, port } = new URL(app.url)
  const headers = {
    authorization: `Bearer ${owner.token}`,
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': 3 * 1024 ** 3,
  }
  const sending = request({ hostname, port, path: '/assets', method: 'POST', headers })
  const reply = new Promise<IncomingMessage>((done) => sending.once('response', done))
  sending.on('error', () => {})
  sending.write('--x\r\n')
  const response = await reply
  const body = JSON.parse(await text(response))
  sending.destroy()
  return { status: response.statusCode ?? 0, body }
}

test.run()
