// Which statements a connection carries out, and how many rows of each table they look at. SQLite
// does not tell; so each statement is carried out once more where every table is a view of itself
// that counts. What is asked for with INDEXED BY is counted likewise.
import Database from 'better-sqlite3'
import type { Store } from '../../../src/store/open.ts'

type Method = 'all' | 'get'
export type Asked = {
  sql: string
  method: Method
  values: unknown[]
  ms: number
  rows: number
}

type Statement = Record<Method, (...values: unknown[]) => unknown> & {
  source: string
  database: unknown
}

/** The reading statements of a connection from now on, until `take` is called. */
export function recordStatements({ raw }: Pick<Store, 'raw'>) {
  const shape = Object.getPrototypeOf(raw.prepare('SELECT 1')) as Statement
  const original = { all: shape.all, get: shape.get }
  let asked: Asked[] = []
  for (const method of ['all', 'get'] as const) {
    shape[method] = function (this: Statement, ...values: unknown[]) {
      const startedMs = performance.now()
      const result = original[method].apply(this, values)
      if (this.database !== raw) return result
      const rows = Array.isArray(result) ? result.length : Number(result !== undefined)
      asked.push({ sql: this.source, method, values, ms: performance.now() - startedMs, rows })
      return result
    }
  }
  return {
    take(): Asked[] {
      const taken = asked
      asked = []
      return taken
    },
    [Symbol.dispose]: () => void Object.assign(shape, original),
  }
}

export type RowsRead = Readonly<Record<string, number>>

/** Counts on a connection of its own, so that the one that is looked at stays as it is. */
export function openCounter(file: string) {
  const db = new Database(file, { readonly: true })
  let counts: Record<string, number> = {}
  db.function('looked_at', (table: string, _row: unknown) => {
    counts[table] = (counts[table] ?? 0) + 1
    return 1
  })
  const tables = db
    .prepare(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'`,
    )
    .all() as { name: string; sql: string }[]
  const rowOf = new Map<string, string>()
  for (const { name, sql } of tables) {
    if (name.includes('_fts_') || name.startsWith('sqlite_')) continue
    const [key] = db.pragma(`table_info("${name}")`) as { name: string }[]
    rowOf.set(name, /WITHOUT ROWID/.test(sql) ? `"${key?.name}"` : 'rowid')
  }
  const view = (name: string, indexed: string) => {
    const called = indexed === '' ? name : `${name}_by_${indexed}`
    const from = indexed === '' ? `"${name}"` : `"${name}" INDEXED BY ${indexed}`
    db.exec(`CREATE TEMP VIEW IF NOT EXISTS "${called}" AS SELECT * FROM main.${from}
      WHERE looked_at('${name}', ${rowOf.get(name)})`)
    return called
  }
  for (const name of rowOf.keys()) view(name, '')
  const counted = (sql: string) =>
    sql.replace(/"?(\w+)"?(?:\s+AS\s+(\w+))?\s+INDEXED BY\s+(\w+)/g, (_, table, alias, index) => {
      return `"${view(table, index)}" AS ${alias ?? table}`
    })
  return {
    /** How many rows of each table a statement looks at. */
    count({ sql, method, values }: Asked): RowsRead {
      counts = {}
      db.prepare(counted(sql))[method](...values)
      return counts
    },
    [Symbol.dispose]: () => void db.close(),
  }
}
