import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  lt,
  lte,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm'
import { NotFound } from '../../../base/errors.ts'
import type { DatasetId, ObjectId } from '../../../base/ids.ts'
import { findsBy, insertsReturning, later, prepared, updatesBy } from '../../../store/prepared.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { ObjectRecord } from '../object.ts'
import { datasets, objects } from '../tables.ts'
import { type IndexState, type ObjectStatus, objectStatuses } from '../values.ts'
import { type Caller, isOwnedBy, isUnsuspended, preparedForOwn } from '../visibility.ts'
import { formsOf } from './is-named.ts'

export const insertObject = insertsReturning(objects)

const changeObject = updatesBy(objects, objects.objectId)

export function updateObject(
  tx: Tx,
  objectId: ObjectId,
  changes: Partial<ObjectRecord>,
): ObjectRecord {
  return changeObject(tx, objectId, changes)
}

/** Only what was never confirmed; the upload and its parts go with it. */
export function deleteObjectRow(tx: Tx, objectId: ObjectId): void {
  tx.delete(objects).where(eq(objects.objectId, objectId)).run()
}

/** In whatever state, of whatever tenant, tombstones included. */
export const findObjectRow = findsBy(objects, objects.objectId)

/** Those of these that there are, likewise, the oldest first. */
export function listObjectRows(db: Db, objectIds: readonly ObjectId[]): ObjectRecord[] {
  const ids = JSON.stringify(objectIds)
  const among = sql`${objects.objectId} IN (SELECT value FROM json_each(${ids}))`
  return db.select().from(objects).where(among).orderBy(asc(objects.objectId)).all()
}

/** What who bought a licence fetches by an open link: not what is taken down or suspended. */
export function findServed(db: Db, objectId: ObjectId): ObjectRecord | undefined {
  const isThere = sql`object.object_id = ${objectId} AND object.status IN ('staged', 'active')`
  return withLiveDataset(db, sql`${isThere} AND ${isOpenToHolders}`).get()
}

/** The same of a deleted object whose bytes are kept. */
export function findKept(
  db: Db,
  { objectId, nowMs }: { objectId: ObjectId; nowMs: number },
): ObjectRecord | undefined {
  const isKept = sql`object.object_id = ${objectId} AND object.bytes_kept_until > ${nowMs}`
  return withDataset(db, sql`${isKept} AND ${isOpenToHolders}`).get()
}

/** From now on none of those of this dataset is. */
export function withholdKept(tx: Tx, datasetId: DatasetId): void {
  const areKept = sql`dataset_id = ${datasetId} AND status = 'deleted'
    AND bytes_kept_until IS NOT NULL`
  tx.update(objects).set({ bytesKeptUntilMs: null }).where(areKept).run()
}

const isOpenToHolders = sql`(object.taken_down_at IS NULL AND ${isUnsuspended})`

/** In whatever state, of whatever tenant, as long as its dataset is not being deleted. */
export function findObject(db: Db, objectId: string): ObjectRecord | undefined {
  return liveObjectById(db).get({ objectId })
}

const liveObjectById = prepared((db) =>
  withLiveDataset(db, sql`object.object_id = ${later('objectId')}`).prepare(),
)

/** Of the caller's tenant and not deleted. */
export function findOwnObject(db: Db, caller: Caller, objectId: string): ObjectRecord | undefined {
  const { statement, values } = ownObjectById(db, caller)
  return statement.get({ ...values, objectId })
}

/** The same, where it must be there. Throws NotFound. */
export function getOwnObject(db: Db, caller: Caller, objectId: string): ObjectRecord {
  const found = findOwnObject(db, caller, objectId)
  if (!found) throw new NotFound('object')
  return found
}

const ownObjectById = preparedForOwn((db, isOwn) =>
  withLiveDataset(
    db,
    sql`object.object_id = ${later('objectId')} AND object.status <> 'deleted' AND ${isOwn}`,
  ).prepare(),
)

/** Out of what is kept of the dataset. */
export function countObjects(
  db: Db,
  {
    datasetId,
    status,
    indexState,
    takenDown,
  }: {
    datasetId: DatasetId
    status?: ObjectStatus | undefined
    indexState?: IndexState | undefined
    takenDown?: boolean | undefined
  },
): number {
  const filters = and(
    takenDown === undefined ? undefined : sql`is_down = ${Number(takenDown)}`,
    status === undefined ? undefined : sql`status = ${status}`,
    indexState === undefined ? undefined : sql`index_state = ${indexState}`,
  )
  return db.get<{ total: number }>(sql`
    SELECT coalesce(sum(objects), 0) AS total FROM dataset_holding
    WHERE dataset_id = ${datasetId} AND status <> 'deleted' AND ${filters ?? sql`TRUE`}`).total
}

export type OwnObjectFilters = {
  datasetId?: string | undefined
  /** That folder and all below it. */
  folder?: string | undefined
  indexState?: IndexState | undefined
  status?: ObjectStatus | undefined
  takenDown?: boolean | undefined
}

type Newest = OwnObjectFilters & { limit: number; after: ObjectId | undefined }

/** The newest `limit` of the caller's after (that is, older than) a position. */
export function pageOwnObjects(db: Db, caller: Caller, asked: Newest): ObjectRecord[] {
  const { folder, limit, after, ...filters } = asked
  if (folder !== undefined) return pageOfFolder(db, caller, { ...asked, folder })
  if (filters.takenDown) return pageOfDown(db, caller, asked)
  return (
    db
      .select(getTableColumns(objects))
      .from(objects)
      // Each object's dataset is looked up, in this order.
      .crossJoin(datasets)
      .where(and(isOwnIn(caller, filters), olderThan(after)))
      .orderBy(desc(objects.objectId))
      .limit(limit)
      .all()
  )
}

/** The same of what is taken down, of which there is little. */
function pageOfDown(db: Db, caller: Caller, { limit, after, ...filters }: Newest): ObjectRecord[] {
  const newest = sql`SELECT object.object_id FROM object INDEXED BY object_taken_down
    CROSS JOIN dataset WHERE ${isOwnIn(caller, filters)} AND ${olderThan(after) ?? sql`TRUE`}
    ORDER BY object.object_id DESC LIMIT ${limit}`
  return db
    .select()
    .from(objects)
    .where(sql`${objects.objectId} IN (${newest})`)
    .orderBy(desc(objects.objectId))
    .all()
}

/** So many folders are merged: of each no more is read than what is shown. */
const mergedFoldersMax = 200

/**
 * The same of a folder and those below it. The index has the objects of each in order; where there
 * are many folders, the ids of all are put into order, and only what is shown is looked up.
 */
function pageOfFolder(
  db: Db,
  caller: Caller,
  { folder, limit, after, ...filters }: Newest & { folder: string },
): ObjectRecord[] {
  const { tenantId } = caller
  const isShown = and(isOwnIn(caller, filters), olderThan(after))
  const folders = listFolders(db, { tenantId, folder, limit: mergedFoldersMax + 1 })
  const newest =
    folders.length <= mergedFoldersMax
      ? sql`SELECT found.object_id FROM json_each(${JSON.stringify(folders)}) AS one
          CROSS JOIN object AS found WHERE found.object_id IN (
            SELECT object.object_id FROM object CROSS JOIN dataset
            WHERE object.folder = one.value AND ${isShown}
            ORDER BY object.object_id DESC LIMIT ${limit})`
      : sql`SELECT object.object_id FROM (
            SELECT object.object_id FROM object INDEXED BY object_by_folder
            WHERE object.tenant_id = ${tenantId} AND object.folder IS NOT NULL
              AND ${isWithin(folder)} AND ${olderThan(after) ?? sql`TRUE`}
            ORDER BY object.object_id DESC LIMIT -1) AS listed
          CROSS JOIN object ON object.object_id = listed.object_id CROSS JOIN dataset
          WHERE ${isShown} LIMIT ${limit}`
  return db
    .select()
    .from(objects)
    .where(sql`${objects.objectId} IN (${newest})`)
    .orderBy(desc(objects.objectId))
    .limit(limit)
    .all()
}

type Within = { tenantId: string; folder: string; limit: number }

/** The folder and those below it that have files: one look into the index for each. */
function listFolders(db: Db, { tenantId, folder, limit }: Within): string[] {
  const first = (condition: SQL) => sql`(SELECT folder FROM object INDEXED BY object_by_folder
    WHERE tenant_id = ${tenantId} AND folder IS NOT NULL AND ${condition}
    ORDER BY folder LIMIT 1)`
  const found = formsOf(folder).flatMap((form) =>
    db.all<{ folder: string }>(sql`
      WITH RECURSIVE named (name) AS (
        SELECT ${first(sql`folder >= ${form} AND folder < ${`${form}0`}`)}
        UNION ALL SELECT ${first(sql`folder > name AND folder < ${`${form}0`}`)}
        FROM named WHERE name IS NOT NULL)
      SELECT name AS folder FROM named
      WHERE name = ${form} OR name >= ${`${form}/`} LIMIT ${limit}`),
  )
  return found.map((row) => row.folder)
}

function olderThan(after: ObjectId | undefined): SQL | undefined {
  return after === undefined ? undefined : lt(objects.objectId, after)
}

function isOwnIn(caller: Caller, filters: OwnObjectFilters): SQL | undefined {
  return and(eq(datasets.datasetId, objects.datasetId), isOwn(caller, filters))
}

/** Of a folder one by one, else out of what is kept of each dataset. */
export function countOwnObjects(db: Db, caller: Caller, filters: OwnObjectFilters): number {
  const { datasetId, folder, indexState, status, takenDown } = filters
  if (folder !== undefined) {
    const asked = [indexState, status, datasetId, takenDown]
    const isAll = asked.every((one) => one === undefined)
    if (isAll && isWhole(db, caller)) return countInFolder(db, caller, folder)
    // Each object's dataset is looked up: in another order all of the house's are tried for each.
    return db.get<{ total: number }>(sql`
      SELECT count(*) AS total FROM object CROSS JOIN dataset
      WHERE dataset.dataset_id = object.dataset_id AND ${isOwn(caller, filters)}`).total
  }
  const held = and(
    datasetId === undefined ? undefined : sql`dataset.dataset_id = ${datasetId}`,
    indexState === undefined ? undefined : sql`dataset_holding.index_state = ${indexState}`,
    status === undefined ? undefined : sql`dataset_holding.status = ${status}`,
    takenDown === undefined ? undefined : sql`dataset_holding.is_down = ${Number(takenDown)}`,
  )
  return db.get<{ total: number }>(sql`
    SELECT coalesce(sum(objects), 0) AS total
    FROM dataset CROSS JOIN dataset_holding USING (dataset_id)
    WHERE ${isOwnedBy(caller)} AND dataset_holding.status <> 'deleted'
      AND ${held ?? sql`TRUE`}`).total
}

/** No dataset of the tenant is left out: none is being deleted, and the caller may see them all. */
function isWhole(db: Db, { tenantId, datasetAccess }: Caller): boolean {
  if (datasetAccess.mode !== 'all_available') return false
  const going = sql`SELECT 1 FROM dataset
    WHERE tenant_id = ${tenantId} AND status = 'pending_deletion' LIMIT 1`
  return db.get(going) === undefined
}

/** In the index alone: what is deleted lies in no folder. */
function countInFolder(db: Db, { tenantId }: Caller, folder: string): number {
  return db.get<{ total: number }>(sql`
    SELECT count(*) AS total FROM object INDEXED BY object_by_folder
    WHERE tenant_id = ${tenantId} AND folder IS NOT NULL AND ${isWithin(folder)}`).total
}

function isOwn(caller: Caller, filters: OwnObjectFilters): SQL | undefined {
  const { datasetId, folder, indexState, status, takenDown } = filters
  return and(
    sql`object.tenant_id = ${caller.tenantId} AND ${isOwnedBy(caller)}`,
    ne(objects.status, 'deleted'),
    datasetId === undefined ? undefined : sql`object.dataset_id = ${datasetId}`,
    indexState === undefined ? undefined : hasIndexState(indexState),
    status === undefined ? undefined : eq(objects.status, status),
    takenDown === undefined ? undefined : isDown(takenDown),
    folder === undefined ? undefined : isWithin(folder),
  )
}

/** Said in the statement, as the index of what is taken down wants it. */
export function isDown(is: boolean): SQL {
  return is ? sql`object.taken_down_at IS NOT NULL` : sql`object.taken_down_at IS NULL`
}

function isWithin(folder: string): SQL {
  return sql`(${sql.join(formsOf(folder).map(isIn), sql` OR `)})`
}

/** What comes after a slash in the order of characters is a 0. */
function isIn(folder: string): SQL {
  return sql`(object.folder >= ${folder} AND object.folder < ${`${folder}0`}
    AND (object.folder = ${folder} OR object.folder >= ${`${folder}/`}))`
}

/** Said in the statement, and not given to it: the index of those that failed asks for it. */
function hasIndexState(indexState: IndexState): SQL {
  if (indexState === 'failed') return sql`object.index_state = 'failed'`
  return sql`object.index_state = ${indexState}`
}

/** Objects of a dataset that are not tombstones yet. */
export function nextToBury(
  db: Db,
  { datasetId, limit }: { datasetId: DatasetId; limit: number },
): ObjectRecord[] {
  // Named, so that those which are tombstones are not walked over again by each slice.
  const living = objectStatuses.filter((status) => status !== 'deleted')
  const alive = and(eq(objects.datasetId, datasetId), inArray(objects.status, living))
  return db.select().from(objects).where(alive).limit(limit).all()
}

/**
 * Whether objects of a dataset still live or still have passages in the index: asked after each
 * object of a deletion, so by what is kept of the dataset, and not by its objects.
 */
export function hasUnfinished(db: Db, datasetId: DatasetId): boolean {
  const row = db.get<{ one: 1 }>(sql`
    SELECT 1 AS one FROM dataset_holding
    WHERE dataset_id = ${datasetId} AND objects > 0
      AND (status <> 'deleted' OR index_state <> 'none')
    LIMIT 1`)
  return row !== undefined
}

/** Staged objects whose review window is over, the longest overdue first. */
export function listOverdueReviews(
  db: Db,
  { nowMs, limit }: { nowMs: number; limit: number },
): ObjectRecord[] {
  return db
    .select()
    .from(objects)
    .where(sql`status = 'staged' AND ${lte(objects.reviewExpiresAtMs, nowMs)}`)
    .orderBy(asc(objects.reviewExpiresAtMs))
    .limit(limit)
    .all()
}

/** Staged objects whose review ends until then and was not warned of, the next to end first. */
export function listUnwarnedReviews(
  db: Db,
  { nowMs, untilMs, limit }: { nowMs: number; untilMs: number; limit: number },
): ObjectRecord[] {
  return db
    .select()
    .from(objects)
    .where(
      sql`status = 'staged' AND review_warned_at IS NULL
        AND review_expires_at > ${nowMs} AND review_expires_at <= ${untilMs}`,
    )
    .orderBy(asc(objects.reviewExpiresAtMs))
    .limit(limit)
    .all()
}

function withLiveDataset(db: Db, condition: SQL) {
  return withDataset(
    db,
    sql`${condition} AND dataset.status NOT IN ('pending_deletion', 'deleted')`,
  )
}

function withDataset(db: Db, condition: SQL) {
  return db
    .select(getTableColumns(objects))
    .from(objects)
    .innerJoin(datasets, eq(datasets.datasetId, objects.datasetId))
    .where(condition)
}
