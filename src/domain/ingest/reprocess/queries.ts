import { and, eq, sql } from 'drizzle-orm'
import type { DatasetId, ObjectId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import {
  type ReprocessOutcome,
  readingVersions,
  reprocesses,
  reprocessObjects,
  reprocessOutcomes,
} from '../tables.ts'

export type ReprocessRow = typeof reprocesses.$inferSelect
export type OutcomeCounts = Record<ReprocessOutcome, number>

export function findReprocess(db: Db, datasetId: DatasetId): ReprocessRow | undefined {
  return db.select().from(reprocesses).where(eq(reprocesses.datasetId, datasetId)).get()
}

/** A new run, in the place of the one before it. */
export function startReprocess(
  tx: Tx,
  row: Pick<ReprocessRow, 'datasetId' | 'which' | 'requestedAtMs'>,
): ReprocessRow {
  const { datasetId } = row
  tx.delete(reprocessObjects).where(eq(reprocessObjects.datasetId, datasetId)).run()
  tx.delete(reprocesses).where(eq(reprocesses.datasetId, datasetId)).run()
  return tx.insert(reprocesses).values(row).returning().get()
}

export function markAllQueued(tx: Tx, datasetId: DatasetId): void {
  tx.update(reprocesses).set({ allQueued: true }).where(eq(reprocesses.datasetId, datasetId)).run()
}

export function addWaiting(tx: Tx, row: { datasetId: DatasetId; objectId: ObjectId }): void {
  tx.insert(reprocessObjects)
    .values({ ...row, outcome: 'waiting' })
    .run()
}

/** The last object of the list so far; empty before the first. */
export function lastListed(db: Db, datasetId: DatasetId): string {
  const row = db.get<{ last: string }>(sql`
    SELECT coalesce(max(object_id), '') AS last FROM reprocess_object
    WHERE dataset_id = ${datasetId}`)
  return row.last
}

export function setOutcome(
  tx: Tx,
  { datasetId, objectId, outcome }: typeof reprocessObjects.$inferSelect,
): void {
  tx.update(reprocessObjects)
    .set({ outcome })
    .where(and(eq(reprocessObjects.datasetId, datasetId), eq(reprocessObjects.objectId, objectId)))
    .run()
}

export function countOutcomes(db: Db, datasetId: DatasetId): OutcomeCounts {
  const rows = db
    .select({ outcome: reprocessObjects.outcome, count: sql<number>`count(*)` })
    .from(reprocessObjects)
    .where(eq(reprocessObjects.datasetId, datasetId))
    .groupBy(reprocessObjects.outcome)
    .all()
  const none = Object.fromEntries(reprocessOutcomes.map((name) => [name, 0])) as OutcomeCounts
  return { ...none, ...Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count])) }
}

export type ReadingVersion = Omit<typeof readingVersions.$inferSelect, 'readingNo'>

export function findReadingVersion(db: Db): ReadingVersion | undefined {
  return db.select().from(readingVersions).get()
}

export function setReadingVersion(tx: Tx, to: ReadingVersion): void {
  const { version, afterDatasetId } = to
  const before = findReadingVersion(tx)
  if (before?.version === version && before.afterDatasetId === afterDatasetId) return
  tx.insert(readingVersions)
    .values({ readingNo: 1, ...to })
    .onConflictDoUpdate({ target: readingVersions.readingNo, set: to })
    .run()
}

/** Whether a run over a dataset has objects that wait. */
export function isRunning(db: Db, datasetId: string): boolean {
  const run = findReprocess(db, datasetId as DatasetId)
  return run !== undefined && !(run.allQueued && !hasWaiting(db, run.datasetId))
}

/** Of a large run each object asks this: counting all would make it the square of their number. */
function hasWaiting(db: Db, datasetId: DatasetId): boolean {
  const { found } = db.get<{ found: 0 | 1 }>(sql`
    SELECT EXISTS (SELECT 1 FROM reprocess_object
      WHERE dataset_id = ${datasetId} AND outcome = 'waiting') AS found`)
  return found === 1
}
