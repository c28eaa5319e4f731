import { NotFound } from '../../../base/errors.ts'
import type { OidcProvider } from '../../../base/oidc-settings.ts'
import type { IdentityRoom } from '../room.ts'

export type SignInProvider = { readonly id: string; readonly name: string }

/** For the buttons of a log-in page. */
export function listProviders({ sso }: IdentityRoom): SignInProvider[] {
  return sso.providers.map(({ id, name }) => ({ id, name }))
}

/** Throws NotFound. */
export function getProvider({ sso }: IdentityRoom, providerId: string): OidcProvider {
  const provider = sso.providers.find(({ id }) => id === providerId)
  if (!provider) throw new NotFound('sign-in provider')
  return provider
}
