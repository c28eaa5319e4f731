import type { TenantId } from '../../../base/ids.ts'
import { type After, readPage } from '../../../base/page.ts'
import type { Db } from '../../../store/tx.ts'
import type { Principal } from '../../principal.ts'
import type { IdentityRoom } from '../room.ts'
import { requirePlatformAdmin } from '../scopes.ts'
import { countPeople, countTenants, listTenantPage } from './queries.ts'
import { type StorageUse, storageOf } from './storage.ts'
import { getTenant, type Tenant } from './tenant.ts'

/** What a platform admin sees of a tenant. */
export type TenantRecord = Tenant & {
  readonly memberCount: number
  readonly storage: StorageUse
}

/** Throws Forbidden unless a platform admin asks, and NotFound. */
export function readTenant(
  room: IdentityRoom,
  principal: Principal,
  tenantId: TenantId,
): TenantRecord {
  requirePlatformAdmin(principal)
  return getTenantRecord(room, room.store.db, tenantId)
}

export function getTenantRecord(room: IdentityRoom, db: Db, tenantId: TenantId): TenantRecord {
  return recordsOf(room, db, [getTenant(db, tenantId)])[0] as TenantRecord
}

export type TenantPage = {
  readonly tenants: readonly TenantRecord[]
  readonly total: number
  readonly nextCursor: string | null
}

/**
 * All tenants, newest first, but for erased ones. Throws Forbidden unless a platform admin asks,
 * InvalidInput for the cursor.
 */
export function pageOfTenants(
  room: IdentityRoom,
  principal: Principal,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): TenantPage {
  requirePlatformAdmin(principal)
  const { db } = room.store
  const binding = {
    route: 'listTenants',
    tenantId: principal.tenantId,
    restriction: null,
    filters: null,
  }
  const { rows, nextCursor } = readPage(
    room.cursorKey,
    { cursor, limit },
    {
      binding,
      read: (page: After<TenantId>) => listTenantPage(db, page),
      positionOf: ({ tenantId }) => tenantId,
    },
  )
  const tenants = rows.map(({ createdAt, erasedAt: _, ...row }) => ({
    ...row,
    createdAtMs: createdAt,
  }))
  return { tenants: recordsOf(room, db, tenants), total: countTenants(db), nextCursor }
}

function recordsOf(room: IdentityRoom, db: Db, tenants: readonly Tenant[]): TenantRecord[] {
  const people = countPeople(
    db,
    tenants.map(({ tenantId }) => tenantId),
  )
  return tenants.map((tenant) => ({
    ...tenant,
    memberCount: people.get(tenant.tenantId) ?? 0,
    storage: storageOf(room, db, tenant.tenantId),
  }))
}
