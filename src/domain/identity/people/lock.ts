import { eq } from 'drizzle-orm'
import { Forbidden } from '../../../base/errors.ts'
import type { UserId } from '../../../base/ids.ts'
import { findsBy } from '../../../store/prepared.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { userLocks } from '../tables.ts'

/** What a lock is, all of it: a row, for which nobody is let in as this person. */
export type Lock = { readonly lockedAtMs: number; readonly reason: string }

const findRow = findsBy(userLocks, userLocks.userId)

export function findLock(db: Db, userId: UserId): Lock | undefined {
  const row = findRow(db, userId)
  return row && { lockedAtMs: row.lockedAt, reason: row.reason }
}

export function isLocked(db: Db, userId: UserId): boolean {
  return findRow(db, userId) !== undefined
}

/** Throws Forbidden, to somebody who has shown who it is. Why is the operator's to tell. */
export function requireNotLocked(db: Db, userId: UserId): void {
  if (!isLocked(db, userId)) return
  throw new Forbidden({
    reason: 'user_locked',
    message: 'This account is locked. Ask whoever runs this platform.',
  })
}

export function insertLock(tx: Tx, row: typeof userLocks.$inferInsert): void {
  tx.insert(userLocks).values(row).run()
}

export function deleteLock(tx: Tx, userId: UserId): void {
  tx.delete(userLocks).where(eq(userLocks.userId, userId)).run()
}
