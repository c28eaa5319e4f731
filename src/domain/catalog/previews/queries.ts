import { sql } from 'drizzle-orm'
import type { ObjectId } from '../../../base/ids.ts'
import { deletesReturning, findsBy, insertsInto } from '../../../store/prepared.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { enqueue } from '../../outbox/index.ts'
import type { ObjectRecord } from '../object.ts'
import type { BlobKey } from '../ports.ts'
import { objectPreviews } from '../tables.ts'

export type PreviewRow = typeof objectPreviews.$inferSelect

/** A preview that can be shown. */
export type Picture = {
  blobKey: BlobKey
  contentType: string
  width: number
  height: number
  sizeBytes: number
}

/** The preview of an object, or the reason why it has none; undefined before its inspection. */
export const findPreview = findsBy(objectPreviews, objectPreviews.objectId)

export function findPicture(db: Db, objectId: ObjectId): Picture | undefined {
  const row = findPreview(db, objectId)
  return row && pictureOf(row)
}

/** Which of these objects have a picture. */
export function objectsWithPicture(db: Db, objectIds: readonly ObjectId[]): Set<ObjectId> {
  if (objectIds.length === 0) return new Set()
  const rows = db.all<{ objectId: ObjectId }>(sql`
    SELECT object_id AS objectId FROM object_preview
    WHERE object_id IN (SELECT value FROM json_each(${JSON.stringify(objectIds)}))
      AND blob_key IS NOT NULL`)
  return new Set(rows.map(({ objectId }) => objectId))
}

export function pictureOf(row: PreviewRow): Picture | undefined {
  const { blobKey, contentType, width, height, sizeBytes } = row
  if (blobKey === null || contentType === null) return undefined
  if (width === null || height === null || sizeBytes === null) return undefined
  return { blobKey, contentType, width, height, sizeBytes }
}

/** A later preview takes the place of an earlier one, whose bytes go by job. */
export function replacePreview(
  tx: Tx,
  object: Pick<ObjectRecord, 'objectId' | 'tenantId'>,
  made: { madeAtMs: number } & ({ picture: Picture } | { problem: string }),
): void {
  const { objectId } = object
  dropPreview(tx, { object, nowMs: made.madeAtMs })
  const nothing = {
    blobKey: null,
    contentType: null,
    width: null,
    height: null,
    sizeBytes: null,
  }
  const what = 'picture' in made ? { ...made.picture, problem: null } : { ...nothing, ...made }
  insertPreview(tx, { ...what, objectId, madeAtMs: made.madeAtMs })
}

const insertPreview = insertsInto(objectPreviews)
const removePreview = deletesReturning(objectPreviews, objectPreviews.objectId)

export function dropPreview(
  tx: Tx,
  { object, nowMs }: { object: Pick<ObjectRecord, 'objectId' | 'tenantId'>; nowMs: number },
): void {
  const { objectId, tenantId } = object
  const gone = removePreview(tx, objectId)
  if (!gone?.blobKey) return
  const payload = { blobKey: gone.blobKey }
  enqueue(tx, { kind: 'purge-blob', payload, subjectId: objectId, tenantId, nowMs })
}
