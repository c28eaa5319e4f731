import { InvalidInput } from '../../../base/errors.ts'
import type { AnonymousCommand } from '../../command.ts'
import type { IdentityRoom } from '../room.ts'
import { type AdmissionRequest, requireAdmission } from './admission.ts'
import { normaliseEmail } from './email.ts'
import { makeAccount, requireFreeEmail } from './make-account.ts'
import { type LoggedIn, openSession } from './open-session.ts'
import { requireGoodPassword } from './passwords.ts'

export type SignUpRequest = AdmissionRequest & {
  readonly email: string
  readonly password: string
  readonly displayName: string
  /** May be left out by who joins a tenant with an invitation. */
  readonly tenantName?: string | undefined
}

/**
 * Makes a user, a tenant and the owner's membership, and logs the user in. Throws Forbidden when
 * signing up is not open to this caller, InvalidInput for the address or password, Conflict when
 * the address has an account. What can be refused cheaply is refused before the slow hash, and
 * asked again inside the transaction.
 */
export async function signUp(
  room: IdentityRoom,
  cmd: AnonymousCommand,
  request: SignUpRequest,
): Promise<LoggedIn> {
  requireAdmission(room, room.store.db, request)
  const { displayName } = request
  const email = normaliseEmail(request.email)
  const tenantName = requireTenantName(request.tenantName)
  requireGoodPassword('password', request.password)
  requireFreeEmail(room.store.db, email)
  const passwordHash = await room.passwords.hash(request.password)
  return cmd.write((tx) => {
    const { platformAdmin } = requireAdmission(room, tx, request)
    const { requestId } = cmd
    const account = { email, passwordHash, displayName, tenantName, platformAdmin, requestId }
    const ids = makeAccount(room, tx, account)
    return { ...ids, email, displayName, ...openSession(room, tx, ids.userId) }
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
