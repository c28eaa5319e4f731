import { sql } from 'drizzle-orm'
import { NotFound } from '../../../base/errors.ts'
import type { TenantId } from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import { type Plan, type Principal, requirePlatformAdmin } from '../../identity/index.ts'
import { type BuyerDashboard, buyerDashboard } from '../buyer/dashboard.ts'
import type { ReportsRoom } from '../room.ts'

export type TenantUse = BuyerDashboard & {
  readonly tenantId: TenantId
  /** What each plan costs in a month. */
  readonly planFees: readonly { readonly plan: Plan; readonly feeCents: Cents }[]
  /** What the books hold for it, where that is something. */
  readonly accounts: readonly {
    readonly unit: 'CREDIT' | 'SOL'
    readonly kind: string
    readonly posted: number
    readonly held: number
  }[]
}

/**
 * What a tenant used in this UTC month, and what it has. Throws Forbidden unless a platform admin
 * asks, and NotFound.
 */
export async function tenantUse(
  room: ReportsRoom,
  principal: Principal,
  tenantId: TenantId,
): Promise<TenantUse> {
  requirePlatformAdmin(principal)
  const { store, reading, ledger } = room
  const there = sql`SELECT 1 FROM tenant WHERE tenant_id = ${tenantId} AND erased_at IS NULL`
  if (!store.db.get(there)) throw new NotFound('tenant')
  const dashboard = await buyerDashboard(room, {
    tenantId,
    datasetAccess: { mode: 'all_available' },
  })
  const accounts = await reading.all<TenantUse['accounts'][number]>(sql`
    SELECT unit, kind, sum(posted) AS posted, sum(held) AS held FROM account
    WHERE owner = ${tenantId} GROUP BY unit, kind
    HAVING sum(posted) <> 0 OR sum(held) <> 0 ORDER BY unit, kind`)
  return { ...dashboard, tenantId, planFees: ledger.planFees(), accounts }
}
