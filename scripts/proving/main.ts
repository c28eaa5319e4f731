import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../../src/cli/command.ts'
import { endWith } from '../end-with.ts'
import { type Figure, figures } from './figures.ts'

const usage = `Usage: scripts/proof [--only 1,4] [--seed 1] [--whole] [--file result.json] [--json]

Shows how far twelve things hold that this program promises, one after the other, in about twenty
minutes on two cores; with --whole at the length of data/manual/proof.md, which takes days.

${figures.map(lineOf).join('\n')}

Exit code 1 on any breach, 2 when it could not run. The same seed makes the same plan.`

const options = {
  only: { type: 'string' },
  seed: { type: 'string', default: '1' },
  whole: { type: 'boolean', default: false },
  file: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

function lineOf({ holds, short }: Figure, place: number): string {
  return `${`${place + 1}`.padStart(2)}  ${holds}\n      scripts/soak ${short.join(', ')}`
}

/** What one command line came to. */
type Shown = { command: string; seconds: number; breaches: string[]; report: unknown }

const root = resolve(import.meta.dirname, '../..')

async function main(): Promise<number> {
  const { values } = parseArgs({ options })
  if (values.help) return say(usage, 0)
  const chosen = chosenFrom(values.only)
  const results: { number: number; holds: string; shown: Shown[] }[] = []
  const startedMs = performance.now()
  for (const number of chosen) {
    const figure = figures[number - 1] as Figure
    tell(`${number} of ${figures.length}: ${figure.holds}`)
    const shown: Shown[] = []
    for (const line of values.whole ? figure.whole : figure.short) {
      shown.push(await show(`${line} --seed ${values.seed}`))
    }
    results.push({ number, holds: figure.holds, shown })
  }
  const all = results.flatMap(({ shown }) => shown)
  const broken = all.filter(({ breaches }) => breaches.length > 0)
  const minutes = (performance.now() - startedMs) / 60_000
  const result = { ...whereAndWhen(), seed: values.seed, minutes, figures: results }
  const text = JSON.stringify(result, null, 2)
  if (values.file !== undefined) writeFileSync(values.file, `${text}\n`)
  const last = `${chosen.length} figures in ${minutes.toFixed(1)} minutes, ${broken.length} broken`
  return say(values.json ? text : last, broken.length === 0 ? 0 : 1)
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
  const isSkipped = text.startsWith('Skipped: ')
  const none = isSkipped ? [] : [`it ended with ${code} and no result`]
  const breaches = report?.breaches ?? none
  const said = isSkipped ? text.trim() : sentence(breaches)
  tell(`  scripts/soak ${command}: ${said}, ${seconds.toFixed(0)} s`)
  return { command: `scripts/soak ${command}`, seconds, breaches, report: report ?? text.trim() }
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
