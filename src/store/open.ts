import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../base/clock.ts'
import { type Connection, connect } from './connect.ts'
import { groupCommit } from './group-commit.ts'
import { lockFolder } from './lock.ts'
import { type Migration, migrate, shippedMigrations } from './migrate.ts'
import type { Db, Write } from './tx.ts'

export const databaseName = 'kontor.db'

export type Store = {
  readonly db: Db
  /** The connection below, for PRAGMA and tests; rooms never use it. */
  readonly raw: Connection['raw']
  readonly file: string
  readonly write: Write
  /** The copy that was made before migrating, if one was needed. */
  readonly copyBeforeMigration: string | undefined
  close(): void
}

/**
 * Opens (and creates, locks and migrates) the database of a data folder for writing.
 * Throws FolderInUse and MigrationRefused.
 */
export function openStore(options: { dir: string; clock: Clock; migrations?: Migration[] }): Store {
  const { dir, clock } = options
  if (!existsSync(dir)) mkdirSync(dir, { recursive: true, mode: 0o700 })
  const lock = lockFolder(dir)
  const file = join(dir, databaseName)
  try {
    const connection = connect(file, 'write')
    chmodSync(file, 0o600)
    connection.raw.pragma('wal_autocheckpoint = 0')
    const migrations = options.migrations ?? shippedMigrations()
    const { copy } = migrate(connection, { dir, nowMs: clock.nowMs(), migrations })
    return {
      db: connection.db,
      raw: connection.raw,
      file,
      write: groupCommit(connection),
      copyBeforeMigration: copy,
      close() {
        connection.raw.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
