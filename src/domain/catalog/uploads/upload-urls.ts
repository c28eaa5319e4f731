import type { ObjectId, UploadId } from '../../../base/ids.ts'
import { uploadUrlTtlMs } from '../limits.ts'
import type { ObjectRecord } from '../object.ts'
import type { CatalogRoom } from '../room.ts'
import { type PartPlace, partsOf } from './parts/layout.ts'
import type { UploadRow } from './queries.ts'

/** A header for each that the store wants to see with the bytes; most want none. */
type UploadHeaders = { uploadHeaders?: Readonly<Record<string, string>> }

export type PartUrl = PartPlace & { uploadUrl: string } & UploadHeaders

/** Where the bytes of an open upload go: all of them at once, or part by part. */
export type UploadUrls = UploadHeaders & {
  objectId: ObjectId
  uploadId: UploadId
  uploadUrl: string
  expiresAtMs: number
  /** Null for a file that comes in one piece. */
  partSizeBytes: number | null
  parts: PartUrl[]
}

/** URLs that are good from now on, one for the whole file and one a part. (spec 4.2) */
export function urlsFor(
  { clock, links }: CatalogRoom,
  { object, upload }: { object: ObjectRecord; upload: UploadRow },
): UploadUrls {
  const { objectId, sizeBytes } = object
  const { uploadId, partSizeBytes } = upload
  const expiresAtMs = clock.nowMs() + uploadUrlTtlMs
  const whole = { purpose: 'upload' as const, objectId, limitBytes: sizeBytes, expiresAtMs }
  const parts = partsOf({ sizeBytes, partSizeBytes }).map((place) => {
    const { partNumber, sizeBytes: limitBytes } = place
    const link = { purpose: 'part' as const, objectId, partNumber, limitBytes, expiresAtMs }
    return { ...place, uploadUrl: links.sign(link) }
  })
  return { objectId, uploadId, uploadUrl: links.sign(whole), expiresAtMs, partSizeBytes, parts }
}
