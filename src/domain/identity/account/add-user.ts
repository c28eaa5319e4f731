import { Conflict } from '../../../base/errors.ts'
import type { TenantId, UserId } from '../../../base/ids.ts'
import { normaliseName } from '../name.ts'
import { requireGoodPassword } from '../password/passwords.ts'
import type { IdentityRoom } from '../room.ts'
import { normaliseEmail } from './email.ts'
import { makeAccount, requireFreeEmail } from './make-account.ts'
import { findUserByEmail, hasPlatformAdmin } from './queries.ts'

export type AddUserRequest = {
  readonly email: string
  readonly password: string
  readonly displayName: string
  readonly tenantName: string
  readonly platformAdmin: boolean
}

export type AddedUser = {
  readonly userId: UserId
  readonly tenantId: TenantId
  readonly email: string
}

/**
 * For the operator at the command line, whatever the signup policy: a user with a tenant of its
 * own. Throws InvalidInput for the address, the names or the password, Conflict when the address
 * has an account.
 */
export async function addUser(room: IdentityRoom, request: AddUserRequest): Promise<AddedUser> {
  const { platformAdmin } = request
  const displayName = normaliseName('display_name', request.displayName)
  const tenantName = normaliseName('tenant_name', request.tenantName)
  const email = normaliseEmail(request.email)
  requireGoodPassword('password', request.password)
  requireFreeEmail(room.store.db, email)
  const passwordHash = await room.passwords.hash(request.password)
  const by = { type: 'operator', id: null } as const
  const ids = await room.store.write((tx) =>
    makeAccount(room, tx, { email, passwordHash, displayName, tenantName, platformAdmin, by }),
  )
  return { ...ids, email }
}

/**
 * The first platform admin, from the settings at start; undefined when there is an admin already,
 * whoever it is. Throws Conflict when the address belongs to an ordinary account: who signed up
 * under the operator's address first must not be handed the platform.
 */
export async function seedPlatformAdmin(
  room: IdentityRoom,
  admin: { readonly email: string; readonly password: string },
): Promise<AddedUser | undefined> {
  if (hasPlatformAdmin(room.store.db)) return undefined
  if (findUserByEmail(room.store.db, normaliseEmail(admin.email))) {
    throw new Conflict({
      reason: 'email_taken',
      message: 'The address meant for the platform administrator has an ordinary account.',
      facts: { field: 'email' },
    })
  }
  return addUser(room, {
    ...admin,
    displayName: 'Administrator',
    tenantName: 'Operator',
    platformAdmin: true,
  })
}
