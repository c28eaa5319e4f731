import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { systemClock } from '../../src/base/clock.ts'
import type { SlowStatement } from '../../src/base/slow-watch.ts'
import { tenantExport } from '../../src/cli/tenants/tenant-export.ts'
import { databaseName, openStore } from '../../src/store/open.ts'
import { openMarketOn } from '../support/market.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openHouses } from '../support/two-houses.ts'

const wait = `WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up LIMIT 300000)
    SELECT count(*) AS n FROM up   WHERE n <> `

function opened(slowMs: number) {
  const folder = temporaryFolder()
  const told: SlowStatement[] = []
  const watch = { slowMs, onSlow: (statement: SlowStatement) => void told.push(statement) }
  const migrations = [
    { number: 1, name: '0001_a.sql', sql: 'CREATE TABLE a (t TEXT) STRICT', sha256: 'a' },
  ]
  const store = openStore({ dir: folder.path, clock: systemClock, migrations, watch })
  const close = () => {
    store.close()
    folder[Symbol.dispose]()
  }
  return { store, told, [Symbol.dispose]: close }
}

test('a slow read is told with its text, and without its values', () => {
  using scene = opened(1)
  const secret = 'very private words'
  const rows = scene.store.db.all(sql.raw(`${wait} '${0}'`))
  assert.is(rows.length, 1)
  scene.store.db.get(sql`${sql.raw(wait)} ${secret}`)
  const text = scene.told.at(-1)?.sql ?? ''
  assert.match(text, /^WITH RECURSIVE up\(n\) AS .* FROM up WHERE n <> \?$/)
  assert.not.match(JSON.stringify(scene.told), secret)
  assert.ok((scene.told.at(-1)?.ms ?? 0) >= 1)
})

test('a slow write is told too, and what it gives and throws stays as it was', async () => {
  using scene = opened(1)
  const { store, told } = scene
  const insert = sql`INSERT INTO a SELECT n FROM (${sql.raw(wait)} ${'x'})`
  assert.is(await store.write((tx) => tx.run(insert).changes), 1)
  assert.ok(told.some(({ sql: text }) => text.startsWith('INSERT INTO a')))
  const refused = await store
    .write((tx) => tx.run(sql`INSERT INTO a VALUES (${Buffer.of(1)})`))
    .then(
      () => '',
      (error) => String(error.cause ?? error),
    )
  assert.match(refused, /cannot store BLOB value in TEXT column/)
})

/** A step for each row, which alone is quick. */
const steps = `WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up LIMIT 400000)
    SELECT n FROM up   WHERE n % 100000 = ?`

/** What was told of reading row by row; the statement for each time is another. */
function toldOf(
  { store, told }: ReturnType<typeof opened>,
  read: (rows: Iterable<unknown>) => void,
) {
  const before = told.length
  const text = `${steps} /* ${before} */`
  read(store.raw.prepare(text).iterate(0))
  return told.slice(before)
}

test('rows that are read one by one are told once, at their end', () => {
  using scene = opened(1)
  const [one, ...others] = toldOf(scene, (rows) => assert.is([...rows].length, 4))
  assert.equal(others, [])
  assert.match(one?.sql ?? '', /^WITH RECURSIVE up\(n\) AS .* FROM up WHERE n % 100000 = \? /)
  assert.ok((one?.ms ?? 0) >= 1)
})

test('rows that are left or that fail are told once, and leave the connection free', () => {
  using scene = opened(1)
  const left = toldOf(scene, (rows) => {
    for (const row of rows) if (row) break
  })
  assert.is(left.length, 1)
  const failed = toldOf(scene, (rows) => {
    const fail = () => {
      for (const _ of rows) throw new Error('of the reader')
    }
    assert.throws(fail, /of the reader/)
  })
  assert.is(failed.length, 1)
  const wrong = steps.replace('SELECT n FROM', "SELECT json('{' || n) FROM")
  assert.throws(() => [...scene.store.raw.prepare(wrong).iterate(0)], /malformed JSON/)
  assert.match(scene.told.at(-1)?.sql ?? '', 'json')
  scene.store.raw.exec('INSERT INTO a VALUES (1)')
})

test('the time of whoever reads the rows does not count', () => {
  using scene = opened(1)
  const startedMs = performance.now()
  const [told] = toldOf(scene, (rows) => {
    for (const _ of rows) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  })
  const wholeMs = performance.now() - startedMs
  assert.ok((told?.ms ?? wholeMs) <= wholeMs - 4 * 50 + 1, `${told?.ms} of ${wholeMs}`)
})

test('the rows of a tenant are told by the thread that exports them', async () => {
  using houses = await openHouses()
  await using app = await openTestApp({ dir: houses.dir, parts: { jobs: false, workers: false } })
  const told: SlowStatement[] = []
  const slow = { slowMs: Number.MIN_VALUE, onSlow: (one: SlowStatement) => void told.push(one) }
  const to = join(houses.path, 'archive')
  await tenantExport.act(Object.assign(app, { slow }), { tenant: 'Provider house', to })
  assert.ok(told.some(({ sql: text }) => text.startsWith('SELECT * FROM "object" WHERE')))
  assert.not.match(JSON.stringify(told), houses.trade.market.provider.tenantId)
})

test('what is quick is not told, and with 0 nothing is', () => {
  using quick = opened(60_000)
  quick.store.db.get(sql`SELECT ${1}`)
  using none = opened(0)
  none.store.db.get(sql`${sql.raw(wait)} ${'x'}`)
  assert.equal([...quick.told, ...none.told], [])
})

/** In memory nothing takes a millisecond. */
function folderOnDisk(): Disposable & { path: string } {
  const path = mkdtempSync('/var/tmp/kontor-slow-')
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

const heldMs = 300

test('the server’s log has slow statements, and nothing of what they hold', async () => {
  using folder = folderOnDisk()
  const settings = { KONTOR_SLOW_STATEMENT_MS: '1', KONTOR_LOG_LEVEL: 'warn' }
  await using server = await runServer({ dir: folder.path, settings })
  const market = await openMarketOn(server)
  const words = Array.from({ length: 60 }, (_, i) => `private${i}`).join('%20')
  // Whoever else writes has a statement wait.
  const other = new Database(join(folder.path, databaseName))
  other.exec('BEGIN IMMEDIATE')
  const asked = market.call('GET', `/search?q=${words}`, { as: market.key })
  await sleep(heldMs)
  other.close()
  assert.is((await asked).status, 200)
  const { output } = await server.stop()
  const lines = output.split('\n').filter((line) => line.includes('"slow statement"'))
  const slow = lines.map((line) => JSON.parse(line) as SlowStatement)
  assert.ok(
    slow.some(({ ms }) => ms >= heldMs / 2),
    output,
  )
  for (const { ms, sql: text } of slow) {
    assert.ok(ms >= 1 && text.length > 0 && text.length <= 2_000)
  }
  assert.not.match(lines.join('\n'), /private\d|example\.eu/)
})

test.run()
