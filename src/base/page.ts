import { type CursorBinding, openCursor, sealCursor } from './cursor.ts'
import { InvalidInput } from './errors.ts'
import type { Json } from './json.ts'
import type { SigningKeys } from './secrets.ts'

/** What is asked of a list: where to go on, and how many at most. */
export type PageRequest = { readonly cursor?: string | undefined; readonly limit: number }

/** A list that can also be entered at a number of rows, for who shows it as a table. */
export type PlacedRequest = PageRequest & { readonly offset?: number | undefined }

/** Farther than anybody turns pages. */
export const offsetMax = 1_000_000

/** Throws InvalidInput where both say where the page begins. */
export function requireOneStart({
  cursor,
  offset,
}: Pick<PlacedRequest, 'cursor' | 'offset'>): void {
  if (cursor === undefined || offset === undefined) return
  throw new InvalidInput({
    field: 'offset',
    reason: 'exclusive',
    message: 'offset and cursor both say where the page begins; send one of them.',
  })
}

export type Page<Row> = { readonly rows: Row[]; readonly nextCursor: string | null }

/** Beside the rows of a page: how many there are in all, and where the next page begins. */
export type PageEnd = { readonly total: number; readonly nextCursor: string | null }

/** Where a page begins: after this row, or with the first. */
export type After<Position> = { readonly after: Position | undefined; readonly limit: number }

type List<Row, Position> = {
  readonly binding: CursorBinding
  /** In the order of the list. */
  readonly read: (page: After<Position>) => readonly Row[]
  /** What a cursor carries: with it `read` finds the row again, or where it would be. */
  readonly positionOf: (row: Row) => Position
}

/**
 * One page of a list. A row more than was asked for is read, and says whether there is another
 * page. Throws InvalidInput for a cursor that is damaged or belongs to another list.
 */
export function readPage<Row, Position>(
  cursorKey: SigningKeys,
  { cursor, limit }: PageRequest,
  { binding, read, positionOf }: List<Row, Position>,
): Page<Row> {
  const after =
    cursor === undefined ? undefined : (openCursor(cursorKey, binding, cursor) as Position)
  const found = read({ after, limit: limit + 1 })
  return cut(cursorKey, found, { binding, limit, positionOf })
}

type Later<Row, Position> = Omit<List<Row, Position>, 'read'> & {
  readonly read: (page: After<Position>) => Promise<readonly Row[]>
}

/** The same of a list that is read elsewhere. */
export async function readPageLater<Row, Position>(
  cursorKey: SigningKeys,
  { cursor, limit }: PageRequest,
  { binding, read, positionOf }: Later<Row, Position>,
): Promise<Page<Row>> {
  const after =
    cursor === undefined ? undefined : (openCursor(cursorKey, binding, cursor) as Position)
  const found = await read({ after, limit: limit + 1 })
  return cut(cursorKey, found, { binding, limit, positionOf })
}

type Cut<Row, Position> = Omit<List<Row, Position>, 'read'> & { limit: number }

function cut<Row, Position>(
  cursorKey: SigningKeys,
  found: readonly Row[],
  { binding, limit, positionOf }: Cut<Row, Position>,
): Page<Row> {
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  const nextCursor =
    last === undefined ? null : sealCursor(cursorKey, binding, positionOf(last) as Json)
  return { rows, nextCursor }
}
