import { InvalidInput } from '../../../base/errors.ts'
import type { AnonymousCommand } from '../../command.ts'
import { joinTenant, requireNobody } from '../member/join-tenant.ts'
import { requireGoodPassword } from '../password/passwords.ts'
import type { IdentityRoom } from '../room.ts'
import { type LoggedIn, openSession, type SessionPlace } from '../session/open-session.ts'
import { requirePasswordLogin } from '../sso/password-off.ts'
import { type AdmissionRequest, requireAdmission } from './admission.ts'
import { normaliseEmail } from './email.ts'
import { makeAccount, requireFreeEmail } from './make-account.ts'
import { welcomeByMail } from './verify-email.ts'

export type SignUpRequest = AdmissionRequest & {
  readonly email: string
  readonly password: string
  readonly displayName: string
  /** May be left out by who joins a tenant with an invitation. */
  readonly tenantName?: string | undefined
  readonly place?: SessionPlace | undefined
}

/**
 * Makes a user, a tenant and the owner's membership, or with an invitation a user and a membership
 * in the tenant that invites; and logs the user in. Throws Forbidden when signing up is not open to
 * this caller, InvalidInput for the address or password, Conflict when the address has an account.
 * What can be refused cheaply is refused before the slow hash, and asked again inside the
 * transaction.
 */
export async function signUp(
  room: IdentityRoom,
  cmd: AnonymousCommand,
  request: SignUpRequest,
): Promise<LoggedIn> {
  requirePasswordLogin(room, room.store.db, request.email)
  const { invitation } = requireAdmission(room, room.store.db, request)
  const { displayName } = request
  const email = normaliseEmail(request.email)
  const tenantName = invitation ? '' : requireTenantName(request.tenantName)
  requireGoodPassword('password', request.password)
  const requireFree = invitation ? requireNobody : requireFreeEmail
  requireFree(room.store.db, email)
  const passwordHash = await room.passwords.hash(request.password)
  return cmd.write((tx) => {
    const { platformAdmin, invitation: open } = requireAdmission(room, tx, request)
    const account = { email, passwordHash, displayName, requestId: cmd.requestId }
    const ids = open
      ? joinTenant(room, tx, { invitation: open, ...account })
      : makeAccount(room, tx, { tenantName, platformAdmin, ...account })
    const failedLogins = { count: 0, lastAtMs: null }
    const { userId } = ids
    // Also who was invited to this address: the code was shown to whoever invited.
    if (room.letters?.isSet()) welcomeByMail(room, tx, { userId, email, spoken: cmd.spoken })
    const session = openSession(room, tx, { userId, place: request.place })
    return { ...ids, email, displayName, failedLogins, ...session }
  })
}

function requireTenantName(name: string | undefined): string {
  if (name !== undefined) return name
  throw new InvalidInput({
    field: 'tenant_name',
    reason: 'required',
    message: 'A new tenant needs a name.',
  })
}
