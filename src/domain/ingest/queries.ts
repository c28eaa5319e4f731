import { and, count, eq } from 'drizzle-orm'
import type { ObjectId } from '../../base/ids.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { objectInspections, wordBoxes } from './tables.ts'

export type InspectionRow = typeof objectInspections.$inferSelect

export function findInspection(db: Db, objectId: ObjectId): InspectionRow | undefined {
  return db.select().from(objectInspections).where(eq(objectInspections.objectId, objectId)).get()
}

/** A later inspection takes the place of an earlier one. */
export function putInspection(tx: Tx, row: InspectionRow): void {
  const { objectId, ...rest } = row
  tx.insert(objectInspections)
    .values(row)
    .onConflictDoUpdate({ target: objectInspections.objectId, set: rest })
    .run()
}

export function deleteInspection(tx: Tx, objectId: ObjectId): void {
  tx.delete(objectInspections).where(eq(objectInspections.objectId, objectId)).run()
}

export type WordBoxesRow = typeof wordBoxes.$inferSelect

export function findWordBoxes(
  db: Db,
  { objectId, page }: Pick<WordBoxesRow, 'objectId' | 'page'>,
): WordBoxesRow | undefined {
  const place = and(eq(wordBoxes.objectId, objectId), eq(wordBoxes.page, page))
  return db.select().from(wordBoxes).where(place).get()
}

/** What is there of a page already stays. */
export function putWordBoxes(tx: Tx, row: WordBoxesRow): void {
  tx.insert(wordBoxes).values(row).onConflictDoNothing().run()
}

export function deleteWordBoxes(tx: Tx, objectId: ObjectId): void {
  tx.delete(wordBoxes).where(eq(wordBoxes.objectId, objectId)).run()
}

export function countWordBoxes(db: Db, objectId: ObjectId): number {
  const mine = eq(wordBoxes.objectId, objectId)
  return db.select({ pages: count() }).from(wordBoxes).where(mine).get()?.pages ?? 0
}
