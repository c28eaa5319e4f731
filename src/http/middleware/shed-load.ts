import type { Context } from 'koa'
import { Saturated } from '../../base/errors.ts'
import type { Traffic } from './traffic.ts'

/** Whoever watches the service is answered however busy it is. */
const alwaysAnswered = new Set(['/livez', '/readyz', '/health', '/metrics'])

/**
 * Refuses at once what is more than the server can do at the same time: so those who are served are
 * served in time, and memory has a bound.
 */
export function shedLoad({ traffic, requestsMax }: { traffic: Traffic; requestsMax: number }) {
  return async (ctx: Context, next: () => Promise<unknown>) => {
    if (traffic.inFlight() > requestsMax && !alwaysAnswered.has(ctx.path)) {
      traffic.shed()
      throw new Saturated({ message: 'Too many requests at once.', retryAfterSeconds: 1 })
    }
    await next()
  }
}
