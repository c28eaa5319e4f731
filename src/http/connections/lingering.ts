import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Longer than the rest of a body is read (unfinished.ts), which ends sooner by itself. */
const lingerMaxMs = 60_000
/** Who sends on and on may have nothing to read. */
const unheardLingerMs = 2_000
const ending = new WeakSet<Socket>()

/**
 * Has the connection end after its answer, in two steps where the body still comes: no more is
 * sent, and what comes is read and thrown away until it ends. Closing at once would reset the
 * connection under a client that is still writing, and the answer would be lost with it.
 */
export function endAfterAnswer(req: IncomingMessage, lingerMs = lingerMaxMs): void {
  const { socket } = req
  if (ending.has(socket)) return
  ending.add(socket)
  const close = socket.destroySoon.bind(socket)
  socket.destroySoon = () => {
    if (req.complete) return close()
    req.once('end', close).resume()
    linger(socket, lingerMs)
  }
}

/**
 * Has the connection end in the same way after its latest answer, whatever else comes meanwhile: it
 * is not read as requests any more. What was answered before can so be read to its end.
 */
export function endUnheard(socket: Socket): void {
  ending.add(socket)
  const parsers = socket.listeners('data')
  // The first listener of somebody else takes the connection off the parser.
  socket.on('data', () => {})
  for (const parser of parsers) socket.off('data', parser as () => void)
  socket.destroySoon = () => linger(socket, unheardLingerMs)
}

function linger(socket: Socket, ms: number): void {
  socket.end()
  socket.resume()
  const cut = setTimeout(() => socket.destroy(), ms).unref()
  socket.once('close', () => clearTimeout(cut))
}

/** The same, said to the client where the head of the answer has not gone out yet. */
export function closeAfter(req: IncomingMessage, res: ServerResponse): void {
  res.shouldKeepAlive = false
  endAfterAnswer(req)
  if (res.headersSent) res.once('close', () => req.socket.destroySoon())
}

/** Whether nothing more is answered on it. */
export function isEnding(socket: Socket): boolean {
  return ending.has(socket)
}
