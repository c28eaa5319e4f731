import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { TenantId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { type Plan, tenants } from '../tables.ts'

/** For the ledger, which decides about plans: puts an existing tenant on a plan. */
export function setPlan(tx: Tx, { tenantId, plan }: { tenantId: TenantId; plan: Plan }): void {
  tx.update(tenants).set({ plan }).where(eq(tenants.tenantId, tenantId)).run()
}

/** Tenants, none erased, whose plan may cost something, in order of their ids, a page at a time. */
export function listTenantsOnPaidPlans(
  db: Db,
  { after, limit }: { after: string; limit: number },
): { tenantId: TenantId; plan: Plan }[] {
  return db
    .select({ tenantId: tenants.tenantId, plan: tenants.plan })
    .from(tenants)
    .where(
      and(
        // Written out, not bound: the partial index is used only where its condition is literal.
        sql`${tenants.plan} IN ('starter', 'pro')`,
        gt(tenants.tenantId, after as TenantId),
        isNull(tenants.erasedAt),
      ),
    )
    .orderBy(asc(tenants.tenantId))
    .limit(limit)
    .all()
}
