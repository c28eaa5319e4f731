import { openOidcClient } from '../adapters/oidc/open-oidc-client.ts'
import type { IdentityDeps } from '../domain/identity/index.ts'
import type { Deps } from './deps.ts'

/** Single sign-on by the providers of the settings; undefined where there are none. */
export function signInOf({ config, log }: Pick<Deps, 'config' | 'log'>): IdentityDeps['sso'] {
  const { oidc: providers, oidcRefreshMinutes } = config
  if (providers.length === 0) return undefined
  const client = openOidcClient({
    tell: (trouble) => log.warn({ ...trouble }, 'sign-in provider'),
  })
  return { providers, client, refreshMs: oidcRefreshMinutes * 60_000 }
}
