// How long each test file took when it last ran: the slowest go first, so that those who run them
// end together.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Times = Record<string, number>

const file = process.env.KONTOR_TEST_TIMES ?? 'node_modules/.kontor-test/times.json'
const slowestCount = 10

/** Where there is none yet, as on a new machine: what they took on one, about. */
const guesses: readonly [RegExp, ms: number][] = [
  [/^test\/console\/(console|provide|operate|every-command|every-state|languages)\./, 150_000],
  [/^test\/tidy\./, 10_000],
  [/^test\/end-to-end\/formats\./, 120_000],
  [/^test\/end-to-end\/previews\./, 80_000],
  [/^test\/(end-to-end\/(kill-points|hostile-files|lanes)|packaged\/file)\./, 55_000],
  [/^test\/(end-to-end\/sidecars|extract\/sandbox\/reuse)\./, 40_000],
  [/^test\/end-to-end\/(clips|disk-full|no-network|pages|readme-tour|serve|stop)\./, 30_000],
  [/^test\/(packaged|extract\/ocr)\//, 25_000],
  [/^test\/end-to-end\//, 14_000],
  [/^test\/cli\//, 7_000],
  [/^test\/(scripts|http|extract|client)\//, 4_000],
]

/** Of the last run, or guessed. */
export function openTimes() {
  const kept = readTimes()
  const msOf = (path: string) =>
    kept[path] ?? guesses.find(([pattern]) => pattern.test(path))?.[1] ?? 1_700
  return { msOf }
}

/**
 * What is kept is only an order: where it cannot be written there is another one. Beside it is what
 * each file of this run took of a processor, for whoever wants to make it less.
 */
export function keepTimes(ran: Times, processor: Times): void {
  const draft = `${file}.${process.pid}`
  // Under another name first: another folder may share the file that lies there.
  const put = (path: string, times: Times) => {
    writeFileSync(draft, `${JSON.stringify(times, null, 1)}\n`)
    renameSync(draft, path)
  }
  try {
    mkdirSync(dirname(file), { recursive: true })
    put(file, { ...readTimes(), ...ran })
    put(`${file}.processor`, processor)
  } catch {
    // The next run guesses.
  }
}

/** The ten slowest files, and how long all of them took: by the clock, and of a processor. */
export function tellTimes(ran: Times, processor: Times, tookMs: number): string {
  const sorted = Object.entries(ran).sort(([, a], [, b]) => b - a)
  const slowest = sorted.slice(0, slowestCount)
  return [
    'Slowest, by the clock and of a processor:',
    ...slowest.map(([path, ms]) => `${seconds(ms)}${seconds(processor[path] ?? 0)}  ${path}`),
    `${seconds(tookMs)}${seconds(sumOf(processor))}  ${sorted.length} files ` +
      `(${seconds(sumOf(ran)).trim()} in them)`,
  ].join('\n')
}

function sumOf(times: Times): number {
  return Object.values(times).reduce((sum, ms) => sum + ms, 0)
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
