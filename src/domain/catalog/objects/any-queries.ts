import { type SQL, sql } from 'drizzle-orm'
import type { DatasetId, ObjectId, TenantId } from '../../../base/ids.ts'
import type { Reading } from '../../../store/reading.ts'
import type { Db } from '../../../store/tx.ts'
import type { ObjectStatus } from '../values.ts'

/** A file of whatever tenant, as who runs the platform knows it. */
export type AnyObject = {
  objectId: ObjectId
  tenantId: TenantId
  datasetId: DatasetId
  datasetName: string
  filename: string
  folder: string | null
  contentType: string
  sizeBytes: number
  status: ObjectStatus
  takenDownAtMs: number | null
  takenDownReason: string | null
  /** Of one that its owner deleted: until then who bought it may fetch it. */
  bytesKeptUntilMs: number | null
}

export type DownPosition = { atMs: number; objectId: ObjectId }

type Asked = { tenantId?: string | undefined; datasetId?: string | undefined; nowMs: number }
type Page = Asked & { after: DownPosition | undefined; limit: number }

export function pageTakenDown(reading: Reading, { after, limit, ...asked }: Page) {
  const beyond =
    after === undefined
      ? sql`TRUE`
      : sql`(object.taken_down_at, object.object_id) < (${after.atMs}, ${after.objectId})`
  return reading.all<AnyObject>(sql`
    ${shown} FROM ${down} WHERE ${isAmong(asked)} AND ${beyond}
    ORDER BY object.taken_down_at DESC, object.object_id DESC LIMIT ${limit}`)
}

export async function countTakenDown(reading: Reading, asked: Asked): Promise<number> {
  const count = sql`SELECT count(*) AS total FROM ${down} WHERE ${isAmong(asked)}`
  return (await reading.get<{ total: number }>(count)).total
}

export function findAny(
  db: Db,
  { objectId, nowMs }: { objectId: ObjectId; nowMs: number },
): AnyObject | undefined {
  return db.get<AnyObject | undefined>(sql`
    ${shown} FROM object CROSS JOIN dataset USING (dataset_id)
    WHERE object.object_id = ${objectId} AND ${isThere(nowMs)}`)
}

const shown = sql`SELECT object.object_id AS objectId, object.tenant_id AS tenantId,
  object.dataset_id AS datasetId, dataset.name AS datasetName, object.filename, object.folder,
  object.content_type AS contentType, object.size_bytes AS sizeBytes, object.status,
  object.taken_down_at AS takenDownAtMs, object.taken_down_reason AS takenDownReason,
  object.bytes_kept_until AS bytesKeptUntilMs`

/** Few are, so that all of them are looked through. */
const down = sql`object INDEXED BY object_taken_down CROSS JOIN dataset USING (dataset_id)`

function isAmong({ tenantId, datasetId, nowMs }: Asked): SQL {
  return sql`(object.taken_down_at IS NOT NULL AND ${isThere(nowMs)}
    AND ${tenantId === undefined ? sql`TRUE` : sql`object.tenant_id = ${tenantId}`}
    AND ${datasetId === undefined ? sql`TRUE` : sql`object.dataset_id = ${datasetId}`})`
}

/** With its dataset, or deleted and kept for who bought it. */
function isThere(nowMs: number): SQL {
  return sql`(object.bytes_kept_until > ${nowMs} OR (object.status NOT IN ('initiated', 'deleted')
    AND dataset.status NOT IN ('pending_deletion', 'deleted')))`
}
