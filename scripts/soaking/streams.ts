// Thousands of streams of events on one server: its memory, and how others are served meanwhile.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openClient } from '../../src/client/index.ts'
import { caller, makeKey, signUp } from '../../test/support/open-test-app.ts'
import { type RunningServer, runServer } from '../../test/support/run-server.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { untilSo } from '../../test/support/until.ts'

/** As many as one credential may have. */
const perKey = 4
const openedAtOnce = 100
const events = 20

export type StreamsReport = {
  streams: number
  /** Of the server's process, before and with them. */
  residentMiB: { before: number; open: number; after: number }
  /** Of GET /health, in milliseconds. */
  health: Record<'before' | 'open' | 'telling', { median: number; slowest: number }>
  told: number
  /** From the request that causes something until the last stream has it. */
  slowestTellingMs: number
  stopMs: number
  breaches: string[]
}

export async function soakStreams({ count }: { count: number }): Promise<StreamsReport> {
  using folder = temporaryFolder()
  const settings = { KONTOR_LOG_LEVEL: 'error' }
  await using server = await runServer({ dir: folder.path, settings })
  const call = caller(server.url)
  const owner = await signUp(call, 'Owner', { setup_code: server.setupCode })
  const keys: string[] = []
  for (let made = 0; made * perKey < count; made++) {
    keys.push(await makeKey(call, owner, { name: `listener ${made}`, scopes: ['keys:write'] }))
  }
  const residentMiB = { before: residentOf(server), open: 0, after: 0 }
  const before = await healthOf(server, 1)
  const heard: number[] = Array.from({ length: count }, () => 0)
  const sockets = await openAll(server, { keys, heard })
  await pause(1_000)
  residentMiB.open = residentOf(server)
  const open = await healthOf(server, 5)
  const kontor = openClient({ baseUrl: server.url, credential: owner.token })
  const telling = healthOf(server, 5)
  let slowestTellingMs = 0
  for (let told = 1; told <= events; told++) {
    const startedMs = performance.now()
    await kontor.createApiKey({ name: `event ${told}` })
    await untilSo(`event ${told} is everywhere`, () => heard.every((times) => times >= told))
    slowestTellingMs = Math.max(slowestTellingMs, performance.now() - startedMs)
  }
  const health = { before, open, telling: await telling }
  residentMiB.after = residentOf(server)
  const breaches = heard.flatMap((times, index) =>
    times === events ? [] : [`stream ${index} was told ${times} times`],
  )
  const left = sockets.filter(({ destroyed }) => !destroyed).length
  if (left !== count) breaches.push(`${count - left} streams were cut off`)
  const stoppedMs = performance.now()
  await server.stop()
  const stopMs = Math.round(performance.now() - stoppedMs)
  const told = heard.reduce((sum, times) => sum + times, 0)
  return { streams: count, residentMiB, health, told, slowestTellingMs, stopMs, breaches }
}

type Listening = { keys: readonly string[]; heard: number[] }

async function openAll({ port }: RunningServer, { keys, heard }: Listening): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < heard.length) {
    const some = Array.from({ length: Math.min(openedAtOnce, heard.length - sockets.length) })
    const opening = some.map((_, index) => {
      const number = sockets.length + index
      const key = keys[Math.floor(number / perKey)] ?? ''
      const told = () => {
        heard[number] = (heard[number] ?? 0) + 1
      }
      return openOne({ port, key, told })
    })
    sockets.push(...(await Promise.all(opening)))
  }
  return sockets
}

type Opening = { port: number; key: string; told: () => void }

/** A stream as bare as it can be, so that this side does not weigh on the machine. */
async function openOne({ port, key, told }: Opening): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.setEncoding('utf8')
  socket.write(`GET /v1/events HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\n\r\n`)
  const [head] = (await once(socket, 'data')) as [string]
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(head.split('\r\n')[0])
  socket.on('data', (text: string) => {
    for (const _ of text.matchAll(/"type":"key\.created"/g)) told()
  })
  return socket
}

function residentOf({ pid }: RunningServer): number {
  const [, kib = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kib) / 1_024)
}

/** Asked ten times a second for so many seconds. */
async function healthOf({ url }: RunningServer, seconds: number) {
  const times: number[] = []
  for (let asked = 0; asked < seconds * 10; asked++) {
    const startedMs = performance.now()
    const response = await fetch(`${url}/health`)
    await response.arrayBuffer()
    times.push(performance.now() - startedMs)
    await pause(100)
  }
  const sorted = times.toSorted((one, other) => one - other)
  const rounded = (ms: number | undefined) => Math.round((ms ?? 0) * 10) / 10
  return { median: rounded(sorted[sorted.length >> 1]), slowest: rounded(sorted.at(-1)) }
}

export function streamsLines({ breaches, residentMiB, health, ...seen }: StreamsReport): string[] {
  const { before, open, after } = residentMiB
  const lines = Object.entries(health).map(
    ([when, { median, slowest }]) => `/health ${when}: median ${median} ms, slowest ${slowest} ms`,
  )
  return [
    `${seen.streams} streams: ${before} MiB before, ${open} MiB with them, ${after} MiB in the end`,
    ...lines,
    `${seen.told} messages, the last ${seen.slowestTellingMs.toFixed(0)} ms after its cause`,
    `stopped in ${seen.stopMs} ms`,
    '',
    `${breaches.length} breaches`,
    ...breaches.map((breach) => `BREACH ${breach}`),
  ]
}
