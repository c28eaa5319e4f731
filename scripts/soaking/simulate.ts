// The market out of one seed, as long as somebody likes; what fails is made as short as it gets.
import { readFileSync } from 'node:fs'
import {
  type Came,
  type Failure,
  failureText,
  runSteps,
  shrink,
  simulate,
} from '../../test/support/simulation/simulate.ts'
import { stepOf } from '../../test/support/simulation/steps.ts'
import { breachLines } from './show.ts'

export type SimulateReport = {
  seed: string
  rounds: number
  steps: number
  /** How often which step was taken. */
  counts: Record<string, number>
  came: Came
  seconds: number
  breaches: string[]
}

/** Each round has a seed of its own; ends with the first that fails. */
export async function soakSimulate(asked: {
  rounds: number
  operations: number
  seed: string
  /** A file of steps, one a line, instead of those of a seed. */
  replay?: string | undefined
  onStep?: (done: number) => void
}): Promise<SimulateReport> {
  const { rounds, operations, seed, replay, onStep } = asked
  const startedMs = performance.now()
  const report: SimulateReport = {
    seed,
    rounds: 0,
    steps: 0,
    counts: {},
    came: { objects: 0, links: 0, sales: 0, refunds: 0, licences: 0, payouts: 0, longestWait: 0 },
    seconds: 0,
    breaches: [],
  }
  while (report.rounds < rounds && report.breaches.length === 0) {
    const before = report.steps
    const note = (done: number) => onStep?.(before + done)
    const run = await (replay === undefined
      ? simulate({ seed: `${seed}/${report.rounds}`, steps: operations, onStep: note })
      : runSteps(stepsIn(replay), { onStep: note }))
    report.rounds++
    report.steps += run.steps
    for (const [kind, times] of Object.entries(run.counts)) {
      report.counts[kind] = (report.counts[kind] ?? 0) + times
    }
    for (const what of ['objects', 'links', 'sales', 'refunds', 'licences', 'payouts'] as const) {
      report.came[what] += run.came[what]
    }
    report.came.longestWait = Math.max(report.came.longestWait, run.came.longestWait)
    if (run.failure) report.breaches.push(failureText(await shortened(run.failure)))
    else if (replay === undefined && isDead(run)) {
      const wait = `${run.came.longestWait} of ${run.steps} steps`
      report.breaches.push(`nobody bought anything in ${wait}: that shows nothing`)
    }
  }
  report.seconds = (performance.now() - startedMs) / 1000
  return report
}

/** In as many steps somebody buys, also long after the beginning. */
const livelyAfter = 1_000
const waitMax = 4_000

type Lived = { steps: number; came: Pick<Came, 'sales' | 'longestWait'> }

export function isDead({ steps, came }: Lived): boolean {
  return (steps >= livelyAfter && came.sales === 0) || came.longestWait > waitMax
}

/** Runs of more steps than this take too long to be tried again and again. */
const shrunkMax = 5_000

async function shortened(failure: Failure): Promise<Failure> {
  return failure.steps.length > shrunkMax ? failure : shrink(failure)
}

function stepsIn(file: string) {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').map(stepOf)
}

export function simulateLines(report: SimulateReport): string[] {
  const { steps, rounds, seed, seconds, counts, came } = report
  const { longestWait, ...things } = came
  const led = Object.entries(things).map(([what, count]) => `${count} ${what}`)
  const tally = Object.entries(counts).map(([kind, times]) => `${kind} ${times}`)
  return [
    `${steps} steps in ${rounds} rounds, seed ${seed}, ${seconds.toFixed(1)} s`,
    tally.join(', '),
    `${led.join(', ')}; ${longestWait} steps without a sale at most`,
    '',
    ...breachLines(report),
  ]
}
