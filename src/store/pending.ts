import { join } from 'node:path'
import Database from 'better-sqlite3'
import { refuseForeignHistory, shippedMigrations } from './migrate.ts'

/** A database that a start of the server would bring to this version first. */
export class SchemaOlder extends Error {
  override readonly name = 'SchemaOlder'
  constructor(dir: string, { applied, pending }: { applied: Applied[]; pending: string[] }) {
    const last = applied.at(-1)?.name
    super(
      `${dir} was written by an older version of kontor (its schema ends with ${last}, this ` +
        `program's with ${pending.at(-1)}). Nothing was changed. Make a backup, then bring it to ` +
        'this version with kontor migrate or a start of kontor serve; or use that version.',
    )
  }
}

/**
 * Names of the migrations that a start would carry out on a database; none where there is nothing
 * in it yet. Throws MigrationRefused as the start would.
 */
export function pendingMigrations(dir: string): string[] {
  return pendingOf(appliedIn(dir))
}

/**
 * By a connection that there is: to open another one is to read the whole schema again. Throws
 * MigrationRefused as the start would, and SchemaOlder unless `anySchema`.
 */
export function requireSchema(raw: Raw, { dir, anySchema }: { dir: string; anySchema: boolean }) {
  const applied = appliedBy(raw)
  if (anySchema) refuseForeignHistory(applied, shippedMigrations())
  else requireNone(dir, applied)
}

function requireNone(dir: string, applied: Applied[]): void {
  const pending = pendingOf(applied)
  if (pending.length > 0) throw new SchemaOlder(dir, { applied, pending })
}

function pendingOf(applied: Applied[]): string[] {
  const shipped = shippedMigrations()
  refuseForeignHistory(applied, shipped)
  return applied.length === 0
    ? []
    : shipped
        .filter(({ number }) => !applied.some((one) => one.number === number))
        .map(({ name }) => name)
}

/** What a database says that lacks what was asked for. Throws SchemaOlder if it is an older one. */
export function refuseAnswerOfOlder(dir: string, error: unknown): void {
  if (/no such (table|column)/.test((error as Error)?.message)) refuseOlder(dir)
}

/** Throws SchemaOlder, and MigrationRefused as the start would. */
export function refuseOlder(dir: string): void {
  requireNone(dir, appliedIn(dir))
}

/** Names of the migrations that a database has had. */
export function appliedMigrations(dir: string): string[] {
  return appliedIn(dir).map(({ name }) => name)
}

type Raw = Database.Database
type Applied = { number: number; name: string; sha256: string }

function appliedIn(dir: string): Applied[] {
  const raw = new Database(join(dir, 'kontor.db'), { readonly: true })
  try {
    return appliedBy(raw)
  } finally {
    raw.close()
  }
}

function appliedBy(raw: Raw): Applied[] {
  const table = "SELECT 1 FROM sqlite_schema WHERE name = 'schema_migration'"
  if (!raw.prepare(table).get()) return []
  const rows = raw.prepare('SELECT number, name, sha256 FROM schema_migration ORDER BY number')
  return rows.all() as Applied[]
}
