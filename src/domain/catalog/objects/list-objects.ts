import type { ColumnProfile } from '../../../base/column-profile.ts'
import type { ObjectId } from '../../../base/ids.ts'
import { type After, type PageRequest, readPage } from '../../../base/page.ts'
import { findColumns } from '../columns/queries.ts'
import { type ObjectList, uploadEndsAtMs } from '../many/list-rows.ts'
import type { ObjectRecord } from '../object.ts'
import { findPreview, type PreviewRow } from '../previews/queries.ts'
import type { CatalogRoom } from '../room.ts'
import { findUpload } from '../uploads/queries.ts'
import { type Caller, restrictionOf } from '../visibility.ts'
import { countOwnObjects, getOwnObject, type OwnObjectFilters, pageOwnObjects } from './queries.ts'

export type ListOwnObjectsRequest = OwnObjectFilters & PageRequest

/**
 * The objects of all own datasets or of some of them, newest first, open uploads included. Throws
 * InvalidInput for a cursor of another list.
 */
export function listOwnObjects(
  { store: { db }, cursorKey }: CatalogRoom,
  caller: Caller,
  { cursor, limit, ...filters }: ListOwnObjectsRequest,
): ObjectList {
  const { datasetId, folder, indexState, status, takenDown } = filters
  const page = { cursor, limit }
  const { rows, nextCursor } = readPage(cursorKey, page, {
    binding: {
      route: 'own-objects',
      tenantId: caller.tenantId,
      restriction: restrictionOf(caller),
      filters: {
        datasetId: datasetId ?? null,
        folder: folder ?? null,
        indexState: indexState ?? null,
        status: status ?? null,
        ...(takenDown === undefined ? {} : { takenDown }),
      },
    },
    read: (part: After<ObjectId>) => pageOwnObjects(db, caller, { ...filters, ...part }),
    positionOf: ({ objectId }) => objectId,
  })
  return { objects: rows, total: countOwnObjects(db, caller, filters), nextCursor }
}

/** An object with its preview and, where it is a table, what its columns are like. */
export type ObjectDetail = ObjectRecord & {
  columns: ColumnProfile | null
  preview: PreviewRow | undefined
  /** Of an upload that is open. */
  uploadEndsAtMs: number | null
}

/** One own object. Throws NotFound for an unknown, foreign and deleted one alike. */
export function getObject(
  { store: { db } }: CatalogRoom,
  caller: Caller,
  { objectId }: { objectId: string },
): ObjectDetail {
  const object = getOwnObject(db, caller, objectId)
  const { objectId: id } = object
  const upload = object.status === 'initiated' ? findUpload(db, id) : undefined
  return {
    ...object,
    columns: findColumns(db, id),
    preview: findPreview(db, id),
    uploadEndsAtMs: upload ? uploadEndsAtMs(upload.expiresAtMs) : null,
  }
}
