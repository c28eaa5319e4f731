// The endpoints of Surface C, each with every status that it documents (spec 4.3, 7.3).
import type { TestWallet } from '../wallets.ts'

export type RowC = {
  /** The endpoint as the contract writes it. */
  of: string
  /** The request; `{name}` stands for something of the world. */
  call: string
  body?: unknown
  /** A form with a file, instead of a body. */
  form?: Record<string, string>
  as?: 'owner' | 'buyer' | 'poor' | 'viewer' | 'slow'
  /** Asked so many times, and the last answer counts. */
  times?: number
  status: number
  detail?: string
  /** What the answer has among other things. */
  has?: object
}

export type WalletsOfC = { own: TestWallet; fresh: TestWallet }

const needed = 'A valid credential is needed.'
const notOnOffer = 'Asset not found or not available for download'
const solana = '/wallet/solana/{wallet}'
const badSolana = '/wallet/solana/11111111111111111111111111111111'

/** What all endpoints have in common: no credential, too many requests. */
function endpoint(of: string, rows: readonly Omit<RowC, 'of'>[], call = callIn(of)): RowC[] {
  const shared = /^\w+ \/(assets|search)$/.test(of)
  const nobody: RowC = { of, call, status: 401, ...(shared ? {} : { detail: needed }) }
  const busy: RowC = { of, call, as: 'slow', times: 2, status: 429 }
  return [nobody, ...rows.map((row) => ({ of, ...row })), busy]
}

function callIn(of: string): string {
  return of
    .replace('{network}/{wallet_address}', 'solana/{wallet}')
    .replace('{network}', 'solana')
    .replace('{asset_id}', '{licensed}')
}

const noNetwork = { status: 400, detail: 'Unsupported network type' }
const noAddress = { status: 400, detail: 'Invalid wallet address format' }

function registration(extra: object) {
  return { wallet_address: '{fresh}', network: 'solana', signature: '{signature}', ...extra }
}

const wallets: RowC[] = [
  {
    of: 'GET /wallet/networks',
    call: 'GET /wallet/networks',
    status: 200,
    has: { networks: ['solana', 'ethereum', 'bitcoin'] },
  },
  ...endpoint('GET /wallet', [
    { call: 'GET /wallet', as: 'owner', status: 200 },
    { call: 'GET /wallet', as: 'poor', status: 200, has: { wallets: [] } },
  ]),
  ...endpoint('GET /wallet/{network}', [
    { call: 'GET /wallet/solana', as: 'owner', status: 200 },
    { call: 'GET /wallet/dogecoin', as: 'owner', ...noNetwork },
  ]),
  ...endpoint('GET /wallet/{network}/{wallet_address}', [
    {
      call: `GET ${solana}`,
      as: 'owner',
      status: 200,
      has: { wallet_address: '{wallet}', verified: true },
    },
    { call: `GET ${solana}`, as: 'buyer', status: 200, has: { verified: false } },
    { call: 'GET /wallet/cardano/x', as: 'owner', ...noNetwork },
    { call: `GET ${badSolana}`, as: 'owner', ...noAddress },
  ]),
  ...endpoint('POST /wallet/{network}', [
    {
      call: 'POST /wallet/dogecoin',
      as: 'buyer',
      body: registration({}),
      ...noNetwork,
    },
    {
      call: 'POST /wallet/solana',
      as: 'buyer',
      body: registration({ wallet_address: '4' }),
      ...noAddress,
    },
    {
      call: 'POST /wallet/solana',
      as: 'buyer',
      body: registration({ signature: 'x' }),
      status: 400,
      detail: 'Wallet verification failed',
    },
    {
      call: 'POST /wallet/solana',
      as: 'buyer',
      body: { network: 'solana' },
      status: 400,
      detail: 'wallet_address is required.',
    },
    {
      call: 'POST /wallet/solana',
      as: 'buyer',
      body: registration({ label: 'hot' }),
      status: 201,
      has: { wallet_address: '{fresh}', label: 'hot', is_primary: true },
    },
    {
      call: 'POST /wallet/solana',
      as: 'buyer',
      body: registration({ message: '{signed}' }),
      status: 409,
      detail: 'This wallet address is registered already.',
    },
  ]),
  ...endpoint('DELETE /wallet/{network}/{wallet_address}', [
    { call: 'DELETE /wallet/cardano/x', as: 'owner', ...noNetwork },
    { call: `DELETE ${badSolana}`, as: 'owner', ...noAddress },
    { call: `DELETE ${solana}`, as: 'buyer', status: 404, detail: 'No such wallet.' },
    {
      call: `DELETE ${solana}`,
      as: 'owner',
      status: 200,
      has: { message: 'Wallet removed', wallet_address: '{wallet}' },
    },
  ]),
]

const tooSmall = { status: 400, detail: 'Amount must be greater than 0.1 SOL' }
const chainFailed = { status: 503, detail: 'Failed to process blockchain transaction' }

const balance: RowC[] = [
  ...endpoint('GET /balance', [
    {
      call: 'GET /balance',
      as: 'poor',
      status: 200,
      has: { balance: 0, total_earned: 0, total_spent: 0 },
    },
  ]),
  ...endpoint('POST /balance/deposit', [
    { call: 'POST /balance/deposit', as: 'poor', body: { amount: 0.05 }, ...tooSmall },
    { call: 'POST /balance/deposit', as: 'poor', body: { amount: 1 }, ...chainFailed },
  ]),
  ...endpoint('POST /balance/withdraw', [
    { call: 'POST /balance/withdraw', as: 'poor', body: { amount: 0.05 }, ...tooSmall },
    {
      call: 'POST /balance/withdraw',
      as: 'poor',
      body: { amount: 0.1 },
      status: 402,
      detail: 'Insufficient balance for withdrawal',
    },
    {
      call: 'POST /balance/withdraw',
      as: 'buyer',
      body: { amount: 0.1 },
      status: 200,
      has: { balance: 8.89 },
    },
  ]),
]

const terms = { asset_id: '{unlicensed}', price: 1, license_type: 'standard' }

const microip: RowC[] = [
  ...endpoint('POST /microip', [
    { call: 'POST /microip', as: 'owner', body: {}, status: 400, detail: 'asset_id is required.' },
    {
      call: 'POST /microip',
      as: 'owner',
      body: { ...terms, license_type: 'gift' },
      status: 400,
      detail: 'Invalid license type specified',
    },
    {
      call: 'POST /microip',
      as: 'owner',
      body: { ...terms, price: 0 },
      status: 400,
      detail: 'price must be greater than 0.',
    },
    { call: 'POST /microip', as: 'buyer', body: terms, status: 404, detail: notOnOffer },
    {
      call: 'POST /microip',
      as: 'buyer',
      body: { ...terms, asset_id: '{public}' },
      status: 403,
      detail: 'Only the owner of the asset may do this.',
    },
    {
      call: 'POST /microip',
      as: 'owner',
      body: terms,
      status: 201,
      has: { asset_id: '{unlicensed}', total_views: 0, total_downloads: 0, is_verified: false },
    },
    {
      call: 'POST /microip',
      as: 'owner',
      body: terms,
      status: 409,
      detail: 'This asset has a licence already.',
    },
  ]),
  ...endpoint('GET /microip', [
    {
      call: 'GET /microip?limit=0',
      as: 'buyer',
      status: 400,
      detail: 'limit must be a whole number from 1 to 100.',
    },
    { call: 'GET /microip', as: 'buyer', status: 200, has: { page: 1, limit: 10, total: 1 } },
  ]),
  ...endpoint('GET /microip/{asset_id}', [
    { call: 'GET /microip/{unlicensed}', as: 'buyer', status: 404 },
    { call: 'GET /microip/{licensed}', as: 'buyer', status: 200, has: { total_views: 1 } },
  ]),
  ...endpoint('POST /microip/{asset_id}/download', [
    {
      call: 'POST /microip/{licensed}/download',
      as: 'poor',
      status: 402,
      detail: 'Insufficient balance for purchase',
    },
    { call: 'POST /microip/obj_x/download', as: 'buyer', status: 404, detail: notOnOffer },
    { call: 'POST /microip/{unlicensed}/download', as: 'owner', status: 404, detail: notOnOffer },
    { call: 'POST /microip/{licensed}/download', as: 'buyer', status: 200 },
  ]),
  ...endpoint('GET /microip/downloads', [
    { call: 'GET /microip/downloads?page=0', as: 'buyer', status: 400 },
    { call: 'GET /microip/downloads', as: 'buyer', status: 200, has: { total: 1 } },
  ]),
  ...endpoint('GET /microip/{asset_id}/downloads', [
    { call: 'GET /microip/{licensed}/downloads?page=0', as: 'owner', status: 400 },
    { call: 'GET /microip/{unlicensed}/downloads', as: 'buyer', status: 404 },
    {
      call: 'GET /microip/{licensed}/downloads',
      as: 'buyer',
      status: 403,
      detail: 'Only the owner of the asset may do this.',
    },
    { call: 'GET /microip/{licensed}/downloads', as: 'owner', status: 200, has: { total: 1 } },
  ]),
]

const search = { query: 'heat' }

const assets: RowC[] = [
  ...endpoint('POST /assets', [
    {
      call: 'POST /assets',
      as: 'owner',
      form: { filename: 'a.exe' },
      status: 415,
      detail: 'Unsupported file type',
    },
    {
      call: 'POST /assets',
      as: 'owner',
      form: { name: 'ab' },
      status: 400,
      detail: 'Asset name must be between 3 and 100 characters',
    },
    { call: 'POST /assets', as: 'viewer', form: {}, status: 403 },
    {
      call: 'POST /assets',
      as: 'owner',
      form: {},
      status: 201,
      has: { name: 'Heat pumps in old houses', is_public: false, status: 'review' },
    },
  ]),
  ...endpoint('GET /assets', [
    { call: 'GET /assets?limit=x', as: 'owner', status: 400 },
    { call: 'GET /assets', as: 'poor', status: 200 },
  ]),
  ...endpoint('GET /search', [
    { call: 'GET /search', as: 'buyer', status: 400, detail: 'query is required.' },
    { call: 'GET /search', as: 'buyer', body: search, status: 200 },
    ...(
      [
        [{ category: 'music' }, 'Invalid category specified'],
        [{ quality: 'best' }, 'Invalid quality level specified'],
        [{ min_price: 2, max_price: 1 }, 'Invalid price range specified'],
      ] as const
    ).map(([part, detail]) => {
      const body = { ...search, ...part }
      return { call: 'GET /search', as: 'buyer', body, status: 400, detail } as const
    }),
  ]),
]

export const rowsOfC: readonly RowC[] = [...wallets, ...microip, ...assets, ...balance]
