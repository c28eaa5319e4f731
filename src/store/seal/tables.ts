import { blob, integer, sqliteTable } from 'drizzle-orm/sqlite-core'

export const tableSeals = sqliteTable('table_seal', {
  sealNo: integer('seal_no').primaryKey(),
  sealed: blob('sealed', { mode: 'buffer' }).notNull(),
})
