import { and, desc, lt, type SQL, sql } from 'drizzle-orm'
import type { DatasetId, TenantId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import type { AccessRequestStatus } from '../access/access-request.ts'
import type { DatasetRow } from '../dataset.ts'
import { datasets } from '../tables.ts'
import type { Modality } from '../values.ts'
import { type Caller, isOnOfferTo } from '../visibility.ts'
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
  const older = page.after === undefined ? undefined : lt(datasets.datasetId, page.after)
  return db
    .select()
    .from(datasets)
    .where(and(offered(caller, page), older))
    .orderBy(desc(datasets.datasetId))
    .limit(page.limit)
    .all()
}

export function countOffered(db: Db, caller: Caller, filters: OfferFilters): number {
  const total = sql<number>`count(*)`
  return db.select({ total }).from(datasets).where(offered(caller, filters)).get()?.total ?? 0
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
    SELECT dataset_id AS datasetId, modality, lang, count(*) AS objects,
      sum(passage_count) AS passages, sum(size_bytes) AS bytes
    FROM object INDEXED BY object_on_show
    WHERE dataset_id IN ${listOf(datasetIds)}
      AND status = 'active' AND index_state = 'indexed' AND taken_down_at IS NULL
    GROUP BY dataset_id, modality, lang ORDER BY objects DESC, modality, lang`)
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

function offered(caller: Caller, { q = '', modality, lang, tags = [] }: OfferFilters): SQL {
  const words = wordsIn(q).map((word) => sql`instr(dataset.catalogue_text, ${word}) > 0`)
  const shows = [
    ...(modality === undefined ? [] : [sql`object.modality = ${modality}`]),
    ...(lang === undefined ? [] : [sql`object.lang = ${lang}`]),
  ]
  return sql.join([isOnOfferTo(caller), ...words, ...hasShown(shows), ...hasTags(tags)], sql` AND `)
}

/** One object of the dataset that fits all of it. */
function hasShown(conditions: SQL[]): SQL[] {
  if (conditions.length === 0) return []
  return [
    sql`EXISTS (SELECT 1 FROM object WHERE object.dataset_id = dataset.dataset_id
      AND object.status = 'active' AND object.index_state = 'indexed'
      AND object.taken_down_at IS NULL AND ${sql.join(conditions, sql` AND `)})`,
  ]
}

function hasTags(tags: readonly string[]): SQL[] {
  return tags.map((tag) => sql`${tag} IN (SELECT value FROM json_each(dataset.tags))`)
}

function listOf(values: readonly string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`
}
