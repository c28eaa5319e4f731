import { blob, integer, sqliteTable } from 'drizzle-orm/sqlite-core'

export const idempotentReplies = sqliteTable('idempotent_reply', {
  replyId: blob('reply_id', { mode: 'buffer' }).primaryKey(),
  bodyMac: blob('body_mac', { mode: 'buffer' }).notNull(),
  sealed: blob('sealed', { mode: 'buffer' }).notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})
