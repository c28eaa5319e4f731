import type { PageEnd } from '../../../base/page.ts'
import { type PageRequest, readPage } from '../page.ts'
import type { Reader, ReportsRoom } from '../room.ts'
import { countPayouts, listPayoutRows, type Payout } from './queries.ts'

export type PayoutList = { readonly payouts: readonly Payout[] } & PageEnd

/** The tenant's payout statements, newest first. Throws InvalidInput for the cursor. */
export function listPayouts(room: ReportsRoom, reader: Reader, request: PageRequest): PayoutList {
  const { db } = room.store
  const { rows, nextCursor } = readPage<Payout, string>(room, request, {
    route: 'payouts',
    reader,
    filters: null,
    read: (page) => listPayoutRows(db, reader.tenantId, page),
    positionOf: ({ payoutStatementId }) => payoutStatementId,
  })
  return { payouts: rows, total: countPayouts(db, reader.tenantId), nextCursor }
}
