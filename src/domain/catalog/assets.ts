import { eq, type SQL, sql } from 'drizzle-orm'
import type { DatasetId, ObjectId, TenantId } from '../../base/ids.ts'
import type { Cents } from '../../base/money.ts'
import { opaque } from '../../store/prepared.ts'
import type { Reading } from '../../store/reading.ts'
import type { Db } from '../../store/tx.ts'
import { isNamed } from './objects/is-named.ts'
import { datasets, objects } from './tables.ts'
import { titleShown } from './title-shown.ts'
import type {
  DatasetVisibility,
  Modality,
  MonetizationMode,
  PricingModel,
  Source,
} from './values.ts'
import {
  type Caller,
  isNotSoldAway,
  isOnShow,
  isOpenTo,
  isUnsuspended,
  mayBeSeenBy,
  preparedForViewer,
  type Viewer,
} from './visibility.ts'

/** Spec 2.1, Asset states. What is initiated or deleted is no asset. */
export const assetStates = ['indexed', 'pending', 'review', 'rejected', 'failed'] as const
export type AssetState = (typeof assetStates)[number]

/** An object in the words of Surface A: the mapping of the two is made here and nowhere else. */
export type Asset = {
  readonly objectNo: number
  readonly objectId: ObjectId
  readonly datasetNo: number
  readonly datasetId: DatasetId
  readonly datasetName: string
  readonly tenantId: TenantId
  /** The provider's title, or else the document's own, or else the file name. */
  readonly title: string
  readonly filename: string
  /** Where it lay in the folder that it came from. */
  readonly folder: string | null
  readonly contentType: string
  readonly modality: Modality
  readonly lang: string | null
  readonly source: Source
  readonly state: AssetState
  readonly sizeBytes: number
  readonly checksumSha256: string
  readonly durationMs: number | null
  readonly pageCount: number | null
  readonly passageCount: number
  readonly uploadedAtMs: number
  readonly indexedAtMs: number | null
  readonly error: string | null
  /** What was odd about the file, in sentences. */
  readonly warnings: readonly string[]
  readonly blobKey: string
  /** The dataset's price of a whole file; null means the house price. */
  readonly basePriceCents: Cents | null
  readonly visibility: DatasetVisibility
  readonly monetizationMode: MonetizationMode
  readonly pricingModel: PricingModel
  readonly curated: boolean
}

/** An asset that the viewer may find, read and download. */
export type VisibleObject = Asset

export type AssetPage = {
  limit: number
  modality?: Modality | undefined
  status?: AssetState | undefined
  /** Only what comes after this one, in whole seconds of upload; without an id, after all of it. */
  after?: { uploadedAtS: number; objectId?: string | undefined } | undefined
}

/** The word of the records on which of these the viewer may see now: checked after ranking. */
export function findVisibleObjects(
  db: Db,
  viewer: Viewer,
  objectIds: readonly ObjectId[],
): Map<ObjectId, VisibleObject> {
  if (objectIds.length === 0) return new Map()
  const among = sql`object.object_id IN (SELECT value FROM json_each(${JSON.stringify(objectIds)}))`
  const rows = selectAssets(
    db,
    sql`${among} AND ${isOnShow} AND ${mayBeSeenBy(viewer)} AND ${isNotSoldAway(viewer)}`,
  )
  return new Map(rows.map((asset) => [asset.objectId, asset]))
}

/** What an answer to a search says of an object, and what its price depends on. */
export type ShownObject = Pick<
  Asset,
  | 'objectId'
  | 'datasetId'
  | 'tenantId'
  | 'title'
  | 'filename'
  | 'folder'
  | 'monetizationMode'
  | 'curated'
>

const shownObjects = preparedForViewer((db, isSeen) =>
  db
    .select({
      objectId: objects.objectId,
      datasetId: objects.datasetId,
      tenantId: objects.tenantId,
      title: sql<string>`${titleShown}`,
      filename: objects.filename,
      folder: sql<string | null>`nullif(${objects.folder}, '')`,
      monetizationMode: datasets.monetizationMode,
      curated: datasets.curated,
    })
    .from(objects)
    .innerJoin(datasets, eq(datasets.datasetId, objects.datasetId))
    .where(
      sql`${objects.objectId} IN (SELECT value FROM json_each(${sql.placeholder('objectIds')}))
        AND ${isSeen}`,
    )
    .prepare(),
)

/** The same word in few columns: each search asks for it. */
export function findShownObjects(
  db: Db,
  viewer: Viewer,
  objectIds: readonly ObjectId[],
): Map<ObjectId, ShownObject> {
  if (objectIds.length === 0) return new Map()
  const { statement, values } = shownObjects(db, viewer)
  const rows = statement.all({ ...values, objectIds: JSON.stringify(objectIds) })
  return new Map(rows.map((row) => [row.objectId, row]))
}

/** One asset that the viewer may see, or its own in whatever state; undefined for any other. */
export function findAsset(db: Db, viewer: Viewer, objectId: ObjectId): Asset | undefined {
  const own = viewer === 'public' ? sql`FALSE` : sql`dataset.tenant_id = ${opaque(viewer.tenantId)}`
  const [asset] = selectAssets(
    db,
    sql`object.object_id = ${opaque(objectId)} AND ${mayBeSeenBy(viewer)} AND ${isAsset}
      AND ${isNotSoldAway(viewer)} AND (${isOnShow} OR ${own})`,
  )
  return asset
}

/** An asset whoever looks: for work that is done for nobody in particular. */
export function findAnyAsset(db: Db, objectId: ObjectId): Asset | undefined {
  return selectAssets(db, sql`object.object_id = ${opaque(objectId)} AND ${isAsset}`)[0]
}

/** The caller's own assets, newest upload first. */
export function listOwnAssets(
  db: Db,
  caller: Caller,
  page: AssetPage,
): { assets: Asset[]; hasMore: boolean } {
  const rows = selectAssets(
    db,
    sql`object.tenant_id = ${caller.tenantId} AND object.uploaded_at IS NOT NULL
      AND ${mayBeSeenBy(caller)} AND ${isAsset}
      AND ${page.modality ? sql`object.modality = ${page.modality}` : sql`TRUE`}
      AND ${page.status ? sql`${stateOfAsset} = ${page.status}` : sql`TRUE`}
      AND ${comesAfter(page.after)}
      ORDER BY object.uploaded_at / 1000 DESC, object.object_id DESC LIMIT ${page.limit + 1}`,
  )
  return { assets: rows.slice(0, page.limit), hasMore: rows.length > page.limit }
}

/**
 * A page of the caller's own assets by its place in the list, newest upload first. Which ones is
 * found by who only reads: all that come before are looked at, and with `q` perhaps all.
 */
export async function pageOwnAssets(
  { db, reading }: { db: Db; reading: Reading },
  caller: Caller,
  { offset, limit, q }: { offset: number; limit: number; q?: string | undefined },
): Promise<Asset[]> {
  const title = sql`object.title`
  const named = q === undefined ? sql`TRUE` : sql`(${isNamed(q)} OR ${isNamed(q, title)})`
  const inOrder = sql`ORDER BY object.uploaded_at / 1000 DESC, object.object_id DESC`
  const found = await reading.all<{ id: ObjectId }>(sql`
    SELECT object.object_id AS id FROM object INDEXED BY object_by_upload CROSS JOIN dataset
    WHERE dataset.dataset_id = object.dataset_id
      AND ${isOwnAsset(caller)} AND ${named}
    ${inOrder} LIMIT ${limit} OFFSET ${offset}`)
  const ids = JSON.stringify(found.map(({ id }) => id))
  return selectAssets(
    db,
    sql`object.object_id IN (SELECT value FROM json_each(${ids}))
      AND ${mayBeSeenBy(caller)} AND ${isAsset} ${inOrder}`,
  )
}

export function countOwnAssets(db: Db, caller: Caller): number {
  const { n } = db.get<{ n: number }>(sql`
    SELECT coalesce(sum(objects), 0) AS n FROM dataset CROSS JOIN dataset_holding USING (dataset_id)
    WHERE dataset.tenant_id = ${caller.tenantId} AND ${mayBeSeenBy(caller)}
      AND dataset_holding.status NOT IN ('initiated', 'deleted') AND is_down = 0`)
  return n
}

function isOwnAsset(caller: Caller): SQL {
  return sql`(object.tenant_id = ${caller.tenantId} AND object.uploaded_at IS NOT NULL
    AND ${mayBeSeenBy(caller)} AND ${isAsset})`
}

/**
 * Those of these that can be licensed by the viewer now: approved and indexed, in an active
 * dataset of whatever visibility (who sets a price offers the asset), and not sold to another.
 */
export function findOnOffer(
  db: Db,
  viewer: Caller,
  objectIds: readonly ObjectId[],
): Map<ObjectId, Asset> {
  if (objectIds.length === 0) return new Map()
  const among = sql`object.object_id IN (SELECT value FROM json_each(${JSON.stringify(objectIds)}))`
  const rows = selectAssets(
    db,
    sql`${among} AND ${isOnShow} AND ${isNotSoldAway(viewer)}
      AND ${isOpenTo(viewer)}`,
  )
  return new Map(rows.map((asset) => [asset.objectId, asset]))
}

/** The same, and the viewer's own in whatever state. */
export function findLicensable(
  db: Db,
  viewer: Caller,
  objectIds: readonly ObjectId[],
): Map<ObjectId, Asset> {
  const among = sql`object.object_id IN (SELECT value FROM json_each(${JSON.stringify(objectIds)}))`
  const own = sql`(dataset.tenant_id = ${opaque(viewer.tenantId)} AND ${mayBeSeenBy(viewer)})`
  const rows = selectAssets(
    db,
    sql`${among} AND ${isAsset} AND ${isNotSoldAway(viewer)}
      AND (${isOnShow} AND ${isOpenTo(viewer)} OR ${own})`,
  )
  return new Map(rows.map((asset) => [asset.objectId, asset]))
}

/**
 * An approved asset for who has paid for it: also while its owner has put its dataset aside, and
 * while it is read anew or could not be. Not where it was taken down, or all of it is suspended.
 */
export function findSold(db: Db, objectId: ObjectId): Asset | undefined {
  const [asset] = selectAssets(
    db,
    sql`object.object_id = ${opaque(objectId)} AND object.status = 'active' AND ${isAsset}
      AND ${isUnsuspended}`,
  )
  return asset
}

/** Assets of which the condition holds; it may use `object` and `dataset` and end in an order. */
export function selectAssets(db: Db, condition: SQL): Asset[] {
  const rows = db.all<AssetRow>(sql`
    SELECT object.object_no AS objectNo, object.object_id AS objectId,
      dataset.dataset_no AS datasetNo, dataset.dataset_id AS datasetId,
      dataset.name AS datasetName, object.tenant_id AS tenantId,
      ${titleShown} AS title, object.filename, nullif(object.folder, '') AS folder,
      object.content_type AS contentType, object.modality, object.lang, object.source,
      ${stateOfAsset} AS state, object.size_bytes AS sizeBytes,
      object.checksum_sha256 AS checksumSha256, object.duration_ms AS durationMs,
      object.page_count AS pageCount, object.passage_count AS passageCount,
      object.uploaded_at AS uploadedAtMs, object.indexed_at AS indexedAtMs,
      object.ingest_error AS error, object.warnings, object.blob_key AS blobKey,
      dataset.base_price_cents AS basePriceCents, dataset.visibility,
      dataset.monetization_mode AS monetizationMode, dataset.pricing_model AS pricingModel,
      dataset.curated
    FROM object JOIN dataset ON dataset.dataset_id = object.dataset_id
    WHERE ${condition}`)
  return rows.map((row) => ({
    ...row,
    warnings: JSON.parse(row.warnings) as string[],
    curated: row.curated === 1,
  }))
}

type AssetRow = Omit<Asset, 'curated' | 'warnings'> & { curated: 0 | 1; warnings: string }

const isAsset: SQL = sql`(object.status NOT IN ('initiated', 'deleted')
  AND object.taken_down_at IS NULL)`

/** Our choice: how the two state machines of an object read as one word. */
const stateOfAsset: SQL = sql`(CASE object.status
  WHEN 'active' THEN CASE object.index_state
    WHEN 'indexed' THEN 'indexed' WHEN 'failed' THEN 'failed' ELSE 'pending' END
  WHEN 'staged' THEN 'review'
  ELSE 'rejected' END)`

function comesAfter(after: AssetPage['after']): SQL {
  if (!after) return sql`TRUE`
  const { uploadedAtS, objectId } = after
  const second = sql`object.uploaded_at / 1000`
  if (objectId === undefined) return sql`${second} < ${uploadedAtS}`
  // Not as a row value: only in this form the index finds the place.
  return sql`(${second} <= ${uploadedAtS}
    AND (${second} < ${uploadedAtS} OR object.object_id < ${objectId}))`
}
