import * as z from 'zod'
import { entryTypes, labelMaxChars, networks } from '../../domain/wallet/index.ts'
import { oneOf, qInt, text, timestamp } from '../fields.ts'

/** The room says what is wrong with it, in the words of the contract. (spec 7.3) */
const network = text({ max: 100 }).meta({
  override: { type: 'string', enum: [...networks] },
})
const walletAddress = text({ max: 200 }).meta({
  description: 'Base58 for solana and bitcoin (bc1… too), 0x and hexadecimal for ethereum',
})

export const NetworkParams = z.object({ network })
export const WalletParams = z.object({ network, wallet_address: walletAddress })

export const AddWalletBody = z.object({
  wallet_address: walletAddress,
  network,
  label: text({ max: labelMaxChars }).optional(),
  is_primary: z.boolean().optional(),
  signature: text({ min: 1, max: 4_000 }),
  timestamp: z
    .union([text({ max: 40 }), z.int().min(0).max(9_999_999_999)], 'must be a time')
    .optional()
    .meta({ description: 'The time in the signed message: RFC 3339 or Unix seconds' }),
  message: text({ max: 500 })
    .optional()
    .meta({ description: 'The whole message that was signed, where the caller says so' }),
})

export const WalletReply = z
  .object({
    id: z.int(),
    user_id: z.int(),
    network: oneOf(networks),
    wallet_address: z.string(),
    label: z.string(),
    is_primary: z.boolean(),
    last_used: timestamp,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Wallet' })

export const WalletListReply = z.object({ wallets: z.array(WalletReply) })
export const NetworksReply = z.object({ networks: z.array(z.string()) })

export const WalletStatusReply = z.union([
  WalletReply.extend({ verified: z.literal(true) }),
  z.object({
    verified: z.literal(false),
    message: z.string().meta({ description: 'Sign this text and register the wallet with it' }),
    timestamp,
    expires_at: timestamp,
  }),
])

export const RemovedWalletReply = z.object({ message: z.string(), wallet_address: z.string() })

// Balance

/** SOL as a number of the wire. The room decides how much is enough. */
export const sol = z.number({ error: 'must be a number' })
export const AmountBody = z.object({ amount: sol })

export const BalanceReply = z
  .object({
    balance: sol,
    total_earned: sol,
    total_spent: sol,
    deposit_address: z
      .string()
      .optional()
      .meta({ description: 'Where deposits go; absent on the local chain' }),
  })
  .meta({ id: 'Balance' })

/** `page` and `limit` of the lists of Surface C (spec 4.3). */
export const pages = {
  page: qInt(1, 1_000_000).default(1),
  limit: qInt(1, 100).default(10),
}

export const TransactionsQuery = z.object({ ...pages, type: oneOf(entryTypes).optional() })

export const TransactionReply = z
  .object({
    transaction_id: z.string(),
    type: oneOf(entryTypes),
    amount: sol,
    fee: sol,
    status: z.enum(['pending', 'confirmed', 'failed']),
    transaction_hash: z.string().nullable(),
    wallet_address: z.string().nullable(),
    asset_id: z.string().nullable(),
    timestamp,
  })
  .meta({ id: 'BalanceTransaction' })

export const TransactionListReply = z.object({
  items: z.array(TransactionReply),
  page: z.int(),
  limit: z.int(),
  total: z.int(),
})

export const TransactionParams = z.object({ transaction_hash: text({ min: 1, max: 200 }) })

const hex = z.string()
export const ChainReceiptReply = z
  .object({
    kind: z.literal('kontor chain receipt 1'),
    chain_id: z.string(),
    transaction_hash: hex,
    on_chain_id: z.string(),
    record: z.record(z.string(), z.string()),
    path: z.array(hex),
    place: z.int(),
    block: z.object({
      height: z.int(),
      prev: hex,
      root: hex,
      records: z.int(),
      at: timestamp,
      public_key: hex,
      signature: hex,
      hash: hex,
    }),
  })
  .meta({ id: 'ChainReceipt' })
