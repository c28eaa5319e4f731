import type { Context } from 'koa'
import { Saturated } from '../../base/errors.ts'
import { credentialOf } from '../credential.ts'
import type { HttpDeps } from '../deps.ts'

/** Whoever watches the service is answered however busy it is. */
const alwaysAnswered = new Set(['/livez', '/readyz', '/health', '/metrics'])
/** Places for those who have to put things right when all others are taken. */
const adminPlaces = 20

type Needs = Pick<HttpDeps, 'traffic' | 'unfinished' | 'rooms' | 'settings'>

/**
 * Refuses at once what is more than the server can do at the same time: so those who are served are
 * served in time, and memory has a bound. Who only holds a connection, its body unsent, takes no
 * place. Platform administrators have some of their own.
 */
export function shedLoad({ traffic, unfinished, rooms, settings }: Needs) {
  const { requestsMax } = settings

  function isTooMuch(ctx: Context): boolean {
    const isCrowded = unfinished.isFull()
    if (!isCrowded && traffic.inFlight() <= requestsMax) return false
    const tooMany = traffic.inFlight() - unfinished.receiving() - requestsMax
    return isAdmin(ctx, { rooms, settings }) ? tooMany > adminPlaces : isCrowded || tooMany > 0
  }

  return async (ctx: Context, next: () => Promise<unknown>) => {
    // The parser is at the head: what came with it, the end of a request without a body, is next.
    await undefined
    if (!alwaysAnswered.has(ctx.path) && isTooMuch(ctx)) {
      traffic.shed()
      throw new Saturated({ message: 'Too many requests at once.', retryAfterSeconds: 1 })
    }
    await next()
  }
}

function isAdmin(
  ctx: Context,
  { rooms: { identity }, settings }: Pick<Needs, 'rooms' | 'settings'>,
): boolean {
  const credential = credentialOf(ctx, settings)
  if (credential.kind !== 'session' && credential.kind !== 'browser') return false
  const kind = credential.kind === 'session' ? 'bearer' : 'browser'
  return identity.principalOfToken(credential.text, kind)?.isPlatformAdmin === true
}
