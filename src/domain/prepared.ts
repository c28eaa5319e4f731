import { type Column, eq, getTableColumns, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { onceFor } from '../base/once-for.ts'
import type { Db, Tx } from '../store/tx.ts'

/**
 * A statement that is compiled once for each connection: with its triggers, a transfer takes ten
 * times as long to compile as to insert. Reads and transactions of one connection share its
 * statements: a Tx is the connection's Db while it writes.
 *
 * Two things make SQLite compile it anew all the same, each time that it is given a value: a
 * `limit`, because it is bound (`get` takes the first row without one), and an `orderBy` beside
 * columns that are each compared with a bound value (compare them as one row instead).
 */
export function prepared<S extends {}>(make: (db: Tx) => S): (db: Db) => S {
  return onceFor((db) => make(db as Tx))
}

/** How the row that has a value in a column is found. */
export function findsBy<T extends SQLiteTable>(table: T, column: Column) {
  const statement = prepared((db) =>
    db
      .select()
      .from(table as SQLiteTable)
      .where(eq(column, sql.placeholder('value')))
      .prepare(),
  )
  return (db: Db, value: string) => statement(db).get({ value }) as T['$inferSelect'] | undefined
}

/** Every column of a table as a value to be given later. */
export function placeholdersOf<T extends SQLiteTable>(table: T): T['$inferInsert'] {
  const names = Object.keys(getTableColumns(table))
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]))
}
