import { and, count, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Db, Tx } from '../../store/tx.ts'
import { idempotentReplies } from './tables.ts'

export type ReplyRow = typeof idempotentReplies.$inferSelect

export function findReply(db: Db, replyId: Buffer, nowMs: number): ReplyRow | undefined {
  return db
    .select()
    .from(idempotentReplies)
    .where(and(eq(idempotentReplies.replyId, replyId), gt(idempotentReplies.expiresAt, nowMs)))
    .get()
}

/** An expired answer under the same id makes room for the new one. */
export function insertReply(tx: Tx, row: ReplyRow): void {
  tx.delete(idempotentReplies)
    .where(
      and(
        eq(idempotentReplies.replyId, row.replyId),
        lte(idempotentReplies.expiresAt, row.createdAt),
      ),
    )
    .run()
  tx.insert(idempotentReplies).values(row).run()
}

export function countExpiredReplies(db: Db, nowMs: number): number {
  const expired = lte(idempotentReplies.expiresAt, nowMs)
  return db.select({ n: count() }).from(idempotentReplies).where(expired).get()?.n ?? 0
}

export function deleteExpiredReplies(
  tx: Tx,
  { nowMs, max }: { nowMs: number; max: number },
): number {
  const expired = tx
    .select({ replyId: idempotentReplies.replyId })
    .from(idempotentReplies)
    .where(lte(idempotentReplies.expiresAt, nowMs))
    .limit(max)
  return tx.delete(idempotentReplies).where(inArray(idempotentReplies.replyId, expired)).run()
    .changes
}
