import type { SessionPlace } from '../domain/identity/index.ts'
import type { HttpFacts } from './route.ts'

/** Where a session is opened, and how its token will be shown. */
export function placeOf(
  { ctx, address }: Pick<HttpFacts, 'ctx' | 'address'>,
  kind: SessionPlace['kind'],
): SessionPlace {
  return { kind, address, userAgent: ctx.get('user-agent') }
}
