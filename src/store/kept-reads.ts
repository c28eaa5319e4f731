import { onceFor } from '../base/once-for.ts'
import type { Connection } from './connect.ts'
import type { Db } from './tx.ts'

/**
 * What is asked of the records by every request and seldom changes, kept in the memory of the one
 * connection that writes until it may have changed. Triggers that are not in the file tell of each
 * change of this connection, so that whoever writes cannot forget it; and SQLite has a number that
 * is another one once anybody else has committed, which is looked at each time: that is a sixth
 * of what asking takes. So a revoked key, a suspension and a row that another hand altered count at
 * once, as if nothing were kept. What is read inside a transaction that has changed something is
 * never kept, for that may be rolled back.
 */
const watched = [
  ...['api_key', 'api_key_grant', 'api_key_ancestor', 'tenant', 'tenant_suspension'],
  ...['index_change', 'visibility_change'],
]

/** Of each kind: beyond that all is forgotten and asked for again. */
const keptMax = 10_000

type Marks = {
  /** Another number once something may have changed. */
  mark(): number
  isInTransaction(): boolean
}

const marksOf = new WeakMap<Db, () => Marks | undefined>()

/** What is read by this connection is kept from here on, once somebody asks. */
export function keepReads({ raw, db }: Pick<Connection, 'raw' | 'db'>): void {
  let marks: Marks | undefined
  marksOf.set(db, () => {
    // Triggers that are made in a transaction would go with it.
    if (!marks && !raw.inTransaction) marks = watchTables(raw)
    return marks
  })
}

function watchTables(raw: Connection['raw']): Marks {
  let [changes, lastVersion] = [0, 0]
  raw.function('kontor_kept_changed', () => {
    changes += 1
    return null
  })
  const triggers = watched.flatMap((table) =>
    ['INSERT', 'UPDATE', 'DELETE'].map(
      (on) => `CREATE TEMP TRIGGER "kept ${table} ${on}" AFTER ${on} ON main."${table}"
        BEGIN SELECT kontor_kept_changed(); END;`,
    ),
  )
  // At once: each alone would be a transaction of its own.
  raw.exec(['BEGIN;', ...triggers, 'COMMIT;'].join('\n'))
  const version = raw.prepare('PRAGMA data_version').pluck()
  return {
    mark() {
      const now = version.get() as number
      if (now !== lastVersion) {
        lastVersion = now
        changes += 1
      }
      return changes
    },
    isInTransaction: () => raw.inTransaction,
  }
}

/**
 * The same read, of the watched tables alone, that is not done again while nothing changed. What it
 * gives is given to many: nobody may change it. Undefined is not kept.
 */
export function keptRead<K extends string, V>(read: (db: Db, key: K) => V): (db: Db, key: K) => V {
  const kept = onceFor((_: Db) => ({ mark: 0, values: new Map<K, V>() }))
  return (db, key) => {
    const marks = marksOf.get(db)?.()
    if (!marks) return read(db, key)
    const mark = marks.mark()
    const mine = kept(db)
    if (mine.mark !== mark) {
      mine.mark = mark
      mine.values.clear()
    }
    const known = mine.values.get(key)
    if (known !== undefined) return known
    const value = read(db, key)
    if (value === undefined || marks.isInTransaction()) return value
    if (mine.values.size >= keptMax) mine.values.clear()
    mine.values.set(key, value)
    return value
  }
}
