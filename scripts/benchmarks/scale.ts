import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { UsageError } from '../../src/cli/command.ts'
import type { Bench, Row } from './measure.ts'
import { datasetsAxis } from './scale/datasets-axis.ts'
import { keysAxis } from './scale/keys-axis.ts'
import { passagesAxis } from './scale/passages-axis.ts'
import { type Axis, axes, type Point } from './scale/point.ts'
import { transfersAxis } from './scale/transfers-axis.ts'
import { viewersAxis } from './scale/viewers-axis.ts'

type Log = (line: string) => void
type Run = (log: Log, sizes: readonly number[]) => AsyncGenerator<Point[]>

const runs: Readonly<Record<Axis, { run: Run; short: number[]; full: number[] }>> = {
  passages: {
    run: passagesAxis,
    short: [3_000, 10_000, 30_000],
    full: [10_000, 30_000, 100_000, 300_000, 1_000_000],
  },
  datasets: { run: datasetsAxis, short: [10, 1_000], full: [10, 100, 1_000, 3_000, 10_000] },
  viewers: { run: viewersAxis, short: [1, 100], full: [1, 10, 30, 100, 300, 1_000] },
  keys: { run: keysAxis, short: [100, 3_000], full: [100, 1_000, 10_000, 30_000, 100_000] },
  transfers: {
    run: transfersAxis,
    short: [3_000, 10_000, 30_000],
    full: [10_000, 30_000, 100_000, 300_000, 1_000_000],
  },
}

/**
 * What one thing costs where there is much of one kind and little of all others, in processor time
 * by thread: clocks say more of who else is on the machine.
 */
export const scale: Bench = {
  name: 'scale',
  about: 'processor time of a search, a request and a charge as one kind of thing grows',
  async run(log, { full, sizes = {} }) {
    const named = axes.filter((axis) => sizes[axis] !== undefined)
    const rows: Row[] = []
    for (const axis of named.length > 0 ? named : axes) {
      const { run, short, full: all } = runs[axis]
      const given = sizes[axis]
      const chosen = given === undefined ? (full ? all : short) : sizesOf(axis, given)
      log(`  ${axis}: ${chosen.join(', ')}; load ${loadavg()[0]?.toFixed(1)}`)
      for await (const points of run(log, chosen)) {
        for (const { curve, size, value, unit } of points) {
          log(`    ${size}: ${curve} ${value.toFixed(3)} ${unit}`)
        }
        rows.push(...points)
        // What took hours is not lost with what comes after it.
        mkdirSync('bench', { recursive: true })
        writeFileSync('bench/scale.json', `${JSON.stringify(rows, null, 2)}\n`)
      }
    }
    return rows
  },
}

function sizesOf(axis: Axis, given: string): number[] {
  const sizes = given.split(',').map(Number)
  const isRising = sizes.every((size, i) => i === 0 || size > (sizes[i - 1] as number))
  if (isRising && sizes.every((size) => Number.isSafeInteger(size) && size > 0)) return sizes
  throw new UsageError(`--${axis} takes sizes from small to large, as in 10000,100000.`)
}
