import { NotFound } from '../../../base/errors.ts'
import type { PayoutStatementId } from '../../../base/ids.ts'
import type { PageEnd } from '../../../base/page.ts'
import type { Statement } from '../../ledger/index.ts'
import { openPage, type PlacedRequest } from '../page.ts'
import type { Reader, ReportsRoom } from '../room.ts'
import { countSales, listSales, type SaleRow } from './earnings-queries.ts'

export type Sale = Omit<SaleRow, 'seq'>

export type SaleList = { readonly sales: readonly Sale[] } & PageEnd

/** One statement of the tenant's. Throws NotFound for one that is not. */
export function getStatement(
  { store: { db }, ledger }: ReportsRoom,
  { tenantId }: Reader,
  statementId: string,
): Statement {
  const statement = ledger.findStatement(db, statementId as PayoutStatementId)
  if (statement?.tenantId !== tenantId) throw new NotFound('payout statement')
  return statement
}

/**
 * What a statement is made of: every charge of its month, newest first, those that were given back
 * included. Who paid is not told. Throws NotFound, and InvalidInput for the cursor.
 */
export async function listStatementEvents(
  room: ReportsRoom,
  reader: Reader,
  { statementId, ...request }: PlacedRequest & { statementId: string },
): Promise<SaleList> {
  const { period } = getStatement(room, reader, statementId)
  const month = { tenantId: reader.tenantId, period }
  const page = openPage<number>(room, request, { route: 'sales', reader, filters: statementId })
  const { after: before, limit, offset } = page
  const [rows, total] = await Promise.all([
    listSales(room.reading, month, { before, limit: limit + 1, offset }),
    countSales(room.reading, month),
  ])
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    sales: shown.map(({ seq: _, ...sale }) => sale),
    total,
    nextCursor: last ? page.cursorAfter(last.seq) : null,
  }
}
