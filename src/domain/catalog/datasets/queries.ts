import { and, count, desc, eq, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import { NotFound } from '../../../base/errors.ts'
import type { DatasetId, TenantId } from '../../../base/ids.ts'
import { findsBy, later, updatesBy } from '../../../store/prepared.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { Dataset, DatasetRow, DatasetSums, ObjectStates } from '../dataset.ts'
import { datasets } from '../tables.ts'
import type { DatasetStatus, DatasetVisibility } from '../values.ts'
import { type Caller, isOwnedBy, preparedForOwn } from '../visibility.ts'

export type DatasetFilters = {
  status?: DatasetStatus | undefined
  visibility?: DatasetVisibility | undefined
}

export function insertDataset(tx: Tx, row: typeof datasets.$inferInsert): DatasetRow {
  return tx.insert(datasets).values(row).returning().get()
}

export function updateDatasetRow(
  tx: Tx,
  datasetId: DatasetId,
  changes: Partial<DatasetRow>,
): DatasetRow {
  return changeDataset(tx, datasetId, changes)
}

const changeDataset = updatesBy(datasets, datasets.datasetId)

/** In whatever state, of whatever tenant. */
export const findDatasetRow = findsBy(datasets, datasets.datasetId)

const namedMax = 100

/** Ids of those that have the name and are there, of whatever tenant. */
export function listDatasetsNamed(db: Db, name: string): DatasetId[] {
  return db
    .select({ datasetId: datasets.datasetId })
    .from(datasets)
    .where(and(eq(datasets.name, name), notInArray(datasets.status, gone)))
    .orderBy(datasets.datasetId)
    .limit(namedMax)
    .all()
    .map(({ datasetId }) => datasetId)
}

const gone: DatasetStatus[] = ['pending_deletion', 'deleted']

/** One of any tenant that is there. Throws NotFound. */
export function getLiveDataset(db: Db, datasetId: string): DatasetRow {
  const dataset = findDatasetRow(db, datasetId as DatasetId)
  if (!dataset || gone.includes(dataset.status)) throw new NotFound('dataset')
  return dataset
}

export type AnyDatasetFilters = {
  tenantId?: string | undefined
  /** All of it, letter by letter. */
  name?: string | undefined
}

/** Of all tenants or of one, the newest `limit` after (that is, older than) a position. */
export function pageAnyDatasets(
  db: Db,
  page: AnyDatasetFilters & { limit: number; after: DatasetId | undefined },
): DatasetRow[] {
  const older = page.after === undefined ? undefined : lt(datasets.datasetId, page.after)
  return db
    .select()
    .from(datasets)
    .where(and(thereOf(page), older))
    .orderBy(desc(datasets.datasetId))
    .limit(page.limit)
    .all()
}

export function countAnyDatasets(db: Db, filters: AnyDatasetFilters): number {
  return db.select({ n: count() }).from(datasets).where(thereOf(filters)).get()?.n ?? 0
}

function thereOf({ tenantId, name }: AnyDatasetFilters): SQL | undefined {
  const isNamed = name === undefined ? undefined : eq(datasets.name, name)
  const isTheirs = tenantId === undefined ? undefined : eq(datasets.tenantId, tenantId as TenantId)
  return and(notInArray(datasets.status, gone), isTheirs, isNamed)
}

/** Throws NotFound. */
export function getOwnDataset(db: Db, caller: Caller, datasetId: string): DatasetRow {
  const { statement, values } = ownDatasetById(db, caller)
  const found = statement.get({ ...values, datasetId })
  if (!found) throw new NotFound('dataset')
  return found
}

const ownDatasetById = preparedForOwn((db, isOwn) =>
  db
    .select()
    .from(datasets)
    .where(sql`${isOwn} AND dataset.dataset_id = ${later('datasetId')}`)
    .prepare(),
)

/** The newest `limit` after (that is, older than) a position. */
export function pageOwnDatasets(
  db: Db,
  caller: Caller,
  page: DatasetFilters & { limit: number; after: DatasetId | undefined },
): DatasetRow[] {
  const older = page.after === undefined ? undefined : lt(datasets.datasetId, page.after)
  return db
    .select()
    .from(datasets)
    .where(and(ownWith(caller, page), older))
    .orderBy(desc(datasets.datasetId))
    .limit(page.limit)
    .all()
}

export function countOwnDatasets(db: Db, caller: Caller, filters: DatasetFilters): number {
  return db.get<{ total: number }>(
    sql`SELECT count(*) AS total FROM dataset WHERE ${ownWith(caller, filters)}`,
  ).total
}

/** Adds to each dataset what its objects amount to now. */
export function withSums(db: Db, rows: readonly DatasetRow[]): Dataset[] {
  const sums = sumsOf(
    db,
    rows.map(({ datasetId }) => datasetId),
  )
  return rows.map((row) => ({ ...row, ...(sums.get(row.datasetId) ?? nothing) }))
}

const nothing: DatasetSums = {
  objectCount: 0,
  activeObjectCount: 0,
  totalBytes: 0,
  states: {
    initiated: 0,
    staged: 0,
    active: 0,
    rejected: 0,
    expired: 0,
    queued: 0,
    indexed: 0,
    failed: 0,
    takenDown: 0,
  },
}

type SumsRow = ObjectStates & { datasetId: DatasetId; totalBytes: number }

function sumsOf(db: Db, datasetIds: DatasetId[]): Map<DatasetId, DatasetSums> {
  const ids = JSON.stringify(datasetIds)
  const rows = db.all<SumsRow>(sql`
    SELECT dataset_id AS datasetId, sum(iif(status <> 'initiated', bytes, 0)) AS totalBytes,
      sum(iif(status = 'initiated', objects, 0)) AS initiated,
      sum(iif(status = 'staged', objects, 0)) AS staged,
      sum(iif(status = 'active', objects, 0)) AS active,
      sum(iif(status = 'rejected', objects, 0)) AS rejected,
      sum(iif(status = 'expired', objects, 0)) AS expired,
      sum(iif(status = 'active' AND index_state = 'queued', objects, 0)) AS queued,
      sum(iif(status = 'active' AND index_state = 'indexed', objects, 0)) AS indexed,
      sum(iif(status = 'active' AND index_state = 'failed', objects, 0)) AS failed,
      sum(iif(status = 'active' AND is_down = 1, objects, 0)) AS takenDown
    FROM dataset_holding
    WHERE dataset_id IN (SELECT value FROM json_each(${ids})) AND status <> 'deleted'
    GROUP BY dataset_id`)
  return new Map(
    rows.map(({ datasetId, totalBytes, ...states }) => [datasetId, sumUp(states, totalBytes)]),
  )
}

function sumUp(states: ObjectStates, totalBytes: number): DatasetSums {
  const { staged, active, rejected, expired, indexed } = states
  const objectCount = staged + active + rejected + expired
  return { objectCount, activeObjectCount: indexed, totalBytes, states }
}

function ownWith(caller: Caller, { status, visibility }: DatasetFilters): SQL {
  const own = isOwnedBy(caller)
  const ofStatus = status === undefined ? sql`TRUE` : sql`dataset.status = ${status}`
  const seenBy = visibility === undefined ? sql`TRUE` : sql`dataset.visibility = ${visibility}`
  return sql`(${own} AND ${ofStatus} AND ${seenBy})`
}
