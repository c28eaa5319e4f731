// How long each test file took when it last ran: the slowest go first, so that those who run them
// end together.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Times = Record<string, number>

const file = process.env.KONTOR_TEST_TIMES ?? 'node_modules/.kontor-test/times.json'
const slowestCount = 10

/** Where there is none yet: what starts the program takes longer than what does not. */
const guesses: readonly [RegExp, ms: number][] = [
  [/^test\/(end-to-end|packaged)\//, 20_000],
  [/^test\/(cli|scripts)\//, 8_000],
  [/^test\/(http|adapters|extract|engine)\//, 4_000],
]

export function slowestFirst(files: readonly string[]): string[] {
  const times = readTimes()
  const msOf = (path: string) =>
    times[path] ?? guesses.find(([pattern]) => pattern.test(path))?.[1] ?? 1_000
  return [...files].sort((a, b) => msOf(b) - msOf(a))
}

/** What is kept is only an order: where it cannot be written there is another one. */
export function keepTimes(ran: Times): void {
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(draft, `${JSON.stringify({ ...readTimes(), ...ran }, null, 1)}\n`)
    renameSync(draft, file)
  } catch {
    // The next run guesses.
  }
}

/** The ten slowest files, and how long all of them took. */
export function tellTimes(ran: Times, tookMs: number): string {
  const sorted = Object.entries(ran).sort(([, a], [, b]) => b - a)
  const slowest = sorted.slice(0, slowestCount)
  const all = sorted.reduce((sum, [, ms]) => sum + ms, 0)
  return [
    'Slowest:',
    ...slowest.map(([path, ms]) => `${seconds(ms)}  ${path}`),
    `${seconds(tookMs)}  ${sorted.length} files (${seconds(all).trim()} in them)`,
  ].join('\n')
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`.padStart(10)
}

function readTimes(): Times {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Times
  } catch {
    return {}
  }
}
