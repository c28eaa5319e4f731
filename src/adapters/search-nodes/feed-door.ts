import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { lackOf, type Proof, paths } from './protocol.ts'
import { bodyOf, openRefusals, type Refused, send } from './raw-http.ts'

type Options<P> = Proof & {
  version: string
  /** What comes after a position, and whether that is nothing. */
  after(position: P | undefined, asked: { passages: number }): unknown
  isNothing(portion: unknown): boolean
  /** While it is the same, nothing comes after any position that did not before. */
  moment(): unknown
  onProblem(error: unknown): void
  /** Once for each address and reason. */
  onRefused(refused: Refused): void
}

/** A node that has everything waits so long for news, and hears then that there is none. */
const waitMs = 800
const lookEveryMs = 20
const passagesMax = 500

/**
 * What a cell tells its search nodes, beside all other doors: whoever follows is no request of
 * anybody, so it is not counted, measured or logged as one.
 */
export function openFeedDoor<P>(options: Options<P>) {
  const { version, after, moment, isNothing, onProblem } = options
  const refuse = openRefusals(options.onRefused)
  let closed = false

  async function tell(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const asked = JSON.parse(await bodyOf(req))
    if (asked.version !== version) {
      return send(res, { status: 409, body: { error: `this is kontor ${version}` } })
    }
    const passages = Math.min(Math.max(1, Number(asked.passages) || 1), passagesMax)
    const endMs = performance.now() + waitMs
    let seen = moment()
    let portion = after(asked.position, { passages })
    while (isNothing(portion) && performance.now() < endMs && !closed && !res.destroyed) {
      await delay(lookEveryMs)
      // Each node asks fifty times a second, of a thread that has all others to serve.
      const now = moment()
      if (now === seen) continue
      seen = now
      portion = after(asked.position, { passages })
    }
    send(res, { status: 200, body: portion })
  }

  return {
    isFor: ({ method, url }: IncomingMessage) => method === 'POST' && url === paths.feed,
    async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
      const lack = lackOf(req, options)
      if (lack !== undefined) return refuse(req, res, lack)
      try {
        await tell(req, res)
      } catch (error) {
        onProblem(error)
        if (res.headersSent) res.destroy()
        else send(res, { status: 400, body: { error: 'this is not asked as a node asks' } })
      }
    },
    close() {
      closed = true
    },
  }
}
