import type { OidcProvider } from '../../base/oidc-settings.ts'
import { metadataOf } from './discovered.ts'
import { troubleOf } from './trouble.ts'

/** Null for a provider that answers as what the settings say it is; else what is wrong. */
export async function tryProvider(
  provider: Pick<OidcProvider, 'issuer' | 'clientId'>,
): Promise<string | null> {
  try {
    await metadataOf(provider)
    return null
  } catch (error) {
    return troubleOf(error)
  }
}
