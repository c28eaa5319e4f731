// The database as all migrations leave it, made once and copied. Replaying them costs each test
// most of a second, and shows nothing that test/store does not.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { systemClock } from '../../src/base/clock.ts'
import { shippedMigrations } from '../../src/store/migrate.ts'
import { databaseName, openStore } from '../../src/store/open.ts'
import './no-power-cut.ts'

const root = resolve(import.meta.dirname, '../..')
const keptIn = join(root, 'node_modules/.kontor-test')
/** What makes the file out of the migrations. */
const makers = ['connect.ts', 'migrate.ts', 'migrations/schema.sql', 'open.ts', 'whole-schema.ts']

let made: string | undefined

/**
 * Copies it into a folder that is there and empty; any other is left as it is. Nothing else of a
 * data folder comes with it: secrets, first users and the books' first entries are made at a start.
 */
export function giveMigratedFile(dir: string): void {
  if (!existsSync(dir) || readdirSync(dir).length > 0) return
  const file = join(dir, databaseName)
  made ??= migratedFile()
  copyFileSync(made, file)
  chmodSync(file, 0o600)
}

/** Made where it lacks; other processes may be at it, too, and take whichever is there first. */
export function migratedFile(): string {
  const file = join(keptIn, `migrated-${fingerprint()}.db`)
  if (existsSync(file)) return file
  mkdirSync(keptIn, { recursive: true })
  const dir = mkdtempSync(join(keptIn, 'making-'))
  try {
    // Whoever closes last writes the log back and removes it: one file is the whole.
    openStore({ dir, clock: { ...systemClock, nowMs: () => 0 } }).close()
    renameSync(join(dir, databaseName), file)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
  return file
}

/** Another migration, or another way to apply them, is another file. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const { name, sha256 } of shippedMigrations()) hash.update(`${name} ${sha256}\n`)
  for (const file of makers) hash.update(readFileSync(join(root, 'src/store', file)))
  const { version } = createRequire(import.meta.url)('better-sqlite3/package.json')
  return hash.update(version).digest('hex').slice(0, 16)
}
