import { type Finding, tryProvider } from '../../app.ts'
import type { Config } from '../../config.ts'

export type KnownProvider = { id: string; issuer: string; clientId: string }

/** Of the sign-in providers what is needed to ask them; no secrets. */
export function knownProviders({ oidc }: Config): KnownProvider[] {
  return oidc.map(({ id, issuer, clientId }) => ({ id, issuer, clientId }))
}

/** Asks each of them what it is, side by side. */
export async function providerFindings(providers: readonly KnownProvider[]): Promise<Finding[]> {
  const looks = providers.map(async (provider): Promise<Finding[]> => {
    const wrong = await tryProvider(provider)
    if (wrong === null) return []
    const message = `The provider ${provider.id} (${provider.issuer}) does not answer: ${wrong}`
    const remedy = 'Open <issuer>/.well-known/openid-configuration from here; see Single sign-on.'
    return [{ check: 'sign-in', level: 'error', message, remedy }]
  })
  return (await Promise.all(looks)).flat()
}
