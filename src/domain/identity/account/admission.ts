import { Forbidden } from '../../../base/errors.ts'
import type { Db } from '../../../store/tx.ts'
import type { IdentityRoom, SignupPolicy } from '../room.ts'
import { requireSetupCode } from './setup-code.ts'

export type AdmissionRequest = {
  readonly invitationCode?: string | undefined
  readonly setupCode?: string | undefined
}

/** What somebody who signs up becomes. */
export type Admission = { readonly platformAdmin: boolean }

/**
 * Whether somebody may sign up, and as what. The set-up code is stronger than any policy, or a
 * closed installation could never be begun. Throws Forbidden with the reason.
 *
 * @TODO invitations: an Admission that joins a tenant with roles, found by the code's hash.
 */
export function requireAdmission(
  room: IdentityRoom,
  db: Db,
  { invitationCode, setupCode }: AdmissionRequest,
): Admission {
  if (setupCode !== undefined) {
    requireSetupCode(room, db, setupCode)
    return { platformAdmin: true }
  }
  if (invitationCode !== undefined) {
    throw new Forbidden({
      reason: 'invitation_invalid',
      message: 'This invitation is unknown, used or expired.',
    })
  }
  const refusal = refusals[room.settings.signup]
  if (refusal) throw new Forbidden(refusal)
  return { platformAdmin: false }
}

const refusals: Record<SignupPolicy, { reason: string; message: string } | undefined> = {
  open: undefined,
  invite: {
    reason: 'invitation_required',
    message: 'Signing up here needs an invitation.',
  },
  closed: {
    reason: 'signup_closed',
    message: 'Nobody can sign up here. The operator adds the accounts.',
  },
}
