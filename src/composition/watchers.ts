import type { Logger } from 'pino'
import { openTraces } from '../adapters/traces.ts'
import type { Clock } from '../base/clock.ts'
import type { ServedRequest } from '../base/served-request.ts'
import type { SpanRing } from '../base/span-ring.ts'
import type { Config } from '../config.ts'
import type { Rooms } from '../domain/rooms.ts'
import { openMetrics } from '../http/middleware/metrics.ts'
import type { Traffic } from '../http/middleware/traffic.ts'
import type { Streams } from '../http/streams/open-streams.ts'
import type { Files } from './open-files.ts'
import type { Outside } from './outside-engine/outside.ts'
import type { Status } from './running-process.ts'
import type { CellOfNodes } from './search-nodes/cell.ts'
import type { Tenure } from './tenure.ts'
import { openVitals } from './vitals.ts'

export type Watched = {
  config: Config
  version: string
  rooms: Rooms
  traffic: Traffic
  spans: SpanRing
  clock: Clock
  log: Logger
  owned: AsyncDisposableStack
  files: Pick<Files, 'troubles' | 'away'>
  tenure: Tenure
  status: Pick<Status, 'certificateEndMs'>
  searchNodes: Pick<CellOfNodes, 'reports'>
  outside: Pick<Outside, 'report'> | undefined
  streams: Pick<Streams, 'count' | 'cutSoFar'>
}

/** Metrics and traces, where the operator wants them. */
export async function watchers({ config, rooms, traffic, owned, spans, ...watched }: Watched) {
  const { metricsToken: token, traceUrl: url } = config
  const { version, streams } = watched
  const searchNodes = () => watched.searchNodes.reports()
  const sources = { traffic, version, streams, searchNodes }
  const vitals = openVitals({ ...watched, rooms, config })
  const metrics =
    token === undefined ? undefined : { token, metrics: await openMetrics({ ...sources, vitals }) }
  const traces = url === undefined ? undefined : owned.use(await openTraces({ url, version }))
  const onServed = traces && {
    onServed(request: ServedRequest) {
      spans.keep(request)
      traces.record(request)
    },
  }
  return { metrics, onServed: undefined, ...onServed }
}
