import { and, count, desc, eq, inArray, isNull, lt } from 'drizzle-orm'
import type { TenantId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { memberships, tenants } from '../tables.ts'

/** Newest first, from below the position. */
export function listTenantPage(db: Db, page: { after: TenantId | undefined; limit: number }) {
  const below = page.after ? lt(tenants.tenantId, page.after) : undefined
  return db
    .select()
    .from(tenants)
    .where(and(isNull(tenants.erasedAt), below))
    .orderBy(desc(tenants.tenantId))
    .limit(page.limit)
    .all()
}

export function countTenants(db: Db): number {
  const there = isNull(tenants.erasedAt)
  return db.select({ n: count() }).from(tenants).where(there).get()?.n ?? 0
}

/** How many people each of these tenants has. */
export function countPeople(db: Db, tenantIds: readonly TenantId[]): Map<TenantId, number> {
  const rows = db
    .select({ tenantId: memberships.tenantId, n: count() })
    .from(memberships)
    .where(inArray(memberships.tenantId, [...tenantIds]))
    .groupBy(memberships.tenantId)
    .all()
  return new Map(rows.map(({ tenantId, n }) => [tenantId, n]))
}

export function setStorageQuota(
  tx: Tx,
  { tenantId, storageQuotaBytes }: { tenantId: TenantId; storageQuotaBytes: number | null },
): void {
  tx.update(tenants).set({ storageQuotaBytes }).where(eq(tenants.tenantId, tenantId)).run()
}
