import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'

export type Connection = ReturnType<typeof connect>

const busyTimeoutMs = 5_000

/**
 * One SQLite connection with the settings that every connection must have.
 * - recursive_triggers: without it INSERT OR REPLACE deletes a row and skips its delete trigger,
 *   so that an append-only table could be rewritten.
 * - synchronous FULL: what was acknowledged survives a power cut. The one writer of a store has its
 *   log synced beside the event loop instead (log-sync.ts).
 * - trusted_schema off: functions in a crafted database file do not run.
 */
export function connect(file: string, mode: 'read' | 'write') {
  const raw = new Database(file, { readonly: mode === 'read', timeout: busyTimeoutMs })
  if (mode === 'write') raw.pragma('journal_mode = WAL')
  raw.pragma('synchronous = FULL')
  raw.pragma('foreign_keys = ON')
  raw.pragma('recursive_triggers = ON')
  raw.pragma('trusted_schema = OFF')
  raw.pragma('temp_store = MEMORY')
  return { raw, db: drizzle({ client: raw }) }
}
