import type { Context } from 'koa'

/** A limit, and what is left of it until it begins anew. */
export type LimitLeft = {
  name: string
  quota: number
  windowSeconds: number
  left: number
  seconds: number
}

/**
 * As in the IETF draft "RateLimit header fields for HTTP"; of several limits each is named. Said
 * when the outcome is known, so that what was given back is in it.
 */
export function sayLeft(ctx: Context, { name, quota, windowSeconds, left, seconds }: LimitLeft) {
  ctx.append('RateLimit-Policy', `"${name}";q=${quota};w=${windowSeconds}`)
  ctx.append('RateLimit', `"${name}";r=${Math.max(0, left)};t=${seconds}`)
}

/** What is left of a window: never more than all of it, where the clock was set back meanwhile. */
export function secondsWithin(windowSeconds: number, leftMs = windowSeconds * 1000): number {
  return Math.min(windowSeconds, Math.max(1, Math.ceil(leftMs / 1000)))
}
