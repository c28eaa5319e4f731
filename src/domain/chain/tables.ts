import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { SubmissionId, UserId } from '../../base/ids.ts'
import type { Lamports } from '../../base/lamports.ts'
import type { RemoteWork } from './ports.ts'

export const chainBlocks = sqliteTable('chain_block', {
  height: integer('height').primaryKey(),
  prev: blob('prev', { mode: 'buffer' }).notNull(),
  root: blob('root', { mode: 'buffer' }).notNull(),
  records: integer('records').notNull(),
  createdAtMs: integer('created_at').notNull(),
  publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
  signature: blob('signature', { mode: 'buffer' }).notNull(),
  hash: blob('hash', { mode: 'buffer' }).notNull().unique(),
})

export const chainRecords = sqliteTable(
  'chain_record',
  {
    height: integer('height').notNull(),
    place: integer('place').notNull(),
    transactionHash: text('transaction_hash').notNull().unique(),
    kind: text('kind').notNull(),
    subjectId: text('subject_id').notNull(),
    body: text('body').notNull(),
  },
  (table) => [primaryKey({ columns: [table.height, table.place] })],
)

export const submissionKinds = ['withdrawal', 'licence'] as const
export type SubmissionKind = (typeof submissionKinds)[number]

export const submissionStates = ['signed', 'final', 'failed', 'expired'] as const
export type SubmissionState = (typeof submissionStates)[number]

export const chainSubmissions = sqliteTable('chain_submission', {
  submissionId: text('submission_id').$type<SubmissionId>().primaryKey(),
  kind: text('kind', { enum: submissionKinds }).notNull(),
  subjectId: text('subject_id').notNull(),
  attempt: integer('attempt').notNull(),
  work: text('work', { mode: 'json' }).$type<RemoteWork>().notNull(),
  signature: text('signature').notNull().unique(),
  wire: text('wire').notNull(),
  lastValidHeight: integer('last_valid_height').notNull(),
  state: text('state', { enum: submissionStates }).notNull(),
  createdAtMs: integer('created_at').notNull(),
  settledAtMs: integer('settled_at'),
})

export const chainDeposits = sqliteTable(
  'chain_deposit',
  {
    signature: text('signature').notNull(),
    instruction: integer('instruction').notNull(),
    fromAddress: text('from_address').notNull(),
    lamports: integer('lamports').$type<Lamports>().notNull(),
    slot: integer('slot').notNull(),
    seenAtMs: integer('seen_at').notNull(),
    claimedBy: text('claimed_by').$type<UserId>(),
    claimedAtMs: integer('claimed_at'),
  },
  (table) => [primaryKey({ columns: [table.signature, table.instruction] })],
)

export const chainCursors = sqliteTable('chain_cursor', {
  name: text('name').primaryKey(),
  position: text('position').notNull(),
})
