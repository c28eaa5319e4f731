// Writes what all migrations leave in a new database as one text: tables, their first rows, then
// indexes, triggers and views, each as SQLite keeps it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { assetFolder } from '../src/base/assets.ts'
import { connect } from '../src/store/connect.ts'
import { type Migration, shippedMigrations } from '../src/store/migrate.ts'
import { headOf, wholeSchemaName } from '../src/store/whole-schema.ts'

type Kept = { type: string; name: string; sql: string; shadow: 0 | 1 }

/** SQLite makes the tables of a virtual one, and the store the list of migrations. */
const keptObjects = `SELECT type, name, sql,
    EXISTS (SELECT 1 FROM pragma_table_list t WHERE t.name = s.name AND t.type = 'shadow') AS shadow
  FROM sqlite_schema s WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' ORDER BY rowid`

/** The text of the schema that these migrations make, carried out one after the other. */
export function schemaTextOf(migrations: readonly Migration[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-schema-'))
  const { raw } = connect(join(folder, 'kontor.db'), 'write')
  try {
    for (const { sql } of migrations) raw.exec(sql)
    const kept = (raw.prepare(keptObjects).all() as Kept[]).filter(({ shadow }) => shadow === 0)
    const isTable = ({ type }: Kept) => type === 'table'
    const tables = kept.filter(isTable)
    const rest = kept.filter((one) => !isTable(one))
    const texts = [...tables.map(textOf), ...tables.flatMap(rowsOf(raw)), ...rest.map(textOf)]
    return `${headOf(migrations)}${texts.join('\n')}\n`
  } finally {
    raw.close()
    rmSync(folder, { recursive: true })
  }
}

function textOf({ sql }: Kept): string {
  return `${sql};`
}

function rowsOf(raw: Database.Database) {
  return ({ name, sql }: Kept): string[] => {
    if (sql.startsWith('CREATE VIRTUAL')) return []
    const columns = raw.pragma(`table_info("${name}")`) as { name: string }[]
    const values = columns.map((column) => `quote("${column.name}")`).join(` || ', ' || `)
    const rows = raw.prepare(`SELECT ${values} FROM "${name}"`).pluck().all()
    return rows.map((row) => `INSERT INTO "${name}" VALUES (${row});`)
  }
}

if (import.meta.main) {
  const file = join(assetFolder('migrations'), wholeSchemaName)
  writeFileSync(file, schemaTextOf(shippedMigrations()))
  console.log(`${wholeSchemaName} is written`)
}
