import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { DatasetId, ObjectId } from '../../base/ids.ts'
import { insertsInto, later, placeholdersOf, prepared } from '../../store/prepared.ts'
import type { Db, Tx } from '../../store/tx.ts'
import type { AssetPassage } from './passage.ts'
import { analysisVersions, type IndexRow, indexChanges, passageStems, passages } from './tables.ts'

export type PassageRow = typeof passages.$inferSelect

// Searching (rank/queries.ts has what ranking reads)

/** What a hit shows of its passage. */
export type ShownPassage = Omit<PassageRow, 'objectNo' | 'datasetNo' | 'ordinal' | 'source'>

export function passagesByNo(db: Db, nos: readonly number[]): Map<number, ShownPassage> {
  // Of each search: rows as SQLite gives them take half as long as when each column is mapped.
  const rows = db.all<ShownPassage>(sql`
    SELECT passage_no AS passageNo, passage_id AS passageId, object_id AS objectId,
      dataset_id AS datasetId, tenant_id AS tenantId, kind, lang, modality, page,
      time_start_ms AS timeStartMs, time_end_ms AS timeEndMs, text, created_at_s AS createdAtS
    FROM passage WHERE passage_no IN (SELECT value FROM json_each(${JSON.stringify(nos)}))`)
  return new Map(rows.map((row) => [row.passageNo, row]))
}

/** The stems of passages as the index has them; one that it does not have is left out. */
export function stemsByNo(db: Db, nos: readonly number[]): Map<number, Buffer> {
  const rows = db.all<{ no: number; stems: Buffer }>(sql`
    SELECT passage_no AS no, stems FROM passage_stems
    WHERE passage_no IN (SELECT value FROM json_each(${JSON.stringify(nos)}))`)
  return new Map(rows.map(({ no, stems }) => [no, stems]))
}

/** Of which dataset each of these passages is. */
export function datasetsOf(db: Db, nos: readonly number[]): Map<number, DatasetId> {
  const rows = db.all<{ passageNo: number; datasetId: DatasetId }>(sql`
    SELECT passage_no AS passageNo, dataset_id AS datasetId
    FROM passage WHERE passage_no IN (SELECT value FROM json_each(${JSON.stringify(nos)}))`)
  return new Map(rows.map(({ passageNo, datasetId }) => [passageNo, datasetId]))
}

export function hasPassages(db: Db): boolean {
  return db.get(sql`SELECT 1 FROM passage LIMIT 1`) !== undefined
}

type Facts = Pick<ShownPassage, 'passageId' | 'objectId' | 'datasetId' | 'tenantId' | 'kind'>
type Said = Facts & { readonly copies?: readonly Facts[] | undefined }

/**
 * Whether passages are there, each of the asset, dataset, tenant and kind that is said, and whether
 * their copies say the same.
 */
export function arePassages(db: Db, hits: readonly Said[]): 'there' | 'gone' | 'others' {
  const said = hits.flatMap((hit) => [hit, ...(hit.copies ?? [])])
  if (said.length === 0) return 'there'
  const ids = JSON.stringify(said.map(({ passageId }) => passageId))
  const rows = db.all<Facts & { text: string }>(sql`
    SELECT passage_id AS passageId, object_id AS objectId, dataset_id AS datasetId,
      tenant_id AS tenantId, kind, text
    FROM passage WHERE passage_id IN (SELECT value FROM json_each(${ids}))`)
  const known = new Map(rows.map((row) => [row.passageId, row]))
  const isOther = (one: Facts, { passageId }: Facts) => {
    const row = known.get(one.passageId)
    const isSame =
      row?.objectId === one.objectId &&
      row.datasetId === one.datasetId &&
      row.tenantId === one.tenantId &&
      row.kind === one.kind &&
      row.text === (known.get(passageId)?.text ?? row.text)
    return row !== undefined && !isSame
  }
  if (hits.some((hit) => [hit, ...(hit.copies ?? [])].some((one) => isOther(one, hit)))) {
    return 'others'
  }
  return said.every(({ passageId }) => known.has(passageId)) ? 'there' : 'gone'
}

/** The number of an object that has passages. */
export function objectNoOf(db: Db, objectId: string): number | undefined {
  const row = db.get<{ no: number } | undefined>(
    sql`SELECT object_no AS no FROM passage WHERE object_id = ${objectId} LIMIT 1`,
  )
  return row?.no
}

/** Every language that there are passages in, by skipping from one to the next. */
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

/**
 * The number of the next passage. Each passage makes an index change when it comes, so that a
 * number taken from there is never given twice, also when the newest passages were removed.
 */
export function nextPassageNo(db: Db): number {
  const row = db.get<{ no: number }>(sql`
    SELECT max(coalesce((SELECT max(passage_no) FROM passage), 0),
      coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'index_change'), 0)) + 1 AS no`)
  return row.no
}

export function nextOrdinal(db: Db, objectId: ObjectId): number {
  return ordinalAfter(db).get({ objectId })?.ordinal ?? 0
}

const ordinalAfter = prepared((db) =>
  db
    .select({ ordinal: sql<number | null>`max(ordinal) + 1` })
    .from(passages)
    .where(eq(passages.objectId, later('objectId')))
    .prepare(),
)

const newPassage = prepared((tx) => tx.insert(passages).values(placeholdersOf(passages)).prepare())

export function insertPassage(tx: Tx, row: PassageRow): void {
  newPassage(tx).run(row)
}

/** As far as it is written to by hand: what is found in it is FTS5's to say. */
const passageFts = sqliteTable('passage_fts', {
  passageNo: integer('rowid').notNull(),
  body: text('body').notNull(),
  stem: text('stem').notNull(),
  tags: text('tags').notNull(),
})

const insertText = insertsInto(passageFts)
const insertStems = insertsInto(passageStems)

export function insertIntoIndex(tx: Tx, { stems, ...row }: IndexRow): void {
  insertText(tx, row)
  insertStems(tx, { passageNo: row.passageNo, stems })
}

/** Deletes passages of an object; a trigger takes them out of the index. */
export function deletePassages(tx: Tx, objectId: ObjectId, { limit }: { limit: number }): number {
  return removeSome(tx).run({ objectId, limit }).changes
}

const removeSome = prepared((tx) => {
  const some = sql`SELECT passage_no FROM passage
    WHERE object_id = ${later('objectId')} LIMIT ${later('limit')}`
  return tx.delete(passages).where(sql`passage_no IN (${some})`).prepare()
})

export function listPassagesOf(db: Db, objectId: ObjectId): AssetPassage[] {
  const { passageId, kind, text, lang, page, timeStartMs, timeEndMs } = passages
  return db
    .select({ passageId, kind, text, lang, page, timeStartMs, timeEndMs })
    .from(passages)
    .where(eq(passages.objectId, objectId))
    .orderBy(asc(passages.ordinal))
    .all()
}

/** Some of them, and how many there are. */
export function pageOfPassages(
  db: Db,
  { objectId, offset, limit }: { objectId: ObjectId; offset: number; limit: number },
): { passages: AssetPassage[]; total: number } {
  const { passageId, kind, text, lang, page, timeStartMs, timeEndMs } = passages
  const rows = db
    .select({ passageId, kind, text, lang, page, timeStartMs, timeEndMs })
    .from(passages)
    .where(and(eq(passages.objectId, objectId), gte(passages.ordinal, offset)))
    .orderBy(asc(passages.ordinal))
    .limit(limit)
    .all()
  return { passages: rows, total: nextOrdinal(db, objectId) }
}

// The index as a whole

/** Passages after this one, in the order of their numbers. */
export function listPassages(
  db: Db,
  { afterNo, limit }: { afterNo: number; limit: number },
): PassageRow[] {
  return nextPassages(db).all({ afterNo, limit })
}

const nextPassages = prepared((db) =>
  db
    .select()
    .from(passages)
    .where(sql`${passages.passageNo} > ${later('afterNo')}`)
    .orderBy(asc(passages.passageNo))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

export function countPassages(db: Db): number {
  return db.get<{ n: number }>(sql`SELECT count(*) AS n FROM passage`).n
}

export function removeFromIndex(tx: Tx, passageNo: number): void {
  tx.run(sql`DELETE FROM passage_fts WHERE rowid = ${passageNo}`)
  tx.run(sql`DELETE FROM passage_stems WHERE passage_no = ${passageNo}`)
}

/** Rows of the index whose passage is not there. */
export function listOrphans(db: Db, { limit }: { limit: number }): number[] {
  const rows = db.all<{ no: number }>(sql`
    SELECT id AS no FROM passage_fts_docsize
    WHERE NOT EXISTS (SELECT 1 FROM passage WHERE passage_no = id) LIMIT ${limit}`)
  return rows.map(({ no }) => no)
}

/** How many tokens the index has of each of these passages; missing ones are left out. */
export function tokenCounts(db: Db, { fromNo, toNo }: { fromNo: number; toNo: number }) {
  const rows = db.all<{ no: number; sizes: string }>(sql`
    SELECT id AS no, hex(sz) AS sizes FROM passage_fts_docsize
    WHERE id BETWEEN ${fromNo} AND ${toNo}`)
  return new Map(rows.map(({ no, sizes }) => [no, sizes]))
}

export type AnalysisVersion = Omit<typeof analysisVersions.$inferSelect, 'analysisNo'>

export function findAnalysisVersion(db: Db): AnalysisVersion | undefined {
  return db.select().from(analysisVersions).get()
}

export function setAnalysisVersion(tx: Tx, to: AnalysisVersion): void {
  tx.insert(analysisVersions)
    .values({ analysisNo: 1, ...to })
    .onConflictDoUpdate({ target: analysisVersions.analysisNo, set: to })
    .run()
}

/** Tells every searching thread to read all passages anew. */
export function noteRebuild(tx: Tx): void {
  tx.insert(indexChanges).values({ op: 'rebuild' }).run()
}

/** Joins some parts of the index, so that searches read fewer. */
export function mergeIndex(tx: Tx): void {
  tx.run(sql`INSERT INTO passage_fts (passage_fts, rank) VALUES ('merge', 500)`)
}

/** Throws when FTS5 finds its own structure damaged. */
export function checkIndexStructure(tx: Tx): void {
  tx.run(sql`INSERT INTO passage_fts (passage_fts) VALUES ('integrity-check')`)
}
