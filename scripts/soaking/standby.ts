// A machine that serves dies or hangs, and another one serves in its place: what the callers lose,
// how long they wait, and that no two machines ever answer.
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openS3Lease } from '../../src/adapters/lease/s3-lease.ts'
import { requireLitestream } from '../../src/adapters/replica/litestream.ts'
import type { S3Place } from '../../src/base/s3-place.ts'
import { leanSettings } from '../../test/support/lean-settings.ts'
import type { Market, Upload } from '../../test/support/market.ts'
import { type MarketFolder, putStockInto } from '../../test/support/market-folder.ts'
import { caller } from '../../test/support/open-test-app.ts'
import { isRunning } from '../../test/support/processes.ts'
import { command, type RunningServer, runServer } from '../../test/support/run-server.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { skipped, testS3Place } from '../../test/support/test-s3.ts'
import { until } from '../../test/support/until.ts'
import { openRandom, type Random } from './random.ts'
import { breachLines } from './show.ts'
import {
  type Charged,
  type Charging,
  judgeCharges,
  keepCharging,
  type Looked,
} from './standby-charges.ts'

export type Means = { place: S3Place; litestream: string }

/** What keeps it from being tried here, or what it is tried with. */
export async function meansOfStandby(): Promise<Means | string> {
  const litestream = process.env.KONTOR_LITESTREAM ?? 'litestream'
  const place = await testS3Place()
  if (!place) return skipped.replace('skipped: ', '')
  try {
    await requireLitestream(litestream)
    return { place, litestream }
  } catch (error) {
    return (error as Error).message
  }
}

type Turn = {
  way: 'killed' | 'stopped'
  /** Fetches that were answered 200 since the turn before. */
  answered: number
  /** Of these, those of which the next machine knows nothing. */
  lost: number
  /** From the answer to the first of them to the kill. */
  lostMs: number
  /** From the kill to the first answer of the next machine. */
  backMs: number
  epoch: number
  /** Searches that were charged, each with an id of its own. */
  charges: Omit<Charged, 'lost'> & { lost: number }
  /** Of one that was stopped, when it went on: what it answered, and when it ended by itself. */
  late?: { answers: string[]; endedMs: number }
}

export type StandbyReport = {
  seed: string
  leaseSeconds: number
  turns: Turn[]
  breaches: string[]
  seconds: number
}

/** Of one link: when its bytes were there. */
type Fetched = { url: string; atMs: number }

type Scene = {
  asked: Asked
  settings: Record<string, string>
  folder: MarketFolder & { asset: Upload }
  dirs: [string, string]
  report: StandbyReport
}

type Asked = {
  kills: number
  lease: number
  clients: number
  seed: string
  means: Means
  onKill?: (done: number) => void
}

const stoppedEvery = 4
/** What Litestream is trusted to have shipped, however busy the machine. */
const lostMaxMs = 10_000
const olderLooks = 5

export async function soakStandby(asked: Asked): Promise<StandbyReport> {
  const { kills, lease, seed, means, onKill } = asked
  const startedMs = performance.now()
  const random = openRandom(seed)
  using temporary = temporaryFolder()
  const dirs: [string, string] = [join(temporary.path, 'a'), join(temporary.path, 'b')]
  const folder = await putStockInto(dirs[0])
  mkdirSync(dirs[1], { mode: 0o700 })
  for (const name of ['secret.key', 'blobs']) {
    cpSync(join(dirs[0], name), join(dirs[1], name), { recursive: true })
  }
  const report: StandbyReport = { seed, leaseSeconds: lease, turns: [], breaches: [], seconds: 0 }
  const scene: Scene = { asked, settings: settingsOfMachines(means, lease), folder, dirs, report }
  let serving = await runServer({ dir: dirs[0], settings: scene.settings })
  await supply(folder.at(serving))
  for (let turn = 1; turn <= kills && report.breaches.length === 0; turn++) {
    const own = random.branch(`turn ${turn}`)
    const isStopped = turn % stoppedEvery === 0 || turn === kills
    const way = isStopped ? 'stopped' : 'killed'
    serving = await takeTurn(scene, { serving, way, at: turn % 2, random: own })
    onKill?.(turn)
  }
  await serving.stop()
  for (const dir of dirs) {
    const { code, output } = await command(['ledger', 'verify', '--data-dir', dir])
    if (code !== 0) report.breaches.push(`ledger verify: ${output.trim()}`)
  }
  report.seconds = (performance.now() - startedMs) / 1_000
  return report
}

/** As both have them. */
export function settingsOfMachines(
  { place, litestream }: Means,
  lease: number,
): Record<string, string> {
  const { bucket, prefix, endpoint, accessKey, secretKey } = place
  const at = (name: string) =>
    `s3://${bucket}/${prefix}${name}?endpoint=${endpoint}&path_style=true`
  return {
    ...leanSettings,
    KONTOR_LEASE: at('lease'),
    KONTOR_LEASE_SECONDS: String(lease),
    KONTOR_REPLICA: at('replica'),
    KONTOR_LITESTREAM: litestream,
    KONTOR_S3_ACCESS_KEY: accessKey,
    KONTOR_S3_SECRET_KEY: secretKey,
    KONTOR_DOWNLOAD_PRICE_CREDITS: '1',
    KONTOR_SEARCH_RATE_PER_MINUTE: '1000000',
    KONTOR_DOCTOR_HOURS: '0',
  }
}

/** Credits, and as many searches as it asks for. */
async function supply({ call, operator, buyer }: Market): Promise<void> {
  const body = { credits: 1_000_000, reason: 'for the soak' }
  const path = `/v1/admin/tenants/${buyer.tenantId}/credits`
  await until('credits are granted', async () => {
    const { status } = await call('POST', path, { as: operator.token, body })
    return status === 201 || undefined
  })
  const plan = { as: operator.token, body: { plan: 'unlimited' } }
  const { status } = await call('PATCH', `/v1/admin/tenants/${buyer.tenantId}`, plan)
  if (status !== 200) throw new Error(`the plan was answered ${status}`)
}

type Going = { serving: RunningServer; way: Turn['way']; at: number; random: Random }

/** One machine sells and goes, the other one comes. Gives the one that serves then. */
async function takeTurn(scene: Scene, { serving, way, at, random }: Going): Promise<RunningServer> {
  const { asked, settings, folder, dirs, report } = scene
  const [from, to] = [dirs[1 - at] as string, dirs[at] as string]
  const next = runServer({ dir: to, settings, verb: 'standby' })
  const sale = keepSelling(folder.at(serving), folder.asset, asked.clients)
  const charging = keepCharging(folder.at(serving), asked.clients)
  await until('something is shipped', async () => (await behindMs(scene)) !== null || undefined)
  await sleep(500 + random.below(1_500))
  const pids = [serving.pid, pidIn(from)]
  const goneMs = performance.now()
  for (const pid of pids) process.kill(pid, way === 'killed' ? 'SIGKILL' : 'SIGSTOP')
  const fetched = [...sale.fetched]
  const server = await next
  const market = folder.at(server)
  let said: unknown
  await until('the next one answers', async () => {
    const answer = await market.call('GET', '/v1/me', { as: market.buyer.token }).catch(String)
    said = typeof answer === 'string' ? answer : answer.status
    return said === 200 || undefined
  }).catch((error: Error) => {
    throw new Error(`${error.message}: ${said}, ${server.output()}`)
  })
  const backMs = performance.now() - goneMs
  const lost = await lostOf(market, { fetched, random, report })
  const lostMs = lost.length === 0 ? 0 : goneMs - Math.min(...lost.map(({ atMs }) => atMs))
  if (lostMs > lostMaxMs) report.breaches.push(`a fetch of ${Math.round(lostMs)} ms ago was lost`)
  const epoch = (await leaseOf(scene))?.epoch ?? 0
  const askedAgain = await charging.askAgain(market)
  const replacedMs = performance.now()
  const late = way === 'stopped' ? await goOn({ scene, serving, pids, sale, market }) : undefined
  sale.end()
  await serving.kill()
  await charging.end()
  const charges = chargesOf(charging, { dir: to, goneMs, replacedMs, askedAgain, report })
  const turn = { way, answered: fetched.length, lost: lost.length, lostMs, backMs, epoch, charges }
  report.turns.push({ ...turn, ...(late && { late }) })
  return server
}

type Judged = Looked & { goneMs: number; report: StandbyReport }

/** What the next machine's ledger says of them; what is wrong is in the report. */
function chargesOf(charging: Charging, { goneMs, report, ...looked }: Judged): Turn['charges'] {
  const { lost, breaches, ...counts } = judgeCharges(charging.charges, looked)
  report.breaches.push(...breaches)
  const oldestMs = goneMs - Math.min(goneMs, ...lost.map(({ atMs }) => atMs))
  if (oldestMs > lostMaxMs) {
    report.breaches.push(`a charge of ${Math.round(oldestMs)} ms ago was lost`)
  }
  return { ...counts, lost: lost.length }
}

/** Litestream's. */
export function pidIn(dir: string): number {
  return Number(readFileSync(join(dir, 'litestream.pid'), 'utf8'))
}

type Leasing = Pick<Scene, 'settings'> & { asked: Pick<Asked, 'means'> }

async function leaseOf({ settings, asked }: Leasing) {
  const { prefix } = asked.means.place
  if (settings.KONTOR_LEASE === undefined) return undefined
  const object = openS3Lease({ ...asked.means.place, prefix: `${prefix}lease/` })
  return (await object.read({ ms: 5_000 }).catch(() => undefined))?.record
}

/** What was not shipped yet, as the lease says; null: nothing was. */
export async function behindMs(scene: Leasing): Promise<number | null> {
  return (await leaseOf(scene))?.behindMs ?? null
}

/** Mints links and fetches them, until it is ended; those that come late are noted apart. */
function keepSelling(market: Market, asset: Upload, clients: number) {
  const fetched: Fetched[] = []
  const answers: { atMs: number; what: string }[] = []
  let isOver = false
  const note = (what: string) => answers.push({ atMs: performance.now(), what })
  const sell = async () => {
    const minted = await market.call('POST', '/download', {
      as: market.key,
      body: { asset_id: asset.objectId },
    })
    note(`POST /download ${minted.status}`)
    if (minted.status >= 300) return void (await sleep(20))
    const { status } = await market.call('GET', minted.body.url)
    note(`GET /dl ${status}`)
    const path = new URL(minted.body.url).pathname
    if (status === 200) fetched.push({ url: path, atMs: performance.now() })
  }
  const lane = async () => {
    while (!isOver) await sell().catch(() => sleep(20))
  }
  for (let i = 0; i < clients; i++) void lane()
  return {
    fetched,
    answers,
    end() {
      isOver = true
    },
  }
}

type Found = { fetched: readonly Fetched[]; random: Random; report: StandbyReport }

/**
 * Those of which the next machine does not know that they were fetched. Asked by fetching: each of
 * them is answered at most once by that machine, and never where it knows.
 */
async function lostOf(market: Market, { fetched, random, report }: Found): Promise<Fetched[]> {
  const lost: Fetched[] = []
  const order = [...fetched].sort((a, b) => b.atMs - a.atMs)
  let known = 0
  for (const [i, link] of order.entries()) {
    // From the first on that it knows well, a few of those before are enough.
    if (known > 20 && random.below(order.length) > olderLooks) continue
    const { status } = await answered(market, link.url)
    if (status === 410) known += 1
    else if (status === 200 || status === 403 || status === 404) lost.push(link)
    else report.breaches.push(`fetch ${i} was answered ${status} by the next machine`)
    const again = await answered(market, link.url)
    if (again.status === 200) report.breaches.push('a link was answered twice by one machine')
  }
  return lost
}

/** A server that is starved of its processor answers 503 until its lease is renewed. */
function answered(market: Market, path: string) {
  return until(`${path} is answered`, async () => {
    const answer = await market.call('GET', path)
    return answer.status === 503 ? undefined : answer
  })
}

type Late = {
  scene: Scene
  serving: RunningServer
  pids: readonly number[]
  sale: ReturnType<typeof keepSelling>
  market: Market
}

/** The one that was replaced goes on: it must answer nobody, and end by itself. */
async function goOn({ scene, serving, pids, sale, market }: Late) {
  const { report, folder } = scene
  const { body } = await market.call('POST', '/download', {
    as: market.key,
    body: { asset_id: folder.asset.objectId },
  })
  const path = new URL(body.url).pathname
  const beganMs = performance.now()
  for (const pid of pids) process.kill(pid, 'SIGCONT')
  const both = await Promise.allSettled([
    caller(serving.url)('GET', path),
    market.call('GET', path),
    market.call('GET', path),
  ])
  const fetches = both.filter(
    (answer) => answer.status === 'fulfilled' && answer.value.status === 200,
  )
  if (fetches.length !== 1) report.breaches.push(`one link was answered ${fetches.length} times`)
  await until('the one that was replaced ends', () => !isRunning(serving.pid) || undefined)
  const endedMs = performance.now() - beganMs
  const late = sale.answers.filter(({ atMs }) => atMs > beganMs).map(({ what }) => what)
  const wrong = late.filter((what) => !what.endsWith(' 503'))
  if (wrong.length > 0) report.breaches.push(`answered after it was replaced: ${wrong[0]}`)
  const { code } = await serving.kill()
  if (code !== 1) report.breaches.push(`the one that was replaced ended with ${code}`)
  // It would ship into a place where nobody looks any more.
  if (isRunning(pids[1] as number)) process.kill(pids[1] as number, 'SIGKILL')
  return { answers: [...new Set(late)], endedMs }
}

export function standbyLines(report: StandbyReport): string[] {
  const { turns, seed, seconds, leaseSeconds } = report
  const killed = turns.filter(({ way }) => way === 'killed').length
  const answered = turns.reduce((sum, turn) => sum + turn.answered, 0)
  const lost = turns.reduce((sum, turn) => sum + turn.lost, 0)
  const sum = (of: keyof Turn['charges']) => turns.reduce((all, turn) => all + turn.charges[of], 0)
  const [charges, lostCharges, again] = [sum('answered'), sum('lost'), sum('askedAgain')]
  const without = turns.filter((turn) => turn.lost === 0).length
  return [
    `${killed} kills and ${turns.length - killed} stops, lease ${leaseSeconds} s, seed ${seed}, ` +
      `${seconds.toFixed(0)} s`,
    `lost: ${lost} of ${answered} answered fetches; nothing in ${without} of ${turns.length}`,
    `charges: ${lostCharges} of ${charges} answered lost; ${again} in progress asked again`,
    `how old the oldest of the fetches was: ${spread(turns.map(({ lostMs }) => lostMs))}`,
    `until the next machine answered: ${spread(turns.map(({ backMs }) => backMs))}`,
    ...turns.flatMap(({ late }) =>
      late ? [`one that went on answered ${late.answers.join(', ') || 'nobody'}`] : [],
    ),
    '',
    ...breachLines(report),
  ]
}

function spread(values: number[]): string {
  const sorted = values.sort((a, b) => a - b)
  const at = (share: number) => {
    return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
  }
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)} ms`
}
