import { type SQL, sql } from 'drizzle-orm'
import type { TenantId, UserId } from '../../base/ids.ts'
import type { Db, Tx, Write } from '../../store/tx.ts'
import type { ErasureRoom } from './room.ts'
import type { Deed } from './what-goes.ts'

/** What is done slice by slice, and may be stopped between two of them. */
export type Attempt = { write: Write; signal: AbortSignal }

export type Going = { tenantId: TenantId; people: readonly UserId[] }

/** Rows of one transaction: some milliseconds. */
const sliceMax = 200

type Carrying = Going & {
  deed: Deed
  /** What else is done with the rows of a slice, whose ids these are; it has fewer of them then. */
  with?: { do(tx: Tx, ids: string[]): void; atOnce: number }
}

/**
 * Does to a table what is done to it. Rows are looked for in the thread that reads, for some are
 * found only by looking through the whole table, and each slice is a transaction of its own.
 */
export async function applyInSlices(
  { reading }: Pick<ErasureRoom, 'reading'>,
  { write, signal }: Attempt,
  { deed, with: more, ...going }: Carrying,
): Promise<void> {
  const limit = more?.atOnce ?? sliceMax
  for (let after: unknown[] | undefined; ; ) {
    signal.throwIfAborted()
    const found = await reading.all<{ row: string }>(find(deed, { ...going, after, limit }))
    const rows = found.map(({ row }) => JSON.parse(row) as unknown[])
    if (rows.length > 0) {
      await write((tx) => {
        more?.do(
          tx,
          rows.map((row) => String(row.at(-1))),
        )
        tx.run(change(deed, rows))
      })
    }
    if (rows.length < limit) return
    if (deed.order) after = rows.at(-1)
  }
}

/** The first slice, in the caller's transaction. */
export function begin(tx: Tx, deed: Deed, going: Going): void {
  const found = (tx as Db).all<{ row: string }>(
    find(deed, { ...going, after: undefined, limit: sliceMax }),
  )
  const rows = found.map(({ row }) => JSON.parse(row) as unknown[])
  if (rows.length > 0) tx.run(change(deed, rows))
}

type Place = Going & { after: unknown[] | undefined; limit: number }

function find({ id, order, from, table, where }: Deed, { after, limit, ...going }: Place): SQL {
  const columns = sql.raw((order ?? id).join(', '))
  const beyond = after === undefined ? sql`TRUE` : sql`(${columns}) > (${valuesOf(after)})`
  return sql`SELECT json_array(${columns}) AS row FROM ${sql.raw(from ?? table)}
    WHERE ${given(where, going)} AND ${beyond}
    ${order ? sql`ORDER BY ${columns}` : sql``} LIMIT ${limit}`
}

/** By the last columns of what was found. */
function change({ table, id, order = id, set }: Deed, rows: readonly unknown[][]): SQL {
  const values = id.map((_, at) => sql.raw(`value ->> ${order.length - id.length + at}`))
  const deed = sql.raw(set === undefined ? `DELETE FROM ${table}` : `UPDATE ${table} SET ${set}`)
  return sql`${deed} WHERE (${sql.raw(id.join(', '))}) IN (
    SELECT ${sql.join(values, sql`, `)} FROM json_each(${JSON.stringify(rows)}))`
}

function valuesOf(row: readonly unknown[]): SQL {
  return sql.join(
    row.map((value) => sql`${value}`),
    sql`, `,
  )
}

function given(text: string, { tenantId, people }: Going): SQL {
  const pieces = text.split(/(:people|:tenant)/).map((piece) => {
    if (piece === ':people') return sql`${JSON.stringify(people)}`
    return piece === ':tenant' ? sql`${tenantId}` : sql.raw(piece)
  })
  return sql.join(pieces, sql.raw(''))
}
