import { type SQL, sql } from 'drizzle-orm'
import type { UserId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'

/** Neither removed nor erased: a condition on the column that names a user. */
export function isSomebody(userId: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM user WHERE user.user_id = ${userId}
    AND user.email NOT IN (user.user_id || '@removed.invalid', user.user_id || '@erased.invalid'))`
}

/** Whether nobody can log in as this user any more. */
export function hasLeft(db: Db, userId: UserId): boolean {
  return db.get(sql`SELECT 1 WHERE ${isSomebody(sql`${userId}`)}`) === undefined
}
