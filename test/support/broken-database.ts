// A database with something wrong in it, for tests of those who look for what is wrong.
import type { Store } from '../../src/store/open.ts'

type Raw = Store['raw']

/** What a look at the database of a running server offers, on the connection of this process. */
export function lookOf(raw: Raw) {
  return {
    rows: (sql: string) => raw.prepare(sql).all(),
    value: (sql: string, ...bound: unknown[]) =>
      raw
        .prepare(sql)
        .pluck()
        .get(...bound),
  }
}

/** What `find` says after a change that the database itself would refuse; nothing of it stays. */
export function afterChange<T>(raw: Raw, change: string, find: () => T): T {
  const guards = raw
    .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    .pluck()
    .all()
    .map((name) => `DROP TRIGGER ${name};`)
  raw.pragma('foreign_keys = OFF')
  raw.pragma('ignore_check_constraints = ON')
  raw.exec('BEGIN')
  try {
    raw.exec(`${guards.join(' ')} ${change}`)
    return find()
  } finally {
    raw.exec('ROLLBACK')
    raw.pragma('ignore_check_constraints = OFF')
    raw.pragma('foreign_keys = ON')
  }
}
