import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../../src/cli/command.ts'
import { endWith } from '../end-with.ts'
import { aligned } from '../soaking/show.ts'
import { type Figure, figures } from './figures.ts'

const usage = `Usage: scripts/proof [--only 1,4] [--seed 1] [--whole] [--list]
                     [--file result.json] [--json]

Shows how far thirteen things hold that this program promises, one after the other, in about twenty
minutes on two cores; with --whole at the length of data/manual/proof.md, which takes days. A
breach stops nothing: the table at the end has every figure. What is known by then is in --file
after each of them. --list says what would be run, and runs nothing.

${figures.map(lineOf).join('\n')}

Exit code 1 on any breach, 2 when it could not run. The same seed makes the same plan.`

const options = {
  only: { type: 'string' },
  seed: { type: 'string', default: '1' },
  whole: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  file: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

function lineOf({ holds, short }: Figure, place: number): string {
  return `${`${place + 1}`.padStart(2)}  ${holds}\n      scripts/soak ${short.join(', ')}`
}

/** What one command line came to. */
type Shown = {
  command: string
  seconds: number
  breaches: string[]
  /** Why it could not be tried here. */
  skipped?: string
  report: unknown
}
type Proven = { number: number; holds: string; shown: Shown[] }

const root = resolve(import.meta.dirname, '../..')

async function main(): Promise<number> {
  const { values } = parseArgs({ options })
  if (values.help) return say(usage, 0)
  const chosen = chosenFrom(values.only)
  const linesFor = ({ short, whole }: Figure) =>
    (values.whole ? whole : short).map((line) => `${line} --seed ${values.seed}`)
  if (values.list) {
    const lines = chosen.flatMap((number) => linesFor(figures[number - 1] as Figure))
    return say(lines.map((line) => `scripts/soak ${line}`).join('\n'), 0)
  }
  const proven: Proven[] = []
  const startedMs = performance.now()
  const result = () => {
    const minutes = (performance.now() - startedMs) / 60_000
    const all = { ...where, seed: values.seed, minutes, figures: proven }
    return JSON.stringify(all, null, 2)
  }
  const where = whereAndWhen()
  for (const [done, number] of chosen.entries()) {
    const figure = figures[number - 1] as Figure
    tell(`${done + 1} of ${chosen.length}: ${figure.holds}`)
    const shown: Shown[] = []
    proven.push({ number, holds: figure.holds, shown })
    for (const line of linesFor(figure)) shown.push(await show(line))
    if (values.file !== undefined) writeFileSync(values.file, `${result()}\n`)
  }
  const all = proven.flatMap(({ shown }) => shown)
  const broken = all.filter(({ breaches }) => breaches.length > 0)
  say(values.json ? result() : tableOf(proven).join('\n'), 0)
  return broken.length === 0 ? 0 : 1
}

function tableOf(proven: readonly Proven[]): string[] {
  const rows = proven.flatMap(({ number, shown }) =>
    shown.map((one) => [`${number}`, one.command, endOf(one), `${one.seconds.toFixed(0)} s`]),
  )
  const all = proven.flatMap(({ shown }) => shown)
  const minutes = all.reduce((sum, { seconds }) => sum + seconds, 0) / 60
  const broken = proven.filter(({ shown }) => shown.some(({ breaches }) => breaches.length > 0))
  return [
    ...aligned(rows),
    '',
    `${proven.length} figures in ${minutes.toFixed(1)} minutes, ${broken.length} broken`,
  ]
}

function endOf({ breaches, skipped }: Shown): string {
  if (skipped !== undefined) return 'skipped'
  return breaches.length === 0 ? 'holds' : `${breaches.length} BREACHES`
}

function chosenFrom(only: string | undefined): number[] {
  if (only === undefined) return figures.map((_, i) => i + 1)
  const numbers = only.split(',').map(Number)
  const unknown = numbers.find((number) => figures[number - 1] === undefined)
  if (unknown === undefined) return numbers
  throw new UsageError(`--only takes numbers from 1 to ${figures.length}.`)
}

/** Runs a campaign; its own progress goes to where progress goes. */
async function show(command: string): Promise<Shown> {
  const startedMs = performance.now()
  const words = ['scripts/soaking/main.ts', ...command.split(' '), '--json']
  const child = spawn(process.execPath, [...process.execArgv, ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  const code = await new Promise<number | null>((done) => child.once('close', done))
  const seconds = (performance.now() - startedMs) / 1000
  const report = reportIn(text)
  const skipped = text.startsWith('Skipped: ') ? text.trim() : undefined
  const none = skipped === undefined ? [`it ended with ${code} and no result`] : []
  const breaches = report?.breaches ?? none
  tell(`  scripts/soak ${command}: ${skipped ?? sentence(breaches)}, ${seconds.toFixed(0)} s`)
  const shown = { command: `scripts/soak ${command}`, seconds, breaches }
  return { ...shown, ...(skipped && { skipped }), report: report ?? text.trim() }
}

function sentence(breaches: readonly string[]): string {
  return breaches.length === 0 ? 'no breach' : `BREACH ${breaches[0]?.slice(0, 500)}`
}

function reportIn(text: string): { breaches: string[] } | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What the figures were made with; the machine by its size, not by its name. */
function whereAndWhen() {
  const git = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return {
    at: new Date().toISOString(),
    commit: git.stdout?.trim() || null,
    node: process.version,
    cores: cpus().length,
    memory_gib: Math.round(totalmem() / 1024 ** 3),
  }
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}

function say(text: string, code: number): number {
  console.log(text)
  return code
}

endWith(main, { usage, fault: 2 })
