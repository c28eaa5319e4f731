import { seal, unseal } from '../../../base/sealed.ts'
import { hmac, type Secrets } from '../../../base/secrets.ts'
import type { SsoProofs } from '../ports.ts'

export type SsoSecrets = ReturnType<typeof openSsoSecrets>

/**
 * What is kept of a log-in elsewhere: hashes of what is compared, seals on what is shown again. The
 * proofs of a log-in under way come out of its state, so that they lie nowhere at all.
 */
export function openSsoSecrets(secrets: Secrets) {
  const hash = (purpose: string, parts: readonly string[]) =>
    hmac(secrets.derive(`sso-${purpose}`), ...parts)
  const proof = (purpose: string, parts: readonly string[]) =>
    hash(purpose, parts).toString('base64url')
  return {
    state: (state: string) => hash('state', [state]),
    browser: (token: string) => hash('browser', [token]),
    subject: ({ issuer, subject }: { issuer: string; subject: string }) =>
      hash('subject', [issuer, subject]),
    sid: ({ issuer, sid }: { issuer: string; sid: string }) => hash('sid', [issuer, sid]),
    jti: ({ issuer, jti }: { issuer: string; jti: string }) => hash('jti', [issuer, jti]),
    proofs: (state: string): SsoProofs => ({
      state,
      nonce: proof('nonce', [state]),
      verifier: proof('verifier', [state]),
    }),
    sealed: (token: string) => seal(secrets.derive('sso-token'), Buffer.from(token, 'utf8')),
    /** Undefined for what another master key sealed. */
    opened(sealed: Buffer): string | undefined {
      try {
        return unseal(secrets.derive('sso-token'), sealed).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
