import { Conflict, Forbidden, InvalidInput } from '../../../base/errors.ts'
import { newId, type RequestId, type TenantId, type UserId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Command } from '../../command.ts'
import { actorOf, type Role } from '../../principal.ts'
import { normaliseEmail } from '../account/email.ts'
import { findMembership, findTenant, findUserByEmail } from '../account/queries.ts'
import { newInvitationCode } from '../credentials.ts'
import { invitationLifetimeMaxMs, invitationLifetimeMs, invitationsOpenMax } from '../limits.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession, type SessionPrincipal } from '../scopes.ts'
import { inOrder } from './change-roles.ts'
import { type Invitation, invitationOf } from './invitation.ts'
import { insertInvitation, listOpenInvitations } from './queries.ts'
import { requireReach } from './role-reach.ts'

export type InviteRequest = {
  readonly roles: readonly Role[]
  /** Only who signs up with this address may use it; left out, whoever has the code. */
  readonly email?: string | undefined
  readonly expiresAtMs?: number | undefined
}

/** The code is part of this answer and of no other. */
export type CreatedInvitation = Invitation & { readonly code: string }

/**
 * A code with which somebody signs up into this tenant. Throws Forbidden for a key, for roles out
 * of the caller's reach and where nobody can sign up; InvalidInput for the address and the expiry;
 * Conflict for an address that is a member already and for too many open invitations.
 */
export function invite(
  room: IdentityRoom,
  cmd: Command,
  request: InviteRequest,
): Promise<CreatedInvitation> {
  const { principal, requestId, spoken } = cmd
  requireSession(principal)
  requireSignupPossible(room)
  const { roles } = request
  const email = request.email === undefined ? null : normaliseEmail(request.email)
  const expiresAt = expiryOf(room, request)
  return cmd.write((tx) => {
    requireReach(tx, principal, roles)
    requireNoMember(tx, principal, email)
    requireRoom(tx, principal, room.clock.nowMs())
    const { tenantId } = principal
    return insertNewInvitation(room, tx, {
      by: principal,
      tenantId,
      roles,
      email,
      expiresAt,
      requestId,
      spoken,
    })
  })
}

type NewInvitation = {
  readonly by: SessionPrincipal
  readonly tenantId: TenantId
  readonly roles: readonly Role[]
  readonly email: string | null
  readonly expiresAt: number
  readonly requestId: RequestId
  /** The language of whoever invites. */
  readonly spoken: string | undefined
}

/** Makes the code and puts it on record, in the caller's transaction. */
export function insertNewInvitation(
  room: IdentityRoom,
  tx: Tx,
  { by, tenantId, roles, email, expiresAt, requestId, spoken }: NewInvitation,
): CreatedInvitation {
  const nowMs = room.clock.nowMs()
  const code = newInvitationCode()
  const row = {
    invitationId: newId('inv', nowMs),
    tenantId,
    codeHash: room.hashes.invitation(code),
    roles: inOrder(roles),
    email,
    createdBy: by.userId,
    createdAt: nowMs,
    expiresAt,
    usedAt: null,
    usedBy: null,
    revokedAt: null,
  }
  insertInvitation(tx, row)
  recordAudit(tx, {
    atMs: nowMs,
    tenantId,
    actor: actorOf(by),
    action: 'invitation.created',
    subject: { type: 'invitation', id: row.invitationId },
    details: { roles: row.roles },
    requestId,
  })
  postInvitation(room, tx, { ...row, code, spoken })
  return { ...invitationOf(row, nowMs), code }
}

type Posted = Pick<NewInvitation, 'tenantId' | 'email' | 'expiresAt' | 'spoken'> & {
  readonly code: string
  readonly createdBy: UserId
}

/** Where mail is set, and it is known to whom; whoever invites is shown the code as well. */
function postInvitation({ letters }: IdentityRoom, tx: Tx, invitation: Posted): void {
  const { tenantId, email, expiresAt: expiresAtMs, code, spoken } = invitation
  if (email === null) return
  const house = findTenant(tx, tenantId)?.name ?? ''
  const by = invitation.createdBy
  letters?.invitation(tx, { email, code, expiresAtMs, tenantId, house, by, spoken })
}

export function requireSignupPossible({ settings }: IdentityRoom): void {
  if (settings.signup !== 'closed') return
  throw new Forbidden({
    reason: 'signup_closed',
    message: 'Nobody can sign up here, not even with an invitation.',
  })
}

/** When an invitation ends. Throws InvalidInput for what is over or too far away. */
export function expiryOf(
  { clock }: IdentityRoom,
  { expiresAtMs }: { expiresAtMs?: number | undefined },
): number {
  const nowMs = clock.nowMs()
  if (expiresAtMs === undefined) return nowMs + invitationLifetimeMs
  if (expiresAtMs > nowMs && expiresAtMs <= nowMs + invitationLifetimeMaxMs) return expiresAtMs
  const isPast = expiresAtMs <= nowMs
  throw new InvalidInput({
    field: 'expires_at',
    reason: isPast ? 'in_the_past' : 'too_late',
    message: isPast
      ? 'expires_at must lie in the future.'
      : 'expires_at must lie within the next 31 days.',
  })
}

/** Only members of one's own tenant are told: who has an account elsewhere is nobody's business. */
function requireNoMember(db: Db, { tenantId }: SessionPrincipal, email: string | null): void {
  const user = email === null ? undefined : findUserByEmail(db, email)
  if (!user || findMembership(db, user.userId)?.tenantId !== tenantId) return
  throw new Conflict({
    reason: 'already_member',
    message: 'This address belongs to a member already.',
    facts: { field: 'email' },
  })
}

function requireRoom(db: Db, { tenantId }: SessionPrincipal, nowMs: number): void {
  if (listOpenInvitations(db, { tenantId, nowMs }).length < invitationsOpenMax) return
  throw new Conflict({
    reason: 'too_many_invitations',
    message: `A tenant has at most ${invitationsOpenMax} open invitations.`,
  })
}
