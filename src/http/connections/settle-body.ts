import type { Context } from 'koa'
import { endAfterAnswer } from './lingering.ts'

/** The rest of a body that was refused is read to its end if it is not longer than this. */
const restMaxBytes = 16 * 1024 * 1024

/**
 * For an answer that goes out while the body still comes in. What is left of a body of known and
 * modest length is read, and the connection serves the next request, whoever's it is; else the
 * answer says that the connection ends with it.
 */
export async function settleBody(ctx: Context, next: () => Promise<unknown>): Promise<void> {
  await next()
  const { req, res } = ctx
  if (req.complete || req.destroyed) return
  const announced = Number(ctx.get('content-length') || Number.NaN)
  if (!(announced <= restMaxBytes) && !res.headersSent) {
    ctx.set('Connection', 'close')
    endAfterAnswer(req)
  }
  req.resume()
}
