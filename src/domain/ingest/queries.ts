import { and, count, eq } from 'drizzle-orm'
import type { ObjectId } from '../../base/ids.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { findsBy, later, placeholdersOf, prepared } from '../prepared.ts'
import { objectInspections, wordBoxes } from './tables.ts'

export type InspectionRow = typeof objectInspections.$inferSelect

export const findInspection: (db: Db, objectId: ObjectId) => InspectionRow | undefined = findsBy(
  objectInspections,
  objectInspections.objectId,
)

/** A later inspection takes the place of an earlier one. */
export function putInspection(tx: Tx, row: InspectionRow): void {
  newInspection(tx).run(row)
}

const newInspection = prepared((tx) => {
  const row = placeholdersOf(objectInspections)
  const { objectId: _, ...set } = row
  const target = objectInspections.objectId
  return tx.insert(objectInspections).values(row).onConflictDoUpdate({ target, set }).prepare()
})

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
  boxesGone(tx).run({ objectId })
}

const boxesGone = prepared((tx) =>
  tx
    .delete(wordBoxes)
    .where(eq(wordBoxes.objectId, later('objectId')))
    .prepare(),
)

export function countWordBoxes(db: Db, objectId: ObjectId): number {
  const mine = eq(wordBoxes.objectId, objectId)
  return db.select({ pages: count() }).from(wordBoxes).where(mine).get()?.pages ?? 0
}
