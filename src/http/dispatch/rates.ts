import type { Context } from 'koa'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { RateLimited } from '../../base/errors.ts'

const windowSeconds = 60

/** `name` is said in the headers; what has another name is counted apart. */
export type RateTaken = { owner: string; perMinute: number; name: string }

export type Rates = {
  /** Takes one from the owner's minute and says so in the headers. Throws RateLimited. */
  take(ctx: Context, request: RateTaken): Promise<void>
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
    async take(ctx, { owner, perMinute, name }) {
      ctx.set('RateLimit-Policy', `"${name}";q=${perMinute};w=${windowSeconds}`)
      try {
        say(ctx, name, await limiterFor(perMinute).consume(`${name} ${owner}`))
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        say(ctx, name, refused)
        throw new RateLimited(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)))
      }
    },
  }
}

function say(ctx: Context, name: string, state: RateLimiterRes) {
  const seconds = Math.ceil(state.msBeforeNext / 1000)
  ctx.set('RateLimit', `"${name}";r=${Math.max(0, state.remainingPoints)};t=${seconds}`)
}
