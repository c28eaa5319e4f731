import { performance } from 'node:perf_hooks'
import type { Logger } from 'pino'
import { type MetricsHistory, openHistory } from '../adapters/history/open-history.ts'
import type { Clock } from '../base/clock.ts'
import type { Config } from '../config.ts'
import type { Rooms } from '../domain/rooms.ts'
import { openTraffic, type Traffic } from '../http/middleware/traffic.ts'
import type { Chore } from '../jobs/schedule.ts'
import type { Store } from '../store/open.ts'
import { diskOf } from './running-process.ts'

type Opening = {
  parts: { http: boolean }
  isReadOnly: boolean
  log: Logger
  resources: AsyncDisposableStack
}

/**
 * What is asked of this process from now on and, where it answers anybody, how it did as far back
 * as a file of the data folder knows: a command leaves none behind.
 */
export function trafficOf(
  { dataDir }: Pick<Config, 'dataDir'>,
  { parts, isReadOnly, resources, log }: Opening,
): { traffic: Traffic; history: MetricsHistory | undefined } {
  const traffic = openTraffic()
  if (!parts.http || isReadOnly) return { traffic, history: undefined }
  const history = opened(dataDir, log)
  if (!history) return { traffic, history }
  resources.defer(() => history[Symbol.dispose]())
  traffic.onServed(history.served)
  return { traffic, history }
}

/** A full disk keeps nobody from being answered: there is no history then. */
function opened(dataDir: string, log: Logger): MetricsHistory | undefined {
  try {
    return openHistory(dataDir)
  } catch (error) {
    log.warn({ error: (error as Error).message }, 'metrics.history cannot be kept')
    return undefined
  }
}

type Sampling = {
  config: Pick<Config, 'dataDir'>
  traffic: Traffic
  clock: Clock
  store: Pick<Store, 'file'>
  rooms(): Pick<Rooms, 'outbox' | 'reports'>
}

/** Each tick of the clock: a minute. */
const everyMs = 1

/** Writes the figures down, minute by minute. */
export function historyChores(history: MetricsHistory | undefined, needs: Sampling): Chore[] {
  if (!history) return []
  const slice = async () => {
    const { config, traffic, clock, store, rooms } = needs
    const { outbox, reports } = rooms()
    const [disk, storedBytes, { queued, running, due }] = await Promise.all([
      diskOf({ dataDir: config.dataDir, file: store.file }),
      reports.storedBytes(),
      outbox.countOpen(),
    ])
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
