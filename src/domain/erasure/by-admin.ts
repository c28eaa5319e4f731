import { Conflict, InvalidInput, NotFound } from '../../base/errors.ts'
import type { TenantId, UserId } from '../../base/ids.ts'
import type { Command } from '../command.ts'
import {
  actorOf,
  type ErasedUser,
  isPlatformAdminIn,
  type Principal,
  requirePlatformAdmin,
} from '../identity/index.ts'
import { erasePerson } from './erase-person.ts'
import { type ErasurePlan, planOf, requireMayGo } from './plan.ts'
import { isThere, listPeopleOf } from './queries.ts'
import type { ErasureRoom } from './room.ts'

/** What would go with a tenant. Throws Forbidden unless a platform admin asks, and NotFound. */
export async function planFor(
  room: ErasureRoom,
  principal: Principal,
  tenantId: TenantId,
): Promise<ErasurePlan & { hasPlatformAdmin: boolean }> {
  requirePlatformAdmin(principal)
  requireThere(room, tenantId)
  const plan = await planOf(room, tenantId)
  return { ...plan, hasPlatformAdmin: isPlatformAdminIn(room.store.db, tenantId) }
}

export type AskedErasure = {
  readonly tenantId: TenantId
  /** As whoever asks typed it. */
  readonly name: string
  readonly forfeit: boolean
}

/**
 * Whether a tenant may go at this moment, where that is asked from afar. Throws Forbidden unless a
 * platform admin asks, NotFound, InvalidInput where the name is another one, and Conflict for what
 * is in the way, a platform admin in it included: nobody takes away the ground they stand on.
 */
export function requireErasable(
  room: ErasureRoom,
  principal: Principal,
  { tenantId, name, forfeit }: AskedErasure,
): void {
  requirePlatformAdmin(principal)
  requireThere(room, tenantId)
  if (name !== room.identity.tenantNamed(tenantId).name) {
    const message = 'name must be the name of the tenant, letter by letter.'
    throw new InvalidInput({ field: 'name', reason: 'name_differs', message })
  }
  const { db } = room.store
  if (isPlatformAdminIn(db, tenantId)) {
    const message =
      'A platform administrator is in this tenant: make an ordinary person of them first.'
    throw new Conflict({ reason: 'has_platform_admin', message })
  }
  requireMayGo(db, { tenantId, people: listPeopleOf(db, tenantId), forfeit })
}

export type AskedPersonErasure = {
  readonly userId: UserId
  /** As whoever asks typed it. */
  readonly email: string
  readonly forfeit: boolean
}

/**
 * Erases a person for a platform admin. Throws Forbidden unless one asks, NotFound, InvalidInput
 * where the address is another one, and Conflict, for oneself as well.
 */
export function erasePersonAsAdmin(
  room: ErasureRoom,
  { principal, requestId, write }: Command,
  { userId, email, forfeit }: AskedPersonErasure,
): Promise<ErasedUser> {
  const person = room.identity.readPerson(principal, userId)
  if (email.normalize('NFC').trim().toLowerCase() !== person.email) {
    const message = 'email must be the address of the person.'
    throw new InvalidInput({ field: 'email', reason: 'email_differs', message })
  }
  if (userId === principal.userId) {
    const message = 'Nobody erases themselves here: another platform administrator does.'
    throw new Conflict({ reason: 'own_account', message })
  }
  const by = { actor: actorOf(principal), requestId, write }
  return erasePerson(room, { email: person.email, forfeit, by })
}

/** By the id alone; what was erased is gone. */
function requireThere({ store }: ErasureRoom, tenantId: TenantId): void {
  if (!isThere(store.db, tenantId)) throw new NotFound('tenant')
}
