import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What search nodes are told of, by the keys of rows. Of no room: it is about rows of several. */
export const searchFeed = sqliteTable('search_feed', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  what: text('what', {
    enum: ['dataset', 'object', 'access', 'suspension', 'passage'],
  }).notNull(),
  rowKey: text('row_key').notNull(),
  takes: integer('takes').notNull(),
  mark: text('mark').notNull(),
})
