import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { RateLimited } from '../../base/errors.ts'
import { refuse } from './early-refusals.ts'
import { endUnheard, isEnding } from './lingering.ts'

/** Of those that came on one connection before the first was answered, worked on at once. */
const atOnceMax = 16
/** With those that wait for their turn; the next one is told, and is the last. */
const pipelinedMax = 128
/** What came in one piece with it is not heard, but takes memory: more than that is no client. */
const unheardMax = 1_024
/** By then the answers to those before it are out. */
const againSeconds = 1

type Line = { open: number; begun: number; waiting: (() => void)[] }

/**
 * A client need not wait for an answer before it sends its next request (RFC 9112, 9.3.2). Some are
 * worked on at once, others when it is their turn; who sends without end is refused in its turn.
 */
export function openTurns() {
  const lines = new WeakMap<Socket, Line>()
  return {
    /** Whether this request is to be answered. */
    hears({ socket }: IncomingMessage): boolean {
      const line = lines.get(socket) ?? { open: 0, begun: 0, waiting: [] }
      lines.set(socket, line)
      if (++line.open > unheardMax) socket.destroy()
      return !isEnding(socket) && !socket.destroyed
    },

    take(req: IncomingMessage, res: ServerResponse, answer: () => void): void {
      const { socket } = req
      const line = lines.get(socket) as Line
      const begin = () => {
        line.begun++
        answer()
      }
      res.once('close', () => {
        line.open--
        line.begun--
        // Of a connection that is gone nobody waits for an answer.
        if (!socket.destroyed) line.waiting.shift()?.()
      })
      if (line.open > pipelinedMax) refuseLast(req, res)
      if (line.begun < atOnceMax) begin()
      else line.waiting.push(begin)
    },
  }
}

function refuseLast(req: IncomingMessage, res: ServerResponse): void {
  refuse(req, new RateLimited(againSeconds, 'pipelined_requests'))
  // Those that came in one piece with it would be next on the connection, and are never answered.
  res.shouldKeepAlive = false
  endUnheard(req.socket)
}
