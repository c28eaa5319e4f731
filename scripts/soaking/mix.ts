import { setTimeout as sleep } from 'node:timers/promises'
import { watchHealth } from '../../test/support/watch-health.ts'
import { anyDeed, publish } from './clients.ts'
import { invariants, ledgerBreaches } from './invariants.ts'
import { allDeeds, isUnanswered } from './journal.ts'
import { openRandom, type Random } from './random.ts'
import { anyErrand, anyRead } from './reads.ts'
import { openWorld, TurnedAway, type World } from './world.ts'

export type MixReport = {
  seed: string
  clients: number
  seconds: number
  /** Things that were done, each one or several requests. */
  done: Record<Turn, number>
  turnedAway: number
  /** Milliseconds of one thing: the middle, the slowest of a hundred, the slowest of all. */
  turnMs: { p50: number; p99: number; max: number }
  /** The same of /health, asked beside it. */
  healthMs: { p50: number; p99: number; max: number }
  /** How long the server worked on after the clients had left. */
  restSeconds: number
  breaches: string[]
  folder: string | undefined
}

type Turn = 'deed' | 'read' | 'errand'

/** Whoever waits longer than this waits for ever. */
const stuckMs = 180_000
const restMaxMs = 600_000
const overtimeMaxMs = 120_000
const thinkMs = 20

/**
 * Lets so many clients do everything at once for so long, and on a slow machine until `least` is
 * done: no answer may be an error of ours, none may stay out, and afterwards all invariants hold.
 */
export async function soakMix(options: {
  clients: number
  seconds: number
  seed: string
  least?: MixReport['done']
}): Promise<MixReport> {
  const { clients, seconds, seed, least = oneOfEach } = options
  const random = openRandom(seed)
  await using world = await openWorld({
    KONTOR_SEARCH_WORKERS: '2',
    KONTOR_INGEST_CONCURRENCY: '2',
  })
  await using health = watchHealth(world.server().url)
  const day = await passDay({ world, random, clients, seconds, least })
  const report: MixReport = {
    seed,
    clients,
    seconds,
    done: day.done,
    turnedAway: day.turnedAway,
    turnMs: spread(day.turnsMs),
    healthMs: spread(await health.times()),
    restSeconds: day.restSeconds,
    breaches: day.breaches,
    folder: day.breaches.length === 0 ? undefined : world.dir,
  }
  if (report.folder !== undefined) world.keep()
  return report
}

/** Everybody does everything for so long, and the server comes to rest. */
export async function passDay(asked: {
  world: World
  random: Random
  clients: number
  seconds: number
  least?: MixReport['done']
}): Promise<Day & { restSeconds: number }> {
  const { world, random, clients, seconds, least = oneOfEach } = asked
  for (let i = 0; i < 3; i++) await publish(world, random, { sentences: 30 })
  const endMs = performance.now() + 1000 * seconds
  const day: Day = { world, random, endMs, least, ...emptyDay() }
  await Promise.all(Array.from({ length: clients }, (_, i) => client(day, i)))
  const restMs = performance.now()
  if (day.breaches.length === 0) day.breaches.push(...neverDone(day))
  if (day.breaches.length === 0) day.breaches.push(...(await breachesAfter(world, random)))
  return Object.assign(day, { restSeconds: (performance.now() - restMs) / 1000 })
}

const oneOfEach = { deed: 1, read: 1, errand: 1 }

type Day = {
  world: World
  random: Random
  endMs: number
  least: MixReport['done']
  done: Record<Turn, number>
  turnsMs: number[]
  turnedAway: number
  breaches: string[]
}

function emptyDay() {
  return { done: { deed: 0, read: 0, errand: 0 }, turnsMs: [], turnedAway: 0, breaches: [] }
}

/** One after the other until the day is over or something went wrong for somebody. */
async function client(day: Day, number: number): Promise<void> {
  const random = day.random.branch(`client ${number}`)
  while (!isOver(day) && day.breaches.length === 0) {
    const turn = turnOf(random.below(100))
    const startedMs = performance.now()
    try {
      await orStuck(turn, turns[turn](day.world, random))
      day.done[turn]++
      day.turnsMs.push(performance.now() - startedMs)
    } catch (error) {
      if (error instanceof TurnedAway) day.turnedAway++
      else day.breaches.push((error as Error).message)
    }
    await sleep(random.below(thinkMs))
  }
}

function isOver({ endMs, done, least }: Day): boolean {
  const leftMs = endMs - performance.now()
  if (leftMs > 0) return false
  const names = Object.keys(least) as Turn[]
  return leftMs < -overtimeMaxMs || names.every((name) => done[name] >= least[name])
}

const turns: Record<Turn, (world: World, random: Random) => Promise<void>> = {
  deed: anyDeed,
  read: anyRead,
  errand: anyErrand,
}

function turnOf(chance: number): Turn {
  if (chance < 50) return 'deed'
  return chance < 95 ? 'read' : 'errand'
}

async function orStuck(what: string, work: Promise<void>): Promise<void> {
  const over = new AbortController()
  const stuck = sleep(stuckMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`a ${what} had no answer after ${stuckMs / 1000} s`)
  })
  stuck.catch(() => {})
  try {
    await Promise.race([work, stuck])
  } finally {
    over.abort()
  }
}

/** A server that turns everybody away breaks nothing, and shows nothing. */
function neverDone({ done }: Day): string[] {
  const idle = (Object.keys(done) as Turn[]).filter((turn) => done[turn] === 0)
  return idle.map((turn) => `not a single ${turn} was done`)
}

async function breachesAfter(world: World, random: Random): Promise<string[]> {
  const deadlineMs = performance.now() + restMaxMs
  while (world.look().openJobs() > 0) {
    if (performance.now() > deadlineMs) return ['jobs are open after ten minutes of rest']
    await sleep(100)
  }
  const open = allDeeds(world.journal).filter(isUnanswered)
  const breaches = open.map(({ name }) => `${name} was neither answered nor refused`)
  for (const { name, breaches: find } of invariants) {
    breaches.push(...(await find(world, random)).map((breach) => `${name}: ${breach}`))
  }
  return [...breaches, ...(await ledgerBreaches(world))]
}

function spread(times: readonly number[]): MixReport['turnMs'] {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}
