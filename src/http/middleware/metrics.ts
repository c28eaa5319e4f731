import { hash } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Context } from 'koa'
import type { Counter as PromCounter, Gauge as PromGauge, Registry } from 'prom-client'
import { Unauthenticated } from '../../base/errors.ts'
import { sameBytes } from '../../base/secrets.ts'
import { readThreads, type ThreadFigures } from '../../base/threads.ts'
import type { SearchNodeReport } from '../../domain/search/index.ts'
import type { Streams } from '../streams/open-streams.ts'
import { showNodes } from './node-metrics.ts'
import type { Traffic } from './traffic.ts'

export type Metrics = {
  /** The text that Prometheus reads. */
  text(): Promise<string>
  contentType: string
}

export type MetricsSources = {
  traffic: Traffic
  version: string
  streams: Pick<Streams, 'count' | 'cutSoFar'>
  /** How the search nodes do. */
  searchNodes: () => readonly SearchNodeReport[]
  /** Gathered elsewhere: asking costs nothing. What is not known is not shown. */
  vitals: {
    help: Readonly<Record<string, string>>
    read(): Readonly<Record<string, number | undefined>>
  }
}

/** Seconds: from an answer out of memory to one that a client gives up on. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts requests from now on. The package is loaded only where somebody wants metrics. */
export async function openMetrics({
  traffic,
  version,
  streams,
  searchNodes,
  vitals,
}: MetricsSources): Promise<Metrics> {
  const { Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'kontor_http_requests_total',
    help: 'Requests by route and status.',
    registers,
    labelNames: ['method', 'route', 'status'],
  })
  const seconds = new Histogram({
    name: 'kontor_http_request_seconds',
    help: 'Time to the end of an answer.',
    registers,
    labelNames: ['method', 'route'],
    buckets,
  })
  traffic.onServed(({ method, route, status, ms }) => {
    requests.inc({ method, route, status: String(status) })
    seconds.observe({ method, route }, ms / 1000)
  })
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const { gauge, counter } = figuresOf({ Counter, Gauge }, registers)
  gauge('http_requests_in_flight', {
    help: 'Requests in progress.',
    read: () => traffic.inFlight(),
  })
  counter('http_requests_shed', {
    help: 'Requests refused as too many.',
    read: () => traffic.shedSoFar(),
  })
  gauge('event_streams_open', {
    help: 'Streams of events that are listened to.',
    read: () => streams.count(),
  })
  counter('event_streams_cut_total', {
    help: 'Streams that ended because their client took nothing of them.',
    read: () => streams.cutSoFar(),
  })
  gauge('resident_memory_bytes', {
    help: 'Memory of the process.',
    read: () => process.memoryUsage.rss(),
  })
  gauge('event_loop_delay_seconds', {
    help: 'The longest since the last look.',
    read() {
      const longest = delay.max / 1e9
      delay.reset()
      return longest
    },
  })
  gauge('jobs_open', { help: 'Jobs that wait or run.', read: () => vitals.read().jobs_open })
  gauge('oauth_connections', {
    help: 'Programs that somebody let in, and that may ask yet.',
    read: () => vitals.read().oauth_connections,
  })
  gauge('uptime_seconds', { help: 'Since the start.', read: () => process.uptime() })
  threadGauges(Gauge, registers)
  for (const [name, help] of Object.entries(vitals.help)) {
    const show = name.endsWith('_total') ? counter : gauge
    show(name, { help, read: () => vitals.read()[name] })
  }
  showNodes(registry, { Counter, Gauge }, searchNodes)
  vitals.read()
  const build = new Gauge({
    name: 'kontor_build_info',
    help: 'The version.',
    registers,
    labelNames: ['version'],
  })
  build.set({ version }, 1)
  return { text: () => registry.metrics(), contentType: registry.contentType }
}

type Figure = { help: string; read: () => number | undefined }
type Kinds = { Counter: typeof PromCounter; Gauge: typeof PromGauge }

/** Figures that something else keeps, read when they are asked for; none while it has none. */
function figuresOf({ Counter, Gauge }: Kinds, registers: Registry[]) {
  return {
    gauge: (name: string, { help, read }: Figure) =>
      new Gauge({
        name: `kontor_${name}`,
        help,
        registers,
        collect() {
          const value = read()
          if (value === undefined) this.remove()
          else this.set(value)
        },
      }),
    /** What is counted from the beginning of something. */
    counter: (name: string, { help, read }: Figure) =>
      new Counter({
        name: `kontor_${name}`,
        help,
        registers,
        collect() {
          const value = read()
          this.reset()
          if (value === undefined) this.remove()
          else this.inc(value)
        },
      }),
  }
}

type Read = (figures: ThreadFigures) => number

/** What each thread holds and does: where memory and processor go. */
function threadGauges(Gauge: typeof PromGauge, registers: Registry[]): void {
  let looked: Promise<readonly ThreadFigures[]> | undefined
  // All of them are asked for at once.
  const look = () => {
    looked ??= readThreads().finally(() => {
      looked = undefined
    })
    return looked
  }
  const gauge = (name: string, { help, read }: { help: string; read: Read }) =>
    new Gauge({
      name: `kontor_thread_${name}`,
      help,
      registers,
      labelNames: ['thread'],
      async collect() {
        const threads = await look()
        this.reset()
        for (const one of threads) this.set({ thread: one.name }, read(one))
      },
    })
  gauge('heap_bytes', { help: 'Objects of a thread, with room.', read: (one) => one.heapBytes })
  gauge('external_bytes', { help: 'Buffers of a thread.', read: (one) => one.externalBytes })
  gauge('cpu_seconds', { help: 'Processor time of a thread.', read: (one) => one.cpuSeconds })
}

/** GET /metrics for whoever has the token. */
export function serveMetrics(offer: { metrics: Metrics; token: string }) {
  return async (ctx: Context, next: () => Promise<unknown>) => {
    if (ctx.path !== '/metrics' || ctx.method !== 'GET') return void (await next())
    ctx.state.route = '/metrics'
    const shown = /^bearer +(\S+)$/i.exec(ctx.get('authorization').trim())?.[1] ?? ''
    if (!sameBytes(digest(shown), digest(offer.token))) throw new Unauthenticated()
    ctx.type = offer.metrics.contentType
    ctx.set('Cache-Control', 'no-store')
    ctx.body = await offer.metrics.text()
  }
}

/** Of one length, whatever was sent. */
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
