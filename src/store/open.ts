import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../base/clock.ts'
import type { SlowWatch } from '../base/slow-watch.ts'
import { type Connection, connect } from './connect.ts'
import { groupCommit } from './group-commit.ts'
import { keepStatements } from './keep-statements.ts'
import { lockFolder } from './lock.ts'
import { type Migration, migrate, shippedMigrations } from './migrate.ts'
import { pendingMigrations, SchemaOlder } from './pending.ts'
import { watchStatements } from './slow-statements.ts'
import type { Db, WatchedRows, Write } from './tx.ts'
import { watchRows } from './watch-rows.ts'

export const databaseName = 'kontor.db'

export type Store = {
  readonly db: Db
  /** The connection below, for PRAGMA and tests; rooms never use it. */
  readonly raw: Connection['raw']
  readonly file: string
  readonly write: Write
  /** Has something done at the end of every transaction, as a part of it. */
  beforeCommit(run: () => void): void
  /** Tells, soon after the commit, whom changed rows were about. Once. */
  watchRows(rows: readonly WatchedRows[], told: (ids: ReadonlySet<string>) => void): void
  /** The copy that was made before migrating, if one was needed. */
  readonly copyBeforeMigration: string | undefined
  close(): void
}

type StoreOptions = {
  dir: string
  clock: Clock
  migrations?: Migration[]
  /** Is told of statements that take long. */
  watch?: SlowWatch
  /** Whoever closes the database last otherwise writes its log back and removes it. */
  keepLog?: boolean
  /** False: a database of an older schema is refused, and left as it is. */
  upgrades?: boolean
}

/**
 * Opens (and creates, locks and migrates) the database of a data folder for writing.
 * Throws FolderInUse, MigrationRefused and SchemaOlder.
 */
export function openStore(options: StoreOptions): Store {
  const { dir, clock, watch } = options
  if (!existsSync(dir)) mkdirSync(dir, { recursive: true, mode: 0o700 })
  const lock = lockFolder(dir)
  const file = join(dir, databaseName)
  try {
    if (options.upgrades === false) refuseOlder(dir)
    const connection = connect(file, 'write')
    chmodSync(file, 0o600)
    connection.raw.pragma('wal_autocheckpoint = 0')
    const migrations = options.migrations ?? shippedMigrations()
    const { copy } = migrate(connection, { dir, nowMs: clock.nowMs(), migrations })
    if (watch) watchStatements(connection.raw, watch)
    keepStatements(connection.raw)
    const last: (() => void)[] = []
    return {
      db: connection.db,
      raw: connection.raw,
      file,
      write: groupCommit(connection, () => {
        for (const run of last) run()
      }),
      beforeCommit: (run) => void last.push(run),
      watchRows: (rows, told) => watchRows(connection.raw, rows, told),
      copyBeforeMigration: copy,
      close() {
        using _reader = options.keepLog === true ? openReader(file) : undefined
        connection.raw.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

type ReadingOptions = Pick<StoreOptions, 'dir' | 'watch'> & {
  /** Holds the folder meanwhile: nobody changes what lies beside the database. */
  locks: boolean
  /** Takes an older schema as it is: what asks for columns that it lacks fails. */
  anySchema: boolean
}

/**
 * Opens the database of a data folder for reading alone, beside whoever writes: nothing is made,
 * migrated or written. Throws SchemaOlder, and MigrationRefused for a newer one.
 */
export function openStoreToRead({ dir, watch, locks, anySchema }: ReadingOptions): Store {
  if (anySchema) pendingMigrations(dir)
  else refuseOlder(dir)
  const lock = locks ? lockFolder(dir) : undefined
  const file = join(dir, databaseName)
  const { raw, db } = connect(file, 'read')
  if (watch) watchStatements(raw, watch)
  keepStatements(raw)
  return {
    db,
    raw,
    file,
    write: () => Promise.reject(new Error('this store was opened for reading alone')),
    beforeCommit() {},
    watchRows() {},
    copyBeforeMigration: undefined,
    close() {
      raw.close()
      lock?.release()
    },
  }
}

function refuseOlder(dir: string): void {
  if (!existsSync(join(dir, databaseName))) return
  const pending = pendingMigrations(dir)
  if (pending.length > 0) throw new SchemaOlder(dir, pending)
}

/** One that cannot write leaves the log where it is, if it is the last to close. */
function openReader(file: string): Disposable {
  const { raw } = connect(file, 'read')
  // It is opened with its first read.
  raw.prepare('SELECT count(*) FROM sqlite_schema').get()
  return { [Symbol.dispose]: () => void raw.close() }
}
