// A mixed day on a server whose clock goes faster than ours: what it holds must not grow with what
// it has done.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { passDay } from './mix.ts'
import { openRandom } from './random.ts'
import { aligned, breachLines } from './show.ts'
import { openWorld, type World } from './world.ts'

export type DayReport = {
  seed: string
  clients: number
  seconds: number
  /** Of the server's clock. */
  hours: number
  done: Record<string, number>
  turnedAway: number
  /** The middle of each quarter, beginning with the first. */
  quarters: Look[]
  breaches: string[]
  folder: string | undefined
}

/** What a server holds at one moment. */
type Look = { memoryMb: number; handles: number; threads: number; drafts: number; logMb: number }

const program = resolve(import.meta.dirname, '../../test/support/serve-at.ts')
const lookEveryMs = 1_000
/** A quarter may have so much more than the one before the one before it. */
const slack: Record<keyof Look, { share: number; more: number }> = {
  memoryMb: { share: 1.25, more: 40 },
  handles: { share: 1, more: 30 },
  threads: { share: 1, more: 4 },
  drafts: { share: 1, more: 10 },
  logMb: { share: 1, more: 64 },
}

export async function soakDay(asked: {
  seconds: number
  times: number
  clients: number
  seed: string
  onSecond?: (done: number) => void
}): Promise<DayReport> {
  const { seconds, times, clients, seed, onSecond } = asked
  const random = openRandom(seed)
  await using world = await openWorld({ KONTOR_TEST_CLOCK_TIMES: `${times}` }, program)
  await takeLimit(world)
  const looks: Look[] = []
  const ended = new AbortController()
  const watching = watch(world, { looks, signal: ended.signal, onSecond })
  const day = await passDay({ world, random, clients, seconds })
  ended.abort()
  await watching
  const quarters = quartersOf(looks)
  const breaches = [...day.breaches, ...growth(quarters)]
  if (breaches.length > 0) world.keep()
  const folder = breaches.length > 0 ? world.dir : undefined
  const { done, turnedAway } = day
  const hours = (seconds * times) / 3600
  return { seed, clients, seconds, hours, done, turnedAway, quarters, breaches, folder }
}

/** A quick machine mints more links in two minutes than a month of the smallest plan has. */
async function takeLimit({ market: { call, operator, buyer } }: World): Promise<void> {
  const path = `/v1/admin/tenants/${buyer.tenantId}`
  const { status } = await call('PATCH', path, { as: operator.token, body: { plan: 'unlimited' } })
  if (status !== 200) throw new Error(`the plan answered ${status}`)
}

type Watch = { looks: Look[]; signal: AbortSignal; onSecond: ((done: number) => void) | undefined }

async function watch(world: World, { looks, signal, onSecond }: Watch): Promise<void> {
  const startedMs = performance.now()
  while (!signal.aborted) {
    looks.push(lookAt(world))
    onSecond?.(Math.floor((performance.now() - startedMs) / 1000))
    await sleep(lookEveryMs, undefined, { signal }).catch(() => {})
  }
}

function lookAt({ dir, server }: World): Look {
  const { pid } = server()
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  const log = statSync(join(dir, 'kontor.db-wal'), { throwIfNoEntry: false })
  return {
    memoryMb: Math.round(number('VmRSS') / 1024),
    threads: number('Threads'),
    handles: readdirSync(`/proc/${pid}/fd`).length,
    drafts: readdirSync(join(dir, 'blobs/tmp')).length,
    logMb: Math.round((log?.size ?? 0) / 1024 / 1024),
  }
}

function quartersOf(looks: readonly Look[]): Look[] {
  const size = Math.ceil(looks.length / 4)
  const names = Object.keys(slack) as (keyof Look)[]
  return [0, 1, 2, 3].map((quarter) => {
    const part = looks.slice(quarter * size, (quarter + 1) * size)
    const middle = (name: keyof Look) =>
      part.map((look) => look[name]).sort((a, b) => a - b)[part.length >> 1] ?? 0
    return Object.fromEntries(names.map((name) => [name, middle(name)])) as Look
  })
}

/** The first quarter warms up; the last is held against the second. */
function growth([, second, , last]: readonly Look[]): string[] {
  if (second === undefined || last === undefined) return ['nobody looked']
  return (Object.keys(slack) as (keyof Look)[])
    .filter((name) => last[name] > second[name] * slack[name].share + slack[name].more)
    .map((name) => `${name} grew from ${second[name]} to ${last[name]}`)
}

export function dayLines(report: DayReport): string[] {
  const { clients, seconds, hours, seed, done, turnedAway, quarters } = report
  const head = ['quarter', 'memory', 'handles', 'threads', 'drafts', 'log']
  const rows = quarters.map(({ memoryMb, handles, threads, drafts, logMb }, i) => [
    ...[`${i + 1}`, `${memoryMb} MB`, `${handles}`, `${threads}`, `${drafts}`, `${logMb} MB`],
  ])
  return [
    ...aligned([head, ...rows]),
    '',
    `${clients} clients, ${hours.toFixed(1)} hours in ${seconds} s, seed ${seed}: ` +
      `${done.deed} deeds, ${done.read} reads, ${done.errand} errands, ${turnedAway} turned away`,
    ...breachLines(report),
  ]
}
