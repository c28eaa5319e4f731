import type { Context } from 'koa'

/** A client that goes on sending is cut off after `allMaxMs`, one that stops after `idleMaxMs`. */
const usual = { idleMaxMs: 5_000, allMaxMs: 30_000 }

/**
 * For an answer that goes out while the body still comes in: the rest is read and thrown away.
 * Closing the connection instead would reset it under a client that is still writing, and the
 * answer would be lost with it.
 */
export function discardRest({ req }: Pick<Context, 'req'>, { idleMaxMs, allMaxMs } = usual): void {
  if (req.complete || req.destroyed) return
  const cut = () => void req.destroy()
  const all = setTimeout(cut, allMaxMs)
  const idle = setTimeout(cut, idleMaxMs)
  req.on('data', () => idle.refresh()).resume()
  req.once('close', () => {
    clearTimeout(all)
    clearTimeout(idle)
  })
}
