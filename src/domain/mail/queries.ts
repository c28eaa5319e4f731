import { and, eq, gt, lte, ne } from 'drizzle-orm'
import type { UserId } from '../../base/ids.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { notificationChoices as choices } from './tables.ts'

export type ChoiceRow = typeof choices.$inferSelect

const nothing: ChoiceRow['atOnce'] = []

export function findChoice(db: Db, userId: UserId): ChoiceRow | undefined {
  return db.select().from(choices).where(eq(choices.userId, userId)).get()
}

export function putChoice(tx: Tx, row: ChoiceRow): void {
  const { userId: _, ...set } = row
  tx.insert(choices).values(row).onConflictDoUpdate({ target: choices.userId, set }).run()
}

export function updateChoice(tx: Tx, userId: UserId, change: Partial<ChoiceRow>): void {
  tx.update(choices).set(change).where(eq(choices.userId, userId)).run()
}

/** Who wants something at once; in the order of ids, from behind one on. */
export function listAtOnce(db: Db, after: string): UserId[] {
  const rows = db
    .select({ userId: choices.userId })
    .from(choices)
    .where(and(gt(choices.userId, after as UserId), ne(choices.atOnce, nothing)))
    .orderBy(choices.userId)
    .limit(personsAtOnce)
    .all()
  return rows.map(({ userId }) => userId)
}

/** Whose day is over; the same. */
export function listDaily(
  db: Db,
  { after, beforeMs }: { after: string; beforeMs: number },
): UserId[] {
  const rows = db
    .select({ userId: choices.userId })
    .from(choices)
    .where(
      and(
        gt(choices.userId, after as UserId),
        lte(choices.dailyAt, beforeMs),
        ne(choices.daily, nothing),
      ),
    )
    .orderBy(choices.userId)
    .limit(personsAtOnce)
    .all()
  return rows.map(({ userId }) => userId)
}

export const personsAtOnce = 100
