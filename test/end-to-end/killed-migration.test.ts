// kill -9 while the database is migrated: each migration is there whole or not at all, and the next
// start carries out the rest.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { systemClock } from '../../src/base/clock.ts'
import { shippedMigrations } from '../../src/store/migrate.ts'
import { openStore } from '../../src/store/open.ts'
import { leanSettings } from '../support/lean-settings.ts'
import { program } from '../support/program.ts'
import { assertLedgerInOrder, command, runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { watchDatabase } from '../support/watch-database.ts'

const root = resolve(import.meta.dirname, '../..')
const release = join(root, 'test/fixtures/releases/0.1.0')

/** The first release's folder, as its server left it. */
function unpack(dir: string): void {
  mkdirSync(dir)
  writeFileSync(join(dir, 'kontor.db'), gunzipSync(readFileSync(join(release, 'kontor.db.gz'))))
  cpSync(join(release, 'secret.key'), join(dir, 'secret.key'))
  cpSync(join(release, 'blobs'), join(dir, 'blobs'), { recursive: true })
}

test('an upgrade that is killed between two migrations goes on at the next start', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  unpack(dir)
  const all = shippedMigrations().length
  using look = watchDatabase(dir)
  const applied = () => Number(look.value('SELECT count(*) FROM schema_migration'))
  const transfers = look.value('SELECT count(*) FROM transfer')
  const first = applied()
  assert.ok(all - first > 10, 'there is much to migrate')
  let kills = 0
  while (applied() < all && kills < 3) {
    const before = applied()
    const { command: file, args, env } = program()
    const line = [...args, 'migrate', '--data-dir', dir]
    const child = spawn(file, line, { env: { PATH: process.env.PATH, ...env }, stdio: 'ignore' })
    const ended = once(child, 'exit')
    await Promise.race([ended, look.until(() => applied() > before)])
    child.kill('SIGKILL')
    await ended
    kills++
    assert.is(look.value('PRAGMA integrity_check'), 'ok')
  }
  assert.ok(
    readdirSync(dir).some((name) => name.includes('.before-')),
    'there is a copy',
  )
  await using server = await runServer({ dir, settings: leanSettings })
  assert.is((await fetch(`${server.url}/health`)).status, 200)
  assert.is(applied(), all)
  assert.is(look.value('SELECT count(*) FROM transfer'), transfers)
  await server.stop()
  const pending = await command(['migrate', '--dry-run', '--json', '--data-dir', dir])
  assert.equal(JSON.parse(pending.output).pending, [])
  await assertLedgerInOrder(dir)
})

/** A migration that takes a while in the middle of its work. */
const slow = `CREATE TABLE half (n INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  INSERT INTO half WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up LIMIT 150000)
    SELECT n, hex(randomblob(40)) FROM up;
  CREATE INDEX half_by_text ON half(text);`
const migrations = [
  { number: 1, name: '0001_a.sql', sql: 'CREATE TABLE thing (n INTEGER) STRICT', sha256: 'a' },
  { number: 2, name: '0002_slow.sql', sql: slow, sha256: 'b' },
]

test('a migration killed in its middle left nothing, and is carried out later', async () => {
  using folder = temporaryFolder()
  const [dir, clock] = [folder.path, systemClock]
  openStore({ dir, clock, migrations: migrations.slice(0, 1) }).close()
  const open = `import { openStore } from '${join(root, 'src/store/open.ts')}'
    const clock = { nowMs: () => 1, elapsedMs: () => 1 }
    openStore({ dir: ${JSON.stringify(dir)}, clock, migrations: ${JSON.stringify(migrations)} })`
  const args = [...process.execArgv, '--input-type=module', '-e', open]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const ended = once(child, 'exit')
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  // Its cache is full, so that pages of the transaction go to the log before the commit.
  const logBytes = () => statSync(join(dir, 'kontor.db-wal'), { throwIfNoEntry: false })?.size ?? 0
  while (logBytes() < 4_000_000 && !isOver) await sleep(1)
  child.kill('SIGKILL')
  await ended
  const db = new Database(join(dir, 'kontor.db'))
  const applied = db.prepare('SELECT name FROM schema_migration').pluck().all()
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
  db.close()
  assert.equal(applied, ['0001_a.sql'], 'it was in its middle')
  assert.not.ok(tables.includes('half'))
  const store = openStore({ dir, clock, migrations })
  assert.is(store.raw.prepare('SELECT count(*) FROM half').pluck().get(), 150_000)
  assert.is(store.raw.pragma('integrity_check', { simple: true }), 'ok')
  store.close()
})

test.run()
