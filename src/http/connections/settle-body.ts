import type { Context } from 'koa'
import { endAfterAnswer } from './lingering.ts'

/** The rest of a body that was refused is read to its end if it is not longer than this. */
const restMaxBytes = 16 * 1024 * 1024

/**
 * For an answer that goes out while the body still comes in. What is left of a body of known and
 * modest length is read, and the connection serves the next request, whoever's it is; else the
 * answer says that the connection ends with it. Where the client wants that, as proxies do, it ends
 * as gently.
 */
export async function settleBody(ctx: Context, next: () => Promise<unknown>): Promise<void> {
  await next()
  const { req, res } = ctx
  if (req.complete || req.destroyed) return
  const announced = Number(ctx.get('content-length') || Number.NaN)
  const isModest = announced <= restMaxBytes
  if (!isModest && !res.headersSent) ctx.set('Connection', 'close')
  const isEnding = isModest ? !res.shouldKeepAlive : !res.headersSent
  if (isEnding) endAfterAnswer(req)
  req.resume()
}
