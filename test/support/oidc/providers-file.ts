// The file of providers that the operator writes, in a folder of the test.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Written = Record<string, unknown>

/** Of a provider that may join everybody by verified address, unless it is said otherwise. */
export function provider(given: Written): Written {
  return {
    name: 'Example SSO',
    clientId: 'kontor',
    join: 'verified_email',
    trustEmail: true,
    ...given,
  }
}

export function writeProviders(folder: string, providers: readonly Written[]): string {
  const file = join(folder, 'oidc.json')
  writeFileSync(file, JSON.stringify({ providers }))
  return file
}
