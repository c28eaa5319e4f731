import { createHash } from 'node:crypto'
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listAssets, readAsset } from '../base/assets.ts'
import type { Connection } from './connect.ts'
import { type Migration, wholeSchema } from './whole-schema.ts'

export type { Migration }

export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

/** So is called what is kept of before: `kontor.db.before-0009-…`, when it is whole. */
const copyName = 'kontor.db.before-'
const draftEnding = '.new'

let shipped: readonly Migration[] | undefined

/** The migrations that ship with this program, in order: `0001_base.sql`, `0002_…`. */
export function shippedMigrations(): readonly Migration[] {
  // Each opening asks several times, and they are a hundred files.
  shipped ??= readMigrations()
  return shipped
}

function readMigrations(): Migration[] {
  return listAssets('migrations')
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .map((name) => {
      const bytes = readAsset('migrations', name)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { number: Number(name.slice(0, 4)), name, sql: bytes.toString('utf8'), sha256 }
    })
}

/**
 * Brings the database to this program's schema: a new one at once, any other by each migration,
 * whole or not at all, and before the first pending one a copy beside it (`kontor.db.before-0009`).
 * Throws MigrationRefused for a database from a newer version or with an altered history, and where
 * a migration or the copy cannot be carried out.
 */
export function migrate(
  { raw }: Connection,
  { dir, nowMs, migrations }: { dir: string; nowMs: number; migrations: readonly Migration[] },
): { applied: string[]; copy: string | undefined } {
  raw.exec(`CREATE TABLE IF NOT EXISTS schema_migration (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    applied_at INTEGER NOT NULL
  ) STRICT`)
  const done = raw.prepare('SELECT number, name, sha256 FROM schema_migration').all() as Done[]
  refuseForeignHistory(done, migrations)
  const pending = migrations.filter(({ number }) => !done.some((old) => old.number === number))
  const copy = pending[0] && done.length > 0 ? copyBefore(raw, dir, pending[0]) : undefined
  const note = raw.prepare('INSERT INTO schema_migration VALUES (?, ?, ?, ?)')
  const apply = raw.transaction((sql: string, applied: readonly Migration[]) => {
    raw.exec(sql)
    for (const { number, name, sha256 } of applied) note.run(number, name, sha256, nowMs)
  })
  const whole = done.length === 0 ? wholeSchema(migrations) : undefined
  if (whole !== undefined) apply.immediate(whole, migrations)
  else
    for (const [carriedOut, migration] of pending.entries()) {
      try {
        apply.immediate(migration.sql, [migration])
      } catch (error) {
        throw stoppedAt(migration, { error, copy, carriedOut, of: pending.length })
      }
    }
  return { applied: pending.map(({ name }) => name), copy }
}

type Done = { number: number; name: string; sha256: string }

/** Throws MigrationRefused for what another program has done to the database. */
export function refuseForeignHistory(done: Done[], migrations: readonly Migration[]) {
  for (const { number, name, sha256 } of done) {
    const ours = migrations.find((migration) => migration.number === number)
    if (!ours) {
      throw new MigrationRefused(
        `The database was written by a newer version of kontor (it has ${name}). ` +
          'Use that version, or restore the copy that was made before the upgrade.',
      )
    }
    if (ours.sha256 !== sha256) {
      throw new MigrationRefused(`The database was made with another ${name} than this program's.`)
    }
  }
}

function copyBefore(raw: Connection['raw'], dir: string, first: Migration): string {
  removeDrafts(dir)
  const name = `${copyName}${String(first.number).padStart(4, '0')}-${Date.now()}`
  const [copy, draft] = [join(dir, name), join(dir, `${name}${draftEnding}`)]
  try {
    // An empty file that exists is written into, and keeps its permissions.
    writeFileSync(draft, '', { mode: 0o600, flag: 'wx' })
    raw.prepare('VACUUM INTO ?').run(draft)
    renameSync(draft, copy)
    removeEarlier({ dir, kept: name })
    return copy
  } catch (error) {
    removeDrafts(dir)
    throw new MigrationRefused(
      `No copy of the database could be made before its migration: ${saidBy(error)}. ` +
        'Nothing was changed. kontor doctor says what to do.',
      { cause: error },
    )
  }
}

/** Each try in front of the same migration makes a copy, and only the last one is of use. */
function removeEarlier({ dir, kept }: { dir: string; kept: string }): void {
  const before = kept.slice(0, kept.lastIndexOf('-') + 1)
  const isEarlier = (name: string) => name.startsWith(before) && name !== kept
  for (const name of readdirSync(dir).filter(isEarlier)) rmSync(join(dir, name))
}

/** What a try left that was stopped: none of them is whole. */
function removeDrafts(dir: string): void {
  const isDraft = (name: string) => name.startsWith(copyName) && name.endsWith(draftEnding)
  for (const name of readdirSync(dir).filter(isDraft)) rmSync(join(dir, name))
}

type Stopped = { error: unknown; copy: string | undefined; carriedOut: number; of: number }

function stoppedAt({ name }: Migration, { error, copy, carriedOut, of }: Stopped) {
  return new MigrationRefused(
    `${name} failed: ${saidBy(error)}. Of ${of} migrations ${carriedOut} were carried out, each ` +
      `whole; the next start goes on from there.${copy ? ` The database of before: ${copy}.` : ''}`,
    { cause: error },
  )
}

function saidBy(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  return code === undefined || message.startsWith(code) ? message : `${message} (${code})`
}
