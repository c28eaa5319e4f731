import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

/** What the provider has at the other end: a program that is sent events, and a mailbox. */
export type Listeners = AsyncDisposable & {
  hookUrl: string
  smtpUrl: string
  /** The bodies of what arrived, the first first. */
  events: unknown[]
  letters: string[]
}

/** Both on this machine alone, and no more than the demo needs of what they stand for. */
export async function openListeners(): Promise<Listeners> {
  const events: unknown[] = []
  const letters: string[] = []
  const hook = createHttpServer(async (req, res) => {
    events.push(JSON.parse(await text(req)))
    res.writeHead(204).end()
  })
  const sockets = new Set<Socket>()
  const mailbox = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)))
    takeLetters(socket, letters)
  })
  const [hookPort, mailPort] = await Promise.all([hook, mailbox].map(portOf))
  return {
    hookUrl: `http://127.0.0.1:${hookPort}/events`,
    smtpUrl: `smtp://127.0.0.1:${mailPort}`,
    events,
    letters,
    async [Symbol.asyncDispose]() {
      hook.closeAllConnections()
      for (const socket of sockets) socket.destroy()
      hook.close()
      mailbox.close()
    },
  }
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** The dialogue of RFC 5321, as far as one letter after another goes. */
function takeLetters(socket: Socket, letters: string[]): void {
  let rest = ''
  let isLetter = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  const hear = (line: string) => {
    const word = line.slice(0, 4).toUpperCase()
    if (word === 'DATA') {
      isLetter = true
      say('354 go on')
      return
    }
    say(word === 'QUIT' ? '221 bye' : '250 good')
    if (word === 'QUIT') socket.end()
  }
  say('220 mailbox of the demo')
  socket.on('error', () => {})
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    rest += chunk
    for (;;) {
      const end = rest.indexOf(isLetter ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const heard = rest.slice(0, end)
      rest = rest.slice(end + (isLetter ? 5 : 2))
      if (!isLetter) hear(heard)
      else {
        letters.push(heard)
        isLetter = false
        say('250 taken')
      }
    }
  })
}
