import { type SQL, sql } from 'drizzle-orm'
import type { DatasetId, ObjectId } from '../../../base/ids.ts'
import type { Reading } from '../../../store/reading.ts'
import type { Db } from '../../../store/tx.ts'
import type { ObjectRecord } from '../object.ts'
import { isNamed } from '../objects/is-named.ts'
import { isDown } from '../objects/queries.ts'
import { objects } from '../tables.ts'
import type { IndexState, ObjectStatus } from '../values.ts'

export const objectSorts = ['newest', 'oldest', 'name', 'name_desc', 'largest', 'smallest'] as const
export type ObjectSort = (typeof objectSorts)[number]

export type OfDataset = {
  datasetId: DatasetId
  status?: ObjectStatus | undefined
  indexState?: IndexState | undefined
  takenDown?: boolean | undefined
  /** Something in the name, whatever its case. */
  q?: string | undefined
}

/** Where a row is in its order: the id says it all where that is what is sorted by. */
export type Place = ObjectId | [key: string | number, objectId: ObjectId]

export type Stretch = OfDataset & {
  sort: ObjectSort
  after: Place | undefined
  offset: number
  limit: number
}

type Order = { key: SQL | null; of: (row: Named) => string | number; isDown: boolean }
type Named = Pick<ObjectRecord, 'objectId' | 'filename' | 'sizeBytes'>

const byName = { key: sql`object.filename COLLATE NOCASE`, of: (row: Named) => row.filename }
const bySize = { key: sql`object.size_bytes`, of: (row: Named) => row.sizeBytes }
const byAge = { key: null, of: (row: Named) => row.objectId }
const orders: Readonly<Record<ObjectSort, Order>> = {
  newest: { ...byAge, isDown: true },
  oldest: { ...byAge, isDown: false },
  name: { ...byName, isDown: false },
  name_desc: { ...byName, isDown: true },
  largest: { ...bySize, isDown: true },
  smallest: { ...bySize, isDown: false },
}

export function placeOf(sort: ObjectSort, row: Named): Place {
  const { key, of } = orders[sort]
  return key === null ? row.objectId : [of(row), row.objectId]
}

/** The ids of a stretch of the list, found in an index alone. */
export async function findStretch(reading: Reading, stretch: Stretch): Promise<ObjectId[]> {
  const rows = await reading.all<{ id: ObjectId }>(idsOf(stretch))
  return rows.map(({ id }) => id)
}

/** Some objects, and in which order. */
export type Found = { objectIds: readonly ObjectId[]; sort: ObjectSort }

export function listFound(db: Db, { objectIds, sort }: Found): ObjectRecord[] {
  return db.select().from(objects).where(areAmong(objectIds)).orderBy(orderOf(sort)).all()
}

function areAmong(objectIds: readonly ObjectId[]): SQL {
  return sql`object.object_id IN (SELECT value FROM json_each(${JSON.stringify(objectIds)}))`
}

/** What a table shows of an object. */
export type ObjectRow = Pick<
  ObjectRecord,
  | 'objectId'
  | 'filename'
  | 'folder'
  | 'contentType'
  | 'sizeBytes'
  | 'status'
  | 'indexState'
  | 'createdAtMs'
  | 'uploadedAtMs'
  | 'reviewExpiresAtMs'
  | 'takenDownAtMs'
> & { uploadExpiresAtMs: number | null }

export function listRows(db: Db, { objectIds, sort }: Found): ObjectRow[] {
  return db.all<ObjectRow>(sql`
    SELECT object.object_id AS objectId, object.filename, object.folder,
      object.content_type AS contentType, object.size_bytes AS sizeBytes, object.status,
      object.index_state AS indexState, object.created_at AS createdAtMs,
      object.uploaded_at AS uploadedAtMs, object.review_expires_at AS reviewExpiresAtMs,
      object.taken_down_at AS takenDownAtMs, upload.expires_at AS uploadExpiresAtMs
    FROM object LEFT JOIN upload ON upload.object_id = object.object_id
    WHERE ${areAmong(objectIds)} ORDER BY ${orderOf(sort)}`)
}

export async function countOfDataset(reading: Reading, filters: OfDataset): Promise<number> {
  const { total } = await reading.get<{ total: number }>(
    sql`SELECT count(*) AS total FROM ${listed(filters)} WHERE ${isAmong(filters)}`,
  )
  return total
}

function idsOf({ sort, after, offset, limit, ...filters }: Stretch): SQL {
  return sql`SELECT object.object_id AS id FROM ${listed(filters)}
    WHERE ${isAmong(filters)} AND ${after === undefined ? sql`TRUE` : isBeyond(sort, after)}
    ORDER BY ${orderOf(sort)} LIMIT ${limit} OFFSET ${offset}`
}

function orderOf(sort: ObjectSort): SQL {
  const { key, isDown } = orders[sort]
  const way = isDown ? sql`DESC` : sql`ASC`
  const id = sql`object.object_id ${way}`
  return key === null ? id : sql`${key} ${way}, ${id}`
}

function isBeyond(sort: ObjectSort, after: Place): SQL {
  const { key, isDown } = orders[sort]
  const beyond = isDown ? sql`<` : sql`>`
  if (key === null || !Array.isArray(after)) return sql`object.object_id ${beyond} ${after}`
  return sql`(${key}, object.object_id) ${beyond} (${after[0]}, ${after[1]})`
}

/** What is taken down is rare, and has an index of its own. */
function listed({ takenDown }: OfDataset): SQL {
  return takenDown ? sql`object INDEXED BY object_taken_down` : sql`object`
}

function isAmong({ datasetId, status, indexState, takenDown, q }: OfDataset): SQL {
  return sql`(object.dataset_id = ${datasetId} AND object.status <> 'deleted'
    AND ${status === undefined ? sql`TRUE` : sql`object.status = ${status}`}
    AND ${indexState === undefined ? sql`TRUE` : sql`object.index_state = ${indexState}`}
    AND ${takenDown === undefined ? sql`TRUE` : isDown(takenDown)}
    AND ${q === undefined ? sql`TRUE` : isNamed(q)})`
}

export type KnownContent = Named & Pick<ObjectRecord, 'checksumSha256' | 'folder' | 'status'>

/** Confirmed objects of a dataset that have one of these checksums, and are not deleted. */
export function listKnown(
  db: Db,
  {
    tenantId,
    datasetId,
    sha256,
  }: Pick<ObjectRecord, 'tenantId' | 'datasetId'> & {
    sha256: readonly string[]
  },
): KnownContent[] {
  return db.all<KnownContent>(sql`
    SELECT object.object_id AS objectId, object.filename, object.folder, object.status,
      object.size_bytes AS sizeBytes, object.checksum_sha256 AS checksumSha256
    FROM json_each(${JSON.stringify(sha256)}) AS asked
      CROSS JOIN object ON object.tenant_id = ${tenantId}
        AND object.checksum_sha256 = asked.value
    WHERE object.dataset_id = ${datasetId}
      AND object.status IN ('staged', 'active', 'rejected', 'expired')
    ORDER BY asked.key, object.object_id LIMIT ${knownRowsMax}`)
}

/** However often the same bytes are there. */
const knownRowsMax = 5_000
