import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { SolEntryId, UserId } from '../../base/ids.ts'
import type { Lamports } from '../../base/lamports.ts'
import { networks } from './network.ts'

export const walletUsers = sqliteTable('wallet_user', {
  userNo: integer('user_no').primaryKey(),
  userId: text('user_id').$type<UserId>().notNull().unique(),
})

export const wallets = sqliteTable('wallet', {
  walletNo: integer('wallet_no').primaryKey({ autoIncrement: true }),
  userId: text('user_id').$type<UserId>().notNull(),
  network: text('network', { enum: networks }).notNull(),
  address: text('address').notNull(),
  addressKey: text('address_key').notNull(),
  label: text('label').notNull(),
  isPrimary: integer('is_primary', { mode: 'boolean' }).notNull(),
  lastUsedAtMs: integer('last_used_at').notNull(),
  createdAtMs: integer('created_at').notNull(),
  updatedAtMs: integer('updated_at').notNull(),
})

export const walletChallenges = sqliteTable(
  'wallet_challenge',
  {
    userId: text('user_id').$type<UserId>().notNull(),
    network: text('network', { enum: networks }).notNull(),
    addressKey: text('address_key').notNull(),
    issuedAtMs: integer('issued_at').notNull(),
    expiresAtMs: integer('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.network, table.addressKey] })],
)

export const walletMessages = sqliteTable(
  'wallet_message',
  {
    network: text('network', { enum: networks }).notNull(),
    addressKey: text('address_key').notNull(),
    messageHash: blob('message_hash', { mode: 'buffer' }).notNull(),
    expiresAtMs: integer('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.network, table.addressKey, table.messageHash] })],
)

export const watchedDeposits = sqliteTable(
  'watched_deposit',
  {
    signature: text('signature').notNull(),
    instruction: integer('instruction').notNull(),
    userId: text('user_id').$type<UserId>().notNull(),
    lamports: integer('lamports').$type<Lamports>().notNull(),
    transactionHash: text('transaction_hash').notNull(),
    creditedAtMs: integer('credited_at').notNull(),
    askedForAtMs: integer('asked_for_at'),
  },
  (table) => [primaryKey({ columns: [table.signature, table.instruction] })],
)

/** Spec 2.3, balance transaction type. */
export const entryTypes = ['deposit', 'withdrawal', 'purchase', 'earnings'] as const
export type EntryType = (typeof entryTypes)[number]

export const solEntries = sqliteTable('sol_entry', {
  entryId: text('entry_id').$type<SolEntryId>().primaryKey(),
  userId: text('user_id').$type<UserId>().notNull(),
  type: text('type', { enum: entryTypes }).notNull(),
  amountLamports: integer('amount_lamports').$type<Lamports>().notNull(),
  feeLamports: integer('fee_lamports').$type<Lamports>().notNull(),
  status: text('status', { enum: ['pending', 'confirmed', 'failed'] }).notNull(),
  transactionHash: text('transaction_hash'),
  walletAddress: text('wallet_address'),
  assetId: text('asset_id'),
  groupId: text('group_id').notNull(),
  createdAtMs: integer('created_at').notNull(),
  updatedAtMs: integer('updated_at').notNull(),
})
