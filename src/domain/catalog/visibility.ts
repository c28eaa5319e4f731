import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { DatasetId, TenantId } from '../../base/ids.ts'
import type { Json } from '../../base/json.ts'
import { opaque, prepared } from '../../store/prepared.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { isNotSuspended, type Principal } from '../identity/index.ts'
import { datasets, visibilityChanges } from './tables.ts'

/** A tenant with the restriction of the key that it came with. */
export type Caller = Pick<Principal, 'tenantId' | 'datasetAccess'>

/** Who looks: a caller, or nobody in particular. */
export type Viewer = Caller | 'public'

/** The datasets whose passages a viewer may see, own ones included. */
export type VisibleScope = {
  readonly datasetNos: readonly number[]
  readonly datasets: readonly VisibleDataset[]
}

export type VisibleDataset = {
  readonly datasetNo: number
  readonly datasetId: DatasetId
  readonly tenantId: TenantId
  readonly name: string
}

/**
 * The one predicate of visibility, dataset side: the viewer's own, `listed` ones, and `restricted`
 * ones opened to the viewer's tenant, other people's only while `active` and their tenant is not
 * suspended. Own ones also while they
 * are prepared or put aside; suspended and deleted ones never. An allow list narrows all of it.
 * Without a viewer: listed and open. (our choice: Who sees what)
 */
export function mayBeSeenBy(viewer: Viewer): SQL {
  return seenBy(viewer === 'public' ? viewer : askerOf(viewer))
}

/** A viewer in the values of a statement, or in the names of values that it is given later. */
type Asker = 'public' | { tenantId: Value; datasetIds: Value | undefined }
type Value = string | Placeholder

function askerOf({ tenantId, datasetAccess }: Caller) {
  const { mode } = datasetAccess
  return {
    tenantId,
    datasetIds: mode === 'allow_list' ? JSON.stringify(datasetAccess.datasetIds) : undefined,
  }
}

/** A dataset of which others may be given something at all. */
const isForSale: SQL = sql`(dataset.status = 'active'
  AND ${isNotSuspended(sql`dataset.tenant_id`)})`

/** A dataset that was not suspended, neither alone nor with its tenant. */
export const isUnsuspended: SQL = sql`(dataset.status <> 'suspended'
  AND ${isNotSuspended(sql`dataset.tenant_id`)})`

function seenBy(asker: Asker): SQL {
  if (asker === 'public') {
    return sql`(${isForSale} AND dataset.visibility = 'listed'
      AND dataset.monetization_mode = 'open')`
  }
  const { tenantId, datasetIds } = asker
  const seen = sql`(
    (dataset.tenant_id = ${opaque(tenantId)}
      AND dataset.status IN ('draft', 'ingesting', 'active', 'paused', 'archived'))
    OR (${isForSale} AND dataset.visibility = 'listed')
    OR (${isForSale} AND dataset.visibility = 'restricted' AND EXISTS (
      SELECT 1 FROM dataset_access
      WHERE dataset_access.dataset_id = dataset.dataset_id
        AND dataset_access.tenant_id = ${opaque(tenantId)})))`
  return sql`(${seen} AND ${isOneOf(datasetIds)})`
}

/**
 * What the catalogue of buyers shows: whatever is listed, and that there are restricted ones, to
 * whoever they were not opened to as well. An allow list narrows this too.
 */
export function isOnOfferTo(caller: Caller): SQL {
  return sql`(${isForSale} AND dataset.visibility IN ('listed', 'restricted')
    AND ${withinAllowList(caller)})`
}

/** Object side: approved, all its passages in the index, not taken down. */
export const isOnShow: SQL = sql`(object.status = 'active' AND object.index_state = 'indexed'
  AND object.taken_down_at IS NULL)`

/**
 * The datasets whose licensed objects a caller sees: active ones of whatever visibility, because
 * who sets a price offers the object, and own ones as far as the caller sees them at all.
 */
export function isOpenTo(caller: Caller): SQL {
  return sql`(${isForSale} OR ${mayBeSeenBy(caller)})`
}

/** What was sold exclusively is between its owner and that buyer. (our choice, Surface C) */
export function isNotSoldAway(viewer: Viewer): SQL {
  return isNotSoldAwayFrom(viewer === 'public' ? viewer : askerOf(viewer))
}

function isNotSoldAwayFrom(asker: Asker): SQL {
  if (asker === 'public') return sql`(object.exclusive_to IS NULL)`
  const tenantId = opaque(asker.tenantId)
  return sql`(object.exclusive_to IS NULL OR object.exclusive_to = ${tenantId}
    OR object.tenant_id = ${tenantId})`
}

/**
 * What Surface B's dataset and object routes work on: the caller's own, in every state but the
 * deleted ones. A foreign dataset is absent here even where it is listed. (our choice)
 */
export function isOwnedBy(caller: Caller): SQL {
  return ownedBy(askerOf(caller))
}

function ownedBy({ tenantId, datasetIds }: Exclude<Asker, 'public'>): SQL {
  return sql`(dataset.tenant_id = ${opaque(tenantId)}
    AND dataset.status NOT IN ('pending_deletion', 'deleted') AND ${isOneOf(datasetIds)})`
}

/** A key in allow_list mode narrows everything, its tenant's own datasets too (spec 5.2, 6). */
export function withinAllowList(caller: Caller): SQL {
  return isOneOf(askerOf(caller).datasetIds)
}

function isOneOf(datasetIds: Value | undefined): SQL {
  if (datasetIds === undefined) return sql`TRUE`
  return sql`dataset.dataset_id IN (SELECT value FROM json_each(${datasetIds}))`
}

/** The restriction as a value that a cursor can be bound to. */
export function restrictionOf({ datasetAccess }: Pick<Principal, 'datasetAccess'>): Json {
  return datasetAccess.mode === 'allow_list' ? [...datasetAccess.datasetIds].sort() : null
}

/** The datasets that a search may look into; an unknown and an invisible one are equally absent. */
export function visibleScope(db: Db, viewer: Viewer): VisibleScope {
  const datasets = db.all<VisibleDataset>(sql`
    SELECT dataset_no AS datasetNo, dataset_id AS datasetId, tenant_id AS tenantId, name
    FROM dataset WHERE ${mayBeSeenBy(viewer)} ORDER BY dataset_no`)
  return { datasets, datasetNos: datasets.map(({ datasetNo }) => datasetNo) }
}

/** What those of these datasets are called that a viewer may see. */
export function namesOfVisible(
  db: Db,
  viewer: Viewer,
  datasetIds: readonly DatasetId[],
): Map<DatasetId, string> {
  if (datasetIds.length === 0) return new Map()
  const rows = db.all<Pick<VisibleDataset, 'datasetId' | 'name'>>(sql`
    SELECT dataset_id AS datasetId, name FROM dataset
    WHERE dataset_id IN (SELECT value FROM json_each(${JSON.stringify(datasetIds)}))
      AND ${mayBeSeenBy(viewer)}`)
  return new Map(rows.map(({ datasetId, name }) => [datasetId, name]))
}

/** The numbers alone, in order: what every search asks for, and where there are thousands. */
export function visibleDatasetNos(db: Db, viewer: Viewer): number[] {
  const { kind, values } = statementFor(viewer)
  return JSON.parse(askedOften[kind].datasetNos(db).get(values)?.list ?? '[]')
}

/** Another number after each change of what the above says to anybody; triggers see to it. */
export function visibilityChange(db: Db): number {
  return readChange(db).get()?.seq ?? 0
}

const readChange = prepared((db) =>
  db.select({ seq: visibilityChanges.seq }).from(visibilityChanges).prepare(),
)

/** Whether a principal may know that a dataset exists: it sees it, or owns it. */
export function knowsDataset(db: Db, caller: Caller, datasetId: DatasetId): boolean {
  const found = db.get(sql`SELECT 1 FROM dataset WHERE dataset.dataset_id = ${datasetId}
    AND (${mayBeSeenBy(caller)} OR ${isOwnedBy(caller)})`)
  return found !== undefined
}

/**
 * Numbers of the objects in these datasets that have passages in the index and must not show:
 * still being indexed, given up half-way, deleted and not cleaned up yet, taken down, or sold
 * exclusively to somebody else than the viewer.
 */
export function hiddenObjectNos(
  db: Db,
  { viewer, ...scope }: Pick<VisibleScope, 'datasetNos'> & { viewer: Viewer },
): number[] {
  const { kind, values } = statementFor(viewer)
  const given = { ...values, datasetNos: JSON.stringify(scope.datasetNos) }
  return JSON.parse(askedOften[kind].hiddenObjectNos(db).get(given)?.list ?? '[]')
}

/** Each search asks these: building their text takes longer than what SQLite does with it. */
const later = { tenantId: sql.placeholder('tenantId'), datasetIds: sql.placeholder('datasetIds') }
const askedOften = {
  public: statementsOf('public'),
  everything: statementsOf({ ...later, datasetIds: undefined }),
  narrowed: statementsOf(later),
}

function statementFor(viewer: Viewer): { kind: keyof typeof askedOften; values: Values } {
  if (viewer === 'public') return { kind: 'public', values: {} }
  const values = askerOf(viewer)
  return { kind: values.datasetIds === undefined ? 'everything' : 'narrowed', values }
}

type Values = Record<string, unknown>

/** A statement with the condition of `isOwnedBy`, which is given its values later. */
export function preparedForOwn<S extends {}>(make: (db: Tx, isOwn: SQL) => S) {
  const everything = prepared((db) => make(db, ownedBy({ ...later, datasetIds: undefined })))
  const narrowed = prepared((db) => make(db, ownedBy(later)))
  return (db: Db, caller: Caller): { statement: S; values: Values } => {
    const values = askerOf(caller)
    return { statement: (values.datasetIds ? narrowed : everything)(db), values }
  }
}

/** One with the condition that a viewer may find, read and download an object, as of now. */
export function preparedForViewer<S extends {}>(make: (db: Tx, isSeen: SQL) => S) {
  const statementFor = (asker: Asker) =>
    prepared((db) =>
      make(db, sql`(${isOnShow} AND ${seenBy(asker)} AND ${isNotSoldAwayFrom(asker)})`),
    )
  const everybody = statementFor('public')
  const everything = statementFor({ ...later, datasetIds: undefined })
  const narrowed = statementFor(later)
  return (db: Db, viewer: Viewer): { statement: S; values: Values } => {
    if (viewer === 'public') return { statement: everybody(db), values: {} }
    const values = askerOf(viewer)
    return { statement: (values.datasetIds ? narrowed : everything)(db), values }
  }
}

function statementsOf(asker: Asker) {
  return {
    datasetNos: prepared((db) =>
      db
        .select({ list: sql<string>`json_group_array(dataset_no ORDER BY dataset_no)` })
        .from(datasets)
        .where(seenBy(asker))
        .prepare(),
    ),
    hiddenObjectNos: prepared((db) =>
      db
        .select({ list: sql<string>`json_group_array(object_no)` })
        .from(objectsToHide(asker))
        .prepare(),
    ),
  }
}

function objectsToHide(asker: Asker): SQL {
  return sql`(SELECT object.object_no
    FROM object INDEXED BY object_hidden JOIN dataset USING (dataset_id)
    WHERE object.index_state <> 'none'
      AND (object.index_state <> 'indexed' OR object.status <> 'active'
        OR object.taken_down_at IS NOT NULL)
      AND dataset.dataset_no IN (SELECT value FROM json_each(${sql.placeholder('datasetNos')}))
    UNION
    SELECT object.object_no FROM object
    WHERE object.exclusive_to IS NOT NULL AND NOT ${isNotSoldAwayFrom(asker)})`
}
