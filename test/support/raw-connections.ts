// Connections that send what they are told, byte by byte, and are held until they are let go.
import { connect, type Socket } from 'node:net'

export type RawConnection = {
  /** What has come back, as text. */
  received(): string
  /** The statuses in it. */
  statuses(): string[]
  send(bytes: string | Uint8Array): void
  /** Settles when the connection has ended, from whichever side. */
  readonly closed: Promise<void>
  readonly socket: Socket
}

export type RawConnections = AsyncDisposable & {
  open(first?: string | Uint8Array, options?: { from?: string }): Promise<RawConnection>
  openMany(count: number, first: string): Promise<RawConnection[]>
}

/** `await using raw = rawConnections(app.url)`. */
export function rawConnections(url: string): RawConnections {
  const { port } = new URL(url)
  const opened: RawConnection[] = []

  async function open(first?: string | Uint8Array, { from }: { from?: string } = {}) {
    const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: from })
    await new Promise<void>((done, fail) => socket.once('connect', done).once('error', fail))
    let text = ''
    socket.on('error', () => {}).setEncoding('utf8')
    socket.on('data', (piece: string) => {
      text += piece
    })
    const closed = new Promise<void>((done) => socket.once('close', () => done()))
    const connection: RawConnection = {
      socket,
      closed,
      received: () => text,
      statuses: () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status),
      send: (bytes) => void socket.write(bytes),
    }
    opened.push(connection)
    if (first !== undefined) connection.send(first)
    return connection
  }

  return {
    open,
    openMany: (count, first) => Promise.all(Array.from({ length: count }, () => open(first))),
    async [Symbol.asyncDispose]() {
      for (const { socket } of opened) socket.destroy()
      await Promise.all(opened.map(({ closed }) => closed))
    },
  }
}
