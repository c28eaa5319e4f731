import { join } from 'node:path'
import Database from 'better-sqlite3'
import { refuseForeignHistory, shippedMigrations } from './migrate.ts'

/** Names of the migrations that a start would carry out. Throws MigrationRefused as it would. */
export function pendingMigrations(dir: string): string[] {
  const raw = new Database(join(dir, 'kontor.db'), { readonly: true })
  try {
    const done = raw.prepare('SELECT number, name, sha256 FROM schema_migration').all()
    const applied = done as { number: number; name: string; sha256: string }[]
    const shipped = shippedMigrations()
    refuseForeignHistory(applied, shipped)
    return shipped
      .filter(({ number }) => !applied.some((one) => one.number === number))
      .map(({ name }) => name)
  } finally {
    raw.close()
  }
}
