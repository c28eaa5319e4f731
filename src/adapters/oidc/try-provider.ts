import type { OidcProvider } from '../../base/oidc-settings.ts'
import { metadataOf } from './discovered.ts'

/** Null for a provider that answers as what the settings say it is; else what is wrong. */
export async function tryProvider(
  provider: Pick<OidcProvider, 'issuer' | 'clientId'>,
): Promise<string | null> {
  try {
    await metadataOf(provider)
    return null
  } catch (error) {
    const { message, cause } = error as Error
    const { message: why, cause: first } = (cause ?? {}) as Error
    const root = first instanceof Error ? first.message : undefined
    return [message, why, root].filter((part) => typeof part === 'string').join(': ')
  }
}
