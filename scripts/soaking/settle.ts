// kill -9 while money is charged, billed, settled and released: month after month on one folder.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { monthOf, monthStartMs } from '../../src/base/clock.ts'
import { until } from '../../test/support/market.ts'
import { fetchBytes, mint, newLink, newSearch, newTopUp, search, topUp } from './deeds.ts'
import { ledgerBreaches } from './invariants.ts'
import { allDeeds, isUnanswered } from './journal.ts'
import type { KillReport, PointReport } from './kill.ts'
import { bookBreaches, moneyBreaches } from './money-checks.ts'
import { planIn } from './plan.ts'
import { openRandom, type Random } from './random.ts'
import { openShop, type Shop } from './shop.ts'
import { askAgain, findHalves } from './unanswered.ts'
import { patiently } from './world.ts'

export type MoneyPoint = { name: string; reach(shop: Shop, random: Random): Promise<void> }

const hourMs = 3_600_000
/** Settled some hours after the end of the month, fees post at its very end. */
const afterEnd = { billed: hourMs, settled: 30 * hourMs, released: 17 * 24 * hourMs }
/** What breaks one rule breaks it in many rows. */
const breachesShown = 10

const charge: readonly MoneyPoint[] = [
  { name: 'while downloads are charged', reach: whileDownloaded },
  { name: 'while passages are charged', reach: whileSearched },
  { name: 'at any moment of a day of sales', reach: whileSold },
]
const billing: readonly MoneyPoint[] = [{ name: 'while plans are billed', reach: whileBilled }]
const settlement: readonly MoneyPoint[] = [
  { name: 'while a month is settled', reach: whileSettled },
  { name: 'while kontor settle runs', reach: whileSettledByHand },
]
const release: readonly MoneyPoint[] = [
  { name: 'while payouts are released', reach: whileReleased },
]

export const moneyPhases = [charge, billing, settlement, release]
export const moneyPoints: readonly MoneyPoint[] = moneyPhases.flat()

/** The first four are of four phases. */
export function moneyPlanOf(asked: { points: number; seed: string }): MoneyPoint[] {
  return planIn(moneyPhases, asked)
}

export type PointDone = PointReport & { number: number; breaches: string[] }

export type MoneyWorld = AsyncDisposable & {
  /** Up to the kill, over it, back to rest, and every rule checked. */
  run(number: number, point: MoneyPoint): Promise<PointDone>
  /** The books once more, as the operator has them checked. */
  finish(): Promise<string[]>
  deeds(): number
  /** Leaves the data folder behind, for a look at what went wrong. */
  keep(): string
}

/** One data folder that lives through many kills. Several of them can be under way at once. */
export async function openMoneyWorld(named: { seed: string; name: string }): Promise<MoneyWorld> {
  const { seed, name } = named
  const shop = await openShop(openRandom(seed).branch(name))
  return {
    async run(number, point) {
      const random = openRandom(seed).branch(`point ${number}`)
      const report: PointReport = { name: point.name, unanswered: 0, backMs: 0 }
      return { breaches: await runPoint(shop, random, { point, report }), ...report, number }
    },
    finish: () => ledgerBreaches(shop),
    deeds: () => allDeeds(shop.journal).length - shop.journal.documents.length,
    keep() {
      shop.keep()
      return shop.dir
    },
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

export function moneyReportOf(seed: string): KillReport {
  return {
    seed,
    points: [],
    breaches: [],
    folder: undefined,
    seconds: 0,
    deeds: { asked: 0, unanswered: 0 },
  }
}

export function noteDone(report: KillReport, { breaches, ...point }: PointDone): void {
  report.points.push(point)
  report.deeds.unanswered += point.unanswered
  report.breaches.push(...breaches)
}

async function runPoint(
  shop: Shop,
  random: Random,
  { point, report }: { point: MoneyPoint; report: PointReport },
): Promise<string[]> {
  const breaches: string[] = []
  const note = async (what: string, work: () => Promise<string[] | undefined>) => {
    const found = await work().catch((error: Error) => [error.message])
    const shown = (found ?? []).slice(0, breachesShown)
    breaches.push(...shown.map((breach) => `${point.name}: ${what}: ${breach}`))
  }
  await note('up to it', async () => void (await point.reach(shop, random)))
  await shop.kill()
  await note('answers', () => shop.settled())
  report.unanswered = allDeeds(shop.journal).filter(isUnanswered).length
  const downMs = performance.now()
  await note('start', async () => void (await shop.start()))
  if (breaches.length > 0) return breaches
  report.backMs = performance.now() - downMs
  await note('half done', async () => findHalves(shop))
  await note('asked again', async () => void (await askAgain(shop)))
  await note('rest', () => rest(shop))
  await note('money', async () => moneyBreaches(shop))
  await note('books', async () => bookBreaches(shop))
  return breaches
}

/** Until the upkeep has done what is due by the clock. */
async function rest(shop: Shop): Promise<undefined> {
  await until('what is due is billed and settled', () => isDone(shop) || undefined)
}

/** Whether nothing is left that the upkeep would bill, settle or release. */
export function isDone(shop: Pick<Shop, 'look' | 'nowMs'>): boolean {
  const due = monthOf(monthStartMs(monthOf(shop.nowMs() - 6 * hourMs), -1))
  const open = shop.look().value(
    `SELECT (SELECT count(*) FROM tenant WHERE plan IN ('starter', 'pro') AND tenant_id NOT IN
        (SELECT tenant_id FROM plan_month WHERE period = $now))
      + (SELECT count(*) FROM payout_statement JOIN payout_progress USING (payout_statement_id)
        WHERE status = 'pending' AND release_at < $ms)
      + (NOT EXISTS (SELECT 1 FROM closed_period WHERE period >= $due))
      + (SELECT count(*) FROM (SELECT DISTINCT provider_tenant_id, period FROM meter_event
          WHERE charge_cents > 0
            AND (period <= $due OR period IN (SELECT period FROM closed_period))
        EXCEPT SELECT tenant_id, period FROM payout_statement JOIN payout_progress
          USING (payout_statement_id)))`,
    { now: monthOf(shop.nowMs()), due, ms: shop.nowMs() - 1_000 },
  )
  return open === 0
}

async function whileDownloaded(shop: Shop, random: Random): Promise<void> {
  const links = await minted(shop, random, 6)
  for (const link of links) shop.inFlight(fetchBytes(shop, link))
  await sleep(random.below(30))
}

async function whileSearched(shop: Shop, random: Random): Promise<void> {
  for (let i = 0; i < 4; i++) {
    const { word } = random.pick(shop.journal.documents)
    shop.inFlight(search(shop, newSearch(shop, random.below(3) === 0 ? 'inspector' : word)))
  }
  await sleep(random.below(250))
}

async function whileSold(shop: Shop, random: Random): Promise<void> {
  await shop.logIn()
  for (const name of ['a', 'b', 'c']) shop.inFlight(sell(shop, random.branch(name)))
  await sleep(random.below(400))
}

/** Until there is no answer any more. */
async function sell(shop: Shop, random: Random): Promise<never> {
  for (;;) {
    const [link] = await minted(shop, random, 1)
    if (link) await fetchBytes(shop, link)
    await topUp(shop, newTopUp(shop, 1 + random.below(50)))
    await search(shop, newSearch(shop, random.pick(shop.journal.documents).word))
  }
}

async function whileBilled(shop: Shop, random: Random): Promise<void> {
  await startMonth(shop, random)
  const before = rowsOf(shop, 'plan_month')
  await comeBack(shop, nextMonth(shop) + afterEnd.billed)
  await atSomeRow(shop, random, () => rowsOf(shop, 'plan_month') > before)
}

async function whileSettled(shop: Shop, random: Random): Promise<void> {
  await startMonth(shop, random)
  const before = rowsOf(shop, 'payout_statement')
  await comeBack(shop, nextMonth(shop) + afterEnd.settled)
  await atSomeRow(shop, random, () => rowsOf(shop, 'payout_statement') > before)
}

/** The month is over and not settled yet: somebody does it from the command line. */
async function whileSettledByHand(shop: Shop, random: Random): Promise<void> {
  await startMonth(shop, random)
  const period = monthOf(shop.nowMs())
  await comeBack(shop, nextMonth(shop) + afterEnd.billed)
  await rest(shop)
  const before = rowsOf(shop, 'payout_statement')
  const main = resolve(import.meta.dirname, '../../src/main.ts')
  const args = ['settle', '--period', period, '--data-dir', shop.dir]
  const child = spawn(process.execPath, [...process.execArgv, main, ...args], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  // Not before: without a server the command would do it itself, by the clock of the system.
  await shop.look().until(() => rowsOf(shop, 'payout_statement') > before)
  shop.inFlight(ended)
}

async function whileReleased(shop: Shop, random: Random): Promise<void> {
  await startMonth(shop, random)
  await comeBack(shop, nextMonth(shop) + afterEnd.settled)
  await rest(shop)
  const sql = "SELECT count(*) FROM payout_statement WHERE status = 'approved'"
  const before = Number(shop.look().value(sql))
  await comeBack(shop, shop.nowMs() + afterEnd.released)
  await atSomeRow(shop, random, () => Number(shop.look().value(sql)) > before)
}

/** Something to bill and to settle: sales of many providers, and plans. */
async function startMonth(shop: Shop, random: Random): Promise<void> {
  await shop.logIn()
  for (let i = 0; i < 4; i++) {
    const tenantId = random.pick(shop.tenantIds)
    const asked = {
      as: shop.market.operator.token,
      body: { plan: random.pick(['starter', 'pro', 'free']) },
    }
    const { status } = await shop.market.call('PATCH', `/v1/admin/tenants/${tenantId}`, asked)
    if (status !== 200) throw new Error(`a change of plan answered ${status}`)
  }
  for (const link of await minted(shop, random, 4)) await fetchBytes(shop, link)
  const asked = newSearch(shop, 'inspector')
  await patiently(() => search(shop, asked))
}

/** The server goes, and the next one believes that it is later. */
async function comeBack(shop: Shop, ms: number): Promise<void> {
  await shop.kill()
  shop.look()[Symbol.dispose]()
  shop.moveTo(ms)
  await shop.start()
}

/** At the first row, or some moments after or before it. */
async function atSomeRow(shop: Shop, random: Random, isThere: () => boolean): Promise<void> {
  if (random.below(3) === 0) return sleep(random.below(40)).then(() => {})
  await shop.look().until(isThere)
  await sleep(random.below(8))
}

function rowsOf(shop: Shop, table: string): number {
  return Number(shop.look().value(`SELECT count(*) FROM ${table}`))
}

function nextMonth(shop: Shop): number {
  return monthStartMs(monthOf(shop.nowMs()), 1)
}

async function minted(shop: Shop, random: Random, count: number) {
  const links = Array.from({ length: count }, () =>
    newLink(shop, random.pick(shop.journal.documents)),
  )
  for (const link of links) await mint(shop, link)
  return links.filter(({ minted: told }) => told === 'done')
}
