import type { PasskeyId } from '../../../base/ids.ts'
import type { Principal, ShownFactor } from '../../principal.ts'
import { confirmationLifetimeMs } from '../limits.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession } from '../scopes.ts'
import { countRecoveryCodes, findTotp, listPasskeyRows, type PasskeyRow } from './queries.ts'
import { isRequiredOf } from './require-proof.ts'

export type Passkey = {
  readonly passkeyId: PasskeyId
  readonly name: string
  /** Whether its maker keeps it beyond the device. */
  readonly isBackedUp: boolean
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | null
}

export type Factors = {
  readonly isRequired: boolean
  readonly totp: { readonly createdAtMs: number; readonly lastUsedAtMs: number | null } | null
  readonly passkeys: readonly Passkey[]
  readonly recoveryCodesLeft: number
  /** Until then nothing asks again who sits here. */
  readonly confirmedUntilMs: number
  /** What this session showed besides a password. */
  readonly shown: ShownFactor | null
}

/** Whatever whoever asks has of second factors. Throws Forbidden for a key. */
export function listFactors(room: IdentityRoom, principal: Principal): Factors {
  requireSession(principal)
  const { userId, proof } = principal
  const { db } = room.store
  const totp = findTotp(db, userId)
  return {
    isRequired: isRequiredOf(room, principal),
    totp: totp?.confirmedAt
      ? { createdAtMs: totp.confirmedAt, lastUsedAtMs: totp.lastUsedAt }
      : null,
    passkeys: listPasskeyRows(db, userId).map(passkeyOf),
    recoveryCodesLeft: countRecoveryCodes(db, userId),
    confirmedUntilMs: (proof?.confirmedAtMs ?? 0) + confirmationLifetimeMs,
    shown: proof?.factor ?? null,
  }
}

type Shown = Pick<PasskeyRow, 'passkeyId' | 'name' | 'backedUp' | 'createdAt' | 'lastUsedAt'>

export function passkeyOf({ passkeyId, name, backedUp, createdAt, lastUsedAt }: Shown): Passkey {
  return {
    passkeyId,
    name,
    isBackedUp: backedUp,
    createdAtMs: createdAt,
    lastUsedAtMs: lastUsedAt,
  }
}
