import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { DatasetId, TenantId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import type { AccessRequestStatus } from '../access/access-request.ts'
import type { DatasetRow } from '../dataset.ts'
import { datasets } from '../tables.ts'
import type { Modality } from '../values.ts'
import { type Caller, isOnOfferTo, mayBeSeenBy } from '../visibility.ts'
import { wordsIn } from './catalogue-text.ts'

export type OfferFilters = {
  q?: string | undefined
  modality?: Modality | undefined
  lang?: string | undefined
  /** All of them. */
  tags?: readonly string[] | undefined
}

/** The newest `limit` after (that is, older than) a position. */
export function pageOffered(
  db: Db,
  caller: Caller,
  page: OfferFilters & { limit: number; after: DatasetId | undefined },
): DatasetRow[] {
  const older = page.after === undefined ? sql`TRUE` : sql`dataset.dataset_id < ${page.after}`
  const ids = db.all<{ id: DatasetId }>(sql`
    SELECT dataset_id AS id FROM ${offered(db, caller, page)} AND ${older}
    ORDER BY dataset_id DESC LIMIT ${page.limit}`)
  const among = sql`${datasets.datasetId} IN ${listOf(ids.map(({ id }) => id))}`
  return db.select().from(datasets).where(among).orderBy(desc(datasets.datasetId)).all()
}

export function countOffered(db: Db, caller: Caller, filters: OfferFilters): number {
  return db.get<{ total: number }>(sql`
    SELECT count(*) AS total FROM ${offered(db, caller, filters)}`).total
}

/** What everybody may look at, the oldest first. */
export function pagePublic(
  db: Db,
  { offset, limit }: { offset: number; limit: number },
): DatasetRow[] {
  const shown = db.select().from(datasets).where(mayBeSeenBy('public'))
  return shown.orderBy(datasets.datasetId).limit(limit).offset(offset).all()
}

export function countPublic(db: Db): number {
  const rows = db.select({ n: count() }).from(datasets).where(mayBeSeenBy('public'))
  return rows.get()?.n ?? 0
}

/** At most one. */
export function findPublic(db: Db, datasetId: string): DatasetRow[] {
  const isIt = eq(datasets.datasetId, datasetId as DatasetId)
  return db
    .select()
    .from(datasets)
    .where(and(isIt, mayBeSeenBy('public')))
    .all()
}

export type ShownGroup = {
  datasetId: DatasetId
  modality: Modality
  lang: string | null
  objects: number
  passages: number
  bytes: number
}

/** What is on show in these datasets, by modality and language, the largest group first. */
export function listShownGroups(db: Db, datasetIds: readonly DatasetId[]): ShownGroup[] {
  return db.all<ShownGroup>(sql`
    SELECT dataset_id AS datasetId, modality, nullif(lang, '') AS lang, sum(objects) AS objects,
      sum(passages) AS passages, sum(bytes) AS bytes
    FROM dataset_holding
    WHERE dataset_id IN ${listOf(datasetIds)} AND ${isShown}
    GROUP BY dataset_id, modality, lang ORDER BY 4 DESC, modality, lang`)
}

export type AccessState = {
  datasetId: DatasetId
  granted: 0 | 1
  requestStatus: AccessRequestStatus | null
}

/** Whether a tenant was let into these datasets, and what became of its last request. */
export function listAccessStates(
  db: Db,
  { tenantId, datasetIds }: { tenantId: TenantId; datasetIds: readonly DatasetId[] },
): AccessState[] {
  return db.all<AccessState>(sql`
    SELECT value AS datasetId,
      EXISTS (SELECT 1 FROM dataset_access
        WHERE dataset_id = value AND tenant_id = ${tenantId}) AS granted,
      (SELECT status FROM access_request WHERE tenant_id = ${tenantId} AND dataset_id = value
        ORDER BY access_request_id DESC LIMIT 1) AS requestStatus
    FROM json_each(${JSON.stringify(datasetIds)})`)
}

/** Where they are, and what holds of them. */
function offered(db: Db, caller: Caller, filters: OfferFilters): SQL {
  const { q = '', modality, lang, tags = [] } = filters
  const few = fewWith(db, filters)
  const among = few === undefined ? [] : [sql`dataset.dataset_id IN ${listOf(few)}`]
  const words = wordsIn(q).map((word) => sql`instr(dataset.catalogue_text, ${word}) > 0`)
  const shows = [
    ...(modality === undefined ? [] : [sql`dataset_holding.modality = ${modality}`]),
    ...(lang === undefined ? [] : [sql`dataset_holding.lang = ${lang}`]),
  ]
  const more = [...among, ...words, ...hasShown(shows), ...hasTags(tags)]
  // With the plus, those few are looked up, and the catalogue is not walked through.
  const conditions = few === undefined ? isOnOfferTo(caller) : sql`+${isOnOfferTo(caller)}`
  const from = few === undefined ? sql`dataset INDEXED BY dataset_in_catalogue` : sql`dataset`
  return sql`${from} WHERE ${sql.join([conditions, ...more], sql` AND `)}`
}

/** One object of the dataset that fits all of it. */
function hasShown(conditions: SQL[]): SQL[] {
  if (conditions.length === 0) return []
  return [
    sql`EXISTS (SELECT 1 FROM dataset_holding WHERE dataset_holding.dataset_id = dataset.dataset_id
      AND ${isShown} AND ${sql.join(conditions, sql` AND `)})`,
  ]
}

function hasTags(tags: readonly string[]): SQL[] {
  return tags.map(
    (tag) => sql`EXISTS (SELECT 1 FROM dataset_tag WHERE tag = ${tag}
      AND dataset_tag.dataset_id = dataset.dataset_id)`,
  )
}

/** As the indexes of holdings have it. */
const isShown = sql`(dataset_holding.status = 'active'
  AND dataset_holding.index_state = 'indexed' AND dataset_holding.is_down = 0)`

const fewMax = 300

/**
 * The datasets that the rarest of the filters leaves, where they are few: the catalogue is then not
 * walked through for them. Undefined where each filter leaves many: those are found soon.
 */
function fewWith(
  db: Db,
  { q = '', modality, lang, tags = [] }: OfferFilters,
): DatasetId[] | undefined {
  const sources = [
    ...(modality === undefined ? [] : [shownWith(sql`modality = ${modality}`)]),
    ...(lang === undefined ? [] : [shownWith(sql`lang = ${lang}`)]),
    ...tags.map((tag) => sql`SELECT dataset_id AS id FROM dataset_tag WHERE tag = ${tag}`),
    ...wordsIn(q).filter(isIndexed).map(withWord),
  ]
  for (const source of sources) {
    const found = db.all<{ id: DatasetId }>(sql`${source} LIMIT ${fewMax + 1}`)
    if (found.length <= fewMax) return [...new Set(found.map(({ id }) => id))]
  }
  return undefined
}

function shownWith(condition: SQL): SQL {
  return sql`SELECT dataset_id AS id FROM dataset_holding WHERE ${condition} AND ${isShown}`
}

/** Words are looked for as parts of other words: by three characters each. */
function isIndexed(word: string): boolean {
  return [...word].length >= 3
}

function withWord(word: string): SQL {
  return sql`SELECT dataset.dataset_id AS id FROM dataset_fts
    CROSS JOIN dataset ON dataset.dataset_no = dataset_fts.rowid
    WHERE dataset_fts MATCH ${`"${word.replaceAll('"', '""')}"`}`
}

function listOf(values: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`
}
