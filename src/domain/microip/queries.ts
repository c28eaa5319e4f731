import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { ObjectId, UserId } from '../../base/ids.ts'
import type { Lamports } from '../../base/lamports.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { assetCards, microipDownloads, microipSales, microips } from './tables.ts'

export type CardRow = typeof assetCards.$inferSelect
export type MicroIpRow = typeof microips.$inferSelect
export type SaleRow = typeof microipSales.$inferSelect
export type DownloadRow = typeof microipDownloads.$inferSelect

// Cards

export function insertCard(tx: Tx, row: CardRow): void {
  tx.insert(assetCards).values(row).run()
}

export function findCards(db: Db, assetIds: readonly ObjectId[]): Map<ObjectId, CardRow> {
  if (assetIds.length === 0) return new Map()
  const rows = db
    .select()
    .from(assetCards)
    .where(inArray(assetCards.assetId, [...assetIds]))
    .all()
  return new Map(rows.map((row) => [row.assetId, row]))
}

// Licences

export function insertMicroIp(tx: Tx, row: typeof microips.$inferInsert): MicroIpRow {
  return tx.insert(microips).values(row).returning().get()
}

export function findMicroIp(db: Db, assetId: ObjectId): MicroIpRow | undefined {
  return db.select().from(microips).where(eq(microips.assetId, assetId)).get()
}

export function updateMicroIp(
  tx: Tx,
  assetId: ObjectId,
  set: Partial<typeof microips.$inferInsert>,
): void {
  tx.update(microips).set(set).where(eq(microips.assetId, assetId)).run()
}

export function listMicroIps(db: Db, assetIds: readonly ObjectId[]): Map<ObjectId, MicroIpRow> {
  const ids = JSON.stringify(assetIds)
  const among = sql`${microips.assetId} IN (SELECT value FROM json_each(${ids}))`
  const rows = db.select().from(microips).where(among).all()
  return new Map(rows.map((row) => [row.assetId, row]))
}

/** All licensed assets, the newest licence first. */
export function listLicensedIds(db: Db): { assetId: ObjectId; ownerTenantId: string }[] {
  const { assetId, ownerTenantId, microipNo } = microips
  return db.select({ assetId, ownerTenantId }).from(microips).orderBy(desc(microipNo)).all()
}

/** Licences whose words match, the best first. */
export function findByWords(
  db: Db,
  { words, limit }: { words: readonly string[]; limit: number },
): ObjectId[] {
  if (words.length === 0) return []
  const match = words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' OR ')
  const rows = db.all<{ assetId: ObjectId }>(sql`
    SELECT microip.asset_id AS assetId FROM microip_fts
    JOIN microip ON microip.microip_no = microip_fts.rowid
    WHERE microip_fts MATCH ${match}
    ORDER BY bm25(microip_fts, 8.0, 3.0, 1.0, 5.0, 1.0) LIMIT ${limit}`)
  return rows.map(({ assetId }) => assetId)
}

export function countView(tx: Tx, assetId: ObjectId): void {
  tx.update(microips)
    .set({ totalViews: sql`${microips.totalViews} + 1` })
    .where(eq(microips.assetId, assetId))
    .run()
}

export function countDownload(
  tx: Tx,
  { assetId, earnedLamports }: { assetId: ObjectId; earnedLamports: Lamports },
): void {
  tx.update(microips)
    .set({
      totalDownloads: sql`${microips.totalDownloads} + 1`,
      earnedLamports: sql`${microips.earnedLamports} + ${earnedLamports}`,
    })
    .where(eq(microips.assetId, assetId))
    .run()
}

// Sales and downloads

export function findSale(
  db: Db,
  { assetId, buyerUserId }: { assetId: ObjectId; buyerUserId: UserId },
): SaleRow | undefined {
  return db
    .select()
    .from(microipSales)
    .where(and(eq(microipSales.assetId, assetId), eq(microipSales.buyerUserId, buyerUserId)))
    .get()
}

export function wasSold(db: Db, assetId: ObjectId): boolean {
  const { saleId } = microipSales
  const found = db.select({ saleId }).from(microipSales).where(eq(microipSales.assetId, assetId))
  return found.limit(1).get() !== undefined
}

export function insertSale(tx: Tx, row: SaleRow): void {
  tx.insert(microipSales).values(row).run()
}

export function insertDownload(tx: Tx, row: Omit<DownloadRow, 'downloadNo'>): DownloadRow {
  return tx.insert(microipDownloads).values(row).returning().get()
}

export type Whose = { buyerUserId: UserId } | { assetId: ObjectId }
export type Window = { offset: number; limit: number }

/** The newest first. */
export function listDownloadRows(db: Db, whose: Whose, window: Window): DownloadRow[] {
  return db
    .select()
    .from(microipDownloads)
    .where(conditionOf(whose))
    .orderBy(desc(microipDownloads.downloadNo))
    .limit(window.limit)
    .offset(window.offset)
    .all()
}

export function countDownloads(db: Db, whose: Whose): number {
  const rows = db.select({ n: count() }).from(microipDownloads).where(conditionOf(whose))
  return rows.get()?.n ?? 0
}

function conditionOf(whose: Whose) {
  return 'assetId' in whose
    ? eq(microipDownloads.assetId, whose.assetId)
    : eq(microipDownloads.buyerUserId, whose.buyerUserId)
}
