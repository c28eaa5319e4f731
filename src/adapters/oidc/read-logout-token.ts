import * as jose from 'jose'
import { InvalidInput } from '../../base/errors.ts'
import type { OidcProvider } from '../../base/oidc-settings.ts'
import type { SsoLogout } from '../../domain/identity/ports.ts'
import { type Discovered, signedBy } from './discovered.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
/** Our choice: a provider sends it at once. */
const ageMaxSeconds = 300
const clockSkewSeconds = 60

/**
 * OpenID Connect Back-Channel Logout 1.0, 2.6: signed by the provider, for us, of now, of this
 * event, and no ID token. Throws InvalidInput with the rule that it breaks.
 */
export async function readLogoutToken(
  { clientId }: OidcProvider,
  { server, keys }: Pick<Discovered, 'server' | 'keys'>,
  token: string,
): Promise<SsoLogout> {
  const { payload } = await jose
    .jwtVerify(token, keys, {
      issuer: server.issuer,
      audience: clientId,
      algorithms: [...signedBy],
      maxTokenAge: ageMaxSeconds,
      clockTolerance: clockSkewSeconds,
      requiredClaims: ['iat', 'jti'],
    })
    .catch((error: Error & { code?: string; claim?: string }) => {
      // Keys that cannot be had are no fault of the message.
      if (!isOfMessage(error)) throw error
      throw broken(error.claim ?? ruleOf[error.code ?? ''] ?? 'token')
    })
  const { sub, sid, jti, events, nonce } = payload
  const named = typeof events === 'object' && events !== null && event in events
  if (!named) throw broken('events')
  if (nonce !== undefined) throw broken('nonce')
  if (typeof jti !== 'string' || jti === '') throw broken('jti')
  const subject = typeof sub === 'string' && sub !== '' ? sub : undefined
  const session = typeof sid === 'string' && sid !== '' ? sid : undefined
  if (subject === undefined && session === undefined) throw broken('sub')
  return { issuer: server.issuer, subject, sid: session, jti }
}

const ruleOf: Readonly<Record<string, string>> = {
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'signature',
  ERR_JWKS_NO_MATCHING_KEY: 'signature',
  ERR_JOSE_ALG_NOT_ALLOWED: 'alg',
  ERR_JOSE_NOT_SUPPORTED: 'alg',
}

function isOfMessage(error: Error & { code?: string }): boolean {
  return (
    error instanceof jose.errors.JOSEError &&
    error.code !== 'ERR_JWKS_TIMEOUT' &&
    error.code !== 'ERR_JOSE_GENERIC' &&
    error.code !== 'ERR_JWKS_INVALID'
  )
}

function broken(rule: string): InvalidInput {
  return new InvalidInput({
    field: 'logout_token',
    reason: 'invalid_token',
    message: `This is no logout_token of the provider: ${rule}.`,
    facts: { rule },
  })
}
