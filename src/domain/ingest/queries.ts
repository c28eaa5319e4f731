import { and, count, eq } from 'drizzle-orm'
import type { ObjectId } from '../../base/ids.ts'
import { deletesBy, findsBy, placeholdersOf, prepared } from '../../store/prepared.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { objectInspections, wordBoxes } from './tables.ts'

export type InspectionRow = typeof objectInspections.$inferSelect

export const findInspection = findsBy(objectInspections, objectInspections.objectId)

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

export const deleteInspection = deletesBy(objectInspections, objectInspections.objectId)

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

export const deleteWordBoxes = deletesBy(wordBoxes, wordBoxes.objectId)

export function countWordBoxes(db: Db, objectId: ObjectId): number {
  const mine = eq(wordBoxes.objectId, objectId)
  return db.select({ pages: count() }).from(wordBoxes).where(mine).get()?.pages ?? 0
}

/** The pages on which something was recognised, in order. */
export function pagesWithWords(db: Db, objectId: ObjectId): number[] {
  const mine = eq(wordBoxes.objectId, objectId)
  const rows = db.select({ page: wordBoxes.page }).from(wordBoxes).where(mine)
  return rows
    .orderBy(wordBoxes.page)
    .all()
    .map(({ page }) => page)
}
