import { setTimeout as sleep } from 'node:timers/promises'
import { type App, checkFolder } from '../../app.ts'
import {
  type FolderCommand,
  type FreeCommand,
  type Io,
  UsageError,
  type Values,
} from '../command.ts'
import { askServer, serverListens } from '../control.ts'

const everySeconds = 2
const shownMax = 15
const clearScreen = '\u001b[2J\u001b[H'

/** What a running server tells of itself; `kontor top` asks again and again. */
export const traffic: FolderCommand = {
  name: 'traffic',
  use: 'read',
  summary: 'show what was asked of the running server so far',
  examples: ['kontor traffic --json'],
  options: {},
  async act(app) {
    const data = await stateOf(app)
    return { lines: tableOf(data), data }
  },
}

type State = Awaited<ReturnType<typeof stateOf>>

async function stateOf({ rooms: { service, outbox } }: App) {
  const [open, lanes] = await Promise.all([outbox.countOpen(), outbox.countByLane()])
  const { uptimeSeconds, residentBytes, inFlight, shed, routes } = service.traffic()
  return {
    uptime_seconds: uptimeSeconds,
    resident_bytes: residentBytes,
    in_flight: inFlight,
    shed,
    jobs: { ...open, by_lane: lanes },
    routes,
  }
}

/** The busiest routes, live. */
export const top: FreeCommand = {
  name: 'top',
  summary: 'watch a running server: requests, times, jobs, memory',
  examples: ['kontor top', 'kontor top --once --data-dir /var/lib/kontor'],
  stops: true,
  options: { once: { type: 'boolean', help: 'show it once' } },
  async run(config, values, io) {
    const settings = config()
    const { dataDir } = settings
    checkFolder(settings, 'read')
    if (!(await serverListens(dataDir))) {
      throw new UsageError(`No server runs on ${dataDir}. Name its folder with --data-dir.`)
    }
    const look = async () => {
      const outcome = await askServer(dataDir, { command: traffic.name, values: {} })
      return outcome.data as State
    }
    if (values.once || values.json || !io.terminal) return once(await look(), values, io)
    let isOver = false
    void io.stopped.then(() => {
      isOver = true
    })
    for (let before: State | undefined; !isOver; ) {
      const now = await look()
      io.out([clearScreen, ...tableOf(now, before)].join('\n'))
      before = now
      await Promise.race([sleep(everySeconds * 1_000), io.stopped])
    }
    return 0
  },
}

function once(state: State, values: Values, io: Io): number {
  if (values.json) io.out(JSON.stringify(state, null, 2))
  else for (const line of tableOf(state)) io.out(line)
  return 0
}

function tableOf(now: State, before?: State): string[] {
  const { routes, jobs } = now
  const earlier = new Map(before?.routes.map(({ route, requests }) => [route, requests]))
  const perSecond = (route: string, requests: number) =>
    before === undefined ? '' : ((requests - (earlier.get(route) ?? 0)) / everySeconds).toFixed(1)
  const row = (cells: (string | number)[]) =>
    cells
      .map((cell, i) => (i === 0 ? String(cell).padEnd(52) : ` ${String(cell).padStart(9)}`))
      .join('')
  return [
    `up ${now.uptime_seconds} s, ${Math.round(now.resident_bytes / 1e6)} MB, ` +
      `${now.in_flight} in progress, ${now.shed} refused as too many, jobs ${JSON.stringify(jobs)}`,
    row(['ROUTE', 'REQUESTS', 'PER S', 'FAILED', 'MEDIAN', 'SLOWEST']),
    ...routes
      .slice(0, shownMax)
      .map(({ route, requests, failures, median, slowest }) =>
        row([
          ...[route.slice(0, 51), requests, perSecond(route, requests), failures],
          ...[`${median.toFixed(1)} ms`, `${slowest.toFixed(0)} ms`],
        ]),
      ),
  ]
}
