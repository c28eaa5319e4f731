import type { Json } from '../../base/json.ts'
import { exampleTime, exampleValues } from './example-values.ts'

const known = (name: string) => exampleValues[name] ?? null
const [asset_id, download_url] = [known('asset_id'), known('download_url')]
const [wallet_address, transaction_hash] = [known('wallet_address'), known('transaction_hash')]
const userId = 'usr_01k5w2q8m3n7p4r6s9t1v5x8yz'
const hash = 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c'
const onChainId = 'local-4f1c2a90:7:0'
const [created_at, updated_at] = [exampleTime, exampleTime]
const pages = { page: 1, limit: 10, total: 1 }

const wallet = {
  id: 1,
  user_id: 1,
  network: 'solana',
  wallet_address,
  label: 'Savings',
  is_primary: true,
  last_used: exampleTime,
  created_at,
  updated_at,
}

const balance = { balance: 1.4875, total_earned: 0.4875, total_spent: 0 }

const asset = {
  asset_id,
  name: 'Boiler inspections',
  description: 'Reports of inspections since 2019.',
  file_url: `https://data.example.eu/v1/objects/${asset_id}/download`,
  metadata: {
    file_name: 'inspection-2026.pdf',
    file_size: 48_213,
    file_type: 'document',
    mime_type: 'application/pdf',
    created_at,
    last_modified: exampleTime,
  },
  created_at,
  owner_id: userId,
  is_public: false,
  status: 'indexed',
}

const words = {
  long_summary: 'What inspectors found in 112 boilers, and what was done about it.',
  tags: ['boiler', 'inspection'],
  category: 'document',
  quality: 'standard',
  questions: ['Which parts of a boiler fail most often?'],
}
const terms = { price: 0.5, license_type: 'standard' }

const microip = {
  ...asset,
  file_url: `https://data.example.eu/microip/${asset_id}/download`,
  micro_ip: {
    name: asset.name,
    description: asset.description,
    ...words,
    ...terms,
    on_chain_id: onChainId,
    chain_status: 'registered',
    transaction_hash,
    metadata_status: 'ready',
    metadata_source: 'extractive',
    created_at,
    updated_at,
  },
  total_earnings: 0.4875,
  total_views: 12,
  total_downloads: 1,
  is_verified: true,
}

const sale = {
  asset_id,
  buyer_id: userId,
  amount_paid: 0.5,
  timestamp: exampleTime,
  transaction_hash,
  platform_fee: 0.0125,
}
const sales = { items: [sale], ...pages }

const entry = {
  transaction_id: 'btx_01k5w2q8m3n7p4r6s9t1v5x8yz',
  type: 'earnings',
  amount: 0.4875,
  fee: 0.0125,
  status: 'confirmed',
  transaction_hash,
  wallet_address: null,
  asset_id,
  timestamp: exampleTime,
}

const receipt = {
  kind: 'kontor chain receipt 1',
  chain_id: 'local-4f1c2a90',
  transaction_hash,
  on_chain_id: 'local-4f1c2a90:9:0',
  path: [hash],
  place: 0,
  record: { kind: 'purchase', lamports: '500000000', fee_lamports: '12500000' },
  block: {
    height: 9,
    prev: hash,
    root: hash,
    records: 2,
    at: exampleTime,
    public_key: hash,
    signature: hash.repeat(2),
    hash,
  },
}

const message =
  'Sign this message to verify wallet ownership for data.example.eu: 2026-11-20T10:00:00.000Z'
const signature =
  '34hb5t4HNGrBaW978v7BVDm7WkiLfVqkZpRDEC7YB5MsvASbVm8wAMfyshYU33BrpN1aGrSNeijxXWjUQXhjEz2h'
const search = { query: 'boiler inspection', category: 'document', max_price: 1, tags: ['boiler'] }

/** What to send on Surface C, by the id of the operation. */
export const walletRequests: Readonly<Record<string, Json | undefined>> = {
  addWallet: { wallet_address, network: 'solana', label: 'Savings', is_primary: true, signature },
  deposit: { amount: 1 },
  withdraw: { amount: 0.5 },
  createMicroip: { asset_id, ...terms },
  patchMicroip: { price: 0.75, tags: words.tags, quality: 'premium' },
  searchLicensed: search,
  searchLicensedPost: search,
}

/** What comes back there. */
export const walletReplies: Readonly<Record<string, Json | undefined>> = {
  listNetworks: { networks: ['solana', 'ethereum', 'bitcoin'] },
  listWallets: { wallets: [wallet] },
  listNetworkWallets: { wallets: [wallet] },
  addWallet: wallet,
  walletStatus: {
    verified: false,
    message,
    timestamp: exampleTime,
    expires_at: '2026-11-20T10:05:00.000Z',
  },
  removeWallet: { message: 'Wallet removed', wallet_address },
  getBalance: balance,
  deposit: { ...balance, balance: 2.4875 },
  withdraw: { ...balance, balance: 0.9775 },
  listTransactions: { items: [entry], ...pages },
  transactionReceipt: receipt,
  createMicroip: microip,
  listMicroip: { items: [microip], ...pages },
  getMicroip: microip,
  patchMicroip: microip,
  downloadMicroip: {
    download_url,
    expires_at: '2026-11-20T11:00:00.000Z',
    transaction: { ...sale, price: terms.price },
  },
  myMicroipDownloads: sales,
  microipDownloads: sales,
  uploadAsset: { ...asset, status: 'review' },
  listMyAssets: [asset],
  searchLicensed: [microip],
  searchLicensedPost: [microip],
}
