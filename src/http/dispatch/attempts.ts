import { isIPv6 } from 'node:net'
import type { Context } from 'koa'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { RateLimited, Unauthenticated } from '../../base/errors.ts'
import type { HttpSettings } from '../deps.ts'
import { loginWindowSeconds, signupWindowSeconds } from '../limits.ts'
import type { Guard } from '../route.ts'

export type AttemptSettings = Pick<
  HttpSettings,
  'loginAttemptsPerAccount' | 'loginAttemptsPerAddress' | 'signupsPerHour'
>

/** Who tries: the address it comes from, and the account that it is for. */
export type Attempt = { ctx: Context; address: string; account: string }

export type Attempts = {
  /** Lets one attempt happen and counts it as its kind is counted. Throws RateLimited. */
  [K in Guard]: <R>(attempt: Attempt, run: () => R | Promise<R>) => Promise<R>
}

/**
 * Limits on what needs no credential, kept in memory: after a restart every window starts anew.
 * Unknown accounts are counted like known ones, so that the limit says nothing about who is here.
 */
export function openAttempts(settings: AttemptSettings): Attempts {
  const perAccount = limitOf({
    name: 'login-account',
    quota: settings.loginAttemptsPerAccount,
    windowSeconds: loginWindowSeconds,
  })
  const perAddress = limitOf({
    name: 'login-address',
    quota: settings.loginAttemptsPerAddress,
    windowSeconds: loginWindowSeconds,
  })
  const signups = limitOf({
    name: 'signup-address',
    quota: settings.signupsPerHour,
    windowSeconds: signupWindowSeconds,
  })

  return {
    async login({ ctx, address, account }, run) {
      const network = networkOf(address)
      // Counted beforehand, so that attempts side by side count; taken back if it was no failure.
      await take(ctx, perAddress, network)
      await take(ctx, perAccount, account).catch(async (error) => {
        await perAddress.limiter.reward(network)
        throw error
      })
      try {
        const result = await run()
        await perAccount.limiter.delete(account)
        await perAddress.limiter.reward(network)
        return result
      } catch (error) {
        if (error instanceof Unauthenticated) throw error
        // Nobody learned whether the password was right.
        await perAccount.limiter.reward(account)
        await perAddress.limiter.reward(network)
        throw error
      }
    },

    async signup({ ctx, address }, run) {
      // Failed ones count too: a refusal tells whether an address has an account.
      await take(ctx, signups, networkOf(address))
      return run()
    },
  }
}

type Limit = { name: string; quota: number; windowSeconds: number; limiter: RateLimiterMemory }

function limitOf({ name, quota, windowSeconds }: Omit<Limit, 'limiter'>): Limit {
  const limiter = new RateLimiterMemory({ points: quota, duration: windowSeconds })
  return { name, quota, windowSeconds, limiter }
}

/** Takes one and says so in the headers (IETF draft "RateLimit header fields for HTTP"). */
async function take(ctx: Context, limit: Limit, owner: string): Promise<void> {
  const { name, quota, windowSeconds, limiter } = limit
  ctx.append('RateLimit-Policy', `"${name}";q=${quota};w=${windowSeconds}`)
  const { state, isOver } = await limiter.consume(owner).then(
    (taken) => ({ state: taken, isOver: false }),
    (refused) => {
      if (!(refused instanceof RateLimiterRes)) throw refused
      return { state: refused, isOver: true }
    },
  )
  const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
  ctx.append('RateLimit', `"${name}";r=${Math.max(0, state.remainingPoints)};t=${seconds}`)
  if (isOver) throw new RateLimited(seconds, name)
}

/** Who has one IPv6 address has its whole /64, so that is what counts as one. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(gap).fill('0'), ...after]
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${prefix.join(':')}::/64`
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':')
}
