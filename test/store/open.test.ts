import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { systemClock } from '../../src/base/clock.ts'
import { connect } from '../../src/store/connect.ts'
import { FolderInUse, lockFolder } from '../../src/store/lock.ts'
import { type Migration, MigrationRefused } from '../../src/store/migrate.ts'
import { openStore } from '../../src/store/open.ts'
import { openTestStore } from '../support/open-test-store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const clock = systemClock

function migration(number: number, sqlText: string): Migration {
  return { number, name: `${String(number).padStart(4, '0')}_x.sql`, sql: sqlText, sha256: sqlText }
}

const first = migration(1, 'CREATE TABLE thing (n INTEGER PRIMARY KEY) STRICT')

function refusal(fn: () => unknown): Error {
  try {
    fn()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was refused')
}

test('every connection has the settings that the ledger and the durability rest on', () => {
  using folder = temporaryFolder()
  const store = openStore({ dir: folder.path, clock })
  const writer = store.raw
  assert.is(writer.pragma('journal_mode', { simple: true }), 'wal')
  // Its log is synced beside the event loop; all others do it by themselves.
  assert.is(writer.pragma('synchronous', { simple: true }), 1)
  assert.is(writer.pragma('foreign_keys', { simple: true }), 1)
  assert.is(writer.pragma('recursive_triggers', { simple: true }), 1)
  assert.is(writer.pragma('busy_timeout', { simple: true }), 5000)
  // Nobody who writes waits for a checkpoint, and none comes under a program that ships the log.
  assert.is(writer.pragma('wal_autocheckpoint', { simple: true }), 0)
  const reader = connect(store.file, 'read').raw
  assert.is(reader.pragma('recursive_triggers', { simple: true }), 1)
  assert.is(reader.pragma('busy_timeout', { simple: true }), 5000)
  assert.is(reader.pragma('synchronous', { simple: true }), 2)
  reader.close()
  store.close()
})

test('the database file is readable by its owner alone', () => {
  using store = openTestStore()
  assert.is(statSync(store.file).mode & 0o777, 0o600)
})

test('a second store on a folder is refused until the first has closed', () => {
  using folder = temporaryFolder()
  const store = openStore({ dir: folder.path, clock })
  const door = JSON.stringify(import.meta.resolve('../../src/store/open.ts'))
  const options = `{ dir: ${JSON.stringify(folder.path)}, clock: { nowMs: Date.now } }`
  const program = `
    const { openStore } = await import(${door})
    try { openStore(${options}); console.log('opened') }
    catch (error) { console.log(error.name) }`
  const second = spawnSync(process.execPath, ['--input-type=module', '-e', program])
  assert.is(second.stdout.toString().trim(), FolderInUse.name)
  store.close()
  openStore({ dir: folder.path, clock }).close()
})

test('migrations are applied once and in order', () => {
  using folder = temporaryFolder()
  const second = migration(2, 'INSERT INTO thing VALUES (7)')
  openStore({ dir: folder.path, clock, migrations: [first] }).close()
  openStore({ dir: folder.path, clock, migrations: [first, second] }).close()
  const store = openStore({ dir: folder.path, clock, migrations: [first, second] })
  assert.equal(store.raw.prepare('SELECT n FROM thing').all(), [{ n: 7 }])
  store.close()
})

test('a migration that fails halfway leaves nothing of itself', () => {
  using folder = temporaryFolder()
  openStore({ dir: folder.path, clock, migrations: [first] }).close()
  const broken = migration(
    2,
    'CREATE TABLE half (n INTEGER) STRICT; INSERT INTO nowhere VALUES (1)',
  )
  refusal(() => openStore({ dir: folder.path, clock, migrations: [first, broken] }))
  const store = openStore({ dir: folder.path, clock, migrations: [first] })
  const names = store.raw.prepare("SELECT name FROM sqlite_schema WHERE name = 'half'").all()
  assert.equal(names, [])
  store.close()
})

test('a copy of the database is made before the first pending migration', () => {
  using folder = temporaryFolder()
  const fill = migration(2, 'INSERT INTO thing VALUES (7)')
  const later = migration(3, 'DELETE FROM thing')
  openStore({ dir: folder.path, clock, migrations: [first, fill] }).close()
  const store = openStore({ dir: folder.path, clock, migrations: [first, fill, later] })
  const copy = store.copyBeforeMigration
  store.close()
  assert.ok(copy && existsSync(copy))
  const old = new Database(copy as string, { readonly: true })
  assert.equal(old.prepare('SELECT n FROM thing').all(), [{ n: 7 }])
  old.close()
})

test('a disk that is full in a migration: how far it came and where the copy is are said', () => {
  using folder = temporaryFolder()
  openStore({ dir: folder.path, clock, migrations: [first] }).close()
  const fill = migration(2, 'INSERT INTO thing VALUES (7)')
  const full = 'PRAGMA max_page_count = 1; CREATE TABLE large AS SELECT zeroblob(1000000) AS bytes'
  const migrations = [first, fill, migration(3, full), migration(4, 'SELECT 1')]
  const { message, name } = refusal(() => openStore({ dir: folder.path, clock, migrations }))
  const [copy = ''] = readdirSync(folder.path).filter((one) => one.includes('.before-'))
  assert.is(name, 'MigrationRefused')
  assert.match(
    message,
    '0003_x.sql failed: database or disk is full (SQLITE_FULL). Of 3 migrations 1',
  )
  assert.match(message, join(folder.path, copy))
  assert.not.match(message, 'Nothing was changed')
})

test('where there is no room for the copy none is left, and nothing is changed', () => {
  using folder = temporaryFolder()
  const dir = folder.path
  const path = join(dir, 'kontor.db.before-0001-1.new')
  const large = migration(1, 'CREATE TABLE thing AS SELECT randomblob(400000) AS n')
  openStore({ dir, clock, migrations: [large] }).close()
  writeFileSync(path, 'what a try left that was killed')
  const later = migration(2, 'INSERT INTO thing VALUES (7)')
  const door = JSON.stringify(import.meta.resolve('../../src/store/open.ts'))
  const options = `{ dir: ${JSON.stringify(dir)}, clock: { nowMs: Date.now }, migrations }`
  const program = `
    const { openStore } = await import(${door})
    const migrations = ${JSON.stringify([large, later])}
    try { openStore(${options}); console.log('opened') }
    catch (error) { console.log(error.name, error.message) }`
  const limited = ['--fsize=200000:', process.execPath, '--input-type=module', '-e', program]
  const told = spawnSync('prlimit', limited).stdout.toString()
  assert.match(told, /^MigrationRefused No copy of the database .*\. Nothing was changed\./)
  const copies = () => readdirSync(dir).filter((name) => name.includes('.before-'))
  assert.equal(copies(), [])
  openStore({ dir, clock, migrations: [large, later] }).close()
  assert.is(copies().length, 1)
})

test('a start that is tried again keeps one copy', () => {
  using folder = temporaryFolder()
  const dir = folder.path
  openStore({ dir, clock, migrations: [first] }).close()
  const migrations = [first, migration(2, 'SELECT nothing FROM nowhere')]
  const copies = () => readdirSync(dir).filter((name) => name.includes('.before-'))
  writeFileSync(join(dir, 'kontor.db.before-0001-1'), 'of an earlier upgrade')
  for (let tries = 0; tries < 3; tries++) {
    const error = refusal(() => openStore({ dir, clock, migrations }))
    assert.match(error.message, join(dir, copies().at(-1) ?? '?'))
  }
  assert.is(copies().length, 2)
})

test('on a full disk the folder is held all the same, and nobody else is said to hold it', () => {
  using folder = temporaryFolder()
  const door = JSON.stringify(import.meta.resolve('../../src/store/lock.ts'))
  const program = `
    const { lockFolder } = await import(${door})
    const held = lockFolder(${JSON.stringify(folder.path)})
    try { lockFolder(${JSON.stringify(folder.path)}) }
    catch (error) { console.error(error.name, error.message) }
    held.release()`
  const limited = ['--fsize=0:', process.execPath, '--input-type=module', '-e', program]
  // What it says goes into a pipe, which is no file and may grow.
  const { stderr } = spawnSync('prlimit', limited)
  assert.match(stderr.toString(), /^FolderInUse Another kontor process uses/)
})

test('what is no lock is told as that, and not as another process', () => {
  using folder = temporaryFolder()
  writeFileSync(join(folder.path, 'kontor.lock'), 'no database'.repeat(100))
  writeFileSync(join(folder.path, 'kontor.pid'), '4711')
  const error = refusal(() => lockFolder(folder.path)) as Error & { code?: string }
  assert.is(error.code, 'SQLITE_NOTADB')
})

test('a new database needs no copy', () => {
  using folder = temporaryFolder()
  openStore({ dir: folder.path, clock, migrations: [first] }).close()
  assert.equal(
    readdirSync(folder.path).filter((name) => name.includes('before')),
    [],
  )
})

test('a database from a newer version is refused', () => {
  using folder = temporaryFolder()
  const newer = migration(99, 'SELECT 1')
  openStore({ dir: folder.path, clock, migrations: [first, newer] }).close()
  const error = refusal(() => openStore({ dir: folder.path, clock, migrations: [first] }))
  assert.instance(error, MigrationRefused)
  assert.match(error.message, 'newer version')
})

test('a database with an altered migration is refused', () => {
  using folder = temporaryFolder()
  openStore({ dir: folder.path, clock, migrations: [first] }).close()
  const altered = { ...first, sha256: 'other' }
  assert.instance(
    refusal(() => openStore({ dir: folder.path, clock, migrations: [altered] })),
    MigrationRefused,
  )
})

test('a refused open leaves the folder free for the next', () => {
  using folder = temporaryFolder()
  openStore({ dir: folder.path, clock, migrations: [first, migration(9, 'SELECT 1')] }).close()
  refusal(() => openStore({ dir: folder.path, clock, migrations: [first] }))
  openStore({ dir: folder.path, clock, migrations: [first, migration(9, 'SELECT 1')] }).close()
  assert.ok(existsSync(join(folder.path, 'kontor.db')))
})

test('writes of one turn are committed together, and a refused one goes alone', async () => {
  using folder = temporaryFolder()
  const store = openStore({ dir: folder.path, clock, migrations: [first] })
  const results = await Promise.allSettled([
    store.write((tx) => tx.run(sql`INSERT INTO thing VALUES (1)`).changes),
    store.write((tx) => {
      tx.run(sql`INSERT INTO thing VALUES (2)`)
      throw new Error('no')
    }),
    store.write((tx) => tx.run(sql`INSERT INTO thing VALUES (3)`).changes),
  ])
  assert.equal(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.equal(store.raw.prepare('SELECT n FROM thing').all(), [{ n: 1 }, { n: 3 }])
  store.close()
})

test('those that may run again do so when one beside them is refused, and count once', async () => {
  using folder = temporaryFolder()
  const store = openStore({ dir: folder.path, clock, migrations: [first] })
  const ran: number[] = []
  const again = { mayRunAgain: true }
  const write = (n: number, manner = {}) =>
    store.write((tx) => {
      ran.push(n)
      tx.run(sql`INSERT INTO thing VALUES (${n})`)
      if (n === 4) throw new Error('no')
      return n
    }, manner)
  using _ = standingStill()
  const results = await Promise.allSettled([
    write(1),
    ...[2, 3, 4, 5].map((n) => write(n, again)),
    write(6),
    ...[7, 8].map((n) => write(n, again)),
  ])
  const said = results.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))
  assert.equal(said, [1, 2, 3, 'no', 5, 6, 7, 8])
  assert.equal(ran, [1, 2, 3, 4, 2, 3, 4, 5, 6, 7, 8])
  const rows = store.raw.prepare('SELECT n FROM thing').pluck().all()
  assert.equal(rows, [1, 2, 3, 5, 6, 7, 8])
  store.close()
})

test('a write that is alone and refused leaves nothing, and the next one is made', async () => {
  using folder = temporaryFolder()
  const store = openStore({ dir: folder.path, clock, migrations: [first] })
  const refused = store.write((tx) => {
    tx.run(sql`INSERT INTO thing VALUES (1)`)
    throw new Error('no')
  })
  assert.is(await refused.catch((error) => error.message), 'no')
  assert.is(store.raw.inTransaction, false)
  await store.write((tx) => tx.run(sql`INSERT INTO thing VALUES (2)`))
  assert.equal(store.raw.prepare('SELECT n FROM thing').all(), [{ n: 2 }])
  store.close()
})

test('a write that is alone is refused when its commit fails', async () => {
  using folder = temporaryFolder()
  const deferred = migration(
    1,
    `CREATE TABLE thing (n INTEGER PRIMARY KEY, other INTEGER
       REFERENCES thing DEFERRABLE INITIALLY DEFERRED) STRICT`,
  )
  const store = openStore({ dir: folder.path, clock, migrations: [deferred] })
  const refused = store.write((tx) => tx.run(sql`INSERT INTO thing VALUES (1, 2)`))
  assert.match(await refused.catch((error) => error.message), 'FOREIGN KEY')
  assert.equal(store.raw.prepare('SELECT n FROM thing').all(), [])
  await store.write((tx) => tx.run(sql`INSERT INTO thing VALUES (3, NULL)`))
  store.close()
})

test('what is asked for by a write that is alone is written after it', async () => {
  using folder = temporaryFolder()
  const store = openStore({ dir: folder.path, clock, migrations: [first] })
  let inner: Promise<unknown> | undefined
  const outer = store.write((tx) => {
    inner = store.write((later) => later.run(sql`INSERT INTO thing VALUES (2)`))
    tx.run(sql`INSERT INTO thing VALUES (1)`)
    throw new Error('no')
  })
  assert.is(await outer.catch((error) => error.message), 'no')
  await inner
  assert.equal(store.raw.prepare('SELECT n FROM thing').all(), [{ n: 2 }])
  store.close()
})

test('an asynchronous write is refused and rolled back', async () => {
  using folder = temporaryFolder()
  const store = openStore({ dir: folder.path, clock, migrations: [first] })
  const outcome = await store
    .write(async (tx) => tx.run(sql`INSERT INTO thing VALUES (1)`))
    .then(
      () => 'done',
      (error) => (error as Error).message,
    )
  assert.is(outcome, 'a write must be synchronous')
  assert.equal(store.raw.prepare('SELECT n FROM thing').all(), [])
  store.close()
})

test('when the commit fails, every member of the group is refused', async () => {
  using folder = temporaryFolder()
  const deferred = migration(
    1,
    `CREATE TABLE parent (n INTEGER PRIMARY KEY) STRICT;
     CREATE TABLE child (n INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED) STRICT`,
  )
  const store = openStore({ dir: folder.path, clock, migrations: [deferred] })
  using _ = standingStill()
  const results = await Promise.allSettled([
    store.write((tx) => tx.run(sql`INSERT INTO parent VALUES (1)`)),
    store.write((tx) => tx.run(sql`INSERT INTO child VALUES (2)`)),
  ])
  assert.equal(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(store.raw.prepare('SELECT n FROM parent').all(), [])
  await store.write((tx) => tx.run(sql`INSERT INTO parent VALUES (5)`))
  store.close()
})

/** A machine that is busy ends a group after its first member: here no time passes. */
function standingStill(): Disposable {
  const { now } = performance
  performance.now = () => 0
  return {
    [Symbol.dispose]() {
      performance.now = now
    },
  }
}

test.run()
