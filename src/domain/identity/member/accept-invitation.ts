import { Conflict, Unauthenticated } from '../../../base/errors.ts'
import { newId, type SessionId, type TenantId, type UserId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import type { Role } from '../../principal.ts'
import { findUser, markVerified, updateEmail } from '../account/queries.ts'
import { moveFactors } from '../factor/queries.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession, type SessionPrincipal } from '../scopes.ts'
import { endMostSessions } from '../session/end-most.ts'
import { findSessionRow, insertSession } from '../session/queries.ts'
import { findSsoSession, insertSsoSession, moveIdentities } from '../sso/queries.ts'
import { requireNotSuspended } from '../tenant/suspension.ts'
import { blankOf, endMembership } from './end-membership.ts'
import { getOpenInvitation } from './invitation.ts'
import { joinTenant } from './join-tenant.ts'
import { requireAnotherOwner } from './member.ts'
import { blankUser, findMember, type InvitationRow } from './queries.ts'

export type Accepted = {
  readonly userId: UserId
  readonly tenantId: TenantId
  readonly roles: readonly Role[]
}

/**
 * Somebody who is logged in goes to the tenant that invites, with the account that there is:
 * address, password, second factors and providers come along, and this session goes on. An account
 * is in one tenant: of the one before it leaves as by removeMember, with an id of its own in each,
 * so that neither reads what was in the other. Throws Forbidden for a key and for a code that is
 * unknown, over or for another address; Conflict for the own tenant, the last owner, a platform
 * admin, and while there is money of the person's own.
 */
export async function acceptInvitation(
  room: IdentityRoom,
  cmd: Command,
  { code }: { code: string },
): Promise<Accepted> {
  const { principal, requestId } = cmd
  requireSession(principal)
  const { tenantId, userId, sessionId } = principal
  const blank = blankOf(userId, room.passwords.unusable())
  getMovable(room, room.store.db, { principal, code })
  const most = await endMostSessions(room, { userId, kept: sessionId })
  return cmd.write((tx) => {
    const address = { tenantId, userId }
    const { row, invitation } = getMovable(room, tx, { principal, code })
    const carried = taken(tx, { userId, sessionId })
    endMembership(room, tx, { cmd, address, roles: row.roles, fate: 'revoke', most })
    const { email, displayName } = row
    updateEmail(tx, userId, blank.email)
    const { passwordHash, emailVerifiedAt } = carried.user
    const account = { email, displayName, passwordHash, requestId }
    const joined = joinTenant(room, tx, { invitation, ...account })
    if (emailVerifiedAt !== null) markVerified(tx, joined.userId, emailVerifiedAt)
    const way = { from: userId, to: joined.userId }
    moveFactors(tx, way)
    moveIdentities(tx, way)
    putBack(tx, { ...carried, userId: joined.userId, atMs: room.clock.nowMs() })
    blankUser(tx, userId, blank)
    return { ...joined, roles: invitation.roles }
  })
}

type Coming = { principal: SessionPrincipal; code: string }

function getMovable(room: IdentityRoom, db: Db, { principal, code }: Coming) {
  const { tenantId, userId } = principal
  const row = findMember(db, { tenantId, userId })
  if (!row) throw new Unauthenticated('This session has ended.')
  const invitation = getOpenInvitation(room, db, { code, email: row.email })
  requireOther(tenantId, invitation)
  requireNotSuspended(db, invitation.tenantId)
  if (row.isPlatformAdmin) throw staysHere()
  requireAnotherOwner(db, { tenantId, userId }, row.roles)
  return { row, invitation }
}

function requireOther(tenantId: TenantId, invitation: InvitationRow): void {
  if (invitation.tenantId !== tenantId) return
  throw new Conflict({
    reason: 'already_member',
    message: 'You are in this tenant already.',
  })
}

function staysHere(): Conflict {
  return new Conflict({
    reason: 'platform_admin',
    message: 'You administer the platform: have an ordinary person made of you first.',
  })
}

type Session = { userId: UserId; sessionId: SessionId }

/** What goes with the membership, and is needed afterwards. */
function taken(tx: Tx, { userId, sessionId }: Session) {
  const user = findUser(tx, userId)
  const session = findSessionRow(tx, sessionId)
  if (!user || !session) throw new Error('whoever asks is gone within the transaction')
  return { user, session, sso: findSsoSession(tx, sessionId) }
}

type Carried = ReturnType<typeof taken> & { userId: UserId; atMs: number }

/** By the same token, and another session: what listens to the one before has to end. */
function putBack(tx: Tx, { session, sso, userId, atMs }: Carried): void {
  const sessionId = newId('ses', atMs)
  insertSession(tx, { ...session, sessionId, userId })
  if (sso) insertSsoSession(tx, { ...sso, sessionId })
}
