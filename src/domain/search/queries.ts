import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { ObjectId, SearchId, TenantId } from '../../base/ids.ts'
import type { Db, Tx } from '../../store/tx.ts'
import type { Modality } from '../catalog/index.ts'
import type { Narrowed } from './match/narrow.ts'
import type { AssetPassage, PassageKind } from './passage.ts'
import { assetAccesses, passages, searchActivities } from './tables.ts'

export type PassageRow = typeof passages.$inferSelect
export type SearchActivityRow = typeof searchActivities.$inferSelect
export type AssetAccessRow = typeof assetAccesses.$inferSelect
export type Scored = { no: number; score: number }

// Searching. Every SELECT asks alive() (deadline.ts) every 64 rows. The full-text index goes first
// and passages are read from their narrow index: without the hints SQLite would fetch the texts.

const slim = sql`CROSS JOIN passage INDEXED BY passage_slim
  ON passage.passage_no = passage_fts.rowid`
/** The tags column counts nothing: it is in the query as a filter. */
const score = sql`-bm25(passage_fts, 1.0, 1.0, 0.0)`

function matching(narrowed: Narrowed, { joined }: { joined: boolean }): SQL {
  const { match, afterS, beforeS, datasetNos, hiddenObjectNos } = narrowed
  const conditions: SQL[] = [
    sql`passage_fts MATCH ${match}`,
    sql`(passage_fts.rowid & 63 OR alive())`,
  ]
  if (afterS !== undefined) conditions.push(sql`passage.created_at_s >= ${afterS}`)
  if (beforeS !== undefined) conditions.push(sql`passage.created_at_s <= ${beforeS}`)
  if (datasetNos) conditions.push(sql`passage.dataset_no IN ${listOf(datasetNos)}`)
  if (hiddenObjectNos) conditions.push(sql`passage.object_no NOT IN ${listOf(hiddenObjectNos)}`)
  const from = joined || conditions.length > 2 ? sql`passage_fts ${slim}` : sql`passage_fts`
  return sql`FROM ${from} WHERE ${sql.join(conditions, sql` AND `)}`
}

function listOf(values: readonly (number | string)[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`
}

export function countMatches(db: Db, narrowed: Narrowed): number {
  const row = db.get<{ n: number }>(
    sql`SELECT count(*) AS n ${matching(narrowed, { joined: false })}`,
  )
  return row.n
}

export type FacetRow = { modality: Modality; kind: PassageKind; n: number }

export function countByModalityAndKind(db: Db, narrowed: Narrowed): FacetRow[] {
  return db.all<FacetRow>(sql`
    SELECT passage.modality AS modality, passage.kind AS kind, count(*) AS n
    ${matching(narrowed, { joined: true })} GROUP BY passage.modality, passage.kind`)
}

/** The best matches, best first; equal scores in no order. */
export function listBest(db: Db, narrowed: Narrowed, { limit }: { limit: number }): Scored[] {
  return db.all<Scored>(sql`
    SELECT passage_fts.rowid AS no, ${score} AS score ${matching(narrowed, { joined: false })}
    ORDER BY score DESC LIMIT ${limit}`)
}

/** The first matches of exactly this score, newest first. */
export function listTied(
  db: Db,
  narrowed: Narrowed,
  tie: { score: number; limit: number },
): Scored[] {
  return db.all<Scored>(sql`
    SELECT passage_fts.rowid AS no, ${score} AS score ${matching(narrowed, { joined: true })}
    AND ${score} = ${tie.score}
    ORDER BY passage.created_at_s DESC, passage.passage_no LIMIT ${tie.limit}`)
}

/** The newest matches. */
export function listRecent(
  db: Db,
  narrowed: Narrowed,
  page: { limit: number; offset: number },
): Scored[] {
  return db.all<Scored>(sql`
    SELECT passage_fts.rowid AS no, ${score} AS score ${matching(narrowed, { joined: true })}
    ORDER BY passage.created_at_s DESC, passage.passage_no
    LIMIT ${page.limit} OFFSET ${page.offset}`)
}

/** When each of these passages was created, in unix seconds. */
export function creationTimes(db: Db, nos: readonly number[]): Map<number, number> {
  const rows = db.all<{ no: number; createdAtS: number }>(sql`
    SELECT passage_no AS no, created_at_s AS createdAtS
    FROM passage INDEXED BY passage_slim WHERE passage_no IN ${listOf(nos)}`)
  return new Map(rows.map(({ no, createdAtS }) => [no, createdAtS]))
}

export function passagesByNo(db: Db, nos: readonly number[]): Map<number, PassageRow> {
  const rows = db
    .select()
    .from(passages)
    .where(sql`${passages.passageNo} IN ${listOf(nos)}`)
    .all()
  return new Map(rows.map((row) => [row.passageNo, row]))
}

/** The number of an object that has passages. */
export function objectNoOf(db: Db, objectId: string): number | undefined {
  const row = db.get<{ no: number } | undefined>(
    sql`SELECT object_no AS no FROM passage WHERE object_id = ${objectId} LIMIT 1`,
  )
  return row?.no
}

/** Every value of an indexed column once, by skipping from one to the next. */
export function listIndexedDatasets(db: Db): number[] {
  const rows = db.all<{ value: number }>(sql`
    WITH RECURSIVE each (value) AS (
      SELECT min(dataset_no) FROM passage
      UNION ALL
      SELECT (SELECT min(dataset_no) FROM passage WHERE dataset_no > each.value)
      FROM each WHERE each.value IS NOT NULL)
    SELECT value FROM each WHERE value IS NOT NULL`)
  return rows.map(({ value }) => value)
}

export function listLanguages(db: Db): string[] {
  const rows = db.all<{ value: string }>(sql`
    WITH RECURSIVE each (value) AS (
      SELECT min(lang) FROM passage
      UNION ALL
      SELECT (SELECT min(lang) FROM passage WHERE lang > each.value)
      FROM each WHERE each.value IS NOT NULL)
    SELECT value FROM each WHERE value IS NOT NULL`)
  return rows.map(({ value }) => value)
}

// Passages

export type IndexRow = { passageNo: number; body: string; stem: string; tags: string }

export function nextPassageNo(db: Db): number {
  const row = db.get<{ no: number }>(
    sql`SELECT coalesce(max(passage_no), 0) + 1 AS no FROM passage`,
  )
  return row.no
}

export function nextOrdinal(db: Db, objectId: ObjectId): number {
  const row = db.get<{ ordinal: number }>(sql`
    SELECT coalesce(max(ordinal) + 1, 0) AS ordinal FROM passage WHERE object_id = ${objectId}`)
  return row.ordinal
}

export function insertPassage(tx: Tx, row: PassageRow, index: IndexRow): void {
  tx.insert(passages).values(row).run()
  tx.run(sql`INSERT INTO passage_fts (rowid, body, stem, tags)
    VALUES (${index.passageNo}, ${index.body}, ${index.stem}, ${index.tags})`)
}

/** Deletes passages of an object; a trigger takes them out of the index. */
export function deletePassages(tx: Tx, objectId: ObjectId, { limit }: { limit: number }): number {
  const result = tx.run(sql`DELETE FROM passage WHERE passage_no IN (
    SELECT passage_no FROM passage WHERE object_id = ${objectId} LIMIT ${limit})`)
  return result.changes
}

export function listPassagesOf(db: Db, objectId: ObjectId): AssetPassage[] {
  const { passageId, kind, text, lang, page, timeStartMs, timeEndMs } = passages
  return db
    .select({ passageId, kind, text, lang, page, timeStartMs, timeEndMs })
    .from(passages)
    .where(eq(passages.objectId, objectId))
    .orderBy(asc(passages.ordinal))
    .all()
}

// Records

export function insertSearchActivity(tx: Tx, row: SearchActivityRow): void {
  tx.insert(searchActivities).values(row).run()
}

export function findSearchActivity(
  db: Db,
  { tenantId, searchId }: { tenantId: TenantId; searchId: SearchId },
): SearchActivityRow | undefined {
  return db
    .select()
    .from(searchActivities)
    .where(and(eq(searchActivities.searchId, searchId), eq(searchActivities.tenantId, tenantId)))
    .get()
}

export function insertAssetAccess(tx: Tx, row: AssetAccessRow): void {
  tx.insert(assetAccesses).values(row).run()
}
