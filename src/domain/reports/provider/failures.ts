import { sql } from 'drizzle-orm'
import type { DatasetId, ObjectId } from '../../../base/ids.ts'
import { type Caller, isOwnedBy } from '../../catalog/index.ts'
import type { ReportsRoom } from '../room.ts'

/** A file that was let in and could not be indexed. */
export type FailedObject = {
  objectId: ObjectId
  datasetId: DatasetId
  folder: string | null
  filename: string
  error: string | null
}

/** So many a dashboard shows. */
export const failuresShown = 10

/** The newest of the caller's that could not be indexed. */
export function listFailures(
  { reading }: Pick<ReportsRoom, 'reading'>,
  caller: Caller,
): Promise<FailedObject[]> {
  return reading.all<FailedObject>(sql`
    SELECT object.object_id AS objectId, object.dataset_id AS datasetId,
      nullif(object.folder, '') AS folder, object.filename, object.ingest_error AS error
    FROM object JOIN dataset ON dataset.dataset_id = object.dataset_id
    WHERE object.tenant_id = ${caller.tenantId} AND object.index_state = 'failed'
      AND object.status <> 'deleted' AND ${isOwnedBy(caller)}
    ORDER BY object.object_id DESC LIMIT ${failuresShown}`)
}

/** Of a folder that was imported: what cannot be indexed, and how many nobody has read yet. */
export type ImportStanding = {
  failed: { path: string; objectId: ObjectId; reason: string }[]
  unread: number
}

/** Before the review its inspection says what cannot be indexed. */
export function importStanding(
  { store: { db } }: ReportsRoom,
  { datasetId, folder }: { datasetId: DatasetId; folder: string },
): ImportStanding {
  const files = sql`imported_file AS file CROSS JOIN object USING (object_id)
    LEFT JOIN object_inspection AS inspection USING (object_id)
    WHERE file.dataset_id = ${datasetId} AND file.folder = ${folder}`
  const failed = db.all<ImportStanding['failed'][number]>(sql`
    SELECT file.path, file.object_id AS objectId,
      coalesce(object.ingest_error, inspection.failure, 'It could not be read.') AS reason
    FROM ${files} AND (object.index_state = 'failed'
      OR (object.status = 'staged' AND inspection.failure IS NOT NULL))
    ORDER BY file.path`)
  const { unread } = db.get<{ unread: number }>(sql`
    SELECT count(*) AS unread FROM ${files} AND (object.index_state = 'queued'
      OR (object.status = 'staged' AND inspection.object_id IS NULL))`)
  return { failed, unread }
}

export type Unindexable = { objectId: ObjectId; folder: string; filename: string; reason: string }

/** What waits for review in a dataset and will not be indexed when it is approved, in order. */
export function listUnindexable(
  { store: { db } }: ReportsRoom,
  { datasetId }: { datasetId: string },
): Unindexable[] {
  return db.all<Unindexable>(sql`
    SELECT object.object_id AS objectId, coalesce(object.folder, '') AS folder, object.filename,
      inspection.failure AS reason
    FROM object JOIN object_inspection AS inspection USING (object_id)
    WHERE object.dataset_id = ${datasetId} AND object.status = 'staged'
      AND inspection.failure IS NOT NULL
    ORDER BY object.uploaded_at, object.object_id`)
}
