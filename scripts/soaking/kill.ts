import { until } from '../../test/support/market.ts'
import { keepBusy } from './clients.ts'
import { invariants, ledgerBreaches } from './invariants.ts'
import { allDeeds, isUnanswered } from './journal.ts'
import { type KillPoint, killPhases } from './kill-points.ts'
import { finishLarge } from './large-files.ts'
import { planIn } from './plan.ts'
import { openRandom, type Random } from './random.ts'
import { askAgain, findHalves } from './unanswered.ts'
import { openWorld, type World } from './world.ts'

export type KillReport = {
  seed: string
  /** One for each kill, in order. */
  points: PointReport[]
  deeds: { asked: number; unanswered: number }
  breaches: string[]
  /** The data folder, when there is something to see in it. */
  folder: string | undefined
  seconds: number
}

export type PointReport = { name: string; unanswered: number; backMs: number }

/** The books are checked as a whole so often, and at the end. */
const ledgerEvery = 50

/**
 * Kills a server at each point of the plan, one life after the other on one data folder, and checks
 * after each that nothing was lost, doubled or left half done. Ends at the first breach. What the
 * clients do is that of the seed; how the threads of the machine meet is not.
 */
export async function soakKill(options: {
  plan: readonly KillPoint[]
  seed: string
  onPoint?: (done: number) => void
  /** Of the server, beyond those of every soak. */
  settings?: Record<string, string>
}): Promise<KillReport> {
  const { plan, seed, onPoint, settings } = options
  const startedMs = performance.now()
  const random = openRandom(seed)
  await using world = await openWorld(settings)
  const report: KillReport = {
    seed,
    points: [],
    breaches: [],
    folder: undefined,
    seconds: 0,
    deeds: { asked: 0, unanswered: 0 },
  }
  for (const [i, point] of plan.entries()) {
    const mine = random.branch(`point ${i + 1}`)
    report.breaches = await runPoint(world, mine, { point, report })
    if (report.breaches.length === 0 && ((i + 1) % ledgerEvery === 0 || i + 1 === plan.length)) {
      report.breaches = await ledgerBreaches(world)
    }
    onPoint?.(i + 1)
    if (report.breaches.length > 0) break
  }
  if (report.breaches.length > 0) {
    world.keep()
    report.folder = world.dir
  }
  report.deeds.asked = allDeeds(world.journal).length
  report.seconds = (performance.now() - startedMs) / 1000
  return report
}

/** The first ten are of ten phases. */
export function planOf(points: number, seed: string): KillPoint[] {
  return planIn(killPhases, { points, seed })
}

/** Up to the kill, over it and back to rest. Gives what is wrong then. */
async function runPoint(
  world: World,
  random: Random,
  { point, report }: { point: KillPoint; report: KillReport },
): Promise<string[]> {
  const breaches: string[] = []
  const note = async (what: string, work: () => Promise<string[] | undefined>) => {
    const found = await work().catch((error: Error) => [error.message])
    breaches.push(...(found ?? []).map((breach) => `${what}: ${breach}`))
  }
  world.inFlight(keepBusy(world, random.branch('beside'), new AbortController().signal))
  await note(point.name, async () => void (await point.reach(world, random)))
  await world.kill()
  await note('answers', () => world.settled())
  const unanswered = allDeeds(world.journal).filter(isUnanswered).length
  report.deeds.unanswered += unanswered
  const downMs = performance.now()
  if (point.alsoWhileStarting) await world.startAndKill(random.below(900))
  await note('start', async () => void (await world.start()))
  if (breaches.length > 0) return breaches
  report.points.push({ name: point.name, unanswered, backMs: performance.now() - downMs })
  await note('half done', async () => findHalves(world))
  await note('asked again', async () => void (await askAgain(world)))
  await note('large files', async () => void (await finishLarge(world)))
  await note('rest', async () => void (await rest(world)))
  for (const { name, breaches: find } of invariants) {
    await note(name, async () => find(world, random))
  }
  return breaches
}

/** Waits until the server has worked off what it was left with. */
async function rest(world: World): Promise<void> {
  await until('no job is open', () => world.look().openJobs() === 0 || undefined)
}
