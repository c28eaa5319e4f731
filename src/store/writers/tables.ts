import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Which epochs of the lease wrote here. Of no room: it is about the whole database. */
export const writerEpoch = sqliteTable('writer_epoch', {
  epoch: integer('epoch').primaryKey(),
  host: text('host').notNull(),
  begunAt: integer('begun_at').notNull(),
})
