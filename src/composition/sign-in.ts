import type { IdentityDeps } from '../domain/identity/index.ts'
import type { PasskeyChecks, SsoClient } from '../domain/identity/ports.ts'
import type { Deps } from './deps.ts'

/** Single sign-on by the providers of the settings; undefined where there are none. */
export function signInOf({ config, log }: Pick<Deps, 'config' | 'log'>): IdentityDeps['sso'] {
  const { oidc: providers, oidcRefreshMinutes } = config
  if (providers.length === 0) return undefined
  return { providers, client: clientWhenAsked(log), refreshMs: oidcRefreshMinutes * 60_000 }
}

/** The protocol is loaded when somebody logs in by it: most commands never do. */
function clientWhenAsked(log: Deps['log']): SsoClient {
  let made: Promise<SsoClient> | undefined
  const client = () => {
    made ??= import('../adapters/oidc/open-oidc-client.ts').then(({ openOidcClient }) =>
      openOidcClient({ tell: (trouble) => log.warn({ ...trouble }, 'sign-in provider') }),
    )
    return made
  }
  return {
    begin: async (provider, asked) => (await client()).begin(provider, asked),
    finish: async (provider, asked) => (await client()).finish(provider, asked),
    refresh: async (provider, token) => (await client()).refresh(provider, token),
    readLogout: async (provider, token) => (await client()).readLogout(provider, token),
    logOutAt: async (provider, asked) => (await client()).logOutAt(provider, asked),
  }
}

/** The same of passkeys: most of what checks them reads certificates of their makers. */
export function passkeysWhenAsked(): PasskeyChecks {
  let made: Promise<PasskeyChecks> | undefined
  const checks = () => {
    made ??= import('../adapters/passkeys/open-passkeys.ts').then((it) => it.openPasskeys())
    return made
  }
  return {
    registration: async (asked) => (await checks()).registration(asked),
    assertion: async (asked) => (await checks()).assertion(asked),
  }
}
