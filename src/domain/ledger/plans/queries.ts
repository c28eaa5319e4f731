import { and, eq, inArray } from 'drizzle-orm'
import type { TenantId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { planMonths } from '../tables.ts'

export type PlanMonthRow = typeof planMonths.$inferSelect

/** False when the month is there already. */
export function insertPlanMonth(tx: Tx, row: PlanMonthRow): boolean {
  return tx.insert(planMonths).values(row).onConflictDoNothing().run().changes === 1
}

/** Which of these tenants have a row for the month. */
export function billedAmong(
  db: Db,
  { tenantIds, period }: { tenantIds: readonly TenantId[]; period: string },
): Set<TenantId> {
  const rows = db
    .select({ tenantId: planMonths.tenantId })
    .from(planMonths)
    .where(and(inArray(planMonths.tenantId, [...tenantIds]), eq(planMonths.period, period)))
    .all()
  return new Set(rows.map(({ tenantId }) => tenantId))
}

export function listPlanMonths(db: Db): PlanMonthRow[] {
  return db.select().from(planMonths).all()
}
