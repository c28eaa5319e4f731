import { type Column, eq, type GetColumnData, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { onceFor } from '../base/once-for.ts'
import { quicken } from './quicken.ts'
import type { Db, Tx } from './tx.ts'

export { keptRead } from './kept-reads.ts'

/**
 * A statement that is compiled once for each connection: with its triggers, a transfer takes ten
 * times as long to compile as to insert. Reads and transactions of one connection share its
 * statements: a Tx is the connection's Db while it writes.
 *
 * SQLite compiles one anew all the same, each time that it is given a value at which it looked when
 * it planned: see `opaque`.
 */
export function prepared<S extends {}>(make: (db: Tx) => S): (db: Db) => S {
  return onceFor((db) => quicken(make(db as Tx)))
}

/**
 * A value at which SQLite does not look while it plans. A bare one it does look at (whether it is a
 * small number says something of how many rows there are; a limit, how many are wanted), and then
 * it compiles the statement anew for each other value, which takes ten times as long as to find a
 * row. Not for a column that is compared with a value in the condition of a partial index: that
 * one SQLite has to know, or the index does not serve.
 */
export function opaque(value: unknown): SQL {
  return sql`+${value}`
}

/** One that is given later. */
export function later(name: string): SQL {
  return opaque(sql.placeholder(name))
}

type ValueOf<C extends Column> = GetColumnData<C, 'raw'>

/** How the row that has a value in a column is found. */
export function findsBy<T extends SQLiteTable, C extends Column>(table: T, column: C) {
  const statement = prepared((db) =>
    db
      .select()
      .from(table as SQLiteTable)
      .where(eq(column, later('value')))
      .prepare(),
  )
  return (db: Db, value: ValueOf<C>) =>
    statement(db).get({ value }) as T['$inferSelect'] | undefined
}

type Values = Record<string, unknown>

/** How a row is inserted: a statement for each choice of columns that are given. */
export function insertsInto<T extends SQLiteTable>(table: T) {
  const statement = byShape((tx, values) =>
    tx
      .insert(table)
      .values(values as never)
      .prepare(),
  )
  return (tx: Tx, row: T['$inferInsert']): void => {
    statement(tx, row).run(row as Values)
  }
}

/** The same; the row comes back with what the database put in. */
export function insertsReturning<T extends SQLiteTable>(table: T) {
  const statement = byShape((tx, values) =>
    tx
      .insert(table as SQLiteTable)
      .values(values as never)
      .returning()
      .prepare(),
  )
  return (tx: Tx, row: T['$inferInsert']) =>
    statement(tx, row).get(row as Values) as T['$inferSelect']
}

/** How columns of the rows are changed of which the condition, with values given later, holds. */
export function updatesWhere<T extends SQLiteTable>(table: T, condition: SQL) {
  const statement = byShape((tx, values) => tx.update(table).set(values).where(condition).prepare())
  return (tx: Tx, change: Partial<T['$inferSelect']>, given: Values) =>
    statement(tx, change).run({ ...change, ...given }).changes
}

/** The same for the row that has a value in a column; it comes back. */
export function updatesBy<T extends SQLiteTable, C extends Column>(table: T, column: C) {
  const statement = byShape((tx, values) =>
    tx
      .update(table)
      .set(values)
      .where(eq(column, later('its')))
      .returning()
      .prepare(),
  )
  return (tx: Tx, its: ValueOf<C>, change: Partial<T['$inferSelect']>) =>
    statement(tx, change).get({ ...change, its }) as T['$inferSelect']
}

/** How the rows that have a value in a column are deleted. */
export function deletesBy<C extends Column>(table: SQLiteTable, column: C) {
  const statement = prepared((tx) =>
    tx
      .delete(table)
      .where(eq(column, later('its')))
      .prepare(),
  )
  return (tx: Tx, its: ValueOf<C>): void => {
    statement(tx).run({ its })
  }
}

/** The same for one row; it comes back as it was. */
export function deletesReturning<T extends SQLiteTable, C extends Column>(table: T, column: C) {
  const statement = prepared((tx) =>
    tx
      .delete(table)
      .where(eq(column, later('its')))
      .returning()
      .prepare(),
  )
  return (tx: Tx, its: ValueOf<C>) => statement(tx).get({ its }) as T['$inferSelect'] | undefined
}

/** A statement for each choice of columns, of which some are null: that is no value for later. */
function byShape<S extends {}>(make: (tx: Tx, values: never) => S) {
  const statements = onceFor((_: Db) => new Map<string, S>())
  return (tx: Tx, row: Values): S => {
    const given = Object.entries(row).filter(([, value]) => value !== undefined)
    const shape = given.map(([name, value]) => (value === null ? `${name}=null` : name)).join()
    const known = statements(tx).get(shape)
    if (known) return known
    const values = given.map(([name, value]) => [
      name,
      value === null ? null : sql.placeholder(name),
    ])
    const made = quicken(make(tx, Object.fromEntries(values) as never))
    statements(tx).set(shape, made)
    return made
  }
}

/** Every column of a table as a value to be given later. */
export function placeholdersOf<T extends SQLiteTable>(table: T): T['$inferInsert'] {
  const names = Object.keys(getTableColumns(table))
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]))
}
