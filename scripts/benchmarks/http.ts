import { Agent } from 'node:http'
import { openClient } from '../../src/client/index.ts'
import { type Market, openMarketOn, publish } from '../../test/support/market.ts'
import { makeKey } from '../../test/support/open-test-app.ts'
import { runServer } from '../../test/support/run-server.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { idleRows } from './idle.ts'
import { askMany, bareServer, residentMb, timed } from './load.ts'
import { type Bench, beside, inTurns, quantile, type Row, rowOf } from './measure.ts'
import { type MeasuredApp, openMeasuredApp } from './measured-app-process.ts'

const rounds = 5
/** Of a gibibyte each. */
const downloadRounds = 3
const requests = 1_000
const connections = [1, 16, 64]
const mib = 1024 * 1024
const passages = 10_000

/** How much a server sends at once: a gibibyte in one file, in 16, and in 64. */
const downloads = [
  { parallel: 1, sizeBytes: 1024 * mib },
  { parallel: 16, sizeBytes: 64 * mib },
  { parallel: 64, sizeBytes: 16 * mib },
]

/** The product beside a bare node:http that sends the same bytes, and beside its own engine. */
export const http: Bench = {
  name: 'http',
  about: 'the product beside bare node:http with the same bytes, each a process of its own',
  async run(log) {
    log('  idle')
    const rows = [...(await idleRows()), ...(await throughRoutes(log))]
    log(`  ${passages} passages are put into an index`)
    await using app = await openMeasuredApp({ passages })
    log('  the engine, and GET /search around it')
    rows.push(...(await besideEngine(app)))
    for (const load of downloads) {
      log(`  /dl of ${load.sizeBytes / mib} MiB, ${load.parallel} at once`)
      rows.push(...(await besidePipe(app, load)))
    }
    return rows
  },
}

async function throughRoutes(log: (line: string) => void): Promise<Row[]> {
  using folder = temporaryFolder()
  const settings = {
    KONTOR_SEARCH_RATE_PER_MINUTE: '1000000',
    KONTOR_WELCOME_CREDITS: '100000',
    KONTOR_LOG_LEVEL: 'warn',
  }
  await using server = await runServer({ dir: folder.path, settings, fromNothing: true })
  const market: Market = await openMarketOn(server)
  const text = 'The heat pump of station OPS-306 was inspected; its compressor leaks oil.'
  await publish(market, { bytes: Buffer.from(text) })
  // The operator's own tenant has no monthly allowance to run out of.
  const key = await makeKey(market.call, market.operator, {})
  const rows: Row[] = []
  for (const parallel of connections) {
    log(`  ${parallel} connections`)
    rows.push(...(await routes({ url: server.url, key, parallel })))
  }
  rows.push(memoryRow('after all, resident', residentMb(server.pid)))
  return rows
}

type Asking = { url: string; key: string; parallel: number }

async function routes({ url, key, parallel }: Asking): Promise<Row[]> {
  const headers = { 'x-api-key': key }
  const load = { headers, parallel, requests }
  const health = await (await fetch(`${url}/health`)).text()
  const found = await (await fetch(`${url}/search?q=compressor`, { headers })).text()
  await using bareHealth = await bareServer('body', health)
  await using bareSearch = await bareServer('body', found)
  const result = await inTurns(
    {
      bareHealth: () => askMany(bareHealth.url, load),
      health: () => askMany(`${url}/health`, load),
      me: () => askMany(`${url}/v1/me`, load),
      bareSearch: () => askMany(bareSearch.url, load),
      search: () => askMany(`${url}/search?q=compressor`, load),
    },
    rounds,
  )
  type Measured = (typeof result)['health']
  const row = (name: string, { times, seconds }: Measured) =>
    rowOf(`${name}, ${parallel} connections`, times, seconds)
  const peer = row('bare node:http, health body', result.bareHealth)
  const searchPeer = row('bare node:http, search body', result.bareSearch)
  return [
    peer,
    beside(row('GET /health', result.health), peer),
    beside(row('GET /v1/me with a key', result.me), peer),
    searchPeer,
    beside(row('GET /search, metered', result.search), searchPeer),
  ]
}

/** The same searches, one by one: of the room, and over HTTP by another process, in turns. */
async function besideEngine({ url, key, queries, search }: MeasuredApp): Promise<Row[]> {
  const headers = { 'x-api-key': key }
  const urlOf = (q: string) => `${url}/search?q=${encodeURIComponent(q)}`
  const found = await (await fetch(urlOf(queries[0] ?? ''), { headers })).text()
  await using bare = await bareServer('body', found)
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  const load = { headers, parallel: 1, requests: 1, kept }
  const ways = {
    engine: (q: string) => search([q]),
    http: (q: string) => askMany(urlOf(q), load),
    bare: () => askMany(bare.url, load),
  }
  type Way = keyof typeof ways
  const times: Record<Way, number[]> = { engine: [], http: [], bare: [] }
  const names = Object.keys(ways) as Way[]
  for (const [i, q] of [...queries, ...queries, ...queries].entries()) {
    for (let at = 0; at < names.length; at++) {
      const way = names[(i + at) % names.length] as Way
      const [ms = 0] = await ways[way](q)
      // The first time round everything is compiled and read for the first time.
      if (i >= queries.length) times[way].push(ms)
    }
  }
  kept.destroy()
  const row = (name: string, way: Way) =>
    rowOf(name, times[way], times[way].reduce((sum, ms) => sum + ms, 0) / 1000)
  const engine = row('the engine, metered', 'engine')
  const over = row('GET /search around it', 'http')
  const added = over.medianMs - engine.medianMs
  const inPairs = quantile(
    times.http.map((ms, i) => ms - (times.engine[i] ?? 0)),
    0.5,
  )
  const note =
    `adds ${added.toFixed(2)} ms between the medians, ${inPairs.toFixed(2)} in the median pair; ` +
    `${quantile(times.bare, 0.5).toFixed(2)} ms of them are node:http and its client`
  return [engine, { ...beside(over, engine), note }]
}

type Load = { parallel: number; sizeBytes: number }

async function besidePipe(app: MeasuredApp, { parallel, sizeBytes }: Load): Promise<Row[]> {
  const { assetId, file } = await app.offer({ name: `${parallel} at once.txt`, sizeBytes })
  const kontor = openClient({ baseUrl: app.url, credential: app.key })
  await using bare = await bareServer('file', file)
  const beforeMb = residentMb(app.pid)
  let mostMb = beforeMb
  const watch = setInterval(() => {
    mostMb = Math.max(mostMb, residentMb(app.pid))
  }, 20)
  const all = async (url: () => Promise<string>) => {
    const urls = await Promise.all(Array.from({ length: parallel }, url))
    const startedMs = performance.now()
    await Promise.all(urls.map(timed))
    return [performance.now() - startedMs]
  }
  const result = await inTurns(
    {
      bare: () => all(async () => bare.url),
      dl: () => all(async () => (await kontor.mintDownload({ asset_id: assetId })).url),
    },
    downloadRounds,
  )
  clearInterval(watch)
  const name = `${parallel} × ${sizeBytes / mib} MiB`
  // Minting is not counted: the seconds are those of the transfers.
  const seconds = (times: readonly number[]) => times.reduce((sum, ms) => sum + ms, 0) / 1000
  const row = (what: string, { times }: { times: number[] }) =>
    rowOf(`${what}, ${name}`, times, seconds(times))
  const peer = row('bare node:http piping the file', result.bare)
  const own = beside(row('GET /dl', result.dl), peer)
  const perSecond = (1024 / own.medianMs) * 1000
  const memory = `${beforeMb.toFixed(0)} MB before, at most ${mostMb.toFixed(0)} MB`
  return [peer, { ...own, note: `${perSecond.toFixed(0)} MiB/s; ${memory}` }]
}

function memoryRow(name: string, mb: number): Row {
  return { name, medianMs: 0, p95Ms: 0, perSecond: 0, note: `${mb.toFixed(0)} MB` }
}
