import type { DisputeId, PayoutStatementId } from '../../../base/ids.ts'
import type { Principal } from '../../identity/index.ts'
import type { Dispute } from '../disputes/open-dispute.ts'
import { countDisputes, type DisputeFilter, listDisputeRows } from '../disputes/queries.ts'
import { type Page, type PageRequest, pageForOperator } from '../operator/page.ts'
import type { LedgerRoom } from '../room.ts'
import { countStatements, listStatements, type Statement, type StatementFilter } from './queries.ts'

/** All payout statements, newest first. Throws Forbidden unless a platform admin asks. */
export function listAllStatements(
  room: LedgerRoom,
  principal: Principal,
  { status, period, tenantId, ...page }: StatementFilter & PageRequest,
): Page<Statement> {
  const { db } = room.store
  const filter = { status, period, tenantId }
  return pageForOperator<Statement, PayoutStatementId>(room, principal, page, {
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
  return pageForOperator<Dispute, DisputeId>(room, principal, page, {
    route: 'admin-disputes',
    filters: [state ?? null],
    read: (position) => listDisputeRows(db, { state }, position),
    count: () => countDisputes(db, { state }),
    idOf: ({ disputeId }) => disputeId,
  })
}
