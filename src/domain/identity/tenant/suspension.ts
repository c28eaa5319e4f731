import { eq, type SQL, sql } from 'drizzle-orm'
import { Forbidden } from '../../../base/errors.ts'
import type { TenantId } from '../../../base/ids.ts'
import { findsBy, keptRead } from '../../../store/prepared.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { tenantSuspensions } from '../tables.ts'

/**
 * What a suspension is, all of it: a row. Who asks is refused by `requireNotSuspended`, and what is
 * offered is left out by `isNotSuspended`; nothing else of a tenant changes, so that taking the row
 * away brings everything back.
 */
export type Suspension = { readonly suspendedAtMs: number; readonly reason: string }

const findRow = findsBy(tenantSuspensions, tenantSuspensions.tenantId)

export function findSuspension(db: Db, tenantId: TenantId): Suspension | undefined {
  const row = findRow(db, tenantId)
  return row && { suspendedAtMs: row.suspendedAt, reason: row.reason }
}

/** Every request asks it. */
export const isSuspended = keptRead(
  (db, tenantId: TenantId): boolean => findRow(db, tenantId) !== undefined,
)

/** Throws Forbidden. Why it was suspended is the operator's to tell. */
export function requireNotSuspended(db: Db, tenantId: TenantId): void {
  if (!isSuspended(db, tenantId)) return
  throw new Forbidden({
    reason: 'tenant_suspended',
    message: 'This tenant is suspended. Ask whoever runs this platform.',
  })
}

/** For what is offered: a condition on the column that names its tenant. */
export function isNotSuspended(tenantId: SQL): SQL {
  return sql`(${tenantId} NOT IN (SELECT tenant_suspension.tenant_id FROM tenant_suspension))`
}

export function insertSuspension(tx: Tx, row: typeof tenantSuspensions.$inferInsert): void {
  tx.insert(tenantSuspensions).values(row).run()
}

export function deleteSuspension(tx: Tx, tenantId: TenantId): void {
  tx.delete(tenantSuspensions).where(eq(tenantSuspensions.tenantId, tenantId)).run()
}
