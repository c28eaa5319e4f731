import { InvalidInput, NotFound } from '../../../base/errors.ts'
import type { TenantId } from '../../../base/ids.ts'
import { keptRead } from '../../../store/prepared.ts'
import type { Db } from '../../../store/tx.ts'
import { findTenant, findTenantsNamed, listTenantRows, type TenantRow } from '../account/queries.ts'
import type { Plan } from '../tables.ts'

export type Tenant = {
  readonly tenantId: TenantId
  readonly name: string
  readonly region: string
  readonly plan: Plan
  readonly createdAtMs: number
  /** Of its own; null is what the setting says, 0 no limit. */
  readonly storageQuotaBytes: number | null
}

/** Throws NotFound. Every search asks for the plan. */
export function getTenant(db: Db, tenantId: TenantId): Tenant {
  const tenant = knownTenant(db, tenantId)
  if (!tenant) throw new NotFound('tenant')
  return tenant
}

const knownTenant = keptRead((db, tenantId: TenantId) => {
  const row = findTenant(db, tenantId)
  return row && tenantOf(row)
})

/**
 * The one tenant that an operator means by an id or a name. Throws NotFound, or InvalidInput with
 * the ids when several have the name.
 */
export function getTenantNamed(db: Db, nameOrId: string): Tenant {
  const [row, ...others] = findTenantsNamed(db, nameOrId)
  if (!row) throw new NotFound('tenant')
  if (others.length === 0) return tenantOf(row)
  const ids = [row, ...others].map(({ tenantId }) => tenantId)
  throw new InvalidInput({
    field: 'tenant',
    reason: 'ambiguous',
    message: `Several tenants have this name. Give the id: ${ids.join(', ')}.`,
  })
}

/** All tenants, oldest first. */
export function listTenants(db: Db, { limit }: { limit: number }): Tenant[] {
  return listTenantRows(db, limit).map(tenantOf)
}

function tenantOf({ createdAt, erasedAt: _, ...rest }: TenantRow): Tenant {
  return { ...rest, createdAtMs: createdAt }
}
