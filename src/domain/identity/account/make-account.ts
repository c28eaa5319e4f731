import { Conflict } from '../../../base/errors.ts'
import { newId, type TenantId, type UserId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { type AuditActor, recordAudit } from '../../audit/index.ts'
import type { IdentityRoom } from '../room.ts'
import { deleteSetupCode, findUserByEmail, insertTenant, insertUser } from './queries.ts'

export type NewAccount = {
  readonly email: string
  readonly passwordHash: string
  readonly displayName: string
  readonly tenantName: string
  readonly platformAdmin: boolean
  /** Undefined: the new user did it alone. */
  readonly by?: AuditActor | undefined
  readonly requestId?: string | undefined
}

/**
 * A tenant, its first user and the owner's membership between them (spec 4.2, signup). A platform
 * admin's tenant is the operator's own and has no allowance to use up. Throws Conflict when the
 * address has an account.
 */
export function makeAccount(
  room: IdentityRoom,
  tx: Tx,
  account: NewAccount,
): { tenantId: TenantId; userId: UserId } {
  requireFreeEmail(tx, account.email)
  const createdAt = room.clock.nowMs()
  const tenantId = newId('tnt', createdAt)
  const userId = newId('usr', createdAt)
  const { email, passwordHash, displayName, tenantName, platformAdmin } = account
  insertTenant(tx, {
    tenantId,
    name: tenantName,
    region: room.settings.region,
    plan: platformAdmin ? 'unlimited' : 'free',
    createdAt,
  })
  const user = { userId, email, displayName, passwordHash, isPlatformAdmin: platformAdmin }
  insertUser(tx, { ...user, tenantId, roles: ['owner'], createdAt })
  if (platformAdmin) deleteSetupCode(tx)
  room.welcome?.(tx, tenantId)
  recordAudit(tx, {
    atMs: createdAt,
    tenantId,
    actor: account.by ?? { type: 'user', id: userId },
    action: 'user.created',
    subject: { type: 'user', id: userId },
    details: { platform_admin: platformAdmin },
    ...(account.requestId && { requestId: account.requestId }),
  })
  return { tenantId, userId }
}

/** Spec 7.1: an identity that exists is a conflict. */
export function requireFreeEmail(db: Db, email: string): void {
  if (!findUserByEmail(db, email)) return
  throw new Conflict({
    reason: 'email_taken',
    message: 'There is an account with this e-mail address.',
    facts: { field: 'email' },
  })
}
