import { spawnSync } from 'node:child_process'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openReadingThread } from '../../src/adapters/reading-thread.ts'
import { readingBy } from '../../src/store/reading.ts'
import { openTestStore } from '../support/open-test-store.ts'

const counting = (to: number) => sql`
  WITH RECURSIVE one (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM one WHERE i < ${to})
  SELECT count(*) AS n FROM one`

test('reads are answered beside the thread that serves; what fails, fails alone', async () => {
  using store = openTestStore()
  const watch = { slowMs: 0, onSlow: () => {} }
  await using thread = openReadingThread({ file: store.file, watch })
  const reading = readingBy(thread.ask)
  const long = reading.get<{ n: number }>(counting(2_000_000))
  const wrong = reading.all(sql`SELECT no_such_column FROM tenant`).catch((error) => error.message)
  const writing = reading.all(sql`DELETE FROM tenant`).catch((error) => error.message)
  let turns = 0
  while (turns < 100) {
    await setImmediate()
    turns++
  }
  assert.equal(await long, { n: 2_000_000 })
  assert.is(await wrong, 'no such column: no_such_column')
  assert.match(await writing, /readonly|does not return data/)
  await store.write((tx) => {
    tx.run(sql`INSERT INTO voucher_attempt (tenant_id, attempted_at) VALUES ('tnt_x', 1)`)
  })
  assert.equal(await reading.all(sql`SELECT tenant_id AS id FROM voucher_attempt`), [
    { id: 'tnt_x' },
  ])
})

test('a thread that ends takes no lock away that its process holds', async () => {
  using store = openTestStore()
  const watch = { slowMs: 0, onSlow: () => {} }
  store.raw.exec('BEGIN IMMEDIATE')
  const thread = openReadingThread({ file: store.file, watch })
  await thread.ask({ text: 'SELECT 1', values: [] })
  await thread[Symbol.asyncDispose]()
  const program = `const Database = require('better-sqlite3')
    new Database(process.argv[1], { timeout: 0 }).exec('BEGIN IMMEDIATE')`
  const { status, stderr } = spawnSync(process.execPath, ['-e', program, store.file], {
    encoding: 'utf8',
  })
  assert.match(stderr, 'database is locked')
  assert.is(status, 1)
  store.raw.exec('ROLLBACK')
})

test('whoever waits too long in line is told to come again', async () => {
  using store = openTestStore()
  const watch = { slowMs: 0, onSlow: () => {} }
  await using thread = openReadingThread({ file: store.file, watch })
  const reading = readingBy(thread.ask)
  const all = await Promise.allSettled(Array.from({ length: 250 }, () => reading.get(counting(9))))
  const refused = all.filter(({ status }) => status === 'rejected')
  assert.is(refused.length, 50)
  assert.equal(await reading.get(counting(9)), { n: 9 })
})

test.run()
