// The file that tests copy instead of replaying the migrations is what the migrations make.
import { fdatasync, readdirSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { databaseName, openStore } from '../../src/store/open.ts'
import { contentOf } from '../support/database-content.ts'
import { fakeClock } from '../support/fake-clock.ts'
import { giveMigratedFile } from '../support/migrated-file.ts'
import { openTestStore } from '../support/open-test-store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('the copied file has the schema and the rows of a fresh migration', () => {
  using copied = temporaryFolder()
  using fresh = temporaryFolder()
  giveMigratedFile(copied.path)
  const store = openStore({ dir: fresh.path, clock: fakeClock(0) })
  store.close()
  assert.equal(contentOf(copied.path), contentOf(fresh.path))
})

test('nothing but the file comes into the folder', () => {
  using folder = temporaryFolder()
  giveMigratedFile(folder.path)
  assert.equal(readdirSync(folder.path), [databaseName])
})

test('no migration is left to apply to the copy', () => {
  using folder = temporaryFolder()
  giveMigratedFile(folder.path)
  const store = openStore({ dir: folder.path, clock: fakeClock() })
  const newest = store.raw.prepare('SELECT max(applied_at) AS at FROM schema_migration').get()
  store.close()
  assert.equal(newest, { at: 0 })
})

test('the commits of a script wait for the disk, those of a test do not', async () => {
  const [, file = ''] = process.argv
  const waits = () => {
    using store = openTestStore()
    return store.raw.pragma('synchronous', { simple: true })
  }
  // Of no file, which shows who asks the disk.
  const synced = () => new Promise<string>((done) => fdatasync(9_999, (e) => done(e?.code ?? '')))
  assert.equal([waits(), await synced()], [0, ''])
  try {
    process.argv[1] = 'scripts/benchmarks/main.ts'
    // NORMAL: the log is synced beside the event loop.
    assert.equal([waits(), await synced()], [1, 'EBADF'])
  } finally {
    process.argv[1] = file
  }
})

test.run()
