// The write-ahead log of a server's database, looked at from beside it.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { committedLog, readByOther } from './wal-shipper.ts'

/** What of the log is in the database already, in frames (the log's index, byte 96). */
export function backfilled(dir: string): number {
  return readByOther(join(dir, 'kontor.db-shm')).readUInt32LE(96)
}

/** What is committed of it. When it is begun anew it gets another salt. */
export function logIn(dir: string) {
  return committedLog(join(dir, 'kontor.db'))
}

/** Makes it long enough to be worth emptying: from this length on a server does so every second. */
export function lengthen(dir: string): void {
  write(dir, 6_000_000)
}

export function write(dir: string, bytes: number): void {
  const db = new Database(join(dir, 'kontor.db'), { timeout: 120_000 })
  db.pragma('wal_autocheckpoint = 0')
  db.exec('CREATE TABLE IF NOT EXISTS _replica_ballast (bytes BLOB)')
  db.prepare('INSERT INTO _replica_ballast VALUES (zeroblob(?))').run(bytes)
  db.close()
}
