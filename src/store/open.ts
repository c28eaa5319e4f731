import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../base/clock.ts'
import { type DiskLost, type Durable, isFailedSync } from '../base/durable.ts'
import type { AnswersNoMore } from '../base/lease.ts'
import type { SlowWatch } from '../base/slow-watch.ts'
import { type Connection, connect } from './connect.ts'
import { groupCommit } from './group-commit.ts'
import { keepStatements } from './keep-statements.ts'
import { keepReads } from './kept-reads.ts'
import { lockFolder } from './lock.ts'
import { type LogSync, openLogSync } from './log-sync.ts'
import { type Migration, migrate, shippedMigrations } from './migrate.ts'
import { refuseOlder, requireSchema } from './pending.ts'
import { watchStatements } from './slow-statements.ts'
import type { Db, Hold, WatchedRows, Write } from './tx.ts'
import { watchRows } from './watch-rows.ts'

export const databaseName = 'kontor.db'

export type Store = {
  readonly db: Db
  /** The connection below, for PRAGMA and tests; rooms never use it. */
  readonly raw: Connection['raw']
  readonly file: string
  readonly write: Write
  readonly hold: Hold
  /** What is read may be one sync ahead of the disk: for whoever acts on it outside of here. */
  readonly durable: Durable
  /** Waits for the disk on the spot. */
  syncNow(): void
  /** Has something done at the end of every transaction, as a part of it. */
  beforeCommit(run: () => void): void
  /** From now on nothing is written, and nothing is durable, once this has an answer. */
  onlyWhile(answersNoMore: AnswersNoMore): void
  /** Throws LeaseOver once it has one: asked when an answer is about to leave. */
  requireLease(): void
  /** Tells, soon after the commit, whom changed rows were about. Once. */
  watchRows(rows: readonly WatchedRows[], told: (ids: ReadonlySet<string>) => void): void
  /** The copy that was made before migrating, if one was needed. */
  readonly copyBeforeMigration: string | undefined
  close(): void
}

type StoreOptions = {
  dir: string
  clock: Clock
  migrations?: readonly Migration[]
  /** Is told of statements that take long. */
  watch?: SlowWatch
  /** Whoever closes the database last otherwise writes its log back and removes it. */
  keepLog?: boolean
  /** False: a database of an older schema is refused, and left as it is. */
  upgrades?: boolean
  /** Is told when the disk fails; otherwise that is thrown where nobody catches it. */
  onLost?: ((error: DiskLost) => void) | undefined
}

/** A log that was longer gives the rest back to the disk when it begins anew. */
const logBytesMax = 64 * 1024 * 1024

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
    if (options.upgrades === false && existsSync(file)) refuseOlder(dir)
    const found = sizeOf(`${file}-wal`)
    const connection = connect(file, 'write')
    chmodSync(file, 0o600)
    connection.raw.pragma('wal_autocheckpoint = 0')
    if (options.keepLog !== true) connection.raw.pragma(`journal_size_limit = ${logBytesMax}`)
    const sync = openLogSync({ file: `${file}-wal`, onLost: options.onLost })
    if (found > 0) takeUpLog(connection.raw, { sync, keepLog: options.keepLog === true })
    const migrations = options.migrations ?? shippedMigrations()
    const { copy } = migrate(connection, { dir, nowMs: clock.nowMs(), migrations })
    if (watch) watchStatements(connection.raw, watch)
    keepStatements(connection.raw)
    keepReads(connection)
    connection.raw.pragma('synchronous = NORMAL')
    const last: (() => void)[] = []
    const limit: { answersNoMore: AnswersNoMore } = { answersNoMore: () => undefined }
    const answersNoMore = () => limit.answersNoMore()
    const { write, hold } = groupCommit(connection, sync, {
      answersNoMore,
      beforeCommit() {
        for (const run of last) run()
      },
    })
    return {
      db: connection.db,
      raw: connection.raw,
      file,
      write,
      hold,
      durable: durableWhile(sync.durable, answersNoMore),
      syncNow: sync.syncNow,
      beforeCommit: (run) => void last.push(run),
      onlyWhile: (asked) => void Object.assign(limit, { answersNoMore: asked }),
      requireLease() {
        const over = answersNoMore()
        if (over) throw over
      },
      watchRows: (rows, told) => watchRows(connection.raw, rows, told),
      copyBeforeMigration: copy,
      close() {
        using _reader = options.keepLog === true ? openReader(file) : undefined
        sync.close()
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
  const file = join(dir, databaseName)
  const { raw, db } = connect(file, 'read')
  let lock: ReturnType<typeof lockFolder> | undefined
  try {
    requireSchema(raw, { dir, anySchema })
    if (locks) lock = lockFolder(dir)
  } catch (error) {
    raw.close()
    throw error
  }
  if (watch) watchStatements(raw, watch)
  keepStatements(raw)
  return {
    db,
    raw,
    file,
    write: () => Promise.reject(new Error('this store was opened for reading alone')),
    hold: () => ({ [Symbol.dispose]: () => undefined }),
    durable: () => undefined,
    syncNow() {},
    beforeCommit() {},
    onlyWhile() {},
    requireLease() {},
    watchRows() {},
    copyBeforeMigration: undefined,
    close() {
      raw.close()
      lock?.release()
    },
  }
}

/** What was read is told to nobody either when another one may have written since. */
function durableWhile(durable: Durable, answersNoMore: AnswersNoMore): Durable {
  const ask = () => {
    const over = answersNoMore()
    if (over) throw over
  }
  return () => {
    const over = answersNoMore()
    return over ? Promise.reject(over) : durable()?.then(ask)
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/**
 * A process that ended without closing left a log that the disk may not have. After a failed sync
 * the system takes it for written, and gives it to readers all the same; so it is not only synced
 * but copied to where it belongs, which writes it once more.
 */
function takeUpLog(
  raw: Connection['raw'],
  { sync, keepLog }: { sync: LogSync; keepLog: boolean },
): void {
  sync.syncNow()
  if (keepLog) return
  try {
    raw.pragma('wal_checkpoint(PASSIVE)')
  } catch (error) {
    // A full disk, say: the log has all there is.
    if (isFailedSync(error)) throw error
  }
}

/** One that cannot write leaves the log where it is, if it is the last to close. */
function openReader(file: string): Disposable {
  const { raw } = connect(file, 'read')
  // It is opened with its first read.
  raw.prepare('SELECT count(*) FROM sqlite_schema').get()
  return { [Symbol.dispose]: () => void raw.close() }
}
