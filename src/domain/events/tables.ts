import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const events = sqliteTable(
  'event',
  {
    stream: text('stream').notNull(),
    number: integer('number').notNull(),
    type: text('type').notNull(),
    at: integer('at').notNull(),
    data: text('data').notNull(),
  },
  (table) => [primaryKey({ columns: [table.stream, table.number] })],
)

export const eventCounts = sqliteTable('event_count', {
  stream: text('stream').primaryKey(),
  lastNumber: integer('last_number').notNull(),
})

export const knownProblems = sqliteTable('known_problem', {
  mark: text('mark').primaryKey(),
  check: text('check_name').notNull(),
  level: text('level', { enum: ['error', 'warning'] }).notNull(),
  message: text('message').notNull(),
  remedy: text('remedy').notNull(),
  foundAt: integer('found_at').notNull(),
})
