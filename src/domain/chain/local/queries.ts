import { and, asc, desc, eq, gte, lt } from 'drizzle-orm'
import type { Db, Tx } from '../../../store/tx.ts'
import { chainBlocks, chainRecords } from '../tables.ts'

export type BlockRow = typeof chainBlocks.$inferSelect
export type RecordRow = typeof chainRecords.$inferSelect

export function findLastBlock(db: Db): BlockRow | undefined {
  return db.select().from(chainBlocks).orderBy(desc(chainBlocks.height)).limit(1).get()
}

export function findBlock(db: Db, height: number): BlockRow | undefined {
  return db.select().from(chainBlocks).where(eq(chainBlocks.height, height)).get()
}

/** From this height on, so many at most. */
export function listBlocks(db: Db, { from, limit }: { from: number; limit: number }): BlockRow[] {
  return db
    .select()
    .from(chainBlocks)
    .where(gte(chainBlocks.height, from))
    .orderBy(asc(chainBlocks.height))
    .limit(limit)
    .all()
}

export function listRecords(db: Db, heights: { from: number; below: number }): RecordRow[] {
  const { height, place } = chainRecords
  return db
    .select()
    .from(chainRecords)
    .where(and(gte(height, heights.from), lt(height, heights.below)))
    .orderBy(asc(height), asc(place))
    .all()
}

export function findRecord(db: Db, transactionHash: string): RecordRow | undefined {
  return db
    .select()
    .from(chainRecords)
    .where(eq(chainRecords.transactionHash, transactionHash))
    .get()
}

/** The last record about something. */
export function findRecordOf(db: Db, subjectId: string): RecordRow | undefined {
  return db
    .select()
    .from(chainRecords)
    .where(eq(chainRecords.subjectId, subjectId))
    .orderBy(desc(chainRecords.height))
    .limit(1)
    .get()
}

export function insertBlock(tx: Tx, row: BlockRow): void {
  tx.insert(chainBlocks).values(row).run()
}

export function insertRecord(tx: Tx, row: RecordRow): void {
  tx.insert(chainRecords).values(row).run()
}
