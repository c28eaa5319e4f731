import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../store/tx.ts'
import { eventCounts, events } from './tables.ts'

export type EventRow = typeof events.$inferSelect
export type AfterNumber = { stream: string; afterNumber: number; limit: number }

export function listEventRows(db: Db, { stream, afterNumber, limit }: AfterNumber): EventRow[] {
  return db
    .select()
    .from(events)
    .where(and(eq(events.stream, stream), gt(events.number, afterNumber)))
    .orderBy(asc(events.number))
    .limit(limit)
    .all()
}

export type Stretch = {
  stream: string
  types: readonly string[]
  afterNumber: number
  upTo: number
}

export function listStretchRows(db: Db, { stream, types, afterNumber, upTo }: Stretch): EventRow[] {
  return db
    .select()
    .from(events)
    .where(
      sql`stream = ${stream} AND number > ${afterNumber} AND number <= ${upTo}
        AND type IN (SELECT value FROM json_each(${JSON.stringify(types)}))`,
    )
    .orderBy(asc(events.number))
    .all()
}

export function lastNumberOf(db: Db, stream: string): number {
  return findBounds(db, stream).last
}

/** The last number that was given, and the first that is still kept. */
export function findBounds(db: Db, stream: string): { last: number; first: number | null } {
  const count = db.select().from(eventCounts).where(eq(eventCounts.stream, stream)).get()
  const first = sql<number | null>`min(${events.number})`
  const row = db.select({ first }).from(events).where(eq(events.stream, stream)).get()
  return { last: count?.lastNumber ?? 0, first: row?.first ?? null }
}

export function deleteOlder(tx: Tx, { beforeMs, max }: { beforeMs: number; max: number }): number {
  return tx.run(sql`
    DELETE FROM event WHERE (stream, number) IN (
      SELECT stream, number FROM event WHERE at < ${beforeMs} ORDER BY at LIMIT ${max})`).changes
}
