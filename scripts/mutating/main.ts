import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../../src/cli/command.ts'
import { endWith } from '../end-with.ts'
import { openRandom } from '../soaking/random.ts'
import { openScratch } from '../testing/scratch.ts'
import {
  isEarly,
  isNoticed,
  isSound,
  isStill,
  keep,
  mutantsOf,
  openReach,
  type Placed,
  type Result,
  tryMutant,
} from './campaign.ts'
import { equals } from './equals.ts'
import { nameOf } from './mutate.ts'
import { linesOf, reportOf } from './report.ts'
import { roomNames, type Source, sourcesOf } from './rooms.ts'
import { openRunner } from './runner.ts'

const usage = `Usage: scripts/mutants [--room ledger] [--file part/of/a/path] [--sample 60]
                       [--seed 1] [--tests 8] [--result results.json] [--list | --report] [--json]

Changes the sources of a room in one small way after the other (${roomNames.join(', ')};
several with commas), and runs the test files that reach the place, of --tests that are nearest to
its source, up to the first that fails. What none of them notices has survived. --sample takes so
many of each room. Results are kept (--result) and taken up again: what looks as it did is not tried
twice. --list names the mutants, --report tells what is kept; they try none.

Exit code 1 where a room has a score below 85 %, 2 when it could not run. Needs Linux.`

const options = {
  room: { type: 'string' },
  file: { type: 'string' },
  sample: { type: 'string' },
  seed: { type: 'string', default: '1' },
  tests: { type: 'string', default: '8' },
  result: { type: 'string', default: 'node_modules/.kontor-test/mutants.json' },
  list: { type: 'boolean', default: false },
  report: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

type Values = { room?: string; file?: string; sample?: string; seed: string }

const cwd = resolve(import.meta.dirname, '../..')
/** One of so many is followed by a run without a mutant. */
const soundEvery = 25

async function main(): Promise<number> {
  const { values } = parseArgs({ options })
  if (values.help) return say([usage], 0)
  const { texts, mutants } = mutantsOf(cwd, sourcesFor(values))
  const chosen = sampleOf(mutants, values)
  if (values.list) return say(chosen.map(nameOf), 0)
  const path = resolve(values.result)
  const tests = Number(values.tests)
  const results = values.report ? keptIn(path) : await tryAll(chosen, { texts, path, tests })
  const report = reportOf(chosen, results)
  return say(values.json ? [JSON.stringify(report, null, 2)] : linesOf(report), report.code)
}

function sourcesFor({ room, file = '' }: Values): Source[] {
  const rooms = room?.split(',') ?? roomNames
  const unknown = rooms.find((one) => !roomNames.includes(one))
  if (unknown !== undefined)
    throw new UsageError(`There is no room ${unknown}: ${roomNames.join(', ')}.`)
  return sourcesOf(cwd).filter((one) => rooms.includes(one.room) && one.file.includes(file))
}

/** So many of each room at most, the rooms in turn: one that is cut short is a sample, too. */
function sampleOf(mutants: readonly Placed[], { sample, seed }: Values): Placed[] {
  if (sample === undefined) return [...mutants]
  if (!/^[1-9]\d{0,5}$/.test(sample)) throw new UsageError('--sample takes a number from 1 on.')
  const random = openRandom(seed)
  const rooms = roomNames.map((room) =>
    random.branch(room).shuffled(mutants.filter((one) => one.room === room)),
  )
  return Array.from({ length: Number(sample) }, (_, i) =>
    rooms.flatMap((room) => room[i] ?? []),
  ).flat()
}

type Work = { texts: Record<string, string>; path: string; tests: number }

function keptIn(path: string): Record<string, Result> {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

async function tryAll(chosen: readonly Placed[], { texts, path, tests: most }: Work) {
  using scratch = openScratch()
  const folder = mkdtempSync(join(scratch?.path ?? tmpdir(), 'mutants-'))
  const sources = join(folder, 'sources.json')
  writeFileSync(sources, JSON.stringify(texts))
  const tell = (line: string) => console.error(line)
  const runner = openRunner({ cwd, sources, environment: environmentIn(folder) })
  try {
    const reach = openReach(texts, { cwd, runner, path, most, tell })
    const results = keptIn(path)
    let unsound = 0
    for (const [index, mutant] of chosen.entries()) {
      const name = nameOf(mutant)
      const found = results[name]
      if (name in equals || (found !== undefined && isNoticed(found, cwd))) continue
      const known = await reach(mutant.file)
      if (found !== undefined && isStill(found, mutant, known)) continue
      const result = await tryMutant(mutant, { known, runner })
      results[name] = result
      const { fate, by = '' } = result
      tell(`${index + 1}/${chosen.length} ${fate}: ${mutant.file}:${mutant.line} ${by}`)
      keep(path, results)
      const isAsked = index % soundEvery === 0 && by !== '' && !isEarly(mutant, known)
      if (isAsked) unsound += Number(!(await isSound(by, runner)))
    }
    if (unsound > 0) throw new Error(`${unsound} runs without a mutant failed.`)
    return results
  } finally {
    runner.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** No setting of the person at the keyboard reaches a test. */
function environmentIn(folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('KONTOR_'))
  return { ...Object.fromEntries(kept), TMPDIR: folder, NO_COLOR: '1' }
}

function say(lines: readonly string[], code: number): number {
  console.log(lines.join('\n'))
  return code
}

endWith(main, { usage, fault: 2 })
