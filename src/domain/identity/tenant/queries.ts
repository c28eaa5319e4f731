import { and, asc, count, desc, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { TenantId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { memberships, tenants } from '../tables.ts'

export type TenantFilters = { q?: string | undefined; suspended?: boolean | undefined }
/** The name counts where tenants are looked for by it. */
export type TenantPosition = readonly [tenantId: TenantId, name: string]
type TenantsFrom = { after: TenantPosition | undefined; limit: number }

/** Newest first, from below the position; by name, from beyond it. */
export function listTenantPage(db: Db, filters: TenantFilters, page: TenantsFrom) {
  const { q } = filters
  if (q !== undefined && !isTenantId(q)) return listTenantsByName(db, q, page)
  const below = page.after ? lt(tenants.tenantId, page.after[0]) : undefined
  return db
    .select(getTableColumns(tenants))
    .from(tenants)
    .where(and(filtered(filters), below))
    .orderBy(desc(tenants.tenantId))
    .limit(page.limit)
    .all()
}

function listTenantsByName(db: Db, q: string, { after, limit }: TenantsFrom) {
  const beyond = after && sql`(name COLLATE NOCASE, tenant_id) > (${after[1]}, ${after[0]})`
  return db
    .select()
    .from(tenants)
    .where(and(filtered({ q }), beyond))
    .orderBy(sql`name COLLATE NOCASE`, asc(tenants.tenantId))
    .limit(limit)
    .all()
}

export function countTenants(db: Db, filters: TenantFilters): number {
  return db.select({ n: count() }).from(tenants).where(filtered(filters)).get()?.n ?? 0
}

function filtered({ q, suspended }: TenantFilters): SQL | undefined {
  const there = sql`erased_at IS NULL`
  if (q !== undefined) {
    if (isTenantId(q)) return and(there, eq(tenants.tenantId, q))
    return sql`${there} AND name COLLATE NOCASE >= ${q} AND name COLLATE NOCASE < ${q + lastChar}`
  }
  if (suspended === undefined) return there
  const among = sql`(SELECT tenant_id FROM tenant_suspension)`
  return suspended
    ? sql`${there} AND tenant_id IN ${among}`
    : sql`${there} AND tenant_id NOT IN ${among}`
}

function isTenantId(q: string): q is TenantId {
  return q.startsWith('tnt_')
}

/** Nothing that begins with a text comes after that text with this behind it. */
const lastChar = '\u{10ffff}'

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
