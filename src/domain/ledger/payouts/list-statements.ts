import type { DisputeId, PayoutStatementId } from '../../../base/ids.ts'
import type { Json } from '../../../base/json.ts'
import { type After, readPage as readPageOf } from '../../../base/page.ts'
import { type Principal, requirePlatformAdmin } from '../../identity/index.ts'
import type { Dispute } from '../disputes/open-dispute.ts'
import { countDisputes, type DisputeFilter, listDisputeRows } from '../disputes/queries.ts'
import type { LedgerRoom } from '../room.ts'
import { countStatements, listStatements, type Statement, type StatementFilter } from './queries.ts'

export type PageRequest = { cursor?: string | undefined; limit: number }
export type Page<R> = { rows: R[]; total: number; nextCursor: string | null }

/** All payout statements, newest first. Throws Forbidden unless a platform admin asks. */
export function listAllStatements(
  room: LedgerRoom,
  principal: Principal,
  { status, period, tenantId, ...page }: StatementFilter & PageRequest,
): Page<Statement> {
  const { db } = room.store
  const filter = { status, period, tenantId }
  return readPage<Statement, PayoutStatementId>(room, principal, page, {
    route: 'admin-payouts',
    filters: Object.values(filter).map((value) => value ?? null),
    read: (position) => listStatements(db, filter, position),
    count: () => countStatements(db, filter),
    idOf: ({ payoutStatementId }) => payoutStatementId,
  })
}

/** All disputes, newest first. Throws Forbidden unless a platform admin asks. */
export function listDisputes(
  room: LedgerRoom,
  principal: Principal,
  { state, ...page }: DisputeFilter & PageRequest,
): Page<Dispute> {
  const { db } = room.store
  return readPage<Dispute, DisputeId>(room, principal, page, {
    route: 'admin-disputes',
    filters: [state ?? null],
    read: (position) => listDisputeRows(db, { state }, position),
    count: () => countDisputes(db, { state }),
    idOf: ({ disputeId }) => disputeId,
  })
}

type List<R, I> = {
  route: string
  filters: Json
  read: (page: After<I>) => R[]
  count: () => number
  idOf: (row: R) => I
}

function readPage<R, I extends string>(
  { cursorKey }: LedgerRoom,
  principal: Principal,
  page: PageRequest,
  list: List<R, I>,
): Page<R> {
  requirePlatformAdmin(principal)
  const { route, filters, read, idOf: positionOf } = list
  const { tenantId } = principal
  const binding = { route, tenantId, restriction: null, filters }
  return { ...readPageOf(cursorKey, page, { binding, read, positionOf }), total: list.count() }
}
