import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { closeAfter } from './lingering.ts'

/** What the database, files and the processes of the server need besides connections. */
const descriptorsKept = 512
/** Beyond the limit, for those that are closed while others are taken. */
const spare = 64

/**
 * So many connections are open at once. When one more comes, the one that has been without a
 * request for longest is closed: so nobody takes all places by opening connections. With TLS they
 * count from the start, as a connection that never shakes hands takes a place, too.
 */
export function limitConnections(server: Server, max: number): void {
  const limit = Math.min(max, Math.max(1, openFilesMax() - descriptorsKept))
  const idle = new Set<Socket>()
  const busy = new Map<Socket, Exchange>()
  ofServers.set(server, { idle, busy })
  let open = 0
  const come = (socket: Socket) => {
    idle.add(socket)
    socket.once('close', () => {
      idle.delete(socket)
      busy.delete(socket)
    })
  }
  server.on('connection', (socket: Socket) => {
    open++
    if (open > limit) longestIdle(idle)?.destroy()
    socket.once('close', () => void open--)
    come(socket)
  })
  // Requests come on the socket that decrypts the one that came.
  server.on('secureConnection', (socket: Socket & { _parent?: Socket }) => {
    if (socket._parent) idle.delete(socket._parent)
    come(socket)
  })
  server.prependListener('request', (req, res) => {
    const { socket } = req
    idle.delete(socket)
    busy.set(socket, { req, res })
    res.once('close', () => {
      if (busy.get(socket)?.res !== res) return
      busy.delete(socket)
      if (!socket.destroyed) idle.add(socket)
    })
  })
  // Node's own, which a closing server calls, cuts answers that their clients still take.
  server.closeIdleConnections = () => {
    for (const socket of idle) socket.destroySoon()
  }
  server.maxConnections = limit + spare
}

type Exchange = { req: IncomingMessage; res: ServerResponse }

/** The connections that have no request, and the latest request of each that has one. */
type Connections = { idle: ReadonlySet<Socket>; busy: ReadonlyMap<Socket, Exchange> }

const ofServers = new WeakMap<Server, Connections>()

/** Connections that have a request end with its answer. */
export function closeAfterAnswers(server: Server): void {
  for (const { req, res } of ofServers.get(server)?.busy.values() ?? []) closeAfter(req, res)
}

/** Some end: at once, or with the answer to their request. */
export function endConnections(server: Server, isMeant: (socket: Socket) => boolean): void {
  const { idle, busy } = ofServers.get(server) ?? { idle: [], busy: new Map() }
  for (const socket of [...idle].filter(isMeant)) socket.destroySoon()
  for (const [socket, { req, res }] of busy) if (isMeant(socket)) closeAfter(req, res)
}

/** A Set keeps the order in which its members came. */
function longestIdle(idle: ReadonlySet<Socket>): Socket | undefined {
  const [first] = idle
  return first
}

/** How many files this process may have open; any number where the system does not say. */
function openFilesMax(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const [, soft = Number.POSITIVE_INFINITY] = /^Max open files +(\d+)/m.exec(limits) ?? []
    return Number(soft)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
