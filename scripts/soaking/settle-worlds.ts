// The kills of `scripts/soak settle`, shared out among several worlds at once: most of a kill is
// one server that starts, so every core has one.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { KillReport } from './kill.ts'
import { openNotes } from './notes.ts'
import { moneyPlanOf, moneyReportOf, noteDone, type PointDone } from './settle.ts'
import type { ToldWorld, WorldSays } from './settle-world.ts'

export type SharedSettling = {
  points: number
  seed: string
  worlds: number
  /** Names of points, where not all of the plan are wanted. */
  only?: readonly string[]
  /** Where each kill is noted; those that are in it already are not done again. */
  notes?: string | undefined
  onPoint?: (done: number) => void
}

/** Kills until all points are done, or one of them has a breach. */
export async function soakSettleShared(options: SharedSettling): Promise<KillReport> {
  const { points, seed, only, notes, onPoint } = options
  const startedMs = performance.now()
  const plan = moneyPlanOf({ points, seed }).map(({ name }, i) => ({ number: i + 1, name }))
  const report = moneyReportOf(seed)
  const noted = openNotes<PointDone>(notes, { what: 'settle', seed, points })
  for (const done of noted.before) noteDone(report, done)
  const before = new Set(noted.before.map(({ number }) => number))
  const isWanted = ({ name }: { name: string }) => only?.includes(name) ?? true
  const left = plan.filter((point) => isWanted(point) && !before.has(point.number))
  const isOver = () => left.length === 0 || report.breaches.length > 0
  const work = async (name: string) => {
    await using world = await openWorldProcess({ seed, name })
    while (!isOver()) {
      const said = await world.ask(left.shift() as ToldWorld)
      if (said.is !== 'done') throw new Error(`${name} said ${said.is}`)
      noteDone(report, said.done)
      report.folder ??= said.folder
      if (said.done.breaches.length === 0) noted.add(said.done)
      onPoint?.(report.points.length)
    }
    const said = await world.ask('finish')
    if (said.is !== 'finished') throw new Error(`${name} said ${said.is}`)
    report.breaches.push(...said.breaches)
    report.folder ??= said.folder
    report.deeds.asked += said.deeds
  }
  // Worlds that were begun for kills of before are not there any more; new ones have new names.
  const names = Array.from({ length: Math.min(options.worlds, left.length) }, (_, i) => {
    return `world ${before.size + i + 1}`
  })
  const failed = (error: Error) => void report.breaches.push(error.message)
  await Promise.all(names.map((name) => work(name).catch(failed)))
  report.seconds = (performance.now() - startedMs) / 1000
  return report
}

type WorldProcess = AsyncDisposable & { ask(told: ToldWorld): Promise<WorldSays> }

async function openWorldProcess(named: { seed: string; name: string }): Promise<WorldProcess> {
  const program = new URL('./settle-world.ts', import.meta.url)
  const child = fork(program, [named.seed, named.name])
  const ended = once(child, 'exit')
  await answerOf(child, named.name)
  return {
    ask(told) {
      child.send(told)
      return answerOf(child, named.name)
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

async function answerOf(child: ChildProcess, name: string): Promise<WorldSays> {
  const enough = new AbortController()
  const { signal } = enough
  const died = once(child, 'exit', { signal }).then(([code, by]) => {
    throw new Error(`${name} ended with ${code ?? by}`)
  })
  try {
    const [said] = await Promise.race([once(child, 'message', { signal }), died])
    return said as WorldSays
  } finally {
    // Whoever is not waited for any more fails by that, and nobody hears it.
    died.catch(() => {})
    enough.abort()
  }
}
