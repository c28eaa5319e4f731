import type { Json } from '../../base/json.ts'
import {
  type After,
  type Page,
  type PageRequest,
  readPage as readAnyPage,
} from '../../base/page.ts'
import { restrictionOf } from '../catalog/index.ts'
import type { Reader, ReportsRoom } from './room.ts'

export type { PageRequest }

/** Where a page of a history ends: the time, and the id for what happened at the same moment. */
export type Moment = readonly [atMs: number, id: string]

type List<Row, Position> = {
  route: string
  reader: Reader
  filters: Json
  read: (page: After<Position>) => Row[]
  positionOf: (row: Row) => Position
}

/** One page of what a reader may see. Throws InvalidInput for a cursor of another list. */
export function readPage<Row, Position extends string | Moment>(
  { cursorKey }: ReportsRoom,
  page: PageRequest,
  { route, reader, filters, read, positionOf }: List<Row, Position>,
): Page<Row> {
  const { tenantId } = reader
  const binding = { route, tenantId, restriction: restrictionOf(reader), filters }
  return readAnyPage(cursorKey, page, { binding, read, positionOf })
}
