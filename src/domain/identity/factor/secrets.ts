import { seal, unseal } from '../../../base/sealed.ts'
import { hmac, type Secrets } from '../../../base/secrets.ts'

export type FactorSecrets = ReturnType<typeof openFactorSecrets>

/**
 * What is kept of second factors: seals on what is worked with again, hashes of what is compared.
 * What an authenticator signs comes out of the id of its challenge, so that it lies nowhere.
 */
export function openFactorSecrets(secrets: Secrets) {
  const totpKey = () => secrets.derive('totp')
  const carriedKey = () => secrets.derive('factor-carried')
  return {
    sealedTotp: (secret: Buffer) => seal(totpKey(), secret),
    openedTotp: (sealed: Buffer) => opened(totpKey(), sealed),
    recoveryCode: ({ userId, code }: { userId: string; code: string }) =>
      hmac(secrets.derive('recovery-code'), userId, code),
    challenge: (challengeId: string) => hmac(secrets.derive('factor-challenge'), challengeId),
    /** As browsers are given it. */
    toBeSigned: (challengeId: string) =>
      hmac(secrets.derive('passkey-challenge'), challengeId).toString('base64url'),
    sealedText: (text: string) => seal(carriedKey(), Buffer.from(text, 'utf8')),
    openedText: (sealed: Buffer) => opened(carriedKey(), sealed)?.toString('utf8'),
  }
}

/** Undefined for what another master key sealed. */
function opened(key: Buffer, sealed: Buffer): Buffer | undefined {
  try {
    return unseal(key, sealed)
  } catch {
    return undefined
  }
}
