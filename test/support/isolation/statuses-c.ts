// For every operation of Surface C and every status that its document names: a request that is
// answered with it.
import { buy, fund, licensedAsset, uploadAsset } from '../licences.ts'
import { openTestApp, type Party, signUp, type TestApp } from '../open-test-app.ts'
import { register, walletPath } from '../wallet-client.ts'
import { naclWallet, type TestWallet } from '../wallets.ts'

/** What is sent, and what of it is special. */
export type Sent = {
  path?: string
  body?: unknown
  as?: keyof WorldOfC['people'] | undefined
  form?: Parameters<typeof uploadAsset>[2]
  /** Sent before with the same Idempotency-Key. */
  after?: Sent
  /** Sent so often at the same time; the highest status counts. */
  atOnce?: number
}

export type WorldOfC = AsyncDisposable & {
  app: TestApp
  people: { owner: Party; buyer: Party; poor: Party; viewer: Party }
  names: Record<
    'licensed' | 'other' | 'unlicensed' | 'public' | 'wallet' | 'fresh' | 'hash',
    string
  >
  fresh: TestWallet
}

const roomy = 100_000

/** Deposits are open, and nobody asks too often. */
export async function openWorldOfC(): Promise<WorldOfC> {
  const app = await openTestApp({
    config: {
      walletRatePerMinute: roomy,
      balanceRatePerMinute: roomy,
      microipRatePerMinute: roomy,
      assetsRatePerMinute: roomy,
      licensedSearchRatePerMinute: roomy,
    },
  })
  const owner = await app.signUp('Owner')
  const [buyer, poor] = [await app.signUp('Buyer'), await app.signUp('Poor')]
  const licensed = await licensedAsset(app, owner, { price: 1 })
  const other = await licensedAsset(app, owner, { price: 1 })
  const { body: waiting } = await uploadAsset(app, owner)
  const shown = await licensedAsset(app, owner, { form: { is_public: 'true' } })
  const [own, fresh] = [naclWallet(), naclWallet()]
  await register(app, owner, own)
  await fund(app, buyer, 10)
  const { body: history } = await app.call('GET', '/balance/transactions', { as: buyer.token })
  return {
    app,
    fresh,
    people: { owner, buyer, poor, viewer: await invited(app, owner) },
    names: {
      licensed,
      other,
      unlicensed: waiting.asset_id,
      public: shown,
      wallet: own.address,
      fresh: fresh.address,
      hash: history.items[0].transaction_hash,
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

/** A member of the owner's tenant who may look and not upload. */
async function invited(app: TestApp, owner: Party): Promise<Party> {
  const asked = { as: owner.token, body: { roles: ['viewer'] } }
  const { body } = await app.call('POST', '/v1/tenant/invitations', asked)
  return signUp(app.call, 'Viewer', { invitation_code: body.data.invitation_code })
}

/** Signed, so that it is taken the first time. */
export async function registration({ app, people, fresh }: WorldOfC): Promise<object> {
  const { body } = await app.call('GET', walletPath(fresh), { as: people.buyer.token })
  const signature = await fresh.sign(body.message)
  return { wallet_address: fresh.address, network: 'solana', signature, message: body.message }
}

const unknown = `obj_01${'0'.repeat(24)}`
const terms = { asset_id: '{unlicensed}', price: 1, license_type: 'standard' }
const search = { query: 'heat' }
const foreign = { as: 'buyer', path: '/wallet/solana/{wallet}' } as const

/** Operation → status → what is sent. Those that every operation has alike are made elsewhere. */
export const special: Readonly<Record<string, Readonly<Record<number, Sent>>>> = {
  listNetworks: { 200: {} },
  listWallets: { 200: {} },
  listNetworkWallets: { 200: { path: '/wallet/solana' }, 400: { path: '/wallet/dogecoin' } },
  // The body of 201 and 409 is signed by the test.
  addWallet: { 400: { path: '/wallet/solana', body: {} } },
  walletStatus: { 200: foreign, 400: { path: '/wallet/solana/4' } },
  removeWallet: {
    200: { path: '/wallet/solana/{wallet}' },
    400: { path: '/wallet/x/4' },
    404: foreign,
  },
  getBalance: { 200: {} },
  deposit: {
    200: { as: 'buyer', body: { amount: 1 } },
    400: { body: { amount: 0 } },
    409: { body: { amount: 2 }, after: { body: { amount: 1 } } },
  },
  withdraw: {
    200: { as: 'buyer', body: { amount: 0.1 } },
    400: { body: { amount: 0 } },
    402: { as: 'poor', body: { amount: 0.1 } },
    409: { as: 'buyer', body: { amount: 0.2 }, after: { body: { amount: 0.1 } } },
  },
  listTransactions: { 200: {}, 400: { path: '/balance/transactions?limit=0' } },
  transactionReceipt: {
    200: { as: 'buyer', path: '/balance/transactions/{hash}/receipt' },
    404: { as: 'poor', path: '/balance/transactions/{hash}/receipt' },
  },
  createMicroip: {
    400: { body: { ...terms, price: 0 } },
    403: { as: 'viewer', body: terms },
    404: { body: { ...terms, asset_id: unknown } },
    201: { body: terms },
    409: { body: { ...terms, asset_id: '{licensed}' } },
  },
  listMicroip: { 200: {}, 400: { path: '/microip?page=0' } },
  myMicroipDownloads: { 200: {}, 400: { path: '/microip/downloads?limit=101' } },
  getMicroip: {
    200: { as: 'buyer', path: '/microip/{licensed}' },
    404: { path: `/microip/${unknown}` },
  },
  patchMicroip: {
    200: { path: '/microip/{licensed}', body: { price: 1 } },
    400: { path: '/microip/{licensed}', body: {} },
    403: { as: 'viewer', path: '/microip/{licensed}', body: { price: 1 } },
    404: { path: `/microip/${unknown}`, body: { price: 1 } },
    // It was sold: the test has bought it.
    409: { path: '/microip/{public}', body: { license_type: 'exclusive' } },
  },
  downloadMicroip: {
    402: { as: 'poor', path: '/microip/{licensed}/download' },
    404: { as: 'buyer', path: `/microip/${unknown}/download` },
    200: { as: 'buyer', path: '/microip/{licensed}/download' },
    409: {
      as: 'buyer',
      path: '/microip/{licensed}/download',
      after: { path: '/microip/{other}/download' },
    },
  },
  microipDownloads: {
    200: { path: '/microip/{licensed}/downloads' },
    400: { path: '/microip/{licensed}/downloads?page=x' },
    403: { as: 'buyer', path: '/microip/{licensed}/downloads' },
    404: { path: `/microip/${unknown}/downloads` },
  },
  uploadAsset: {
    201: { form: {} },
    400: { form: { name: 'ab' } },
    403: { as: 'viewer', form: {} },
    409: { form: { file: 'Another text.' }, after: { form: { file: 'One text.' } } },
    415: { form: { filename: 'setup.exe' } },
  },
  listMyAssets: { 200: {}, 400: { path: '/assets?limit=x' } },
  searchLicensed: { 200: { path: '/search?query=heat' }, 400: {} },
  searchLicensedPost: {
    200: { body: search },
    400: { body: {} },
    409: { body: search, atOnce: 8 },
  },
}

/** Whoever changed to exclusive after this would take away what was sold. */
export async function sellTheShown({ app, people, names }: WorldOfC): Promise<void> {
  const { status } = await buy(app, people.buyer, names.public)
  if (status !== 200) throw new Error(`the sale answered ${status}`)
}
