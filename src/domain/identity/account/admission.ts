import { Forbidden } from '../../../base/errors.ts'
import type { Db } from '../../../store/tx.ts'
import { getOpenInvitation } from '../member/invitation.ts'
import type { InvitationRow } from '../member/queries.ts'
import type { IdentityRoom, SignupPolicy } from '../room.ts'
import { requireSetupCode } from './setup-code.ts'

export type AdmissionRequest = {
  readonly email: string
  readonly invitationCode?: string | undefined
  readonly setupCode?: string | undefined
}

/** What somebody who signs up becomes: an owner of a new tenant, or a member of one that exists. */
export type Admission = {
  readonly platformAdmin: boolean
  readonly invitation: InvitationRow | undefined
}

/**
 * Whether somebody may sign up, and as what. The set-up code is stronger than any policy, or a
 * closed installation could never be begun; where signup is closed an invitation is worth nothing.
 * Throws Forbidden with the reason.
 */
export function requireAdmission(
  room: IdentityRoom,
  db: Db,
  { email, invitationCode, setupCode }: AdmissionRequest,
): Admission {
  if (setupCode !== undefined) {
    requireSetupCode(room, db, setupCode)
    return { platformAdmin: true, invitation: undefined }
  }
  const { signup } = room.settings
  if (invitationCode !== undefined && signup !== 'closed') {
    const invitation = getOpenInvitation(room, db, { code: invitationCode, email })
    return { platformAdmin: false, invitation }
  }
  const refusal = refusals[signup]
  if (refusal) throw new Forbidden(refusal)
  return { platformAdmin: false, invitation: undefined }
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
