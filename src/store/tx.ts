import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'

type Drizzle = BetterSQLite3Database<Record<string, never>>

/** Reading only: a function that takes a Db cannot write, by type. */
export type Db = Pick<Drizzle, 'select' | 'selectDistinct' | 'with' | '$count' | 'all' | 'get'>

declare const inTransaction: unique symbol

/**
 * The inside of one write transaction. Only `store.write` makes one, so a function that takes a Tx
 * knows that what it does is committed or rolled back together with what its caller does.
 * Everything in it is synchronous: better-sqlite3 has no other way, and an `await` would let a
 * second writer in.
 */
export type Tx = Db &
  Pick<Drizzle, 'insert' | 'update' | 'delete' | 'run'> & { readonly [inTransaction]: true }

/** In a transaction; settles when the disk has it. What `fn` throws rolls back `fn` alone. */
export type Write = <T>(fn: (tx: Tx) => T, manner?: Manner) => Promise<T>

export type Manner = {
  /** All that it does is in the transaction: it may be taken back and done again from the start. */
  readonly mayRunAgain?: boolean
}

/** From now on no transaction begins; what is to be written waits until this is disposed. */
export type Hold = () => Disposable

/** The store as a room sees it. */
export type RoomStore = { readonly db: Db; readonly write: Write }

/** Which changes of a table are told of, and the column that says whom they are about. */
export type WatchedRows = {
  table: string
  on: 'INSERT' | 'DELETE' | `UPDATE OF ${string}`
  about: string
}
