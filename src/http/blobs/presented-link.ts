import type { Context } from 'koa'
import type { PresentedLink } from '../../domain/catalog/index.ts'

/** The signed URL as it came in, for the catalog to judge. */
export function presentedLink(ctx: Context, objectId: string): PresentedLink {
  return { method: ctx.method, objectId, query: new URLSearchParams(ctx.querystring) }
}
