import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../store/tx.ts'
import { firstHour } from './tables.ts'

export type StepRow = typeof firstHour.$inferSelect

export function findStep(db: Db, step: StepRow['step']): StepRow | undefined {
  return db.select().from(firstHour).where(eq(firstHour.step, step)).get()
}

export function putStep(tx: Tx, row: StepRow): void {
  const { step: _, ...rest } = row
  tx.insert(firstHour).values(row).onConflictDoUpdate({ target: firstHour.step, set: rest }).run()
}

export function deleteStep(tx: Tx, step: StepRow['step']): void {
  tx.delete(firstHour).where(eq(firstHour.step, step)).run()
}
