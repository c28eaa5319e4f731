import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { seal, unseal } from '../../base/sealed.ts'
import type { Secrets } from '../../base/secrets.ts'
import type { Connection } from '../connect.ts'
import { prepared } from '../prepared.ts'
import type { Db } from '../tx.ts'
import { type Cover, covers } from './cover.ts'
import { tableSeals } from './tables.ts'

/** Derived from the root of the folder's secrets: they outlive rotations. */
export type SealKeys = { readonly rows: KeyObject; readonly sums: KeyObject }

/** As objects: a key of bytes is looked at anew for every row. */
export function sealKeysOf(secrets: Pick<Secrets, 'derive'>): SealKeys {
  const keyFor = (purpose: string) => createSecretKey(secrets.derive(purpose))
  return { rows: keyFor('seal-rows'), sums: keyFor('seal-sums') }
}

/** What is sealed: of each table the sum over its rows, or the last link of its chain. */
export type Sums = {
  /** Grows with every commit that changed something: an older copy has a smaller one. */
  readonly count: number
  /** The last migration that the rows were read under. */
  readonly schema: number
  /** Of 32 bytes each. */
  readonly tables: ReadonlyMap<string, Buffer>
}

type Raw = Connection['raw']

/** Sums are taken modulo 2^256, so that rows come and go in any order. */
const sumBytes = 32
export const nothing = Buffer.alloc(sumBytes)

export type CoveredTable = { name: string; cover: Exclude<Cover, { by: 'books' | 'nothing' }> }

export const coveredTables: readonly CoveredTable[] = Object.entries(covers).flatMap(
  ([name, cover]) => (cover.by === 'rows' || cover.by === 'last' ? [{ name, cover }] : []),
)

/** Of each covered table the columns that its rows are summed over. */
export function coveredColumns(raw: Raw): ReadonlyMap<string, readonly string[]> {
  const names = JSON.stringify(coveredTables.map(({ name }) => name))
  const found = raw
    .prepare(`SELECT t.value AS "table", c.name FROM json_each(?) t, pragma_table_info(t.value) c`)
    .all(names) as { table: string; name: string }[]
  const all = Map.groupBy(found, ({ table }) => table)
  return new Map(
    coveredTables.map((table) => {
      const columns = (all.get(table.name) ?? []).map(({ name }) => name)
      return [table.name, chosenColumns(columns, table)]
    }),
  )
}

function chosenColumns(all: readonly string[], { name, cover }: CoveredTable): readonly string[] {
  if (cover.by === 'last') return ['hash']
  const { only, except = [] } = cover
  const lost = [...(only ?? []), ...except].filter((column) => !all.includes(column))
  if (lost.length > 0) throw new Error(`${name} has no column ${lost.join()}`)
  return only ?? all.filter((column) => !except.includes(column))
}

/** The covered tables that have rows. */
export function filledTables(raw: Raw): ReadonlySet<string> {
  const looks = coveredTables.map(
    ({ name }) => `SELECT '${name}' WHERE EXISTS (SELECT 1 FROM "${name}")`,
  )
  return new Set(raw.prepare(looks.join(' UNION ALL ')).pluck().all() as string[])
}

/** A row as one text, in SQL: `quote` writes a value so that it can be read in one way alone. */
export function rowText(columns: readonly string[], of = ''): string {
  return columns.map((column) => `quote(${of}"${column}")`).join(` || ',' || `)
}

export function withRow(sum: Buffer, row: { mac: Buffer; sign: 1 | -1 }): Buffer {
  return bytesOf(numberIn(sum) + BigInt(row.sign) * numberIn(row.mac))
}

function numberIn(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`)
}

function bytesOf(value: bigint): Buffer {
  const hex = BigInt.asUintN(sumBytes * 8, value).toString(16)
  return Buffer.from(hex.padStart(sumBytes * 2, '0'), 'hex')
}

/** Which rows sum to what, nobody works out without the key. */
export function macOf(keys: SealKeys, { name, row }: { name: string; row: string }): Buffer {
  return createHmac('sha256', keys.rows).update(`${name}\n`).update(row).digest()
}

/** Works out what a table holds now, some rows in each step. */
export function* sumOf(
  raw: Raw,
  keys: SealKeys,
  { name, cover, columns }: CoveredTable & { columns: readonly string[] },
): Generator<void, Buffer> {
  if (cover.by === 'last') {
    const last = raw.prepare(`SELECT hash FROM "${name}" ORDER BY "${cover.order}" DESC LIMIT 1`)
    return (last.pluck().get() as Buffer | undefined) ?? nothing
  }
  const text = rowText(columns)
  let [sum, rows] = [0n, 0]
  for (const row of raw.prepare(`SELECT ${text} FROM "${name}"`).pluck().iterate()) {
    sum += numberIn(macOf(keys, { name, row: row as string }))
    rows += 1
    if (rows % rowsPerStep === 0) yield
  }
  return bytesOf(sum)
}

const rowsPerStep = 500

type Kept = { sealed: Buffer; sums: Sums }

/** What a connection read or wrote last: the next commit mostly finds just that. */
const lastOf = new WeakMap<Db, Kept>()

const present = prepared((db) =>
  db.select({ sealed: tableSeals.sealed }).from(tableSeals).prepare(),
)

const renewed = prepared((tx) => {
  const sealed = sql.placeholder('sealed')
  return tx
    .insert(tableSeals)
    .values({ sealNo: 1, sealed })
    .onConflictDoUpdate({ target: tableSeals.sealNo, set: { sealed: sql`excluded.sealed` } })
    .prepare()
})

/** Undefined: nothing was ever sealed. 'broken': another key sealed it, or it was changed. */
export function readSums(db: Db, keys: SealKeys): Sums | 'broken' | undefined {
  const sealed = present(db).get()?.sealed
  if (!sealed) return undefined
  const last = lastOf.get(db)
  if (last?.sealed.equals(sealed)) return last.sums
  try {
    const sums = decoded(unseal(keys.sums, sealed))
    lastOf.set(db, { sealed, sums })
    return sums
  } catch {
    return 'broken'
  }
}

export function writeSums(db: Db, keys: SealKeys, sums: Sums): void {
  const sealed = seal(keys.sums, encoded(sums))
  renewed(db).run({ sealed })
  lastOf.set(db, { sealed, sums })
}

/** A line that says which sums follow, and the sums. */
function encoded({ count, schema, tables }: Sums): Buffer {
  const head = `${count} ${schema} ${[...tables.keys()].join()}\n`
  return Buffer.concat([Buffer.from(head), ...tables.values()])
}

function decoded(bytes: Buffer): Sums {
  const end = bytes.indexOf('\n')
  const [count, schema, names = ''] = bytes.toString('utf8', 0, end).split(' ')
  const tables = names.split(',').map((name, i) => {
    const start = end + 1 + i * sumBytes
    return [name, bytes.subarray(start, start + sumBytes)] as const
  })
  return { count: Number(count), schema: Number(schema), tables: new Map(tables) }
}
