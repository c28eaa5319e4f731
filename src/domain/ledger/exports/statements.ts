import { isoOf } from '../../../base/clock.ts'
import { namesOfTenants, type Principal, requirePlatformAdmin } from '../../identity/index.ts'
import { exportSliceRows } from '../limits.ts'
import type { Statement } from '../payouts/queries.ts'
import type { LedgerRoom } from '../room.ts'
import { listStatementsOfMonth } from './queries.ts'
import { type ExportFormat, exportText } from './table.ts'

const columns = [
  ...['payout_statement_id', 'tenant_id', 'tenant_name', 'period', 'status', 'currency'],
  ...['gross_credits', 'platform_credits', 'seller_credits'],
  ...['reversed_credits', 'held_credits', 'released_credits'],
  ...['release_at', 'payout_batch_id', 'reason', 'failure', 'created_at', 'updated_at'],
]

/**
 * A month of payout statements, of every provider, with the platform's part of each. Throws
 * Forbidden unless a platform admin asks.
 */
export function exportStatements(
  room: LedgerRoom,
  principal: Principal,
  { period, format }: { period: string; format: ExportFormat },
): AsyncGenerator<string> {
  requirePlatformAdmin(principal)
  return exportText(columns, recordsOf(room, period), format)
}

function* recordsOf({ store: { db } }: LedgerRoom, period: string) {
  let after = ''
  for (;;) {
    const rows = listStatementsOfMonth(db, period, { after, limit: exportSliceRows })
    const names = namesOfTenants(
      db,
      rows.map(({ tenantId }) => tenantId),
    )
    yield rows.map((row) => recordOf(row, names.get(row.tenantId)))
    const last = rows.at(-1)
    if (!last || rows.length < exportSliceRows) return
    after = last.tenantId
  }
}

function recordOf(row: Statement, tenantName: string | undefined) {
  return {
    payout_statement_id: row.payoutStatementId,
    tenant_id: row.tenantId,
    tenant_name: tenantName ?? null,
    period: row.period,
    status: row.status,
    currency: row.currency,
    gross_credits: row.grossCents,
    platform_credits: row.grossCents - row.sellerCents,
    seller_credits: row.sellerCents,
    reversed_credits: row.reversedCents,
    held_credits: row.heldCents,
    released_credits: row.releasedCents,
    release_at: isoOf(row.releaseAt),
    payout_batch_id: row.batchId,
    reason: row.holdReason,
    failure: row.failure,
    created_at: isoOf(row.createdAt),
    updated_at: isoOf(row.updatedAt),
  }
}
