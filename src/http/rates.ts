import type { Context } from 'koa'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { RateLimited } from '../base/errors.ts'

const windowSeconds = 60

export type Rates = {
  /** Takes one from the owner's minute and says so in the headers. Throws RateLimited. */
  take(ctx: Context, request: { owner: string; perMinute: number }): Promise<void>
}

/**
 * Per-minute rates, kept in memory: after a restart every minute starts anew.
 * Headers as in the IETF draft "RateLimit header fields for HTTP".
 */
export function openRates(): Rates {
  const limiters = new Map<number, RateLimiterMemory>()

  function limiterFor(perMinute: number): RateLimiterMemory {
    const old = limiters.get(perMinute)
    if (old) return old
    const made = new RateLimiterMemory({ points: perMinute, duration: windowSeconds })
    limiters.set(perMinute, made)
    return made
  }

  return {
    async take(ctx, { owner, perMinute }) {
      ctx.set('RateLimit-Policy', `"search";q=${perMinute};w=${windowSeconds}`)
      try {
        say(ctx, await limiterFor(perMinute).consume(owner))
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        say(ctx, refused)
        throw new RateLimited(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)))
      }
    },
  }
}

function say(ctx: Context, state: RateLimiterRes) {
  const seconds = Math.ceil(state.msBeforeNext / 1000)
  ctx.set('RateLimit', `"search";r=${Math.max(0, state.remainingPoints)};t=${seconds}`)
}
