// The database of one cell: the product's own schema, triggers and statements, in memory. A crash
// loses what was not committed and what was not in the database; that a commit outlives a power
// cut is what `scripts/soak power` tries.
import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { keepStatements } from '../../../src/store/keep-statements.ts'
import type { Db, Tx } from '../../../src/store/tx.ts'
import { migratedFile } from '../../../test/support/migrated-file.ts'

export type CellStore = ReturnType<ReturnType<typeof openCellStores>>

/**
 * Gives databases that are as the migrations leave them, and one table more. To open one and to
 * compile its statements takes longer than a run: so all that a run writes is one transaction that
 * is never committed, and those of the run are savepoints in it.
 */
export function openCellStores(
  schema: string,
  prepare: (raw: Database.Database) => void = () => {},
) {
  const free: ReturnType<typeof open>[] = []
  return () => {
    const one = free.pop() ?? open(schema, prepare)
    one.begin.run()
    return {
      raw: one.raw,
      db: one.db,
      transact: one.transact,
      [Symbol.dispose]() {
        one.rollBack.run()
        free.push(one)
      },
    }
  }
}

function open(schema: string, prepare: (raw: Database.Database) => void) {
  const raw = new Database(migrated())
  raw.pragma('foreign_keys = ON')
  raw.pragma('recursive_triggers = ON')
  raw.exec(schema)
  keepStatements(raw)
  prepare(raw)
  const db = drizzle({ client: raw }) as Db
  const [begin, rollBack] = [raw.prepare('BEGIN'), raw.prepare('ROLLBACK')]
  const [savepoint, release] = [raw.prepare('SAVEPOINT deed'), raw.prepare('RELEASE deed')]
  const undo = raw.prepare('ROLLBACK TO deed')
  return {
    raw,
    db,
    begin,
    rollBack,
    /** Nothing of it stays when it throws. */
    transact<T>(fn: (tx: Tx) => T): T {
      savepoint.run()
      try {
        return fn(db as Tx)
      } catch (error) {
        undo.run()
        throw error
      } finally {
        release.run()
      }
    },
  }
}

let bytes: Buffer | undefined

/** A database in memory has no log: these two bytes of the file say that there is one. */
function migrated(): Buffer {
  if (bytes) return bytes
  bytes = readFileSync(migratedFile())
  bytes[18] = 1
  bytes[19] = 1
  return bytes
}
