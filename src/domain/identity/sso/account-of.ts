import { Forbidden } from '../../../base/errors.ts'
import { newId, type RequestId, type UserId } from '../../../base/ids.ts'
import type { OidcProvider } from '../../../base/oidc-settings.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import { recordEvent } from '../../events/index.ts'
import { normaliseEmail } from '../account/email.ts'
import * as queries from '../account/queries.ts'
import { nameLengthMax } from '../limits.ts'
import { stateOf } from '../member/invitation.ts'
import { joinTenant } from '../member/join-tenant.ts'
import {
  findInvitationByCode,
  findInvitationFor,
  findInvitationUsedBy,
  type InvitationRow,
} from '../member/queries.ts'
import type { SsoLogin } from '../ports.ts'
import type { IdentityRoom } from '../room.ts'
import { rolesOfGroups, tenantOfGroups, tenantsOf } from './groups.ts'
import { findIdentity, putIdentity, type SsoFlowRow } from './queries.ts'
import { isProven, takeOver } from './take-over.ts'

type Somebody = {
  provider: OidcProvider
  login: SsoLogin
  groups: readonly string[]
  flow: Pick<SsoFlowRow, 'invitationHash' | 'replaces'>
  requestId: RequestId
}

/** Whether it may have been somebody else's until now. */
export type Account = { readonly userId: UserId; readonly isTakenOver: boolean }

/**
 * Whose account somebody has who logged in at a provider: the one that is linked, else the one of
 * the verified address, else a new one as far as the provider's join rule goes. One that anybody
 * may have made under the address is taken over. Throws Forbidden.
 */
export function accountOf(room: IdentityRoom, tx: Tx, somebody: Somebody): Account {
  const { provider, login } = somebody
  const { issuer, subject } = login
  const subjectHash = room.ssoSecrets.subject({ issuer, subject })
  const link = findIdentity(tx, { issuer, subjectHash })
  const isHere = link?.endedAt === null && queries.findMembership(tx, link.userId) !== undefined
  if (link && isHere) return { userId: link.userId, isTakenOver: false }
  const email = verifiedEmail(provider, login.claims)
  const user = queries.findUserByEmail(tx, email)
  if (link) requireInvitedSince(room, tx, { ...somebody, email, user, endedAt: link.endedAt })
  const isJoined = user !== undefined && queries.findMembership(tx, user.userId) !== undefined
  if (user && !(isJoined && provider.trustEmail)) throw unknown(provider)
  const { replaces } = somebody.flow
  const isTakenOver = user !== undefined && !isProven(room, tx, { user, replaces })
  const ended = isTakenOver ? takeOver(room, tx, user.userId) : {}
  const userId = user?.userId ?? newAccount(room, tx, { ...somebody, email })
  const createdAt = room.clock.nowMs()
  if (provider.trustEmail) queries.markVerified(tx, userId, createdAt)
  putIdentity(tx, { issuer, subjectHash, userId, createdAt, endedAt: null })
  recordAudit(tx, {
    atMs: createdAt,
    tenantId: queries.findMembership(tx, userId)?.tenantId ?? null,
    actor: { type: 'user', id: userId },
    action: 'user.identity_linked',
    subject: { type: 'user', id: userId },
    details: { provider: provider.id, by: user ? 'verified_email' : 'new_account', ...ended },
    requestId: somebody.requestId,
  })
  return { userId, isTakenOver }
}

/** Only the very word of the provider counts, and only for the domains that are its own. */
function verifiedEmail(provider: OidcProvider, claims: SsoLogin['claims']): string {
  const { claims: names, name, emailDomains } = provider
  const said = claims[names.email]
  if (typeof said !== 'string' || claims[names.emailVerified] !== true) {
    const message = `${name} does not say that your e-mail address is verified.`
    throw new Forbidden({ reason: 'sso_email_unverified', message })
  }
  const email = normaliseEmail(said)
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (emailDomains.length === 0 || emailDomains.includes(domain)) return email
  const message = `Addresses of ${domain} do not come in by ${name}.`
  throw new Forbidden({ reason: 'sso_email_domain', message })
}

type Newcomer = Somebody & { email: string }
type Returning = Newcomer & { user: queries.UserRow | undefined; endedAt: number | null }

/**
 * Whoever was removed comes back where somebody wants that by now: by an invitation that was made
 * since, or in the account that was made with one.
 */
function requireInvitedSince(room: IdentityRoom, db: Db, { user, ...returning }: Returning): void {
  const invitation = user
    ? findInvitationUsedBy(db, user.userId)
    : openInvitation(room, db, returning)
  if (invitation && invitation.createdAt >= (returning.endedAt ?? 0)) return
  throw new Forbidden({
    reason: 'sso_account_removed',
    message: 'Your account here was removed. With a new invitation you come back: follow its link.',
  })
}

function newAccount(room: IdentityRoom, tx: Tx, newcomer: Newcomer): UserId {
  const { provider, email, login, requestId } = newcomer
  if (provider.join === 'verified_email') throw unknown(provider)
  const displayName = nameOf(login.claims[provider.claims.name]) ?? email.slice(0, nameLengthMax)
  const passwordHash = room.passwords.unusable()
  const account = { email, passwordHash, displayName, requestId }
  const invitation = openInvitation(room, tx, newcomer)
  if (invitation) return joinTenant(room, tx, { invitation, ...account }).userId
  if (provider.join === 'invitation') throw unknown(provider)
  return createMember(room, tx, { ...newcomer, ...account })
}

/**
 * By its code, or the newest for the address of the provider's own tenants: another may invite whom
 * it likes, and would have those of this house.
 */
function openInvitation(
  { clock }: IdentityRoom,
  db: Db,
  { provider, flow, email }: Newcomer,
): InvitationRow | undefined {
  const nowMs = clock.nowMs()
  const tenantIds = tenantsOf(provider)
  if (flow.invitationHash === null) return findInvitationFor(db, { email, nowMs, tenantIds })
  const row = findInvitationByCode(db, flow.invitationHash)
  const isOpen = row !== undefined && stateOf(row, nowMs) === 'open'
  if (isOpen && (row.email === null || row.email === email)) return row
  throw new Forbidden({
    reason: 'invitation_invalid',
    message: 'This invitation is unknown, used or expired.',
  })
}

type NewMember = Newcomer & { passwordHash: string; displayName: string }

function createMember(room: IdentityRoom, tx: Tx, member: NewMember): UserId {
  const { provider, groups, email, passwordHash, displayName, requestId } = member
  const tenantId = tenantOfGroups(provider, groups)
  const tenant = tenantId && queries.findTenant(tx, tenantId)
  if (!tenantId || !tenant || tenant.erasedAt !== null) {
    throw new Forbidden({
      reason: 'sso_no_tenant',
      message: 'None of your groups belongs to a tenant of this service.',
    })
  }
  const roles = rolesOfGroups(provider, groups) ?? [...provider.defaultRoles]
  const createdAt = room.clock.nowMs()
  const userId = newId('usr', createdAt)
  queries.insertUser(tx, { userId, email, displayName, passwordHash, tenantId, roles, createdAt })
  recordAudit(tx, {
    atMs: createdAt,
    tenantId,
    actor: { type: 'user', id: userId },
    action: 'user.created',
    subject: { type: 'user', id: userId },
    details: { platform_admin: false, roles, provider: provider.id },
    requestId,
  })
  recordEvent(tx, {
    stream: tenantId,
    type: 'member.joined',
    atMs: createdAt,
    data: { user_id: userId, roles: [...roles] },
  })
  return userId
}

function nameOf(said: unknown): string | undefined {
  if (typeof said !== 'string') return undefined
  const name = said
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, nameLengthMax)
  return name === '' ? undefined : name
}

/** The same for nobody and for somebody whose address does not prove anything here. */
function unknown({ name }: OidcProvider): Forbidden {
  const message =
    `Your account at ${name} has none here. If you were invited, follow the link of the ` +
    'invitation; otherwise ask whoever runs this service for an account.'
  return new Forbidden({ reason: 'sso_no_account', message })
}
