import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { pauseReasons } from './readings.ts'

export const clockStates = sqliteTable('clock_state', {
  clockStateNo: integer('clock_state_no').primaryKey(),
  seenAtMs: integer('seen_at').notNull(),
  pausedReason: text('paused_reason', { enum: pauseReasons }),
  shownAtMs: integer('shown_at'),
  expectedAtMs: integer('expected_at'),
})
