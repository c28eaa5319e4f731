import { isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'koa'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { InvalidInput, RateLimited, Unauthenticated } from '../../base/errors.ts'
import type { HttpSettings } from '../deps.ts'
import {
  firstLoginDelayMs,
  loginWindowSeconds,
  signInsPerLogin,
  signupWindowSeconds,
  slowestLoginMs,
} from '../limits.ts'
import type { Guard } from '../route.ts'
import { sayLeft, secondsWithin } from './rate-headers.ts'

export type AttemptSettings = Pick<
  HttpSettings,
  | 'loginAttemptsPerAccount'
  | 'loginAttemptsPerAddress'
  | 'signupsPerHour'
  | 'oauthRegistrationsPerHour'
>

/** Who tries: the address it comes from, the account or session that it is for, what we know. */
export type Attempt = {
  ctx: Context
  address: string
  account: string
  /** One that has logged in to this account before. */
  device: string | undefined
}

export type Attempts = {
  /** Lets one attempt happen and counts it as its kind is counted. Throws RateLimited. */
  [K in Guard]: <R>(attempt: Attempt, run: () => R | Promise<R>) => Promise<R>
}

/**
 * Limits on what is worth trying without end, kept in memory: after a restart every window starts
 * anew. Unknown accounts are counted like known ones, so that the limit says nothing about who is
 * here.
 *
 * Failed logins are counted by address, and by account and address together. Nobody can lock
 * another one's login: where many addresses fail at one account it answers slower, to strangers
 * alone. A device that has logged in before has a limit of its own, and waits for nobody.
 */
export function openAttempts(settings: AttemptSettings): Attempts {
  const { loginAttemptsPerAccount, loginAttemptsPerAddress, signupsPerHour } = settings
  const window = { quota: loginAttemptsPerAccount, windowSeconds: loginWindowSeconds }
  const perPair = limitOf({ name: 'login-account', ...window })
  const perDevice = limitOf({ name: 'login-device', ...window })
  const perSession = limitOf({ name: 'password', ...window })
  const perAddress = limitOf({
    name: 'login-address',
    quota: loginAttemptsPerAddress,
    windowSeconds: loginWindowSeconds,
  })
  const perHour = { quota: signupsPerHour, windowSeconds: signupWindowSeconds }
  const signups = limitOf({ name: 'signup-address', ...perHour })
  const codes = limitOf({ name: 'code-address', ...perHour })
  const letters = limitOf({ name: 'letter-address', ...perHour })
  const signIns = limitOf({
    name: 'sso-address',
    quota: signInsPerLogin * loginAttemptsPerAddress,
    windowSeconds: loginWindowSeconds,
  })
  const registrations = limitOf({
    name: 'registration-address',
    quota: settings.oauthRegistrationsPerHour,
    windowSeconds: signupWindowSeconds,
  })
  const strangers = slowdownAfter(loginAttemptsPerAccount)

  return {
    async login({ ctx, address, account, device }, run) {
      if (device !== undefined) return tried(ctx, [{ limit: perDevice, owner: device }], run)
      const network = networkOf(address)
      const limits = [
        { limit: perAddress, owner: network, isKept: true },
        { limit: perPair, owner: `${network} ${account}` },
      ]
      return tried(ctx, limits, () => strangers(account, run))
    },

    password({ ctx, account }, run) {
      return tried(ctx, [{ limit: perSession, owner: account }], run)
    },

    sso({ ctx, address }, run) {
      return begun(ctx, { limit: signIns, owner: networkOf(address) }, run)
    },

    signup({ ctx, address }, run) {
      // Failed ones count too: a refusal tells whether an address has an account.
      return begun(ctx, { limit: signups, owner: networkOf(address) }, run)
    },

    code({ ctx, address }, run) {
      const owner = networkOf(address)
      return failed(ctx, { limit: codes, owner }, run)
    },

    registration({ ctx, address }, run) {
      return begun(ctx, { limit: registrations, owner: networkOf(address) }, run)
    },

    letter({ ctx, address }, run) {
      return begun(ctx, { limit: letters, owner: networkOf(address) }, run)
    },
  }
}

/** What an attempt is counted in; a success ends the count, or with `isKept` leaves it be. */
type Counted = { limit: Limit; owner: string; isKept?: boolean }

/** Counted beforehand, so that attempts side by side count; taken back if it was no failure. */
async function tried<R>(
  ctx: Context,
  counts: readonly Counted[],
  run: () => R | Promise<R>,
): Promise<R> {
  const taken: Counted[] = []
  try {
    for (const counted of counts) {
      await take(counted)
      taken.push(counted)
    }
    const result = await run()
    for (const { limit, owner, isKept } of taken) {
      await (isKept ? limit.limiter.reward(owner) : limit.limiter.delete(owner))
    }
    return result
  } catch (error) {
    // Otherwise nobody learned whether the password was right.
    if (!isWrongPassword(error)) {
      await Promise.all(taken.map(({ limit, owner }) => limit.limiter.reward(owner)))
    }
    throw error
  } finally {
    for (const counted of counts) await say(ctx, counted)
  }
}

/** Who has the letter is no guesser: a whole office verifies its addresses from one of its own. */
async function failed<R>(ctx: Context, counted: Counted, run: () => R | Promise<R>): Promise<R> {
  return begun(ctx, counted, async () => {
    const result = await run()
    await counted.limit.limiter.reward(counted.owner)
    return result
  })
}

/** Counts, whatever becomes of it. */
async function begun<R>(ctx: Context, counted: Counted, run: () => R | Promise<R>): Promise<R> {
  try {
    await take(counted)
    return await run()
  } finally {
    await say(ctx, counted)
  }
}

const wrongReasons = new Set(['wrong_password', 'wrong_factor'])

function isWrongPassword(error: unknown): boolean {
  if (error instanceof Unauthenticated) return true
  return error instanceof InvalidInput && wrongReasons.has(error.reason)
}

/**
 * Has the attempts of strangers at one account wait, the longer the more of them failed in the
 * window, whatever address they came from. Those that turn out right are not counted.
 */
function slowdownAfter(failuresMax: number) {
  const failures = new RateLimiterMemory({ points: notLimited, duration: loginWindowSeconds })
  return async <R>(account: string, run: () => R | Promise<R>): Promise<R> => {
    const { consumedPoints } = await failures.consume(account)
    const beyond = consumedPoints - failuresMax
    if (beyond > 0) await sleep(Math.min(slowestLoginMs, firstLoginDelayMs * 2 ** (beyond - 1)))
    try {
      const result = await run()
      await failures.reward(account)
      return result
    } catch (error) {
      if (!isWrongPassword(error)) await failures.reward(account)
      throw error
    }
  }
}

const notLimited = Number.MAX_SAFE_INTEGER

type Limit = { name: string; quota: number; windowSeconds: number; limiter: RateLimiterMemory }

function limitOf({ name, quota, windowSeconds }: Omit<Limit, 'limiter'>): Limit {
  const limiter = new RateLimiterMemory({ points: quota, duration: windowSeconds })
  return { name, quota, windowSeconds, limiter }
}

/** Throws RateLimited; who is refused has taken nothing. */
async function take({ limit, owner }: Counted): Promise<void> {
  const { name, limiter } = limit
  try {
    await limiter.consume(owner)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    await limiter.reward(owner)
    throw new RateLimited(secondsLeft(limit, refused), name)
  }
}

async function say(ctx: Context, { limit, owner }: Counted): Promise<void> {
  const state = await limit.limiter.get(owner)
  const left = state?.remainingPoints ?? limit.quota
  sayLeft(ctx, { ...limit, left, seconds: secondsLeft(limit, state) })
}

function secondsLeft({ windowSeconds }: Limit, state: RateLimiterRes | null): number {
  return secondsWithin(windowSeconds, state?.msBeforeNext)
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
