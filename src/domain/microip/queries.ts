import { and, asc, count, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { ObjectId, UserId } from '../../base/ids.ts'
import type { Lamports } from '../../base/lamports.ts'
import type { Reading } from '../../store/reading.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { type Caller, isOpenTo } from '../catalog/index.ts'
import { hasLeft, isSomebody } from '../identity/index.ts'
import { isDownloadSold, wasDownloadSold } from '../ledger/index.ts'
import { analysisToken, ownTokens } from '../search/index.ts'
import type { Category, Quality } from './licence.ts'
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
  // Not one value for each: a statement takes no more than some ten thousand of them.
  const ids = JSON.stringify(assetIds)
  const among = sql`${assetCards.assetId} IN (SELECT value FROM json_each(${ids}))`
  const rows = db.select().from(assetCards).where(among).all()
  return new Map(rows.map((row) => [row.assetId, row]))
}

// Licences

export function insertMicroIp(tx: Tx, row: typeof microips.$inferInsert): MicroIpRow {
  const inserted = tx.insert(microips).values(row).returning().get()
  writeWords(tx, inserted)
  return inserted
}

export function findMicroIp(db: Db, assetId: ObjectId): MicroIpRow | undefined {
  return db.select().from(microips).where(eq(microips.assetId, assetId)).get()
}

export function updateMicroIp(
  tx: Tx,
  assetId: ObjectId,
  set: Partial<typeof microips.$inferInsert>,
): void {
  const changed = tx.update(microips).set(set).where(eq(microips.assetId, assetId))
  const row = changed.returning().get()
  if (row && worded.some((member) => member in set)) writeWords(tx, row)
}

/** What a licence says. A trigger takes the words out of the index when one of them changes. */
const worded = ['name', 'description', 'longSummary', 'tags', 'questions'] as const

/** Puts the words of a licence into the index, in the stead of those that are there. */
function writeWords(tx: Tx, row: MicroIpRow): void {
  const { microipNo, name, description, longSummary, tags, questions } = row
  tx.run(sql`DELETE FROM microip_fts WHERE rowid = ${microipNo}`)
  tx.run(sql`
    INSERT INTO microip_fts
      (rowid, name, description, long_summary, tags, questions, analysis)
    VALUES (${microipNo}, ${ownTokens([name])}, ${ownTokens([description])},
      ${ownTokens([longSummary])}, ${ownTokens(tags)}, ${ownTokens(questions)}, ${analysisToken})`)
}

/** Whether the words of all licences are in the index as this version's analyser makes them. */
export function areWordsThere(db: Db): boolean {
  const row = db.get<{ licences: number; indexed: number }>(sql`
    SELECT (SELECT count(*) FROM microip) AS licences,
      (SELECT count(*) FROM microip_fts WHERE microip_fts MATCH ${analysisMatch}) AS indexed`)
  return row.licences === row.indexed
}

/** Licences of which they are not. */
export function listWithoutWords(db: Db, { limit }: { limit: number }): number[] {
  const rows = db.all<{ no: number }>(sql`
    SELECT microip_no AS no FROM microip WHERE microip_no NOT IN (
      SELECT rowid FROM microip_fts WHERE microip_fts MATCH ${analysisMatch})
    LIMIT ${limit}`)
  return rows.map(({ no }) => no)
}

/** Puts the words of some licences into the index, as the licences are now. */
export function indexWords(tx: Tx, microipNos: readonly number[]): void {
  const nos = JSON.stringify(microipNos)
  const among = sql`${microips.microipNo} IN (SELECT value FROM json_each(${nos}))`
  for (const row of tx.select().from(microips).where(among).all()) writeWords(tx, row)
}

const analysisMatch = `analysis : "${analysisToken}"`

export function listMicroIps(db: Db, assetIds: readonly ObjectId[]): Map<ObjectId, MicroIpRow> {
  const ids = JSON.stringify(assetIds)
  const among = sql`${microips.assetId} IN (SELECT value FROM json_each(${ids}))`
  const rows = db.select().from(microips).where(among).all()
  return new Map(rows.map((row) => [row.assetId, row]))
}

/** The licensed assets that a caller may see, the newest licence first. */
export async function listLicensedIds(
  reading: Reading,
  caller: Caller,
  { offset, limit }: Window,
): Promise<ObjectId[]> {
  // Each of the three comes out of an index in the order of the list: no more is read than shown.
  const parts = licencesSeenBy(caller).map(
    (part) => sql`SELECT microip.microip_no AS no FROM ${part}`,
  )
  const rows = await reading.all<{ assetId: ObjectId }>(sql`
    SELECT microip.asset_id AS assetId FROM (
      SELECT no FROM (${sql.join(parts, sql` UNION ALL `)}
        ORDER BY no DESC LIMIT ${limit} OFFSET ${offset})) CROSS JOIN microip
    WHERE microip.microip_no = no ORDER BY no DESC`)
  return rows.map(({ assetId }) => assetId)
}

export async function countLicensed(reading: Reading, caller: Caller): Promise<number> {
  const parts = licencesSeenBy(caller).map((part) => sql`(SELECT count(*) FROM ${part})`)
  const { n } = await reading.get<{ n: number }>(sql`SELECT ${sql.join(parts, sql` + `)} AS n`)
  return n
}

/** What everybody sees, what is the caller's and not on show, and what was sold to it alone. */
function licencesSeenBy(caller: Caller): SQL[] {
  const { tenantId } = caller
  const isOpen = sql`dataset.dataset_no = microip.dataset_no AND ${isOpenTo(caller)}`
  return [
    sql`microip INDEXED BY microip_for_everybody CROSS JOIN dataset
      WHERE microip.sight = 'everybody' AND ${isOffered(caller)} AND ${isOpen}`,
    sql`microip INDEXED BY microip_of_owner CROSS JOIN dataset
      WHERE microip.owner_tenant_id = ${tenantId} AND microip.sight IN ('two', 'owner')
        AND ${isOpen}`,
    sql`microip INDEXED BY microip_of_licensee CROSS JOIN dataset
      WHERE microip.exclusive_to = ${tenantId} AND microip.owner_tenant_id <> ${tenantId}
        AND microip.sight = 'two' AND ${isOpen}`,
  ]
}

export function listLicencesAfter(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Pick<MicroIpRow, 'microipNo' | 'assetId' | 'transactionHash'>[] {
  const { microipNo, assetId, transactionHash } = microips
  return db
    .select({ microipNo, assetId, transactionHash })
    .from(microips)
    .where(gt(microipNo, after))
    .orderBy(asc(microipNo))
    .limit(limit)
    .all()
}

/**
 * What can be sold, as `isSellable` says of one, of what was sold to nobody alone. Its house sees
 * the rest, too.
 */
function isOffered({ tenantId }: Caller): SQL {
  const isSpent = sql`microip.license_type = 'exclusive'
    AND ${isDownloadSold(sql`microip.asset_id`)}`
  return sql`(microip.owner_tenant_id = ${tenantId}
    OR (${isSomebody(sql`microip.owner_user_id`)} AND NOT (${isSpent})))`
}

export type LicenceFilters = {
  readonly category: Category | undefined
  readonly quality: Quality | undefined
  readonly leastLamports: number
  readonly mostLamports: number
}

/** A licence that fits, by its numbers. */
export type Fitting = {
  readonly assetId: ObjectId
  readonly microipNo: number
  readonly objectNo: number
  /** A JSON array. */
  readonly tags: string
}

/** The licences that fit and that a caller may see. */
export function listFitting(
  reading: Reading,
  caller: Caller,
  filters: LicenceFilters,
): Promise<Fitting[]> {
  return reading.all(sql`
    SELECT microip.asset_id AS assetId, microip.microip_no AS microipNo,
      object.object_no AS objectNo, microip.tags
    FROM microip
      CROSS JOIN dataset ON dataset.dataset_no = microip.dataset_no
      CROSS JOIN object ON object.object_id = microip.asset_id
    WHERE ${isFitting(caller, filters)}`)
}

/** Those of some licences whose words match, the best first. */
export async function findByWords(
  reading: Reading,
  { match, microipNos }: { match: string; microipNos: readonly number[] },
): Promise<number[]> {
  // With the sign FTS5 is asked once and not for each number.
  const rows = await reading.all<{ no: number }>(sql`
    SELECT rowid AS no FROM microip_fts
    WHERE microip_fts MATCH ${match}
      AND +rowid IN (SELECT value FROM json_each(${JSON.stringify(microipNos)}))
    ORDER BY bm25(microip_fts, 8.0, 3.0, 1.0, 5.0, 1.0)`)
  return rows.map(({ no }) => no)
}

/** Of a licence and its dataset, `microip` and `dataset` in the statement. */
function isFitting(caller: Caller, filters: LicenceFilters): SQL {
  const { category, quality, leastLamports, mostLamports } = filters
  const { tenantId } = caller
  return sql`((microip.sight = 'everybody' AND ${isOffered(caller)})
        OR (microip.owner_tenant_id = ${tenantId} AND microip.sight IN ('two', 'owner'))
        OR (microip.exclusive_to = ${tenantId} AND microip.sight = 'two'))
      AND ${isOpenTo(caller)}
      AND microip.price_lamports BETWEEN ${leastLamports} AND ${mostLamports}
      AND ${category === undefined ? sql`TRUE` : sql`microip.category = ${category}`}
      AND ${quality === undefined ? sql`TRUE` : sql`microip.quality = ${quality}`}`
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

export type LicenceRow = Omit<SaleRow, 'buyerUserId' | 'buyerTenantId'> & { readonly name: string }

/** The newest first. Who paid for an asset has one sale of it, and one fetch that was paid for. */
export function listBoughtLicences(
  db: Db,
  buyerUserId: UserId,
  { offset, limit }: Window,
): LicenceRow[] {
  const { saleId, assetId, licenseType, priceLamports, feeLamports, ...rest } = microipSales
  const { transactionHash, createdAtMs } = rest
  const sold = { saleId, assetId, licenseType, priceLamports, feeLamports }
  return db
    .select({ ...sold, transactionHash, createdAtMs, name: microips.name })
    .from(microipDownloads)
    .innerJoin(microipSales, and(eq(assetId, microipDownloads.assetId), isOf(buyerUserId)))
    .innerJoin(microips, eq(microips.assetId, microipDownloads.assetId))
    .where(isPaidBy(buyerUserId))
    .orderBy(desc(microipDownloads.downloadNo))
    .limit(limit)
    .offset(offset)
    .all()
}

export function countBoughtLicences(db: Db, buyerUserId: UserId): number {
  const rows = db.select({ n: count() }).from(microipDownloads).where(isPaidBy(buyerUserId))
  return rows.get()?.n ?? 0
}

function isOf(buyerUserId: UserId): SQL {
  return eq(microipSales.buyerUserId, buyerUserId)
}

/** As the index of what is paid says it: with a bound zero it would not be taken. */
function isPaidBy(buyerUserId: UserId): SQL | undefined {
  return and(
    eq(microipDownloads.buyerUserId, buyerUserId),
    sql`${microipDownloads.paidLamports} > 0`,
  )
}

export function wasSold(db: Db, assetId: ObjectId): boolean {
  const { saleId } = microipSales
  const found = db.select({ saleId }).from(microipSales).where(eq(microipSales.assetId, assetId))
  return found.limit(1).get() !== undefined
}

/**
 * Whether anybody else may buy it. Not what somebody left behind, for nobody could have the money;
 * not an exclusive one once anybody was first, with a licence or on Surface A.
 */
export function isSellable(
  db: Db,
  {
    assetId,
    licenseType,
    ownerUserId,
  }: Pick<MicroIpRow, 'assetId' | 'licenseType' | 'ownerUserId'>,
): boolean {
  if (hasLeft(db, ownerUserId)) return false
  return licenseType !== 'exclusive' || !(wasSold(db, assetId) || wasDownloadSold(db, assetId))
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
