import type { ObjectId, UploadId } from '../../../base/ids.ts'

/**
 * An object has one upload, and the id of the one gives that of the other: also after the upload
 * was closed and its record went.
 */
export function uploadIdOf(objectId: ObjectId): UploadId {
  return `upl_${objectId.slice('obj_'.length)}`
}

/** What is no id of an upload becomes an id of no object. */
export function objectIdOf(uploadId: string): string {
  return uploadId.replace(/^upl_/, 'obj_')
}
