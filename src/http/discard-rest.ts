import type { Context } from 'koa'

/** After this long a client that goes on sending is cut off. */
const discardMaxMs = 2_000

/**
 * For an answer that goes out while the body still comes in: the rest is read and thrown away.
 * Closing the connection instead would reset it under a client that is still writing, and the
 * answer would be lost with it.
 */
export function discardRest({ req }: Context): void {
  if (req.complete || req.destroyed) return
  req.resume()
  const cut = setTimeout(() => req.destroy(), discardMaxMs)
  req.once('close', () => clearTimeout(cut))
}
