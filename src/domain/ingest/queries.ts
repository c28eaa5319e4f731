import { eq } from 'drizzle-orm'
import type { ObjectId } from '../../base/ids.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { objectInspections } from './tables.ts'

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
