import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import fc from 'fast-check'
import { openSimulation } from '../../test/support/money/compare.ts'
import { operation } from '../../test/support/money/operations.ts'

/** Drawn at a time: fast-check draws lists, and a million at once would fill the memory. */
const drawnAtOnce = 2_000
const runAtOnce = 50
/** Every account is compared so often; every operation's outcome always. */
const comparedEvery = 20_000

export type LedgerReport = {
  operations: number
  transfers: number
  events: number
  statements: number
  seconds: number
  verifySeconds: number
  seed: string
  breaches: string[]
}

/** Random operations of every kind that moves money, side by side with plain arithmetic. */
export async function soakLedger(asked: {
  operations: number
  seed: string
  onOperation: (done: number) => void
}): Promise<LedgerReport> {
  const { operations, seed, onOperation } = asked
  using simulation = await openSimulation({ comparedEvery })
  const startedMs = performance.now()
  const report: LedgerReport = {
    operations: 0,
    transfers: 0,
    events: 0,
    statements: 0,
    seconds: 0,
    verifySeconds: 0,
    seed,
    breaches: [],
  }
  try {
    for (let round = 0; report.operations < operations; round++) {
      const numRuns = Math.min(drawnAtOnce, operations - report.operations)
      const drawn = fc.sample(operation, { numRuns, seed: seedOf(seed) + round })
      for (let at = 0; at < drawn.length; at += runAtOnce) {
        await simulation.run(drawn.slice(at, at + runAtOnce))
        // No operation waits for anything: without this the memory of statements never comes back.
        await turnOfTheLoop()
      }
      report.operations += numRuns
      onOperation(report.operations)
    }
    report.seconds = (performance.now() - startedMs) / 1000
    Object.assign(report, simulation.finish())
  } catch (error) {
    report.breaches.push((error as Error).message)
  }
  report.verifySeconds = (performance.now() - startedMs) / 1000 - report.seconds
  const { raw } = simulation.books.store
  report.statements = raw.prepare('SELECT count(*) FROM payout_statement').pluck().get() as number
  return report
}

export function ledgerLines(report: LedgerReport): string[] {
  const { operations, transfers, events, statements, seconds, verifySeconds, seed } = report
  const rate = (transfers / Math.max(verifySeconds, 0.001)).toFixed(0)
  return [
    `${operations} operations, seed ${seed}, ${seconds.toFixed(1)} s: ${transfers} transfers, ` +
      `${events} metered events, ${statements} statements`,
    `verified in ${verifySeconds.toFixed(1)} s (${rate} transfers/s): ` +
      `${report.breaches.length} breaches`,
    ...report.breaches.map((breach) => `BREACH ${breach}`),
  ]
}

/** A seed is any text; fast-check wants a number. */
function seedOf(seed: string): number {
  return [...Buffer.from(seed)].reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 7)
}
