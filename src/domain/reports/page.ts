import { type CursorBinding, openCursor, sealCursor } from '../../base/cursor.ts'
import type { Json } from '../../base/json.ts'
import { restrictionOf } from '../catalog/index.ts'
import type { Reader, ReportsRoom } from './room.ts'

export type PageRequest = { readonly cursor?: string | undefined; readonly limit: number }

export type Page<Row> = { readonly rows: readonly Row[]; readonly nextCursor: string | null }

/** Where a page of a history ends: the time, and the id for what happened at the same moment. */
export type Moment = readonly [atMs: number, id: string]

type List<Row, Position> = {
  route: string
  reader: Reader
  filters: Json
  read(page: { after: Position | undefined; limit: number }): Row[]
  positionOf(row: Row): Position
}

/** One page of a list. Throws InvalidInput for a cursor that is damaged or belongs elsewhere. */
export function readPage<Row, Position extends string | Moment>(
  { cursorKey }: ReportsRoom,
  { cursor, limit }: PageRequest,
  list: List<Row, Position>,
): Page<Row> {
  const { route, reader, filters } = list
  const { tenantId } = reader
  const binding: CursorBinding = { route, tenantId, restriction: restrictionOf(reader), filters }
  const after =
    cursor === undefined ? undefined : (openCursor(cursorKey, binding, cursor) as Position)
  const found = list.read({ after, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  const nextCursor = last
    ? sealCursor(cursorKey, binding, list.positionOf(last) as unknown as Json)
    : null
  return { rows, nextCursor }
}
