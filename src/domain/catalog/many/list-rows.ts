import { type After, type PlacedRequest, readPage, requireOneStart } from '../../../base/page.ts'
import type { Db } from '../../../store/tx.ts'
import { getOwnDataset } from '../datasets/queries.ts'
import { openUploadKeptMs } from '../limits.ts'
import type { ObjectRecord } from '../object.ts'
import { countObjects } from '../objects/queries.ts'
import type { CatalogRoom } from '../room.ts'
import { type Caller, restrictionOf } from '../visibility.ts'
import * as queries from './queries.ts'

export type ListObjectsRequest = Omit<queries.OfDataset, 'datasetId'> &
  PlacedRequest & {
    datasetId: string
    sort?: queries.ObjectSort | undefined
  }

export type ObjectList = { objects: ObjectRecord[]; total: number; nextCursor: string | null }

/**
 * The objects of an own dataset, newest first if not said otherwise, open uploads included. Throws
 * NotFound for the dataset, InvalidInput for a cursor of another list or one beside an offset.
 */
export function listObjects(
  room: CatalogRoom,
  caller: Caller,
  request: ListObjectsRequest,
): ObjectList {
  const { rows, ...rest } = stretchOf(room, caller, { request, read: queries.listStretch })
  return { objects: rows, ...rest }
}

export type ObjectRows = { rows: queries.ObjectRow[]; total: number; nextCursor: string | null }

/** The same as rows of a table, of which there may be many at once. */
export function listObjectRows(
  room: CatalogRoom,
  caller: Caller,
  request: ListObjectsRequest,
): ObjectRows {
  return stretchOf(room, caller, { request, read: queries.listRows })
}

/** When an upload goes that nobody confirms, unless bytes come for it until then. */
export function uploadEndsAtMs(uploadExpiresAtMs: number): number {
  return uploadExpiresAtMs + openUploadKeptMs
}

type Asked<Row> = {
  request: ListObjectsRequest
  read: (db: Db, stretch: queries.Stretch) => Row[]
}

function stretchOf<Row extends Parameters<typeof queries.placeOf>[1]>(
  { store: { db }, cursorKey }: CatalogRoom,
  caller: Caller,
  { request, read }: Asked<Row>,
) {
  const { cursor, limit, offset, sort = 'newest', datasetId: asked, ...others } = request
  requireOneStart({ cursor, offset })
  const dataset = getOwnDataset(db, caller, asked)
  const filters = { datasetId: dataset.datasetId, ...others }
  const { status, q } = filters
  const page = { cursor, limit }
  const { rows, nextCursor } = readPage(cursorKey, page, {
    binding: {
      route: 'objects',
      tenantId: caller.tenantId,
      restriction: restrictionOf(caller),
      filters: { datasetId: filters.datasetId, status: status ?? null, ...odd(request) },
    },
    read: (part: After<queries.Place>) =>
      read(db, { ...filters, ...part, sort, offset: offset ?? 0 }),
    positionOf: (row) => queries.placeOf(sort, row),
  })
  return {
    rows,
    total: q === undefined ? countObjects(db, filters) : queries.countOfDataset(db, filters),
    nextCursor,
  }
}

/** Cursors of the plain list stay what they are. */
function odd({ sort, indexState, q }: ListObjectsRequest): Record<string, string> {
  const asked = { sort: sort === 'newest' ? undefined : sort, indexState, q }
  return Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
