import { and, asc, count, eq, getTableColumns, lt, type SQL, sql } from 'drizzle-orm'
import type { ObjectId, UploadId } from '../../../base/ids.ts'
import {
  deletesBy,
  findsBy,
  insertsInto,
  insertsReturning,
  later,
  prepared,
} from '../../../store/prepared.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { enqueue } from '../../outbox/index.ts'
import type { ObjectRecord } from '../object.ts'
import type { BlobKey } from '../ports.ts'
import { objects, uploadParts, uploads } from '../tables.ts'
import { uploadIdOf } from './upload-id.ts'

export type UploadRow = typeof uploads.$inferSelect
export type PartRow = typeof uploadParts.$inferSelect

/** The part number of a whole file in one piece; parts proper count from 1. */
export const wholeFile = 0

export const insertUpload = insertsReturning(uploads)

/** Of a file whose bytes are here already: nobody sends anything to it. */
export function insertTakenUpload(tx: Tx, objectId: ObjectId, nowMs: number) {
  return insertUpload(tx, {
    uploadId: uploadIdOf(objectId),
    objectId,
    declaredSha256: null,
    partSizeBytes: null,
    blobKey: null,
    createdAtMs: nowMs,
    expiresAtMs: nowMs,
  })
}

/** The upload of an object that is still open. */
export const findUpload = findsBy(uploads, uploads.objectId)

/** Objects whose upload is still open although its URL and its newest bytes are older than this. */
export function countLongOpenRows(db: Db, beforeMs: number): number {
  const longOpen = longOpenBefore(beforeMs)
  return db.select({ n: count() }).from(uploads).where(longOpen).get()?.n ?? 0
}

export function listLongOpen(
  db: Db,
  { beforeMs, limit }: { beforeMs: number; limit: number },
): ObjectRecord[] {
  return db
    .select(getTableColumns(objects))
    .from(uploads)
    .innerJoin(objects, eq(objects.objectId, uploads.objectId))
    .where(longOpenBefore(beforeMs))
    .orderBy(asc(uploads.expiresAtMs))
    .limit(limit)
    .all()
}

function longOpenBefore(beforeMs: number): SQL | undefined {
  return and(
    lt(uploads.expiresAtMs, beforeMs),
    sql`NOT EXISTS (SELECT 1 FROM upload_part WHERE upload_part.upload_id = ${uploads.uploadId}
      AND upload_part.received_at >= ${beforeMs})`,
  )
}

export function listParts(db: Db, uploadId: UploadId): PartRow[] {
  return partsOf(db).all({ uploadId })
}

const partsOf = prepared((db) =>
  db
    .select()
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, later('uploadId')))
    .orderBy(uploadParts.partNumber)
    .prepare(),
)

export function findPart(
  db: Db,
  { uploadId, partNumber }: Pick<PartRow, 'uploadId' | 'partNumber'>,
): PartRow | undefined {
  return db
    .select()
    .from(uploadParts)
    .where(and(eq(uploadParts.uploadId, uploadId), eq(uploadParts.partNumber, partNumber)))
    .get()
}

/** Takes the place of an earlier part with the same number, and gives that one back. */
export function replacePart(tx: Tx, part: PartRow): PartRow | undefined {
  const { uploadId, partNumber } = part
  const earlier = removePart(tx).get({ uploadId, partNumber })
  insertPart(tx, part)
  return earlier
}

const insertPart = insertsInto(uploadParts)

const removePart = prepared((tx) => {
  const { uploadId, partNumber } = uploadParts
  const same = and(eq(uploadId, later('uploadId')), eq(partNumber, later('partNumber')))
  return tx.delete(uploadParts).where(same).returning().prepare()
})

export function setUploadExpiry(
  tx: Tx,
  { uploadId, expiresAtMs }: Pick<UploadRow, 'uploadId' | 'expiresAtMs'>,
): void {
  tx.update(uploads).set({ expiresAtMs }).where(eq(uploads.uploadId, uploadId)).run()
}

/** Closes an upload; its parts go with it. */
export const deleteUpload = deletesBy(uploads, uploads.uploadId)

/** Has the bytes of everything removed that came for an open upload, but for the ones kept. */
export function purgeParts(
  tx: Tx,
  { object, kept, nowMs }: { object: ObjectRecord; kept?: BlobKey; nowMs: number },
): void {
  const upload = findUpload(tx, object.objectId)
  if (!upload) return
  const parts = listParts(tx, upload.uploadId)
  for (const { blobKey } of [upload, ...parts]) {
    if (blobKey !== null && blobKey !== kept) purgeBlob(tx, { object, blobKey, nowMs })
  }
}

/** Has bytes removed that nothing refers to any more. */
export function purgeBlob(
  tx: Tx,
  { object, blobKey, nowMs }: { object: ObjectRecord; blobKey: string; nowMs: number },
): void {
  const { objectId: subjectId, tenantId } = object
  enqueue(tx, { kind: 'purge-blob', payload: { blobKey }, subjectId, tenantId, nowMs })
}
