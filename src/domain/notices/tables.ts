import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { UserId } from '../../base/ids.ts'

export const noticePlaces = sqliteTable(
  'notice_place',
  {
    userId: text('user_id').$type<UserId>().notNull(),
    stream: text('stream').notNull(),
    readUpTo: integer('read_up_to').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.stream] })],
)

export const noticesRead = sqliteTable(
  'notice_read',
  {
    userId: text('user_id').$type<UserId>().notNull(),
    stream: text('stream').notNull(),
    number: integer('number').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.stream, table.number] })],
)
