import type { Connection } from '../connect.ts'
import { shippedMigrations } from '../migrate.ts'
import type { Db } from '../tx.ts'
import {
  type CoveredTable,
  coveredColumns,
  coveredTables,
  filledTables,
  macOf,
  nothing,
  readSums,
  rowText,
  type SealKeys,
  type Sums,
  sumOf,
  withRow,
  writeSums,
} from './sums.ts'

type Raw = Connection['raw']
type Columns = ReturnType<typeof coveredColumns>

type Sealing = {
  raw: Raw
  db: Db
  keys: SealKeys
  /** Whether this folder's tables were sealed before: then a seal that is gone was taken away. */
  wasSealed: boolean
  /** Has something done in every transaction, last of all. */
  beforeCommit(run: () => void): void
}

export type Seal = {
  /** How often it was set; undefined where there is none, or none that the key opens. */
  count(): number | undefined
  /** Seals what the tables hold now, whatever they held: for the operator who knows why. */
  renew(): void
  /** Takes in what this connection wrote outside of the store's transactions. */
  settle(): void
}

/**
 * Keeps the seal of the tables up to date: what a transaction does to covered rows is noted beside
 * it and added to the sums before it commits, together with it. The notes are temporary tables and
 * triggers of this connection, so that nothing of it lies in the file for others to take away.
 * A seal that does not open, or was taken away, is left as it is for the verifier to say so.
 */
export function openSeal({ raw, db, keys, wasSealed, beforeCommit }: Sealing): Seal {
  const sums = readSums(db, keys)
  const schema = shippedMigrations().at(-1)?.number ?? 0
  const columns = coveredColumns(raw)
  const renew = () =>
    writeSums(db, keys, allSums(raw, keys, { schema, count: lastCount() + 1, columns }))
  const lastCount = () => {
    const now = readSums(db, keys)
    return now === 'broken' ? 0 : (now?.count ?? 0)
  }
  noteChanges(raw, columns)
  if (sums === undefined && !wasSealed) renew()
  // Rows have other columns under another schema: what they hold is taken as it is found.
  else if (sums !== 'broken' && sums && sums.schema < schema) renew()
  const pending = raw.prepare('SELECT name, sign, row FROM temp.seal_note ORDER BY rowid')
  const forget = raw.prepare('DELETE FROM temp.seal_note')
  const settle = () => {
    const notes = pending.all() as Note[]
    if (notes.length === 0) return
    forget.run()
    const before = readSums(db, keys)
    if (before === undefined || before === 'broken') return
    writeSums(db, keys, grown(before, keys, notes))
  }
  beforeCommit(settle)
  return { ...sealToRead({ db, keys }), renew, settle }
}

/** Of a store that is only read, so that there is nothing to take in. */
export function sealToRead({ db, keys }: Pick<Sealing, 'db' | 'keys'>): Seal {
  const count = () => {
    const now = readSums(db, keys)
    return now === 'broken' ? undefined : now?.count
  }
  return { count, renew() {}, settle() {} }
}

/** A row that came (1), that went (-1), or the last link of a chain (0). */
type Note = { name: string; sign: 1 | 0 | -1; row: string | Buffer }

function grown(before: Sums, keys: SealKeys, notes: readonly Note[]): Sums {
  const tables = new Map(before.tables)
  for (const { name, sign, row } of notes) {
    if (sign === 0) tables.set(name, row as Buffer)
    else {
      const mac = macOf(keys, { name, row: row as string })
      tables.set(name, withRow(tables.get(name) ?? nothing, { mac, sign }))
    }
  }
  return { ...before, count: before.count + 1, tables }
}

type At = Pick<Sums, 'schema' | 'count'> & { columns: Columns }

function allSums(raw: Raw, keys: SealKeys, { columns, ...at }: At): Sums {
  const filled = filledTables(raw)
  const tables = coveredTables.map((table) => {
    const { name } = table
    const steps = () => sumOf(raw, keys, { ...table, columns: columns.get(name) ?? [] })
    return [name, filled.has(name) ? toTheEnd(steps()) : nothing] as const
  })
  return { ...at, tables: new Map(tables) }
}

function toTheEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

function noteChanges(raw: Raw, columns: Columns): void {
  const triggers = coveredTables.map((table) => triggersOf(table, columns.get(table.name) ?? []))
  // At once: each alone would be a transaction of its own.
  const table = 'CREATE TEMP TABLE seal_note (name TEXT, sign INTEGER, row);'
  raw.exec(['BEGIN;', table, ...triggers, 'COMMIT;'].join('\n'))
}

function triggersOf({ name, cover }: CoveredTable, columns: readonly string[]): string {
  if (cover.by === 'last') {
    return trigger({ name, on: 'INSERT', does: note({ name, sign: 0, row: 'NEW.hash' }) })
  }
  const went = note({ name, sign: -1, row: rowText(columns, 'OLD.') })
  const came = note({ name, sign: 1, row: rowText(columns, 'NEW.') })
  const named = columns.map((column) => `"${column}"`).join()
  return [
    trigger({ name, on: 'INSERT', does: came }),
    trigger({ name, on: 'DELETE', does: went }),
    trigger({ name, on: `UPDATE OF ${named}`, does: went + came }),
  ].join('\n')
}

function note({ name, sign, row }: { name: string; sign: number; row: string }): string {
  return `INSERT INTO seal_note VALUES ('${name}', ${sign}, ${row});`
}

function trigger({ name, on, does }: { name: string; on: string; does: string }): string {
  return `CREATE TEMP TRIGGER "seal ${name} ${on.slice(0, 6)}" AFTER ${on} ON main."${name}"
    BEGIN ${does} END;`
}
