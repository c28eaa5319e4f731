// The seal of the tables: whatever a hand on the file does to money or permission is seen, and the
// manual names what is not covered.
import { copyFileSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { keepStatements } from '../../../src/store/keep-statements.ts'
import { covers } from '../../../src/store/seal/cover.ts'
import { openSeal } from '../../../src/store/seal/open-seal.ts'
import { coveredColumns, coveredTables, sealKeysOf } from '../../../src/store/seal/sums.ts'
import { sealProblems, verifySeal } from '../../../src/store/seal/verify-seal.ts'
import { openTestStore } from '../../support/open-test-store.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { testSecrets } from '../../support/test-secrets.ts'

const keys = sealKeysOf(testSecrets)
type Raw = ReturnType<typeof Database>

const folder = temporaryFolder()
process.once('exit', () => folder[Symbol.dispose]())
const sealed = join(folder.path, 'sealed.db')

/** Nothing in the file stands in the way of whoever has it. */
function unguarded(raw: Raw): Raw {
  const triggers = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck()
  for (const name of triggers.all()) raw.exec(`DROP TRIGGER "${name}"`)
  raw.pragma('foreign_keys = OFF')
  raw.pragma('ignore_check_constraints = ON')
  return raw
}

const columnsOf = (raw: Raw, table: string) =>
  raw.prepare(`SELECT name, type, pk FROM pragma_table_info('${table}')`).all() as {
    name: string
    type: string
    pk: number
  }[]

/** A row of made-up values, of which no two rows have the same. */
function insertRow(raw: Raw, table: string, n: number): void {
  const values = columnsOf(raw, table).map(({ name, type }) => {
    if (type === 'INTEGER') return n
    return type === 'BLOB' ? Buffer.from(`${name} ${n}`.padEnd(32)) : `${name} ${n}`
  })
  raw.prepare(`INSERT INTO "${table}" VALUES (${values.map(() => '?').join()})`).run(values)
}

/** A database in which the server wrote two rows into every covered table. */
async function prepare(): Promise<void> {
  using store = openTestStore()
  openSeal({ ...store, keys, wasSealed: false })
  unguarded(store.raw)
  await store.write(() => {
    for (const { name } of coveredTables) for (const n of [101, 102]) insertRow(store.raw, name, n)
  })
  store.raw.pragma('wal_checkpoint(TRUNCATE)')
  copyFileSync(store.file, sealed)
}
/** A copy that anything can be done to; what was done is taken back afterwards. */
const copy = prepare().then(() => {
  const raw = unguarded(new Database(sealed))
  keepStatements(raw)
  return raw
})

/** What the verifier says after somebody has been at the file. */
async function seenAfter(harm: (raw: Raw) => unknown): Promise<string[]> {
  const raw = await copy
  raw.exec('BEGIN')
  harm(raw)
  const seen = [...sealProblems({ raw, db: drizzle({ client: raw }) }, keys)]
    .flat()
    .map(({ message }) => message)
  raw.exec('ROLLBACK')
  return seen
}

test('what the server itself wrote, changed and removed raises no alarm', async () => {
  assert.equal(await seenAfter(() => undefined), [])
})

for (const table of coveredTables) {
  const { name, cover } = table
  const alarm = [`${name} has other rows than the server wrote`]
  test(`${name}: a row that comes or goes is seen, and every value that changes`, async () => {
    assert.equal(await seenAfter((raw) => insertRow(raw, name, 103)), alarm)
    const last = `rowid = (SELECT max(rowid) FROM "${name}")`
    const byRow = isRowid(await copy, name) ? last : '1 = 1'
    assert.equal(await seenAfter((raw) => raw.exec(`DELETE FROM "${name}" WHERE ${byRow}`)), alarm)
    if (cover.by === 'last') return
    const raw = await copy
    const columns = columnsOf(raw, name)
    const isKeyed = columns.some(({ pk }) => pk > 0) && !isUnique(raw, name)
    for (const column of coveredColumns(raw).get(name) ?? []) {
      const { type = 'TEXT', pk } = columns.find((one) => one.name === column) ?? {}
      const [own, other] = [102, 101].map((n) => madeUp(column, type, n))
      const flip = `UPDATE "${name}" SET "${column}" = ? WHERE "${column}" = ?`
      const flipped = await seenAfter(() => raw.prepare(flip).run(madeUp(column, type, 7), own))
      assert.equal(flipped, alarm, column)
      // Two rows that exchange one value, where the others stay: a sum by columns would not see it.
      if (pk !== 0 || !isKeyed) continue
      const swap = `UPDATE "${name}" SET "${column}" = iif("${column}" = ?, ?, ?)`
      const swapped = await seenAfter(() => raw.prepare(swap).run(own, other, own))
      assert.equal(swapped, alarm, `${column} exchanged`)
    }
  })
}

const madeUp = (column: string, type: string, n: number) => {
  if (type === 'INTEGER') return n
  return type === 'BLOB' ? Buffer.from(`${column} ${n}`.padEnd(32)) : `${column} ${n}`
}

function isRowid(raw: Raw, table: string): boolean {
  const [row] = raw.pragma(`table_list("${table}")`) as { wr: number }[]
  return row?.wr === 0
}

/** An index over one column does not take the same value for the time of an exchange. */
function isUnique(raw: Raw, table: string): boolean {
  return (raw.pragma(`index_list("${table}")`) as { unique: number; origin: string }[]).some(
    ({ unique, origin }) => unique === 1 && origin !== 'pk',
  )
}

test('a value that is not covered may change, and the last use of a key is one', async () => {
  assert.equal(await seenAfter((raw) => raw.exec('UPDATE api_key SET last_used_at = 5')), [])
})

test('a seal that was taken away or altered is said to be', async () => {
  const gone = await seenAfter((raw) => raw.exec('DELETE FROM table_seal'))
  assert.equal(gone, ['the seal of the tables was taken away'])
  const altered = await seenAfter((raw) => raw.exec('UPDATE table_seal SET sealed = zeroblob(64)'))
  assert.equal(altered, ['the seal of the tables was altered, or set with another key'])
})

test('what a refused write did is not in the sums, and what its batch did is', async () => {
  using store = openTestStore()
  openSeal({ ...store, keys, wasSealed: false })
  unguarded(store.raw)
  const row = (n: number) => store.write(() => insertRow(store.raw, 'voucher', n))
  const refused = store.write(() => {
    insertRow(store.raw, 'voucher', 2)
    throw new Error('no')
  })
  const settled = await Promise.allSettled([row(1), refused, row(3)])
  assert.equal(
    settled.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  await store.write(() => store.raw.exec("UPDATE voucher SET note = 'x' WHERE credits = 1"))
  await store.write(() => store.raw.exec('DELETE FROM voucher WHERE credits = 3'))
  assert.equal([...verifySeal({ file: store.file, keys })].flat(), [])
  store.raw.exec('DROP TRIGGER temp."seal voucher UPDATE"')
  store.raw.exec("UPDATE voucher SET note = 'y'")
  assert.is([...verifySeal({ file: store.file, keys })].flat().length, 1)
})

test('what is written while the verifier reads raises no alarm', async () => {
  using store = openTestStore()
  openSeal({ ...store, keys, wasSealed: false })
  unguarded(store.raw)
  let n = 0
  for (const found of verifySeal({ file: store.file, keys })) {
    assert.equal(found, [])
    n += 1
    await store.write(() => insertRow(store.raw, 'voucher', n))
  }
  assert.ok(n > coveredTables.length / 2)
  assert.equal([...verifySeal({ file: store.file, keys })].flat(), [])
})

test('a seal that was taken away is not made anew where there was one', () => {
  using store = openTestStore()
  const options = { ...store, keys, wasSealed: true }
  assert.is(openSeal(options).count(), undefined)
})

test('every table has its line, and the manual says what is not covered', async () => {
  using store = openTestStore()
  const listed = store.raw.pragma('table_list') as { name: string; type: string }[]
  const tables = listed.filter(({ name, type }) => type === 'table' && !name.startsWith('sqlite_'))
  assert.equal(Object.keys(covers).sort(), tables.map(({ name }) => name).sort())
  const manual = readFileSync(
    resolve(import.meta.dirname, '../../../data/manual/proofs.md'),
    'utf8',
  )
  for (const by of ['rows', 'last', 'books', 'nothing'] as const) {
    const names = Object.keys(covers).filter((name) => covers[name]?.by === by)
    const line = manual.split('\n').find((text) => text.startsWith(`| ${rowOf[by]} |`)) ?? ''
    assert.equal(
      [...line.matchAll(/`([a-z0-9_]+)`/g)].map(([, name]) => name).sort(),
      names.sort(),
      by,
    )
  }
})

const rowOf = {
  rows: 'by the seal, row by row',
  last: 'by a chain of hashes and the seal of its last link',
  books: 'worked out again from those',
  nothing: 'not covered',
}

test.run()
