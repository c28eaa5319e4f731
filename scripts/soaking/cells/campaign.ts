// Many cells, as long as somebody likes: each seed is a run of its own, with its own cells, its own
// network and its own steps. What fails is made as short as it gets.
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { openRandom } from '../random.ts'
import { breachLines } from '../show.ts'
import type { Harm } from './clearing/cell.ts'
import { weights as clearingWeights, runClearing } from './clearing/run.ts'
import type { RankingHarm } from './ranking/gateway.ts'
import { weights as rankingWeights, runRanking } from './ranking/run.ts'
import { drawSteps, type Outcome, type Step, shorten, stepText } from './steps.ts'

export type Failure = { part: string; seed: string; what: string; steps: string[] }

export type CellsReport = {
  seed: string
  seeds: number
  /** Of each run. */
  steps: number
  /** What happened in all of them together. */
  clearing: Record<string, number>
  ranking: Record<string, number>
  seconds: number
  failures: Failure[]
  breaches: string[]
}

type Asked = {
  seed: string
  seeds: number
  steps: number
  onSeed?: (done: number) => void
}

/** Ends with the first seed that fails. */
export async function soakCells({ seed, seeds, steps, onSeed }: Asked): Promise<CellsReport> {
  const startedMs = performance.now()
  const report: CellsReport = {
    seed,
    seeds: 0,
    steps,
    clearing: {},
    ranking: {},
    seconds: 0,
    failures: [],
    breaches: [],
  }
  while (report.seeds < seeds && report.failures.length === 0) {
    const own = `${seed}/${report.seeds}`
    report.seeds += 1
    const outcomes = {
      clearing: await clearingOf(own, { steps }),
      ranking: await rankingOf(own, { steps: Math.ceil(steps / 2) }),
    }
    for (const part of ['clearing', 'ranking'] as const) {
      const outcome = outcomes[part]
      add(report[part], outcome.counts)
      if (outcome.breach !== undefined) {
        report.failures.push(failureOf(outcome, { part, seed: own }))
      }
    }
    onSeed?.(report.seeds)
    await turnOfTheLoop()
  }
  report.breaches = report.failures.map(failureText)
  report.seconds = (performance.now() - startedMs) / 1000
  return report
}

/** A run of a seed; one that fails comes shortened. */
export async function clearingOf(
  seed: string,
  { steps: count, harm }: { steps: number; harm?: Harm },
): ReturnType<typeof runClearing> {
  const steps = drawSteps(openRandom(`${seed}/steps`), { weights: clearingWeights, count })
  return whole(steps, (some) => runClearing(seed, { steps: some, harm }))
}

export async function rankingOf(
  seed: string,
  { steps: count, harm }: { steps: number; harm?: RankingHarm },
): ReturnType<typeof runRanking> {
  const steps = drawSteps(openRandom(`${seed}/steps`), { weights: rankingWeights, count })
  return whole(steps, (some) => runRanking(seed, { steps: some, harm }))
}

async function whole<K extends string>(
  steps: readonly Step<K>[],
  run: (steps: readonly Step<K>[]) => Promise<Outcome<K>>,
): Promise<Outcome<K>> {
  const outcome = await run(steps)
  return outcome.breach === undefined ? outcome : shorten(outcome, run)
}

function failureOf({ breach = '', steps }: Outcome, of: { part: string; seed: string }): Failure {
  return { ...of, what: breach, steps: steps.map(stepText) }
}

function failureText({ part, seed, what, steps }: Failure): string {
  return [`${part}, seed ${seed}: ${what}`, ...steps].join('\n')
}

function add(all: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [what, times] of Object.entries(counts)) all[what] = (all[what] ?? 0) + times
}

export function cellsLines(report: CellsReport): string[] {
  const { seed, seeds, steps, seconds, clearing, ranking } = report
  const tally = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([what, times]) => `${what} ${times}`)
      .join(', ')
  return [
    `${seeds} seeds of ${steps} steps, from ${seed}, ${seconds.toFixed(1)} s`,
    `clearing: ${tally(clearing)}`,
    `ranking, half as many steps: ${tally(ranking)}`,
    '',
    ...breachLines(report),
  ]
}
