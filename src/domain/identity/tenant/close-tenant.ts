import { Conflict, Forbidden, NotFound } from '../../../base/errors.ts'
import type { TenantId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Command } from '../../command.ts'
import { actorOf } from '../../principal.ts'
import { countOwners, findMember } from '../member/queries.ts'
import { isPlatformAdminIn } from '../people/queries.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession, type SessionPrincipal } from '../scopes.ts'
import { deleteOtherSessions } from '../session/queries.ts'
import { insertSuspension } from './suspension.ts'

/** Why a tenant may not be closed by its owner, whatever is in its books. */
export const closingBars = ['other_owner', 'platform_admin'] as const
export type ClosingBar = (typeof closingBars)[number]

/**
 * What of its people keeps this tenant from being closed. Throws Forbidden unless an owner who is
 * logged in asks; the roles are read anew, because somebody may have taken them meanwhile.
 */
export function closingBarsOf(
  _: IdentityRoom,
  db: Db,
  principal: SessionPrincipal,
): readonly ClosingBar[] {
  requireSession(principal)
  const { tenantId, userId } = principal
  const row = findMember(db, { tenantId, userId })
  if (!row) throw new NotFound('member')
  if (!row.roles.includes('owner')) {
    throw new Forbidden({ reason: 'role_required', message: 'This needs the role owner.' })
  }
  const bars: Record<ClosingBar, boolean> = {
    other_owner: countOwners(db, tenantId) > 1,
    platform_admin: isPlatformAdminIn(db, tenantId),
  }
  return closingBars.filter((bar) => bars[bar])
}

const messages: Readonly<Record<ClosingBar, string>> = {
  other_owner:
    'Another owner is in this tenant: nobody closes it over their head. Leave it, or have them ' +
    'leave first.',
  platform_admin: 'Somebody who runs the platform is in this tenant, and would be locked out.',
}

/**
 * From this transaction on nobody of the tenant may do anything, and nothing of it is for sale: it
 * is suspended until what follows has erased it, and who closed it is logged out. Throws Forbidden
 * and Conflict like closingBarsOf.
 */
export function closeTenant(
  room: IdentityRoom,
  tx: Tx,
  { principal, requestId }: Pick<Command, 'requestId'> & { principal: SessionPrincipal },
): TenantId {
  requireClosable(room, tx, principal)
  const { tenantId, userId } = principal
  deleteOtherSessions(tx, userId, undefined)
  const atMs = room.clock.nowMs()
  insertSuspension(tx, { tenantId, suspendedAt: atMs, reason: 'Closed by its owner.' })
  recordAudit(tx, {
    atMs,
    tenantId,
    actor: actorOf(principal),
    action: 'tenant.closed',
    subject: { type: 'tenant', id: tenantId },
    requestId,
  })
  return tenantId
}

/** Throws Forbidden and Conflict like closingBarsOf. */
export function requireClosable(room: IdentityRoom, db: Db, principal: SessionPrincipal): void {
  const [bar] = closingBarsOf(room, db, principal)
  if (bar) throw new Conflict({ reason: bar, message: messages[bar] })
}
