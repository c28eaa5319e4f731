import { NotFound } from '../../../base/errors.ts'
import { type Principal, requirePlatformAdmin } from '../../identity/index.ts'
import * as queries from '../disputes/queries.ts'
import { findStatementOf, type Statement } from '../payouts/queries.ts'
import type { MeterEventRow } from '../queries.ts'
import type { LedgerRoom } from '../room.ts'

export type Charge = {
  readonly event: MeterEventRow
  /** Of the provider, for the month of the charge; undefined before it is settled. */
  readonly statement: Statement | undefined
  readonly dispute: queries.DisputeRow | undefined
  readonly refundedAtMs: number | null
}

/**
 * What somebody was charged, before it is contested or given back. Throws Forbidden unless a
 * platform admin asks, and NotFound for what was not charged.
 */
export function readCharge(
  { store: { db } }: LedgerRoom,
  principal: Principal,
  eventId: string,
): Charge {
  requirePlatformAdmin(principal)
  const event = queries.findChargedEvent(db, eventId)
  if (!event) throw new NotFound('charge')
  const { providerTenantId: tenantId, period } = event
  return {
    event,
    statement:
      tenantId === null ? undefined : findStatementOf(db, { tenantId: tenantId as never, period }),
    dispute: queries.findDisputeOf(db, eventId),
    refundedAtMs: queries.findRefund(db, eventId)?.createdAt ?? null,
  }
}
