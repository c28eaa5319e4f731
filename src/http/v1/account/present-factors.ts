import type * as z from 'zod'
import { isoOf, isoOrNull } from '../../../base/clock.ts'
import type {
  AskedAgain,
  AskedFactor,
  Confirmed,
  Factors,
  Passkey,
} from '../../../domain/identity/index.ts'
import type * as schemas from './second-factors.schema.ts'

export function presentChallenge(
  asked: AskedFactor | AskedAgain,
): z.input<typeof schemas.ChallengeReply> {
  return {
    challenge_id: asked.challengeId,
    means: [...asked.means],
    passkey: asked.passkey,
    expires_at: isoOf(asked.expiresAtMs),
  }
}

export function presentConfirmed({ untilMs }: Confirmed): z.input<typeof schemas.ConfirmedReply> {
  return { confirmed_until: isoOf(untilMs) }
}

export function presentFactors(factors: Factors): z.input<typeof schemas.FactorsReply> {
  const { totp } = factors
  return {
    required: factors.isRequired,
    totp: totp && {
      created_at: isoOf(totp.createdAtMs),
      last_used_at: isoOrNull(totp.lastUsedAtMs),
    },
    passkeys: factors.passkeys.map(presentPasskey),
    recovery_codes_left: factors.recoveryCodesLeft,
    shown: factors.shown,
    confirmed_until: isoOf(factors.confirmedUntilMs),
  }
}

export function presentPasskey(passkey: Passkey): z.input<typeof schemas.PasskeyReply> {
  return {
    passkey_id: passkey.passkeyId,
    name: passkey.name,
    backed_up: passkey.isBackedUp,
    created_at: isoOf(passkey.createdAtMs),
    last_used_at: isoOrNull(passkey.lastUsedAtMs),
  }
}

type Sent = Pick<z.output<typeof schemas.AnswerSignInBody>, 'code' | 'recovery_code' | 'passkey'>

/** In the words of the room. */
export function shownIn({ code, recovery_code, passkey }: Sent) {
  return { code, recoveryCode: recovery_code, passkey }
}
