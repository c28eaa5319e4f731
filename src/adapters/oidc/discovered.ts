import * as jose from 'jose'
import * as oidc from 'openid-client'
import type { OidcProvider } from '../../base/oidc-settings.ts'
import { onceFor } from '../../base/once-for.ts'
import { providerFetch, providerTimeoutSeconds } from './provider-fetch.ts'

/** What a provider says of itself is asked for again after so long. */
const metadataMs = 3_600_000
/** Keys that are older are asked for again, so that one which was taken back ends. */
const keysMs = 240_000
/** For openid-client, keys of this age are good, and one that is not among them is looked for. */
const keysSeemSeconds = 100

/** A log-in counts by keys of the provider: never by none, never by a secret that is shared. */
export const signedBy: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

export type Discovered = {
  server: oidc.ServerMetadata
  /** For one exchange; knows the keys of those before, and finds new ones. */
  configuration(): oidc.Configuration
  /** Has the keys that this exchange found kept for the next. */
  keepKeys(used: oidc.Configuration): void
  /** The same keys, for messages that openid-client does not read. */
  keys: jose.JWTVerifyGetKey
}

async function discover(provider: OidcProvider): Promise<Discovered & { atMs: number }> {
  const { issuer, clientId } = provider
  const server = await metadataOf(provider)
  let kept: { jwks: oidc.JWKS; atMs: number } | undefined
  const keys = jose.createRemoteJWKSet(new URL(server.jwks_uri ?? issuer), {
    [jose.customFetch]: (url, options) => providerFetch(url, options as never),
    cooldownDuration: 5_000,
    cacheMaxAge: keysMs,
    timeoutDuration: providerTimeoutSeconds * 1_000,
  })
  return {
    server,
    keys,
    atMs: Date.now(),
    configuration() {
      const made = new oidc.Configuration(
        server,
        clientId,
        clientOf(provider),
        authOf(provider, server),
      )
      made[oidc.customFetch] = providerFetch
      made.timeout = providerTimeoutSeconds
      if (isPlain(issuer)) oidc.allowInsecureRequests(made)
      oidc.enableNonRepudiationChecks(made)
      if (kept && Date.now() - kept.atMs < keysMs) {
        const uat = Math.floor(Date.now() / 1_000) - keysSeemSeconds
        oidc.setJwksCache(made, { jwks: kept.jwks, uat })
      }
      return made
    },
    keepKeys(used) {
      const found = oidc.getJwksCache(used)
      const seemsOld = Math.floor(Date.now() / 1_000) - keysSeemSeconds + 30
      if (found && found.uat > seemsOld) kept = { jwks: found.jwks, atMs: Date.now() }
    },
  }
}

/** What a provider says of itself. Throws what the network or the checks of openid-client do. */
export async function metadataOf({
  issuer,
  clientId,
}: Pick<OidcProvider, 'issuer' | 'clientId'>): Promise<oidc.ServerMetadata> {
  const found = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
    execute: isPlain(issuer) ? [oidc.allowInsecureRequests] : [],
    timeout: providerTimeoutSeconds,
    [oidc.customFetch]: providerFetch,
  })
  const server = found.serverMetadata()
  // openid-client lets some well-known services name another issuer than the one that was asked.
  if (server.issuer !== issuer && server.issuer !== `${issuer}/`) {
    throw new Error(`it calls itself ${server.issuer}, and the settings say ${issuer}`)
  }
  return server
}

function clientOf({ clientSecret }: OidcProvider): Partial<oidc.ClientMetadata> {
  return {
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
    // The library takes a list as well; its types know of one.
    id_token_signed_response_alg: signedBy as unknown as string,
    [oidc.clockTolerance]: 30,
  }
}

/** The secret goes in the header (OpenID Connect Core 9) unless that is not taken; none: PKCE. */
function authOf({ clientSecret }: OidcProvider, server: oidc.ServerMetadata): oidc.ClientAuth {
  if (clientSecret === undefined) return oidc.None()
  const { token_endpoint_auth_methods_supported: ways = ['client_secret_basic'] } = server
  const isPosted = ways.includes('client_secret_post') && !ways.includes('client_secret_basic')
  return isPosted ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret)
}

/** Plain HTTP is for this machine: the settings refuse it elsewhere. */
function isPlain(issuer: string): boolean {
  return issuer.startsWith('http:')
}

const memories = onceFor(() => {
  let known: Promise<Discovered & { atMs: number }> | undefined
  return {
    known: () => known,
    note(next: typeof known) {
      known = next
    },
  }
})

/** What is known of a provider, asked for when it is needed, and again when that is old. */
export async function discovered(provider: OidcProvider): Promise<Discovered> {
  const memory = memories(provider)
  const before = memory.known()
  const known = await before?.catch(() => undefined)
  if (known && Date.now() - known.atMs < metadataMs) return known
  if (memory.known() !== before) return discovered(provider)
  const asking = discover(provider)
  memory.note(asking)
  try {
    return await asking
  } catch (error) {
    // Better what was true an hour ago than nobody coming in.
    memory.note(known ? Promise.resolve(known) : undefined)
    if (known) return known
    throw error
  }
}
