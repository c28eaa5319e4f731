// The check of a large database, which is one statement: it says how far it is, and can be ended.
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { checkDatabase } from '../../../src/adapters/backup/check-database.ts'
import { noMeter, openMeter, type Progress } from '../../../src/adapters/backup/meter.ts'
import { refusal } from '../../support/refusal.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { until } from '../../support/until.ts'

function filled(file: string, rows: number): string {
  using db = Object.assign(new Database(file), { [Symbol.dispose]: () => void db.close() })
  db.exec(`CREATE TABLE kept (a INTEGER PRIMARY KEY, b TEXT UNIQUE);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
    INSERT INTO kept SELECT i, hex(randomblob(20)) FROM n`)
  return file
}

const children = () =>
  readdirSync('/proc/self/task').flatMap((id) =>
    readFileSync(`/proc/self/task/${id}/children`, 'utf8').split(' ').filter(Boolean),
  )

const apart = { maxBytes: 0 }

test('a process of its own finds what is damaged, and says how far it is', async () => {
  using folder = temporaryFolder()
  const file = filled(join(folder.path, 'a.db'), 2_000)
  const told: Progress[] = []
  const meter = openMeter((progress) => told.push(progress))
  assert.equal(await checkDatabase(file, meter, apart), [])
  assert.ok(told.length > 0 && told.every(({ done, total }) => done <= total))
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(2_048, 0xff), 0, 2_048, 3 * 4_096)
  closeSync(descriptor)
  const here = await checkDatabase(file, noMeter)
  assert.ok(here.length > 0)
  assert.equal(await checkDatabase(file, noMeter, apart), here)
  const missing = await refusal(checkDatabase(join(folder.path, 'none.db'), noMeter, apart))
  assert.match(missing.message, /ENOENT/)
})

test('it ends in the middle of its statement when nobody wants it any more', async () => {
  using folder = temporaryFolder()
  const file = filled(join(folder.path, 'a.db'), 2_000)
  const stop = new AbortController()
  const before = children()
  const checking = refusal(
    checkDatabase(
      file,
      openMeter(() => undefined, stop.signal),
      apart,
    ),
  )
  const [pid] = await until('it has begun', async () => {
    const [own] = children().filter((id) => !before.includes(id))
    return own === undefined ? undefined : ([own] as const)
  })
  // By itself it comes to no end.
  process.kill(Number(pid), 'SIGSTOP')
  stop.abort()
  assert.is((await checking).name, 'Stopped')
  await until('it is gone', async () => !children().includes(pid) || undefined)
})

test.run()
