import type { Context } from 'koa'
import type { AnyRoute } from './route.ts'

/**
 * Tells callers of an endpoint that it will go: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594).
 * Said with every answer, refusals included, so that it is seen before the end.
 */
export function announceEnd(ctx: Context, { deprecated }: Pick<AnyRoute, 'deprecated'>): void {
  if (deprecated === undefined) return
  ctx.set('Deprecation', `@${startOf(deprecated.since) / 1000}`)
  ctx.set('Sunset', new Date(startOf(deprecated.sunset)).toUTCString())
}

/** The same for readers of the OpenAPI document. */
export function describeEnd({ description, deprecated }: AnyRoute): {
  description?: string
  deprecated?: true
} {
  if (deprecated === undefined) return description === undefined ? {} : { description }
  const end = `Deprecated since ${deprecated.since}; it may be gone from ${deprecated.sunset} on.`
  return { deprecated: true, description: description ? `${description} ${end}` : end }
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
