import * as oidc from 'openid-client'
import { DomainError, Forbidden, Saturated } from '../../base/errors.ts'
import type { OidcProvider } from '../../base/oidc-settings.ts'
import type { SsoClient, SsoLogin, SsoRefreshed } from '../../domain/identity/ports.ts'
import { type Discovered, discovered } from './discovered.ts'
import { readLogoutToken } from './read-logout-token.ts'
import { troubleOf } from './trouble.ts'

/** For the operator's log: which provider, and what it or the check says. Nothing of a token. */
export type ProviderTrouble = { readonly provider: string; readonly trouble: string }

type Options = { tell: (trouble: ProviderTrouble) => void }

/** OpenID Connect by openid-client; providers are asked what they are when they are needed. */
export function openOidcClient({ tell }: Options): SsoClient {
  const note = (provider: OidcProvider, error: unknown) =>
    tell({ provider: provider.id, trouble: troubleOf(error) })
  const known = (provider: OidcProvider) =>
    discovered(provider).catch((error) => {
      note(provider, error)
      throw away(provider)
    })

  return {
    async begin(provider, { redirectUri, isAgain, seenMaxMs, state, nonce, verifier }) {
      const found = await known(provider)
      const prompt = isAgain ? 'login' : provider.prompt
      const url = oidc.buildAuthorizationUrl(found.configuration(), {
        redirect_uri: redirectUri,
        scope: provider.scopes.join(' '),
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(provider.requiredAcr.length > 0 && { acr_values: provider.requiredAcr.join(' ') }),
        ...(prompt !== undefined && { prompt }),
        // OpenID Connect Core 2: with it, the provider has to send auth_time.
        max_age: `${Math.trunc(seenMaxMs / 1_000)}`,
      })
      return url.href
    },

    async finish(provider, { answer, state, nonce, verifier }) {
      const found = await known(provider)
      try {
        return await exchange(provider, found, { answer, state, nonce, verifier })
      } catch (error) {
        note(provider, error)
        throw refusalOf(provider, error)
      }
    },

    async refresh(provider, refreshToken) {
      try {
        return await refreshed(await discovered(provider), refreshToken)
      } catch (error) {
        note(provider, error)
        return { outcome: isRefused(error) ? 'refused' : 'unknown' }
      }
    },

    async readLogout(provider, logoutToken) {
      const found = await known(provider)
      return readLogoutToken(provider, found, logoutToken).catch((error) => {
        note(provider, error)
        throw error instanceof DomainError ? error : away(provider)
      })
    },

    async logOutAt(provider, { idToken, returnTo }) {
      const found = await known(provider)
      if (found.server.end_session_endpoint === undefined) return null
      const isShort = idToken !== undefined && idToken.length <= hintMaxChars
      return oidc.buildEndSessionUrl(found.configuration(), {
        ...(isShort && { id_token_hint: idToken }),
        ...(returnTo !== undefined && { post_logout_redirect_uri: returnTo }),
      }).href
    },
  }
}

/** Longer addresses are cut off on the way; without the hint a provider asks the person. */
const hintMaxChars = 4_096

type Answered = Parameters<SsoClient['finish']>[1]

async function exchange(
  provider: OidcProvider,
  found: Discovered,
  { answer, state, nonce, verifier }: Answered,
): Promise<SsoLogin> {
  const configuration = found.configuration()
  const tokens = await oidc.authorizationCodeGrant(configuration, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  found.keepKeys(configuration)
  const said = tokens.claims()
  if (!said || tokens.id_token === undefined) throw new Error('there is no ID token')
  const claims = { ...(await userInfo(provider, configuration, tokens)), ...said }
  return {
    issuer: said.iss,
    subject: said.sub,
    sid: typeof said.sid === 'string' ? said.sid : undefined,
    claims,
    idToken: tokens.id_token,
    refreshToken: tokens.refresh_token,
  }
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** Asked for where the ID token leaves something out that the settings name. */
async function userInfo(
  { claims: names }: OidcProvider,
  configuration: oidc.Configuration,
  tokens: Tokens,
): Promise<Record<string, unknown>> {
  const said = tokens.claims()
  const { userinfo_endpoint: place } = configuration.serverMetadata()
  const isWhole = Object.values(names).every((name) => said?.[name] !== undefined)
  if (!said || isWhole || place === undefined) return {}
  return oidc.fetchUserInfo(configuration, tokens.access_token, said.sub)
}

async function refreshed(found: Discovered, refreshToken: string): Promise<SsoRefreshed> {
  const configuration = found.configuration()
  const tokens = await oidc.refreshTokenGrant(configuration, refreshToken)
  found.keepKeys(configuration)
  const { refresh_token } = tokens
  return { outcome: 'live', subject: tokens.claims()?.sub, refreshToken: refresh_token }
}

/** RFC 6749, 5.2: the grant is over. Whatever else is wrong is the operator's to mend. */
function isRefused(error: unknown): boolean {
  return error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant'
}

function refusalOf(provider: OidcProvider, error: unknown): DomainError {
  if (error instanceof oidc.AuthorizationResponseError) {
    return new Forbidden({
      reason: 'sso_denied',
      message: `${provider.name} did not log you in, or you did not agree.`,
    })
  }
  if (isAway(error)) return away(provider)
  return new Forbidden({
    reason: 'sso_refused',
    message: `What ${provider.name} answered does not pass the checks. Begin again.`,
  })
}

/** No answer, no answer in time, or the answer of something broken. */
function isAway(error: unknown): boolean {
  const { code, cause, name } = error as { code?: string; cause?: unknown; name?: string }
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'OAUTH_TIMEOUT') return true
  if (error instanceof TypeError && error.message === 'fetch failed') return true
  if (cause instanceof Response) return cause.status >= 500
  return cause instanceof Error && isAway(cause)
}

function away({ name }: OidcProvider): Saturated {
  return new Saturated({ message: `${name} does not answer. Try again.`, retryAfterSeconds: 10 })
}
