import { NotFound } from '../../base/errors.ts'
import type { Principal } from '../../domain/identity/index.ts'
import { isSafePlace } from '../console/cookie.ts'
import type { HttpSettings } from '../deps.ts'
import { mcpPath } from '../middleware/known-callers.ts'
import type { AnyRoute } from '../route.ts'

/**
 * Whether people can let programs in: not where the operator has it off, nor where nobody can log
 * in with a browser, in plain HTTP beyond this machine for example.
 */
export function offersOAuth({
  oauth,
  console,
  baseUrl,
}: Pick<HttpSettings, 'oauth' | 'console' | 'baseUrl'>): boolean {
  return oauth && console && isSafePlace(baseUrl())
}

/** A program was let in to MCP and to nothing else (RFC 8707), nor to that once it is off. */
export function isOutOfPlace(
  settings: Parameters<typeof offersOAuth>[0],
  { takesApplications }: AnyRoute,
  principal: Principal | undefined,
): boolean {
  if (!principal?.isApplication) return false
  return !takesApplications || !offersOAuth(settings)
}

/** Where it is off, its routes are not there at all; this is for what is known with the address. */
export function requireOffered({ baseUrl }: { baseUrl: string }): void {
  if (!isSafePlace(baseUrl)) throw new NotFound('path')
}

/** Who this server is to programs, and what they are let in to. */
export function oauthPlaceOf({ baseUrl }: { baseUrl: string }) {
  return { issuer: baseUrl, resource: `${baseUrl}${mcpPath}` }
}

/** What a program that shows no token is told (RFC 9728, 5.1). */
export function challengeOf({ baseUrl, scope }: { baseUrl: string; scope: string }): string {
  const metadata = `${baseUrl}/.well-known/oauth-protected-resource${mcpPath}`
  return `Bearer realm="kontor", resource_metadata="${metadata}", scope="${scope}"`
}
