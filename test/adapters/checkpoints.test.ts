import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openCheckpoints } from '../../src/adapters/checkpoints.ts'
import { connect } from '../../src/store/connect.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { openTestStore, type TestStore } from '../support/open-test-store.ts'
import { untilSo } from '../support/until.ts'

const mib = 1024 * 1024
const anewBytes = 5 * mib

test('the log begins anew again and again while others read and write all the time', async () => {
  using store = openTestStore()
  store.raw.exec('CREATE TABLE thing (n INTEGER PRIMARY KEY, bytes BLOB) STRICT')
  await using _checkpoints = openCheckpoints({ ...store, everyMs: 20, anewBytes })
  await using _reading = readWithoutGap(store)
  const logs = new Set<string>()
  let written = 0
  while (logs.size < 4 && written < 8_000) {
    await write(store, mib / 16)
    logs.add(saltOf(store))
    written++
  }
  assert.is(logs.size, 4, `${written} were written`)
  assert.is(store.db.get<{ n: number }>(sql`SELECT count(*) AS n FROM thing`).n, written)
})

test('whoever reads for long keeps the log; after it the disk has its room back', async () => {
  using store = openTestStore()
  store.raw.exec('CREATE TABLE thing (n INTEGER PRIMARY KEY, bytes BLOB) STRICT')
  await write(store, 10)
  const reader = connect(store.file, 'read').raw
  reader.exec('BEGIN')
  const count = reader.prepare('SELECT count(*) FROM thing').pluck()
  assert.is(count.get(), 1)
  await using _checkpoints = openCheckpoints({ ...store, everyMs: 20, anewBytes })
  for (let i = 0; i < 70; i++) await write(store, mib)
  assert.is(count.get(), 1)
  const salt = saltOf(store)
  const log = () => statSync(`${store.file}-wal`).size
  assert.ok(log() > 70 * mib)
  reader.exec('COMMIT')
  reader.close()
  for (let i = 0; saltOf(store) === salt && i < 2_000; i++) await write(store, mib / 16)
  assert.ok(log() <= 64 * mib, `${log()} bytes of log`)
})

test('a command beside a folder has its log emptied, too, which only a server had', async () => {
  await using app = await openTestApp({ parts: { http: false, jobs: false, workers: false } })
  const { store } = app
  const before = statSync(store.file).size
  store.raw.exec('CREATE TABLE thing (n INTEGER PRIMARY KEY, bytes BLOB) STRICT')
  for (let i = 0; i < 6; i++) await write(store, mib)
  await untilSo('what was written is in the database', () => {
    return statSync(store.file).size > before + 5 * mib
  })
})

function write(store: Pick<TestStore, 'write'>, bytes: number): Promise<unknown> {
  return store.write((tx) => tx.run(sql`INSERT INTO thing (bytes) VALUES (randomblob(${bytes}))`))
}

/** A log that begins anew has another salt in its head (SQLite's file format, section 4.1). */
function saltOf({ file }: TestStore): string {
  const head = Buffer.alloc(32)
  const fd = openSync(`${file}-wal`, 'r')
  readSync(fd, head)
  closeSync(fd)
  return head.toString('hex', 16, 24)
}

/** Two that read in turns, each beginning before the other ends. */
function readWithoutGap({ file }: TestStore): AsyncDisposable {
  const readers = [connect(file, 'read').raw, connect(file, 'read').raw] as const
  let isOver = false
  const read = async () => {
    for (let i = 0; !isOver; i++) {
      const next = readers[i % 2 === 0 ? 0 : 1]
      next.exec('BEGIN')
      next.prepare('SELECT max(n) FROM thing').get()
      await turn()
      const last = readers[i % 2 === 0 ? 1 : 0]
      if (last.inTransaction) last.exec('COMMIT')
      await turn()
    }
    for (const reader of readers) reader.close()
  }
  const ended = read()
  return {
    async [Symbol.asyncDispose]() {
      isOver = true
      await ended
    },
  }
}

test.run()
