import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../src/base/clock.ts'
import type { TenantId } from '../../../src/base/ids.ts'
import { type Market, openMarket } from '../../../test/support/market.ts'
import { caller, openTestApp, type TestApp } from '../../../test/support/open-test-app.ts'
import { type RunningServer, runServer } from '../../../test/support/run-server.ts'
import { openShelves } from '../../../test/support/shelves.ts'
import { askMany, processorSeconds, residentMb, untilQuiet } from '../load.ts'
import { type Axis, type Point, pointOf } from './point.ts'

const token = 'a-token-for-the-bench-alone'
const parallel = 8
const settleMaxMs = 60 * 60_000

/** On the disk, wherever temporary folders are: the largest of these are gigabytes. */
export function scaleFolder() {
  const path = mkdtempSync(join(process.env.KONTOR_BENCH_KEEP ?? tmpdir(), 'kontor-scale-'))
  return {
    path,
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}

export type Shop = TestApp & { shelves: ReturnType<typeof openShelves> }

/** A folder's application without doors and threads, to put things in; what it did is settled. */
export async function furnish<T>(dir: string, work: (shop: Shop) => Promise<T>): Promise<T> {
  const overrides = { clock: systemClock, checkReplies: false }
  await using app = await openTestApp({ dir, parts: { jobs: false }, overrides })
  const shelves = openShelves(app.store, systemClock as never)
  const done = await work(Object.assign(app, { shelves }) as Shop)
  app.store.raw.exec("UPDATE tenant SET plan = 'unlimited'")
  app.store.raw.pragma('wal_checkpoint(TRUNCATE)')
  return done
}

export function openMarketIn(dir: string): Promise<Market> {
  return furnish(dir, async (app) => openMarket(app.call, (await app.ensureSetupCode()) ?? null))
}

/** A key of a tenant, made by the room. */
export async function keyOf({ rooms }: Shop, tenantId: TenantId): Promise<string> {
  return (await rooms.identity.createKeyFor({ tenantId, name: 'bench' })).key
}

export type Cost = { all: number; threads: ReadonlyMap<string, number> }
export type Asking = { paths: readonly string[]; keys: readonly string[]; requests: number }

export type Served = AsyncDisposable & {
  server: RunningServer
  call: ReturnType<typeof caller>
  /** Processor milliseconds since it was started. */
  cost(): Promise<Cost>
  /** Of one request, after as many that are not counted. */
  ask(asking: Asking): Promise<Cost>
  residentMb(): number
}

/** The program as an operator runs it, when it has made its vectors and filled its memory. */
export async function serve(dir: string, settings: Record<string, string> = {}): Promise<Served> {
  const server = await runServer({
    dir,
    settings: {
      KONTOR_LOG_LEVEL: 'warn',
      KONTOR_METRICS_TOKEN: token,
      KONTOR_SEARCH_RATE_PER_MINUTE: '1000000',
      KONTOR_SEARCH_WORKERS: '1',
      // Searches are recorded and counted; no passage is bought.
      KONTOR_RETRIEVAL_STANDARD_CREDITS: '0',
      KONTOR_RETRIEVAL_PREMIUM_CREDITS: '0',
      ...settings,
    },
  })
  const call = caller(server.url)
  const cost = async (): Promise<Cost> => ({
    all: processorSeconds(server.pid) * 1000,
    threads: await threadsOf(call),
  })
  await untilQuiet(server.pid, { limitMs: settleMaxMs })
  return {
    server,
    call,
    cost,
    residentMb: () => residentMb(server.pid),
    async ask({ paths, keys, requests }) {
      const urls = paths.map((path) => `${server.url}${path}`)
      const headers = (turn: number) => ({ 'x-api-key': keys[turn % keys.length] ?? '' })
      await askMany(urls, { headers, parallel, requests })
      const before = await cost()
      await askMany(urls, { headers, parallel, requests })
      return eachOf({ before, after: await cost(), count: requests })
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

type Between = { before: Cost; after: Cost; count: number }

export function eachOf({ before, after, count }: Between): Cost {
  const threads = [...after.threads].map(([name, ms]) => {
    return [name, (ms - (before.threads.get(name) ?? 0)) / count] as const
  })
  return { all: (after.all - before.all) / count, threads: new Map(threads) }
}

type Told = { axis: Axis; size: number; what: string }

/** A point for the process, and one for each thread that had something to do. */
export function pointsOf({ axis, size, what }: Told, { all, threads }: Cost): Point[] {
  const each = [...threads].filter(([, ms]) => ms > 0.005)
  return [
    pointOf({ axis, size, curve: `${what}, all`, value: all }),
    ...each.map(([name, value]) => pointOf({ axis, size, curve: `${what}, ${name}`, value })),
  ]
}

async function threadsOf(call: ReturnType<typeof caller>): Promise<Map<string, number>> {
  const headers = { authorization: `Bearer ${token}` }
  const { body } = await call('GET', '/metrics', { headers })
  const lines = String(body).matchAll(/^kontor_thread_cpu_seconds\{thread="([^"]+)"\} (\S+)$/gm)
  return new Map([...lines].map(([, name = '', seconds]) => [name, Number(seconds) * 1000]))
}

export function databaseBytes(dir: string): number {
  return statSync(join(dir, 'kontor.db')).size
}
