import { and, asc, count, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { SolEntryId, UserId } from '../../../base/ids.ts'
import { type Lamports, lamports } from '../../../base/lamports.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { type EntryType, solEntries, watchedDeposits } from '../tables.ts'

export type EntryRow = typeof solEntries.$inferSelect

export function insertEntry(tx: Tx, row: EntryRow): void {
  tx.insert(solEntries).values(row).run()
}

export function findEntry(db: Db, entryId: SolEntryId): EntryRow | undefined {
  return db.select().from(solEntries).where(eq(solEntries.entryId, entryId)).get()
}

export function endEntry(
  tx: Tx,
  end: {
    entryId: SolEntryId
    status: 'confirmed' | 'failed'
    transactionHash: string
    nowMs: number
  },
): void {
  tx.update(solEntries)
    .set({ status: end.status, transactionHash: end.transactionHash, updatedAtMs: end.nowMs })
    .where(eq(solEntries.entryId, end.entryId))
    .run()
}

/** A withdrawal that is on its way. */
export function hasPending(db: Db, userId: UserId): boolean {
  const { entryId, status } = solEntries
  const pending = and(eq(solEntries.userId, userId), eq(status, 'pending'))
  return db.select({ entryId }).from(solEntries).where(pending).limit(1).get() !== undefined
}

export function listEntriesAfter(
  db: Db,
  { after, limit }: { after: string; limit: number },
): EntryRow[] {
  const { entryId } = solEntries
  return db
    .select()
    .from(solEntries)
    .where(gt(entryId, after as SolEntryId))
    .orderBy(asc(entryId))
    .limit(limit)
    .all()
}

type Window = { userId: UserId; type?: EntryType | undefined; offset: number; limit: number }

/** The newest first. Which ones is found in an index alone, however far down they are. */
export function listEntries(db: Db, { userId, type, offset, limit }: Window): EntryRow[] {
  const { entryId } = solEntries
  const ids = db
    .select({ entryId })
    .from(solEntries)
    .where(ofUser({ userId, type }))
    .orderBy(desc(entryId))
    .limit(limit)
    .offset(offset)
  return db.select().from(solEntries).where(inArray(entryId, ids)).orderBy(desc(entryId)).all()
}

export function countEntries(db: Db, { userId, type }: Pick<Window, 'userId' | 'type'>): number {
  const counted = db.select({ n: count() }).from(solEntries).where(ofUser({ userId, type }))
  return counted.get()?.n ?? 0
}

function ofUser({ userId, type }: Pick<Window, 'userId' | 'type'>) {
  const ofType = type === undefined ? undefined : eq(solEntries.type, type)
  return and(eq(solEntries.userId, userId), ofType)
}

/** What a user gained or lost by confirmed entries of one type. */
export function sumOf(db: Db, { userId, type }: { userId: UserId; type: EntryType }): Lamports {
  const { total } = db.get<{ total: number }>(sql`
    SELECT coalesce(sum(amount_lamports), 0) AS total FROM sol_entry
    WHERE user_id = ${userId} AND type = ${type} AND status = 'confirmed'`)
  return lamports(total)
}

/** The transactions that a user may see the receipt of. */
export function findOwnEntry(
  db: Db,
  { userId, transactionHash }: { userId: UserId; transactionHash: string },
): SolEntryId | undefined {
  const found = db
    .select({ entryId: solEntries.entryId })
    .from(solEntries)
    .where(and(eq(solEntries.userId, userId), eq(solEntries.transactionHash, transactionHash)))
    .limit(1)
  return found.get()?.entryId
}

/** Users with entries and what these leave them to spend; in the order of their ids. */
export function listExpectedBalances(
  db: Db,
  { after, limit }: { after: string; limit: number },
): { userId: UserId; lamports: number }[] {
  return db.all(sql`
    SELECT user_id AS userId, sum(CASE
      WHEN type IN ('deposit', 'earnings') THEN amount_lamports
      WHEN status = 'failed' THEN 0
      ELSE -amount_lamports - fee_lamports END) AS lamports
    FROM sol_entry WHERE user_id > ${after}
    GROUP BY user_id ORDER BY user_id LIMIT ${limit}`)
}

// Deposits that were credited without being asked for

export function insertWatched(tx: Tx, row: typeof watchedDeposits.$inferInsert): void {
  tx.insert(watchedDeposits).values(row).run()
}

/** The transaction of the oldest one of this amount that the user has not asked for, once. */
export function askForWatched(
  tx: Tx,
  asked: { userId: UserId; amountLamports: Lamports; nowMs: number },
): string | undefined {
  const { signature, instruction, userId, creditedAtMs, askedForAtMs } = watchedDeposits
  const found = tx
    .select()
    .from(watchedDeposits)
    .where(
      and(
        eq(userId, asked.userId),
        eq(watchedDeposits.lamports, asked.amountLamports),
        isNull(askedForAtMs),
      ),
    )
    .orderBy(asc(creditedAtMs))
    .limit(1)
    .get()
  if (!found) return undefined
  tx.update(watchedDeposits)
    .set({ askedForAtMs: asked.nowMs })
    .where(and(eq(signature, found.signature), eq(instruction, found.instruction)))
    .run()
  return found.transactionHash
}
