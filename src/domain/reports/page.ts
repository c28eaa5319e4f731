import { openCursor, sealCursor } from '../../base/cursor.ts'
import type { Json } from '../../base/json.ts'
import {
  type After,
  type Page,
  type PageRequest,
  type PlacedRequest,
  readPage as readAnyPage,
  requireOneStart,
} from '../../base/page.ts'
import { restrictionOf } from '../catalog/index.ts'
import type { Reader, ReportsRoom } from './room.ts'

export type { PageRequest, PlacedRequest }

/** Where a page of a history ends: the time, and the id for what happened at the same moment. */
export type Moment = readonly [atMs: number, id: string]

type List<Row, Position> = {
  route: string
  reader: Reader
  filters: Json
  read: (page: After<Position> & { offset: number }) => Row[]
  positionOf: (row: Row) => Position
}

type Place = { route: string; reader: Reader; filters: Json }

/** Where a page begins of a list that is read elsewhere, and the cursor of what comes after. */
export function openPage<Position extends Json>(
  { cursorKey }: ReportsRoom,
  { cursor, offset = 0, limit }: PlacedRequest,
  { route, reader, filters }: Place,
) {
  requireOneStart({ cursor, offset: offset === 0 ? undefined : offset })
  const { tenantId } = reader
  const binding = { route, tenantId, restriction: restrictionOf(reader), filters }
  const after =
    cursor === undefined ? undefined : (openCursor(cursorKey, binding, cursor) as Position)
  return {
    after,
    limit,
    offset,
    cursorAfter: (position: Position) => sealCursor(cursorKey, binding, position),
  }
}

/**
 * One page of what a reader may see. Throws InvalidInput for a cursor of another list, and for one
 * beside an offset.
 */
export function readPage<Row, Position extends string | Moment>(
  { cursorKey }: ReportsRoom,
  page: PlacedRequest,
  { route, reader, filters, read, positionOf }: List<Row, Position>,
): Page<Row> {
  requireOneStart(page)
  const { tenantId } = reader
  const { offset = 0 } = page
  const binding = { route, tenantId, restriction: restrictionOf(reader), filters }
  return readAnyPage(cursorKey, page, {
    binding,
    read: (after) => read({ ...after, offset }),
    positionOf,
  })
}
