// Connections that are held and not used, against a real server: others must go on being served.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { putMarketInto } from '../../test/support/market-folder.ts'
import { runServer } from '../../test/support/run-server.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'

export type DoorsReport = { attacks: Siege[]; breaches: string[] }

/** What honest callers saw while it went on. */
export type Siege = {
  name: string
  held: number
  asked: number
  answered: Record<string, number>
  /** The same of the second half: by then the server must have freed itself. */
  late: Record<string, number>
  slowestMs: number
  /** Connections of the attack that were still open in the end. */
  left: number
}

type Attack = { name: string; count: number; seconds: number; begin: (socket: Socket) => void }

const head = (line: string) => `${line} HTTP/1.1\r\nhost: localhost\r\n`
const json = 'content-type: application/json\r\n'

/** Each with more connections than the server has places. */
function attacksOf(seconds: number): Attack[] {
  const login = `${head('POST /v1/auth/login')}${json}content-length: 100\r\n\r\n{`
  const large = head('GET /openapi/b.json')
  return [
    { name: 'one byte of a body', count: 1_001, seconds, begin: (s) => s.write(login) },
    {
      name: 'a body that drips',
      count: 1_001,
      seconds,
      begin(socket) {
        socket.write(login)
        drip(socket, ' ')
      },
    },
    {
      name: 'heads that drip (slowloris)',
      count: 1_001,
      seconds,
      begin(socket) {
        socket.write(head('GET /v1/me'))
        drip(socket, 'x-a: b\r\n')
      },
    },
    {
      name: 'answers that are not read',
      count: 1_001,
      seconds,
      begin(socket) {
        socket.pause()
        socket.write(`${large}\r\n`.repeat(8))
      },
    },
    {
      name: 'connections that ask nothing more',
      count: 5_000,
      seconds,
      begin: (socket) => socket.write(`${head('GET /livez')}\r\n`),
    },
  ]
}

const dripMs = 3_000

function drip(socket: Socket, bytes: string): void {
  const timer = setInterval(() => socket.write(bytes), dripMs)
  socket.once('close', () => clearInterval(timer))
}

/** So many seconds of each attack; between them the server is given up by those who held it. */
export async function soakDoors({ seconds }: { seconds: number }): Promise<DoorsReport> {
  using folder = temporaryFolder()
  const { at } = await putMarketInto(folder.path)
  const settings = { KONTOR_LOG_LEVEL: 'error', KONTOR_SEARCH_TIMEOUT_MS: '60000' }
  await using server = await runServer({ dir: folder.path, settings })
  const { provider } = at(server)
  const report: DoorsReport = { attacks: [], breaches: [] }
  for (const attack of attacksOf(seconds)) {
    const siege = await besiege(server, provider.token, attack)
    report.attacks.push(siege)
    for (const [answer, times] of Object.entries(siege.late)) {
      if (!/ (200|401)$/.test(answer)) report.breaches.push(`${attack.name}: ${times} × ${answer}`)
    }
  }
  return report
}

type Server = { url: string; port: number }

async function besiege(server: Server, token: string, attack: Attack): Promise<Siege> {
  const { name, count, begin, seconds } = attack
  const sockets = await openAll(server, count)
  for (const socket of sockets) begin(socket)
  const siege: Siege = {
    name,
    held: count,
    asked: 0,
    answered: {},
    late: {},
    slowestMs: 0,
    left: 0,
  }
  const endMs = performance.now() + seconds * 1_000
  while (performance.now() < endMs) {
    const isLate = endMs - performance.now() < seconds * 500
    await askAll({ url: server.url, token, siege, isLate })
    await pause(100)
  }
  siege.left = sockets.filter(({ destroyed }) => !destroyed).length
  for (const socket of sockets) socket.destroy()
  await pause(1_000)
  return siege
}

const openedAtOnce = 100

async function openAll({ port }: Server, count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(openedAtOnce, count - sockets.length) }, () =>
      connect(port, '127.0.0.1').on('error', () => {}),
    )
    await Promise.all(some.map((socket) => once(socket, 'connect')))
    for (const socket of some) socket.resume()
    sockets.push(...some)
  }
  return sockets
}

type Asking = { url: string; token: string; siege: Siege; isLate: boolean }

const patienceMs = 20_000

/** What an honest caller wants, each on a connection of its own. */
async function askAll({ url, token, siege, isLate }: Asking): Promise<void> {
  const headers = { connection: 'close', 'content-type': 'application/json' }
  // Nobody's account is tried twice: that has a limit of its own.
  const email = `nobody${siege.asked++}@example.eu`
  const body = JSON.stringify({ email, password: 'not the password' })
  const asks: [string, string, RequestInit][] = [
    ['GET', '/health', {}],
    ['GET', '/v1/me', { headers: { ...headers, authorization: `Bearer ${token}` } }],
    ['POST', '/v1/auth/login', { method: 'POST', headers, body }],
  ]
  for (const [method, path, init] of asks) {
    const startedMs = performance.now()
    const status = await fetch(`${url}${path}`, {
      headers,
      ...init,
      signal: AbortSignal.timeout(patienceMs),
    }).then(
      async (response) => {
        await response.arrayBuffer()
        return `${response.status}`
      },
      () => 'no answer',
    )
    const answer = `${method} ${path} ${status}`
    siege.answered[answer] = (siege.answered[answer] ?? 0) + 1
    if (isLate) siege.late[answer] = (siege.late[answer] ?? 0) + 1
    siege.slowestMs = Math.max(siege.slowestMs, performance.now() - startedMs)
  }
}

export function doorsLines({ attacks, breaches }: DoorsReport): string[] {
  return [
    ...attacks.flatMap(({ name, held, answered, slowestMs, left }) => [
      `${held} × ${name}: ${left} left, slowest honest answer ${slowestMs.toFixed(0)} ms`,
      ...Object.entries(answered).map(([answer, times]) => `    ${times} × ${answer}`),
    ]),
    '',
    `${breaches.length} breaches`,
    ...breaches.map((breach) => `BREACH ${breach}`),
  ]
}
