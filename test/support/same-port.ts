import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

type Given = { port: number } & Disposable

let isWanted = false
let isTaken = false
let last = 0

/** Until it is disposed of: a browser has the files of this address, and its page's program. */
export function wantSamePort(): Disposable {
  isWanted = true
  return {
    [Symbol.dispose]() {
      isWanted = false
    },
  }
}

/** That of the application before, where it has gone; otherwise any. */
export async function givePort(): Promise<Given> {
  if (!isWanted || isTaken) return { port: 0, [Symbol.dispose]() {} }
  isTaken = true
  last = (await freeFrom(last)) ?? (await freeFrom(0)) ?? 0
  return {
    port: last,
    [Symbol.dispose]() {
      isTaken = false
    },
  }
}

/** Somebody else on this machine may have it meanwhile. */
async function freeFrom(port: number): Promise<number | undefined> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  } catch {
    return undefined
  } finally {
    if (server.listening) await new Promise((closed) => server.close(closed))
  }
}
