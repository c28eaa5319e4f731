import { existsSync } from 'node:fs'
import { get } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { prose } from '../../test/support/inspections.ts'
import { type Market, openMarketOn, publish, stage } from '../../test/support/market.ts'
import { type Answer, makeKey } from '../../test/support/open-test-app.ts'
import { type RunningServer, runServer } from '../../test/support/run-server.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { processorSeconds, residentMb } from './load.ts'
import { type Bench, quantile, type Row, rowOf } from './measure.ts'

const packaged = 'dist/kontor.cjs'
const levels = [1, 5, 20, 50, 100, 200]
const files = 20
/** A client looks at what it got before it asks for more. */
const thinkMs = 50
const listenMs = 1_000
const settings = {
  KONTOR_SEARCH_RATE_PER_MINUTE: '1000000',
  KONTOR_WELCOME_CREDITS: '1000000',
  KONTOR_LOG_LEVEL: 'warn',
  // Two hundred people come from as many addresses; these come from one.
  KONTOR_REQUESTS_PER_ADDRESS: '1000',
}

/** A mix of everybody from one client to two hundred, and how soon a server is itself again. */
export const users: Bench = {
  name: 'users',
  about: 'searches, purchases, uploads, reviews, pages and streams of 1 to 200 clients at once',
  async run(log, { full }) {
    using folder = temporaryFolder()
    const program = existsSync(packaged) ? { program: packaged, flags: [] } : {}
    const options = { dir: folder.path, settings, fromNothing: true, ...program }
    await using server = await runServer(options)
    const shop = await openShop(server)
    const rows: Row[] = []
    for (const clients of levels) {
      log(`  ${clients} clients`)
      rows.push(...(await level(shop, { clients, seconds: full ? 60 : 8 })))
    }
    rows.push(await recovery(shop))
    return rows
  },
}

type Shop = { market: Market; server: RunningServer; key: string; assets: string[]; alone: number }
type Deed = (shop: Shop, turn: number) => Promise<number>

async function openShop(server: RunningServer): Promise<Shop> {
  const market = await openMarketOn(server)
  const assets: string[] = []
  for (let i = 0; i < files; i++) {
    assets.push((await publish(market, { filename: `${i}.txt`, bytes: prose(20) })).objectId)
  }
  // The operator's own tenant has no monthly allowance to run out of.
  const key = await makeKey(market.call, market.operator, {})
  const shop = { market, server, key, assets, alone: 0 }
  const times: number[] = []
  for (let i = 0; i < 50; i++) times.push(await timed(() => words(shop, i)))
  return { ...shop, alone: quantile(times, 0.5) }
}

const words: Deed = ({ market, key }, turn) =>
  status(market.call('GET', `/search?q=${turn % 2 ? 'boiler' : 'heat+pump'}`, { as: key }))

const meaning: Deed = ({ market, key }) =>
  status(market.call('GET', '/search?q=warm+water+in+winter&mode=hybrid', { as: key }))

const price: Deed = ({ market, key, assets }, turn) =>
  status(market.call('GET', `/asset/${assets[turn % files]}`, { as: key }))

const purchase: Deed = async ({ market, key, assets }, turn) => {
  const body = { asset_id: assets[turn % files] }
  const bought = await market.call('POST', '/download', { as: key, body })
  return bought.status >= 300 ? bought.status : status(market.call('GET', bought.body.url))
}

const upload: Deed = async ({ market }, turn) => {
  const made = stage(market, { filename: `more-${turn}.txt`, bytes: prose(5) })
  return made.then(
    () => 200,
    (error: Error) => Number(/^\d{3}/.exec(error.message)?.[0] ?? 599),
  )
}

const queue: Deed = ({ market }) =>
  status(market.call('GET', '/v1/admin/review/queue?limit=50', { as: market.operator.token }))

const page: Deed = ({ market }) =>
  status(market.call('GET', '/console/', { headers: { accept: 'text/html' } }))

/** Opens a stream and hears it for a second: the time is that to its first line. */
const stream: Deed = ({ server, market }, turn) =>
  new Promise((done) => {
    // Each person may have so many; two hundred have more than these three.
    const who = [market.provider, market.buyer, market.operator][turn % 3]
    const headers = { authorization: `Bearer ${who?.token}` }
    const asked = get(`${server.url}/v1/events`, { headers, agent: false }, (answer) => {
      answer.once('data', () => done(answer.statusCode ?? 599)).once('error', () => {})
      if (answer.statusCode !== 200) done(answer.statusCode ?? 599)
      setTimeout(() => answer.destroy(), listenMs)
    })
    asked.once('error', () => done(599))
  })

/** Of a hundred things that clients do. */
const mix: readonly [name: string, share: number, deed: Deed][] = [
  ['search', 40, words],
  ['search by both', 15, meaning],
  ['price', 10, price],
  ['buy and fetch', 10, purchase],
  ['upload', 5, upload],
  ['review queue', 5, queue],
  ['page', 10, page],
  ['stream', 5, stream],
]

async function level(shop: Shop, { clients, seconds }: { clients: number; seconds: number }) {
  const times = new Map<string, number[]>(mix.map(([name]) => [name, []]))
  const turned = new Map<string, number>()
  let errors = 0
  const { pid } = shop.server
  const before = processorSeconds(pid)
  const startedMs = performance.now()
  const endMs = startedMs + seconds * 1000
  const client = async (number: number) => {
    for (let turn = number; performance.now() < endMs; turn += clients) {
      const [name, , deed] = deedAt((turn * 37 + number * 11) % 100)
      const beganMs = performance.now()
      const code = await deed(shop, turn).catch(() => 599)
      if (code < 400) times.get(name)?.push(performance.now() - beganMs)
      else if (code === 429 || code === 503) turned.set(name, (turned.get(name) ?? 0) + 1)
      else errors += 1
      await sleep(thinkMs)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, i) => client(i)))
  const passed = (performance.now() - startedMs) / 1000
  const cores = ((processorSeconds(pid) - before) / passed).toFixed(2)
  const away = [...turned].map((one) => one.join(' ')).join(', ')
  const note = [
    `${errors} errors, turned away: ${away || 'none'}`,
    `${cores} cores, ${residentMb(pid).toFixed(0)} MB, load ${loadavg()[0]?.toFixed(1)}`,
  ].join('; ')
  const each = [...times].map(([name, all]) => rowOf(`${clients} clients: ${name}`, all, passed))
  return [
    { ...rowOf(`${clients} clients: all`, [...times.values()].flat(), passed), note },
    ...each,
  ]
}

function deedAt(place: number): (typeof mix)[number] {
  let from = 0
  for (const one of mix) {
    from += one[1]
    if (place < from) return one
  }
  return mix[0] as (typeof mix)[number]
}

/** Until ten searches in a row take at most twice what they took before anybody came. */
async function recovery(shop: Shop): Promise<Row> {
  const startedMs = performance.now()
  for (let good = 0, turn = 0; good < 10; turn++) {
    good = (await timed(() => words(shop, turn))) <= shop.alone * 2 ? good + 1 : 0
    if (performance.now() - startedMs > 60_000) break
  }
  const ms = performance.now() - startedMs
  return { name: 'as quick as alone again', medianMs: ms, p95Ms: ms, perSecond: 1000 / ms }
}

async function status(asked: Promise<Answer>): Promise<number> {
  return (await asked).status
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await run()
  return performance.now() - startedMs
}
