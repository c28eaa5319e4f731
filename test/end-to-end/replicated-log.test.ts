// What a program that replicates the database relies on: nothing of the log goes under a reader,
// and where the log is left to that program, nothing of it goes at all.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { backfilled, lengthen, logIn, write } from '../support/database-log.ts'
import { leanSettings } from '../support/lean-settings.ts'
import { caller, signUp } from '../support/open-test-app.ts'
import { command, type RunningServer, runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

const settings = leanSettings
const first = ['Ada', 'Berta']

async function bringIn({ url }: RunningServer, names: readonly string[]): Promise<void> {
  for (const name of names) await signUp(caller(url), name, {})
}

/** What was in the log still is. */
function assertGoesOn(dir: string, before: ReturnType<typeof logIn>): void {
  const now = logIn(dir)
  assert.is(now.salt, before.salt, 'the log was begun anew')
  assert.ok(before.frames.length > 0)
  assert.ok(now.frames.subarray(0, before.frames.length).equals(before.frames))
}

test('under a reader the server writes the log back and takes nothing of it away', async () => {
  using folder = temporaryFolder()
  const dir = folder.path
  await using server = await runServer({ dir, settings })
  await bringIn(server, first)
  const { reader, log, written } = await until('a reader needs the log', () => readerOfLog(dir))
  using _held = reader
  lengthen(dir)
  await until('what it sees is written back', () => backfilled(dir) > written || undefined)
  await bringIn(server, ['Clara'])
  assertGoesOn(dir, log)
  assert.is(reader.count(), first.length)

  reader.end()
  const isBegunAnew = () => {
    write(dir, 1)
    return logIn(dir).salt !== log.salt || undefined
  }
  await until('without the reader it is begun anew', isBegunAnew)
})

/** One that reads the database alone, because all of the log is in it, holds nothing. */
function readerOfLog(dir: string) {
  write(dir, 1)
  const { salt } = logIn(dir)
  const reader = openReader(dir)
  const [written, log] = [backfilled(dir), logIn(dir)]
  if (written < log.frames.length / frameBytes && log.salt === salt) return { reader, log, written }
  reader[Symbol.dispose]()
  return undefined
}

/** A page with its header. */
const frameBytes = 4_096 + 24

/** Who began to read before something was written does not see it, however long that was ago. */
function openReader(dir: string) {
  const db = new Database(join(dir, 'kontor.db'), { readonly: true, timeout: 120_000 })
  const users = db.prepare('SELECT count(*) FROM user').pluck()
  db.exec('BEGIN')
  users.get()
  return {
    count: () => users.get() as number,
    end: () => void db.exec('COMMIT'),
    [Symbol.dispose]: () => void db.close(),
  }
}

test('what is left to a replicator outlives a stop, commands and the next start', async () => {
  using folder = temporaryFolder()
  const dir = folder.path
  const left = { ...settings, KONTOR_CHECKPOINTS: 'false' }
  {
    await using server = await runServer({ dir, settings: left })
    await bringIn(server, first)
    const before = logIn(dir)
    const { code, output } = await command(['gc', '--json', '--data-dir', dir], left)
    assert.is(code, 0, output)
    assert.is(JSON.parse(output).log_pages, null)
    await server.stop()
    assertGoesOn(dir, before)
  }
  const before = logIn(dir)
  assert.is((await command(['ledger', 'verify', '--data-dir', dir], left)).code, 0)
  assertGoesOn(dir, before)
  {
    await using server = await runServer({ dir, settings: left })
    await bringIn(server, ['Clara'])
    assertGoesOn(dir, before)
    assert.is(backfilled(dir), 0)
    await server.stop()
  }
  // Where nobody replicates, the last who closes the database writes all of it back.
  assert.is((await command(['gc', '--data-dir', dir])).code, 0)
  assert.not(existsSync(join(dir, 'kontor.db-wal')))
})

test.run()
