import type { Context } from 'koa'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { RateLimited } from '../../base/errors.ts'
import { sayLeft, secondsWithin } from './rate-headers.ts'

const windowSeconds = 60

/** One of those who share a minute: a key, one that it comes from, a user, an address. */
export type RateOwner = { owner: string; perMinute: number }

/** `name` is said in the headers; what has another name is counted apart. */
export type RateTaken = { name: string; owners: readonly RateOwner[] }

export type Rates = {
  /**
   * Takes one from the minute of each owner, in their order, and says in the headers what is left
   * of the scarcest. Throws RateLimited, and then nobody has lost anything by it.
   */
  take(ctx: Context, request: RateTaken): Promise<void>
}

/**
 * Per-minute rates, kept in memory: after a restart every minute starts anew. What was taken is
 * counted by its owner, whatever the rate is: who changes it begins no new minute.
 */
export function openRates(): Rates {
  const taken = new RateLimiterMemory({ points: unlimited, duration: windowSeconds })

  async function takeOne(name: string, { owner, perMinute }: RateOwner): Promise<Left> {
    const { consumedPoints, msBeforeNext } = await taken.consume(`${name} ${owner}`)
    return { perMinute, msBeforeNext, left: perMinute - consumedPoints }
  }

  return {
    async take(ctx, { name, owners }) {
      let scarcest: Left | undefined
      for (const [place, owner] of owners.entries()) {
        const one = await takeOne(name, owner)
        if (one.left < 0) {
          say(ctx, name, one)
          // Who is refused has taken nothing, neither from itself nor from others of its line.
          for (const { owner: key } of owners.slice(0, place + 1)) {
            await taken.reward(`${name} ${key}`)
          }
          throw new RateLimited(secondsWithin(windowSeconds, one.msBeforeNext))
        }
        if (!scarcest || one.left < scarcest.left) scarcest = one
      }
      if (scarcest) say(ctx, name, scarcest)
    },
  }
}

const unlimited = Number.MAX_SAFE_INTEGER

type Left = { perMinute: number; msBeforeNext: number; left: number }

function say(ctx: Context, name: string, { perMinute, msBeforeNext, left }: Left) {
  const seconds = secondsWithin(windowSeconds, msBeforeNext)
  // One request may ask for several others: the last one is what is true now.
  ctx.remove('RateLimit-Policy')
  ctx.remove('RateLimit')
  sayLeft(ctx, { name, quota: perMinute, windowSeconds, left, seconds })
}
