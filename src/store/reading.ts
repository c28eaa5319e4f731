import type { SQL } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import type { Db } from './tx.ts'

/**
 * Reads that grow with what there is: sums over all of a tenant's records, a search through all
 * words. They are answered by a thread that only reads, so that nobody waits for them but who asks;
 * they see what is committed by then.
 */
export type Reading = {
  all<Row>(query: SQL): Promise<Row[]>
  /** The first row, of a query that has one. */
  get<Row>(query: SQL): Promise<Row>
}

/** The same where there is no thread: whoever asks waits. */
export function readingHere(db: Db): Reading {
  return {
    all: async <Row>(query: SQL) => db.all<Row>(query),
    get: async <Row>(query: SQL) => db.get<Row>(query),
  }
}

/** Carries out a statement with its values, somewhere. */
export type Ask = (statement: { text: string; values: unknown[] }) => Promise<unknown[]>

export function readingBy(ask: Ask): Reading {
  const dialect = new SQLiteSyncDialect()
  const all = async <Row>(query: SQL) => {
    const { sql: text, params: values } = dialect.sqlToQuery(query)
    return (await ask({ text, values })) as Row[]
  }
  return { all, get: async <Row>(query: SQL) => (await all<Row>(query))[0] as Row }
}
