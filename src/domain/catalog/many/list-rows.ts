import {
  type After,
  type PlacedRequest,
  readPageLater,
  requireOneStart,
} from '../../../base/page.ts'
import { readingHere } from '../../../store/reading.ts'
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
export async function listObjects(
  room: CatalogRoom,
  caller: Caller,
  request: ListObjectsRequest,
): Promise<ObjectList> {
  const { rows, ...rest } = await stretchOf(room, caller, { request, read: queries.listFound })
  return { objects: rows, ...rest }
}

export type ObjectRows = { rows: queries.ObjectRow[]; total: number; nextCursor: string | null }

/** The same as rows of a table, of which there may be many at once. */
export function listObjectRows(
  room: CatalogRoom,
  caller: Caller,
  request: ListObjectsRequest,
): Promise<ObjectRows> {
  return stretchOf(room, caller, { request, read: queries.listRows })
}

/** When an upload goes that nobody confirms, unless bytes come for it until then. */
export function uploadEndsAtMs(uploadExpiresAtMs: number): number {
  return uploadExpiresAtMs + openUploadKeptMs
}

type Asked<Row> = {
  request: ListObjectsRequest
  read: (db: Db, found: queries.Found) => Row[]
}

async function stretchOf<Row extends Parameters<typeof queries.placeOf>[1]>(
  { store: { db }, reading, cursorKey }: CatalogRoom,
  caller: Caller,
  { request, read }: Asked<Row>,
) {
  const { cursor, limit, offset, sort = 'newest', datasetId: asked, ...others } = request
  requireOneStart({ cursor, offset })
  const dataset = getOwnDataset(db, caller, asked)
  const filters = { datasetId: dataset.datasetId, ...others }
  const { status, q } = filters
  const page = { cursor, limit }
  // For something in a name all of them are looked through.
  const looking = q === undefined || !reading ? readingHere(db) : reading
  const { rows, nextCursor } = await readPageLater(cursorKey, page, {
    binding: {
      route: 'objects',
      tenantId: caller.tenantId,
      restriction: restrictionOf(caller),
      filters: { datasetId: filters.datasetId, status: status ?? null, ...odd(request) },
    },
    async read(part: After<queries.Place>) {
      const stretch = { ...filters, ...part, sort, offset: offset ?? 0 }
      return read(db, { objectIds: await queries.findStretch(looking, stretch), sort })
    },
    positionOf: (row) => queries.placeOf(sort, row),
  })
  return {
    rows,
    total:
      q === undefined ? countObjects(db, filters) : await queries.countOfDataset(looking, filters),
    nextCursor,
  }
}

/** Cursors of the plain list stay what they are. */
function odd(request: ListObjectsRequest): Record<string, string | boolean> {
  const { sort, indexState, takenDown, q } = request
  const asked = { sort: sort === 'newest' ? undefined : sort, indexState, takenDown, q }
  return Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
