import type { Json } from '../../base/json.ts'
import { exampleId, exampleValues } from './example-values.ts'

const asset_id = exampleValues.asset_id ?? null
const wallet_address = exampleValues.wallet_address ?? null
const hash = 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c'
const signature =
  '34hb5t4HNGrBaW978v7BVDm7WkiLfVqkZpRDEC7YB5MsvASbVm8wAMfyshYU33BrpN1aGrSNeijxXWjUQXhjEz2h'
const tags = ['boiler', 'inspection']
const search = { query: 'boiler inspection', category: 'document', max_price: 1, tags: ['boiler'] }

/** What a field of this name holds on Surface C, where the other surfaces hold something else. */
export const walletValues: Readonly<Record<string, Json>> = {
  amount: 0.4875,
  amount_paid: 0.5,
  balance: 1.4875,
  buyer_id: exampleId('usr'),
  category: 'document',
  chain_id: 'local-4f1c2a90',
  chain_status: 'registered',
  deposit_address: wallet_address,
  fee: 0.0125,
  file_name: 'inspection-2026.pdf',
  file_size: 48_213,
  file_type: 'document',
  file_url: `https://data.example.eu/v1/objects/${asset_id}/download`,
  hash,
  is_primary: true,
  is_verified: true,
  is_sellable: true,
  label: 'Savings',
  limit: 10,
  long_summary: 'What inspectors found in 112 boilers, and what was done about it.',
  message: 'Wallet removed',
  metadata_source: 'extractive',
  metadata_status: 'ready',
  mime_type: 'application/pdf',
  network: 'solana',
  networks: ['solana', 'ethereum', 'bitcoin'],
  on_chain_id: 'local-4f1c2a90:7:0',
  owner_id: exampleId('usr'),
  page: 1,
  path: [hash],
  place: 0,
  platform_fee: 0.0125,
  prev: hash,
  price: 0.5,
  quality: 'standard',
  questions: ['Which parts of a boiler fail most often?'],
  record: { kind: 'purchase', lamports: '500000000', fee_lamports: '12500000' },
  root: hash,
  signature,
  tags,
  total_earned: 0.4875,
  total_earnings: 0.4875,
  total_spent: 0,
  transaction_id: exampleId('btx'),
}

/** What to send on Surface C, by the id of the operation. */
export const walletRequests: Readonly<Record<string, Json | undefined>> = {
  addWallet: { wallet_address, network: 'solana', label: 'Savings', is_primary: true, signature },
  deposit: { amount: 1 },
  withdraw: { amount: 0.5 },
  createMicroip: { asset_id, price: 0.5, license_type: 'standard' },
  patchMicroip: { price: 0.75, tags, quality: 'premium' },
  searchLicensed: search,
  searchLicensedPost: search,
}
