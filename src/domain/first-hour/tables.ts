import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const firstHour = sqliteTable('first_hour', {
  step: text('step', { enum: ['address', 'mail', 'samples', 'aside'] }).primaryKey(),
  ok: integer('ok', { mode: 'boolean' }).notNull(),
  said: text('said', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  atMs: integer('at').notNull(),
})
