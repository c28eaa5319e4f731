import { performance } from 'node:perf_hooks'
import { type MetricsHistory, openHistory } from '../adapters/history/open-history.ts'
import type { Clock } from '../base/clock.ts'
import type { Config } from '../config.ts'
import type { Rooms } from '../domain/rooms.ts'
import type { Traffic } from '../http/middleware/traffic.ts'
import type { Chore } from '../jobs/schedule.ts'
import { diskOf } from './running-process.ts'

type Opening = {
  config: Pick<Config, 'dataDir'>
  traffic: Traffic
  resources: AsyncDisposableStack
  /** A server that answers: a command leaves nothing behind. */
  isWanted: boolean
}

/** How the server does, from now on and as far back as its file knows. */
export function historyOf({ config, traffic, resources, isWanted }: Opening) {
  if (!isWanted) return undefined
  const history = openHistory(config.dataDir)
  resources.defer(() => history[Symbol.dispose]())
  traffic.onServed(history.served)
  return history
}

type Sampling = {
  config: Pick<Config, 'dataDir'>
  traffic: Traffic
  clock: Clock
  /** Of the database. */
  file: string
  rooms(): Pick<Rooms, 'outbox' | 'reports'>
}

/** Each tick of the clock: a minute. */
const everyMs = 1

/** Writes the figures down, minute by minute. */
export function historyChores(history: MetricsHistory | undefined, needs: Sampling): Chore[] {
  if (!history) return []
  const slice = async () => {
    const { config, traffic, clock, file, rooms } = needs
    const { outbox, reports } = rooms()
    const [disk, storedBytes] = await Promise.all([
      diskOf({ dataDir: config.dataDir, file }),
      reports.storedBytes(),
    ])
    const { queued, running, due } = outbox.countOpen()
    const { user, system } = process.cpuUsage()
    history.sample(clock.nowMs(), {
      inFlight: traffic.inFlight(),
      shedSoFar: traffic.shedSoFar(),
      processorSoFarMs: (user + system) / 1_000,
      busySoFarMs: performance.eventLoopUtilization().active,
      residentBytes: process.memoryUsage.rss(),
      jobsOpen: queued + running,
      jobsDue: due,
      databaseBytes: disk.databaseBytes,
      logBytes: disk.logBytes,
      freeBytes: disk.freeBytes,
      storedBytes,
    })
    return false
  }
  return [{ name: 'metrics', everyMs, slice }]
}
