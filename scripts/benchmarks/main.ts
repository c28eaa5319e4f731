import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { UsageError } from '../../src/cli/command.ts'
import { endWith } from '../end-with.ts'
import { type Bench, type BenchOptions, type Row, table } from './measure.ts'
import { type Axis, axes, type Point } from './scale/point.ts'

/** What one needs is loaded with it: all of them together take a second and a half to begin. */
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  http: async () => (await import('./http.ts')).http,
  ingest: async () => (await import('./ingest.ts')).ingest,
  ledger: async () => (await import('./ledger.ts')).ledger,
  lists: async () => (await import('./lists.ts')).lists,
  search: async () => (await import('./search.ts')).search,
  nodes: async () => (await import('./nodes.ts')).nodes,
  engines: async () => (await import('./engines.ts')).engines,
  wallet: async () => (await import('./wallet.ts')).wallet,
  vector: async () => (await import('./vector.ts')).vector,
  package: async () => (await import('./package.ts')).packaged,
  backup: async () => (await import('./backup.ts')).backup,
  users: async () => (await import('./users.ts')).users,
  memory: async () => (await import('./memory.ts')).memory,
  scale: async () => (await import('./scale.ts')).scale,
}

const names = Object.keys(benches)

const usage = `Usage: scripts/bench <${names.join('|')}|all> [--json] [--full]
       scripts/bench scale [--passages 10000,100000] [--datasets …] [--viewers …] [--keys …]
                           [--transfers …]
       scripts/bench --compare old.json new.json
       scripts/bench --draw picture.svg scale.json [more.json]

Each bench runs its peers in the same run, in turns; quote the ratios, not the times.
The figures are written to bench/<name>.json. --full goes on to sizes that take many minutes.`

const text = { type: 'string' } as const
const ofAxes: Record<Axis, typeof text> = {
  passages: text,
  datasets: text,
  viewers: text,
  keys: text,
  transfers: text,
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      compare: { type: 'boolean' },
      draw: { type: 'string' },
      ...ofAxes,
      full: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.compare) return compare(positionals)
  if (values.draw !== undefined) return draw(values.draw, positionals)
  const [asked] = positionals
  const chosen = Object.entries(benches).filter(([name]) => asked === name || asked === 'all')
  if (values.help || chosen.length === 0) {
    console.log(usage)
    return values.help ? 0 : 2
  }
  const { full, json = false } = values
  const sizes = Object.fromEntries(axes.map((axis) => [axis, values[axis]]))
  for (const [, load] of chosen) await runOne(await load(), { full, json, sizes })
  return 0
}

type Options = BenchOptions & { json: boolean }

async function runOne(bench: Bench, { json, ...options }: Options): Promise<void> {
  const log = (line: string) => void process.stderr.write(`${line}\n`)
  log(`${bench.name}: ${bench.about}`)
  const rows = await bench.run(log, options)
  mkdirSync('bench', { recursive: true })
  writeFileSync(`bench/${bench.name}.json`, `${JSON.stringify(rows, null, 2)}\n`)
  console.log(json ? JSON.stringify(rows, null, 2) : table(rows).join('\n'))
}

/** Two result files side by side: how each figure's ratio, or rate, moved. */
function compare([before, after]: string[]): number {
  if (before === undefined || after === undefined) {
    console.log(usage)
    return 2
  }
  const old = figuresIn(before)
  for (const row of figuresIn(after)) {
    const match = old.find(({ name }) => name === row.name)
    const was = match?.ratio ?? match?.perSecond
    const is = match?.ratio === undefined ? row.perSecond : row.ratio
    const change = was && is ? `${((is / was - 1) * 100).toFixed(1)} %` : 'new'
    // Memory, and what else has no rate, stands in the note.
    if (is === 0) console.log(`${row.name}: ${match?.note ?? '-'} → ${row.note ?? '-'}`)
    else
      console.log(`${row.name}: ${was?.toFixed(2) ?? '-'} → ${is?.toFixed(2) ?? '-'} (${change})`)
  }
  return 0
}

/** The curves of `scale` as a picture, of one run or of several that had other sizes. */
async function draw(picture: string, files: readonly string[]): Promise<number> {
  if (files.length === 0) {
    console.log(usage)
    return 2
  }
  const { drawing } = await import('./scale/draw.ts')
  writeFileSync(picture, drawing(files.flatMap(figuresIn) as Point[]))
  return 0
}

function figuresIn(file: string): Row[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file} cannot be read as figures: ${(error as Error).message}`)
  }
}

endWith(main, { usage })
