import { type Column, getTableColumns, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { prepared } from '../../../store/prepared.ts'
import type { Tx } from '../../../store/tx.ts'

/**
 * How a row is inserted where nothing is to be spared: its values go to SQLite as they are. An
 * encoder for each column, which none of these tables needs, is asked for all columns of all rows,
 * and that takes as long as the insert.
 */
export function insertsInto<T extends SQLiteTable>(table: T) {
  const values = namesOf(table).map((name) => sql`${sql.placeholder(name)}`)
  const statement = prepared((tx) =>
    tx
      .insert(table)
      .select(sql`VALUES (${sql.join(values, sql`, `)})`)
      .prepare(),
  )
  return (tx: Tx, row: T['$inferSelect']): void => void statement(tx).run(row)
}

function namesOf(table: SQLiteTable): string[] {
  const columns: Record<string, Column> = getTableColumns(table)
  return Object.keys(columns)
}
