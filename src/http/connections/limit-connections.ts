import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'

/** What the database, files and the processes of the server need besides connections. */
const descriptorsKept = 512
/** Beyond the limit, for those that are closed while others are taken. */
const spare = 64

/**
 * So many connections are open at once. When one more comes, the one that has been without a
 * request for longest is closed: so nobody takes all places by opening connections.
 */
export function limitConnections(server: Server, max: number): void {
  const limit = Math.min(max, Math.max(1, openFilesMax() - descriptorsKept))
  const idle = new Set<Socket>()
  ofServers.set(server, idle)
  let open = 0
  server.on(server instanceof HttpsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    open++
    if (open > limit) longestIdle(idle)?.destroy()
    idle.add(socket)
    socket.once('close', () => {
      open--
      idle.delete(socket)
    })
  })
  server.prependListener('request', ({ socket }, res) => {
    idle.delete(socket)
    res.once('close', () => !socket.destroyed && idle.add(socket))
  })
  server.maxConnections = limit + spare
}

const ofServers = new WeakMap<Server, ReadonlySet<Socket>>()

/** Browsers and libraries open connections ahead: those on which nothing was ever asked. */
export function closeUnused(server: Server): void {
  for (const socket of ofServers.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy()
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
