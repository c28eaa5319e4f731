import { InvalidInput } from '../../../base/errors.ts'
import type { TenantId } from '../../../base/ids.ts'
import { type After, type PageEnd, type PageRequest, readPage } from '../../../base/page.ts'
import type { Db } from '../../../store/tx.ts'
import type { Principal } from '../../principal.ts'
import type { IdentityRoom } from '../room.ts'
import { requirePlatformAdmin } from '../scopes.ts'
import { countPeople, countTenants, listTenantPage, type TenantPosition } from './queries.ts'
import { type StorageUse, storageOf } from './storage.ts'
import { findSuspension, type Suspension } from './suspension.ts'
import { getTenant, type Tenant } from './tenant.ts'

/** What a platform admin sees of a tenant. */
export type TenantRecord = Tenant & {
  readonly memberCount: number
  readonly storage: StorageUse
  /** Null unless it is suspended. */
  readonly suspension: Suspension | null
}

export type TenantsAsked = PageRequest & {
  /** The beginning of the name, in whatever case, or the id. */
  readonly q?: string | undefined
  readonly suspended?: boolean | undefined
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

export type TenantPage = { readonly tenants: readonly TenantRecord[] } & PageEnd

/**
 * All tenants, newest first, or those that are looked for by their names, in the order of these;
 * erased ones are left out. Throws Forbidden unless a platform admin asks, InvalidInput for the
 * cursor and where two things are asked at once.
 */
export function pageOfTenants(
  room: IdentityRoom,
  principal: Principal,
  { q, suspended, ...page }: TenantsAsked,
): TenantPage {
  requirePlatformAdmin(principal)
  if (q !== undefined && suspended !== undefined) throw oneAtATime()
  const { db } = room.store
  const filters = { q: q ?? null, suspended: suspended ?? null }
  const { rows, nextCursor } = readPage(room.cursorKey, page, {
    binding: { route: 'listTenants', tenantId: principal.tenantId, restriction: null, filters },
    read: (part: After<TenantPosition>) => listTenantPage(db, { q, suspended }, part),
    positionOf: ({ tenantId, name }): TenantPosition => [tenantId, name],
  })
  const tenants = rows.map(({ createdAt, erasedAt: _, ...row }) => ({
    ...row,
    createdAtMs: createdAt,
  }))
  const total = countTenants(db, { q, suspended })
  return { tenants: recordsOf(room, db, tenants), total, nextCursor }
}

function oneAtATime(): InvalidInput {
  return new InvalidInput({
    field: 'suspended',
    reason: 'one_filter',
    message: 'suspended must be left out where q is given.',
  })
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
    suspension: findSuspension(db, tenant.tenantId) ?? null,
  }))
}
