// Steps, one after the other, on the product and on the model, and what must hold after each.
import type { Random } from '../../../scripts/soaking/random.ts'
import { openRandom } from '../../../scripts/soaking/random.ts'
import { Breach, breach, type Market } from './acting.ts'
import { compareShelves, deeds } from './deeds.ts'
import { isByTime, type Model, openModel, wrongMove } from './model.ts'
import { followStatements } from './payout-deeds.ts'
import { checkBilled, followPlans } from './plan-deeds.ts'
import { openRunning, type Running } from './running.ts'
import { drawStep, type Kind, type Step, stepText } from './steps.ts'

export type Failure = {
  /** What must hold, and did not. */
  what: string
  steps: readonly Step[]
}

export type Simulated = {
  steps: number
  failure: Failure | undefined
  counts: Record<string, number>
  came: Came
}

/** What the steps led to: a market in which nobody buys shows nothing. */
export type Came = {
  objects: number
  links: number
  sales: number
  refunds: number
  licences: number
  /** Months of a provider that were paid. */
  payouts: number
  /** So many steps in a row in which nothing was sold. */
  longestWait: number
}

const shelvesEvery = 10
const booksEvery = 500
const welcome = 500

/** So many steps of a seed; ends at the first breach. */
export async function simulate(asked: {
  seed: string
  steps: number
  onStep?: (done: number) => void
}): Promise<Simulated> {
  const random: Random = openRandom(asked.seed)
  const steps = Array.from({ length: asked.steps }, () => drawStep(random))
  return runSteps(steps, { onStep: asked.onStep })
}

/** A hand on the database after a step of a kind, or before all: something that must be found. */
export type Harm = { after: Kind | 'beginning'; table: string; sql: string }

type Extras = { onStep?: ((done: number) => void) | undefined; harm?: Harm | undefined }

export async function runSteps(
  steps: readonly Step[],
  { onStep, harm }: Extras = {},
): Promise<Simulated> {
  await using running = await openRunning()
  const { clock, things } = running
  const model = openModel({ nowMs: clock.nowMs(), credits: welcome, things })
  const market: Market = { running, model, keys: 0 }
  if (harm?.after === 'beginning') doHarm(running, harm)
  const counts: Record<string, number> = {}
  const sold = { sales: 0, at: 0, longestWait: 0 }
  for (const [i, step] of steps.entries()) {
    try {
      await take(market, { step, number: i, harm })
    } catch (error) {
      const what = error instanceof Breach ? error.message : `${(error as Error).stack}`
      const failure = { what, steps: steps.slice(0, i + 1) }
      return { steps: i + 1, failure, counts, came: cameOf(model, sold) }
    }
    counts[step.kind] = (counts[step.kind] ?? 0) + 1
    if (model.sales.length > sold.sales) Object.assign(sold, { sales: model.sales.length, at: i })
    sold.longestWait = Math.max(sold.longestWait, i - sold.at)
    onStep?.(i + 1)
  }
  const what = await atTheEnd(market).then(
    () => undefined,
    (error: Error) => error.message,
  )
  const failure = what === undefined ? undefined : { what, steps }
  return { steps: steps.length, failure, counts, came: cameOf(model, sold) }
}

type Waits = Pick<Came, 'longestWait'>

function cameOf({ things, links, sales, statements }: Model, { longestWait }: Waits): Came {
  const refunds = sales.filter(({ isRefunded }) => isRefunded).length
  const licences = things.reduce((sum, { holders }) => sum + holders.length, 0)
  const payouts = statements.filter(({ status }) => status === 'paid').length
  const [objects, sold] = [things.length, sales.length]
  const all = { objects, links: links.length, sales: sold, refunds, licences, payouts }
  return { ...all, longestWait }
}

type Taken = { step: Step; number: number; harm: Harm | undefined }

async function take(market: Market, { step, number, harm }: Taken): Promise<void> {
  const done = await deeds[step.kind](market, step)
  if (harm?.after === step.kind) doHarm(market.running, harm)
  followThings(market, step, done?.about?.objectId)
  followStatements(market)
  followPlans(market, { isByTime: isByTime(step) || step.fault?.what === 'crash' })
  if (step.kind === 'month') checkBilled(market)
  checkMoney(market)
  if (number % shelvesEvery === 0) await compareShelves(market, step.a % 2, step.b)
  if (number % booksEvery === booksEvery - 1) await checkBooks(market.running)
}

function doHarm(running: Running, { table, sql }: Harm): void {
  const { raw } = running.app().store
  const guards = raw
    .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?")
    .pluck()
    .all(table)
  for (const name of guards) raw.exec(`DROP TRIGGER "${name}"`)
  raw.pragma('foreign_keys = OFF')
  raw.pragma('ignore_check_constraints = ON')
  raw.exec(sql)
}

type Row = { id: string; status: string; index_state: string; down: number }

/** The state of every object moves only as the interface has it, and by what is about it. */
function followThings({ running, model }: Market, step: Step, named: string | undefined): void {
  const rows = running
    .app()
    .store.raw.prepare(
      `SELECT object_id AS id, status, index_state, taken_down_at IS NOT NULL AS down FROM object`,
    )
    .all() as Row[]
  const found = new Map(rows.map((row) => [row.id, row]))
  breach(rows.length <= model.things.length, 'there is an object that nobody began')
  for (const thing of model.things) {
    const row = found.get(thing.objectId)
    if (row === undefined) {
      // An upload that nobody finished is forgotten.
      const isDue = ['initiated', 'gone'].includes(thing.status)
      breach(isDue, `${thing.objectId} was ${thing.status} and is not there any more`)
      thing.status = 'gone'
      continue
    }
    const isNamed = named === thing.objectId
    // A server that comes back looks at once at what is due.
    const kind = step.fault?.what === 'crash' && !isNamed ? 'restart' : step.kind
    const isDropped = thing.isDropped === true
    const wrong = wrongMove({ kind, from: thing.status, to: row.status, isNamed, isDropped })
    breach(wrong === undefined, `${thing.objectId} ${wrong}`)
    const isIndexed = row.index_state === 'indexed'
    breach(!isIndexed || row.status === 'active', `${thing.objectId} is ${row.status} and indexed`)
    const wasIndexed = thing.indexState === 'indexed'
    breach(wasIndexed || !isIndexed || step.kind === 'job', 'it was indexed by no job')
    breach((row.down === 1) === thing.isDown || row.status === 'deleted', 'sight moved by itself')
    if (row.status === 'deleted' && thing.status !== 'deleted') {
      thing.deletedMs = running.clock.nowMs()
    }
    if (row.index_state === 'indexed' && !isDropped) model.isOpen[thing.provider] = true
    thing.status = row.status
    thing.indexState = row.index_state
  }
}

/** No money appears or vanishes; everybody has what the model says; a link is one charge. */
function checkMoney({ running, model }: Market): void {
  const { raw } = running.app().store
  const value = (sql: string, ...bound: unknown[]) =>
    Number(
      raw
        .prepare(sql)
        .pluck()
        .get(...bound),
    )
  const unbalanced = value(
    'SELECT count(*) FROM (SELECT 1 FROM account GROUP BY unit HAVING sum(posted) <> 0)',
  )
  breach(unbalanced === 0, 'money appeared or vanished')
  const sql = "SELECT coalesce(sum(posted), 0) FROM account WHERE owner = ? AND kind = 'balance'"
  for (const [i, { tenantId }] of running.buyers.entries()) {
    const has = value(sql, tenantId)
    breach(has === model.credits[i], `buyer ${i} has ${has} credits, not ${model.credits[i]}`)
  }
  for (const [people, wanted] of [
    [running.buyers, model.lamports],
    [running.providers, model.earned],
  ] as const) {
    for (const [i, { userId, email }] of people.entries()) {
      const has = value(sql, userId)
      breach(has === wanted[i], `${email} has ${has} lamports, not ${wanted[i]}`)
    }
  }
  const owed = `SELECT coalesce(sum(posted), 0) FROM account WHERE owner = ? AND unit = 'CREDIT'
    AND (kind = 'earned' OR kind LIKE 'payable:%')`
  for (const [i, { tenantId }] of running.providers.entries()) {
    const has = value(owed, tenantId)
    breach(has === model.owed[i], `provider ${i} is owed ${has} credits, not ${model.owed[i]}`)
  }
  const paid = value("SELECT coalesce(sum(posted), 0) FROM account WHERE kind = 'payouts'")
  breach(paid === model.paidOut, `${paid} went to the bank, not ${model.paidOut}`)
  const used = value("SELECT count(*) FROM dl_link WHERE state = 'used'")
  const charged = value("SELECT count(*) FROM meter_event WHERE kind = 'download'")
  breach(used === charged, `${used} links were used, ${charged} downloads metered`)
  const fetched = model.links.filter(({ isUsed }) => isUsed).length
  breach(charged === fetched, `${charged} downloads were metered, ${fetched} fetched`)
}

async function checkBooks(running: Running): Promise<void> {
  const { problems } = await running.app().verifyLedger()
  breach(problems.length === 0, `the books: ${problems[0]?.check} ${problems[0]?.message}`)
  const chain = await running.app().verifyChain()
  breach(chain.ok, `the chain: ${chain.problems[0]?.message}`)
}

/** Every job ends, and the books are in order from the first row on. */
async function atTheEnd(market: Market): Promise<void> {
  const { running } = market
  for (let days = 0; days < 60; days++) {
    while (await running.runJob());
    followThings(market, { kind: 'job', a: 0, b: 0 }, undefined)
    if (openJobs(running) === 0) break
    running.clock.advance({ hours: 24 })
    // What waits for review expires, and with it what waits for the end of that.
    await running.app().runUpkeep()
    followThings(market, { kind: 'pass', a: 0, b: 0 }, undefined)
    followStatements(market)
    followPlans(market, { isByTime: true })
  }
  const open = running.app().store.raw.prepare(
    `SELECT kind || ' is ' || state || ' after ' || failures || ' failures: ' || coalesce(error, '')
     FROM job WHERE state IN ('queued', 'running')`,
  )
  const pause = JSON.stringify(running.app().rooms.timekeeping.look())
  breach(openJobs(running) === 0, `a job never ends: ${open.pluck().get()}, the clock: ${pause}`)
  followThings(market, { kind: 'job', a: 0, b: 0, fault: { what: 'crash', at: 0 } }, undefined)
  for (const { objectId, isDropped, status } of market.model.things) {
    const isOver = status === 'deleted' || status === 'gone'
    breach(!isDropped || isOver, `${objectId} is ${status}, and its dataset is gone`)
  }
  const failed = running.app().store.raw.prepare("SELECT kind FROM job WHERE state = 'failed'")
  breach(failed.get() === undefined, 'a job was given up')
  for (let at = 0; at < market.model.things.length; at += 4) await compareShelves(market, 0, at)
  checkMoney(market)
  await checkBooks(running)
}

function openJobs(running: Running): number {
  const sql = "SELECT count(*) FROM job WHERE state IN ('queued', 'running')"
  return Number(running.app().store.raw.prepare(sql).pluck().get())
}

const triesMax = 200

/** Leaves out what the failure does not need: halves first, then single steps. */
export async function shrink(
  failure: Failure,
  { tries = triesMax, harm }: { tries?: number; harm?: Harm } = {},
): Promise<Failure> {
  let best = failure
  let left = tries
  let size = Math.ceil(best.steps.length / 2)
  while (size >= 1 && left > 0) {
    let found = false
    for (let at = 0; at < best.steps.length - 1 && left > 0; ) {
      const fewer = best.steps.filter((_, i) => i < at || i >= at + size)
      left -= 1
      const again = (await runSteps(fewer, { harm })).failure
      if (again !== undefined && isSame(again, failure)) {
        best = again
        found = true
      } else at += size
    }
    if (!found || size > 1) size = size === 1 ? 0 : Math.floor(size / 2)
  }
  return best
}

/** Ids and numbers are others in each run. */
function isSame(one: Failure, other: Failure): boolean {
  const bare = ({ what }: Failure) => what.replace(/[a-z]{2,4}_[0-9a-z]+|\d+/g, '#').slice(0, 60)
  return bare(one) === bare(other)
}

export function failureText({ what, steps }: Failure): string {
  return [what, ...steps.map(stepText)].join('\n')
}
