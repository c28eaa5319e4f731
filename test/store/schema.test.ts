// Migrations are written by hand, and so are the tables that TypeScript sees: here they meet.
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestStore } from '../support/open-test-store.ts'

type Column = { name: string; type: string; required: boolean; key: number }
type Pragma = { name: string; type: string; notnull: number; pk: number }

const src = resolve(import.meta.dirname, '../../src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
const modules = files.filter((file) => /(^|\/)tables\.ts$/.test(file)).sort()

for (const module of modules) {
  const name = module.replace('domain/', '')
  test(`the tables in ${name} are those of the migrated database`, async () => {
    using store = migratedStore()
    const declared = await tablesIn(module)
    assert.ok(declared.length > 0)
    for (const table of declared) assert.equal(declaredColumns(table), store.columns(nameOf(table)))
  })
}

test('every table of the database is declared in one room', async () => {
  using store = migratedStore()
  const declared = (await Promise.all(modules.map(tablesIn))).flat().map(nameOf)
  assert.is(new Set(declared).size, declared.length)
  assert.equal(declared.sort(), store.tables())
})

test('every table is STRICT', () => {
  using store = migratedStore()
  assert.equal(store.loose(), [])
})

async function tablesIn(module: string): Promise<SQLiteTable[]> {
  const exported = (await import(join(src, module))) as Record<string, unknown>
  return Object.values(exported).filter((value) => value instanceof SQLiteTable)
}

function nameOf(table: SQLiteTable): string {
  return getTableConfig(table).name
}

function declaredColumns(table: SQLiteTable): Column[] {
  const { columns, primaryKeys } = getTableConfig(table)
  const together = primaryKeys[0]?.columns.map(({ name }) => name) ?? []
  return columns.map((column) => {
    const key = column.primary ? 1 : together.indexOf(column.name) + 1
    const type = column.getSQLType().toUpperCase()
    return { name: column.name, type, required: column.notNull || key > 0, key }
  })
}

function migratedStore() {
  const store = openTestStore()
  const listed = store.raw.pragma('table_list') as { name: string; type: string; strict: number }[]
  // Virtual tables and what they keep for themselves have no declaration.
  const plain = listed.filter(({ name, type }) => type === 'table' && !name.startsWith('sqlite_'))
  return {
    tables: () =>
      plain
        .map(({ name }) => name)
        .filter((name) => name !== 'schema_migration')
        .sort(),
    loose: () => plain.filter(({ strict }) => strict === 0).map(({ name }) => name),
    columns(table: string): Column[] {
      const rows = store.raw.pragma(`table_info(${table})`) as Pragma[]
      return rows.map(({ name, type, notnull, pk }) => {
        return { name, type, required: notnull === 1 || pk > 0, key: pk }
      })
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  }
}

test.run()
