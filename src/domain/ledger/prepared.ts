import { getTableColumns, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db, Tx } from '../../store/tx.ts'

/**
 * A statement that is compiled once for each connection. Money moves in every request, and with
 * its triggers a transfer takes ten times as long to compile as to insert. Rows and transactions
 * of one connection share its statements: a Tx is the connection's Db while it writes.
 */
export function prepared<S>(make: (db: Tx) => S): (db: Db) => S {
  const known = new WeakMap<Db, S>()
  return (db) => {
    const old = known.get(db)
    if (old) return old
    const statement = make(db as Tx)
    known.set(db, statement)
    return statement
  }
}

/** Every column of a table as a value to be given later. */
export function placeholdersOf<T extends SQLiteTable>(table: T): T['$inferInsert'] {
  const names = Object.keys(getTableColumns(table))
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]))
}
