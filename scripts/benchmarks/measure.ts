import { spawnSync } from 'node:child_process'

/** One measured thing: how long it took, each time, and what it stands beside. */
export type Row = {
  name: string
  /** Milliseconds of each round, or of each request. */
  medianMs: number
  p95Ms: number
  p99Ms?: number
  /** Done in a second. */
  perSecond: number
  /** The peer's name and how many times our rate is of its rate (above 1: we are faster). */
  peer?: string
  ratio?: number
  note?: string
}

export type BenchOptions = { full: boolean; sizes?: Readonly<Record<string, string | undefined>> }

export type Bench = {
  name: string
  about: string
  /**
   * `full` measures at sizes that take many minutes to make; `sizes` are those that were named, as
   * they were written.
   */
  run(log: (line: string) => void, options: BenchOptions): Promise<Row[]>
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * q
  const low = sorted[Math.floor(at)] ?? 0
  const high = sorted[Math.ceil(at)] ?? low
  return low + (high - low) * (at - Math.floor(at))
}

/** The row of a list of single times, when `seconds` passed for all of them together. */
export function rowOf(name: string, times: readonly number[], seconds: number): Row {
  return {
    name,
    medianMs: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    // Of fewer there is no hundredth.
    ...(times.length >= 100 ? { p99Ms: quantile(times, 0.99) } : {}),
    perSecond: times.length / seconds,
  }
}

/** How many milliseconds it took, as a list of one. */
export async function clocked(work: () => Promise<unknown>): Promise<number[]> {
  const startedMs = performance.now()
  await work()
  return [performance.now() - startedMs]
}

/** Our rate as a multiple of the peer's, from rounds that took turns. */
export function beside(ours: Row, peer: Row): Row {
  return { ...ours, peer: peer.name, ratio: ours.perSecond / peer.perSecond }
}

/**
 * Runs several subjects in turns, so that what else the machine does meets all of them alike:
 * a warm-up round, then `rounds` rounds, each subject once a round in a changing order.
 */
export async function inTurns<K extends string>(
  subjects: Record<K, () => Promise<number[]>>,
  rounds: number,
): Promise<Record<K, { times: number[]; seconds: number }>> {
  const names = Object.keys(subjects) as K[]
  const results = {} as Record<K, { times: number[]; seconds: number }>
  for (const name of names) {
    await subjects[name]()
    results[name] = { times: [], seconds: 0 }
  }
  for (let round = 0; round < rounds; round++) {
    const turned = names.map((_, i) => names[(i + round) % names.length] as K)
    for (const name of turned) {
      const startedMs = performance.now()
      results[name].times.push(...(await subjects[name]()))
      results[name].seconds += (performance.now() - startedMs) / 1000
    }
  }
  return results
}

export function table(rows: readonly Row[]): string[] {
  const header = ['', 'median ms', 'p95 ms', 'p99 ms', 'per second', 'ratio', 'beside']
  const lines = rows.map(({ name, medianMs, p95Ms, p99Ms, perSecond, ratio, peer, note }) => [
    name,
    shown(medianMs),
    shown(p95Ms),
    p99Ms === undefined ? '' : shown(p99Ms),
    shown(perSecond),
    ratio === undefined ? '' : `${ratio.toFixed(2)}×`,
    [peer, note].filter(Boolean).join('; '),
  ])
  const all = [header, ...lines]
  const widths = header.map((_, column) =>
    Math.max(...all.map((line) => line[column]?.length ?? 0)),
  )
  return all.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : pad(cell, widths[column]),
      )
      .join('  ')
      .trimEnd(),
  )
}

function pad(cell: string, width = 0): string {
  return /^[\d.×]/.test(cell) ? cell.padStart(width) : cell.padEnd(width)
}

function shown(value: number): string {
  if (value >= 100) return value.toFixed(0)
  return value >= 1 ? value.toFixed(2) : value.toFixed(3)
}

export function isInstalled(program: string): boolean {
  return spawnSync(program, ['-h'], { stdio: 'ignore' }).error === undefined
}
