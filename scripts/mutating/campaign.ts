// Which tests a mutant is shown to, and what they say.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { keepsCompany } from '../testing/company.ts'
import { leadsTo } from '../testing/reach.ts'
import { type Mutant, mutate } from './mutate.ts'
import { distance, type Source } from './rooms.ts'
import { type Failure, type Runner, timedOut } from './runner.ts'

/** What a test file reaches, as it was when it looked like this. */
type Seen = { hash: string; cpuMs: number; hits: number[]; loads: string[]; bad?: Failure }
type Known = { early: number[]; tests: Record<string, Seen> }

export type Placed = Mutant & { room: string; number: number }
export type Fate = 'killed' | 'timed out' | 'survived' | 'not reached'
export type Result = { fate: Fate; by?: string; test?: string; why?: string; tried: string }

/** So much of a processor, in ms, is spent on one mutant that nobody notices. */
const spentMost = 15_000
/** A test file that takes more says too little for it. */
const fileMost = 10_000

export function mutantsOf(cwd: string, sources: readonly Source[]) {
  const texts: Record<string, string> = {}
  const mutants: Placed[] = []
  for (const { room, file } of sources) {
    const made = mutate({
      file,
      text: readFileSync(join(cwd, file), 'utf8'),
      first: mutants.length + 1,
    })
    texts[file] = made.text
    for (const one of made.mutants) mutants.push({ ...one, room, number: mutants.length + 1 })
  }
  return { texts, mutants }
}

/** Quick ones that nobody else in their process would feel, and that start no program. */
export function testsOf(cwd: string): string[] {
  const starter = resolve(cwd, 'test/support/program.ts')
  return globSync(['test/{domain,http,jobs}/**/*.test.ts'], { cwd })
    .filter((file) => !/^test\/http\/(connections|docs|openapi|agent\/mcp)\/|browser/.test(file))
    .filter((file) => keepsCompany(resolve(cwd, file)))
    .filter((file) => !leadsTo(resolve(cwd, file), { wanted: starter }))
    .sort()
}

type Given = {
  cwd: string
  runner: Runner
  /** Where it is kept what each test file reaches. */
  path: string
  /** So many of the nearest test files are asked for each of the sources. */
  most: number
  tell: (line: string) => void
}

/** What is known of test files; each is run once without a mutant, when it is near to one. */
export function openReach(texts: Record<string, string>, { cwd, runner, path, most, tell }: Given) {
  const kept = `${path}.reach-${hashOf(JSON.stringify(texts))}`
  const known: Known = existsSync(kept)
    ? JSON.parse(readFileSync(kept, 'utf8'))
    : { early: [], tests: {} }
  const all = testsOf(cwd)
  const fresh = new Set<string>()

  async function look(file: string): Promise<void> {
    const hash = hashOf(readFileSync(join(cwd, file), 'utf8'))
    fresh.add(file)
    if (known.tests[file]?.hash === hash) return
    const [ran] = await runner.run({ mutant: 0, isAnew: false, files: [file] }, 60_000)
    const { cpuMs = 0, hits = [], loads = [], early = [], failed } = ran ?? {}
    known.tests[file] = { hash, cpuMs, hits, loads, ...(failed && { bad: failed }) }
    known.early = [...new Set([...known.early, ...early])]
    tell(`${file}: ${cpuMs} ms, reaches ${hits.length}${failed ? `, FAILED: ${failed.why}` : ''}`)
    keep(kept, known)
  }

  /** For the mutants of this source. */
  return async (source: string): Promise<Known> => {
    const far = (test: string) => distance({ test, source })
    const near = [...all].sort((a, b) => far(a) - far(b)).slice(0, most)
    for (const file of near) if (!fresh.has(file)) await look(file)
    return known
  }
}

/** Those that reach it, the nearest first, then the quickest, up to a sum. */
export function testsFor(mutant: Placed, known: Known): string[] {
  const isEarly = known.early.includes(mutant.number)
  const reaching = Object.entries(known.tests).filter(
    ([, { hits, loads, bad, cpuMs }]) =>
      bad === undefined &&
      cpuMs <= fileMost &&
      (isEarly ? loads.includes(mutant.file) : hits.includes(mutant.number)),
  )
  const order = reaching
    .map(([file, { cpuMs }]) => ({
      file,
      cpuMs,
      far: 2 * distance({ test: file, source: mutant.file }) + cpuMs / 1000,
    }))
    .sort((a, b) => a.far - b.far)
  let sum = 0
  const within = order.filter(({ cpuMs }) => {
    sum += cpuMs
    return sum <= spentMost
  })
  return within.map(({ file }) => file)
}

type Trying = { known: Known; runner: Runner }

export function isEarly(mutant: Placed, known: Known): boolean {
  return known.early.includes(mutant.number)
}

export async function tryMutant(mutant: Placed, { known, runner }: Trying): Promise<Result> {
  const files = testsFor(mutant, known)
  const tried = triedOf(files, known)
  if (files.length === 0) return { fate: 'not reached', tried }
  const spentMs = Math.max(...files.map((file) => known.tests[file]?.cpuMs ?? 0))
  const asked = { mutant: mutant.number, isAnew: isEarly(mutant, known), files }
  const ran = await runner.run(asked, 4 * spentMs + 5_000)
  const last = ran.at(-1)
  if (last?.failed === undefined) return { fate: 'survived', tried }
  const { test, why } = last.failed
  const fate = why === timedOut ? 'timed out' : 'killed'
  return { fate, by: last.file, test, why: why.slice(0, 200), tried }
}

/** Whether some test noticed it that is still there: then nothing has to be run to know it. */
export function isNoticed({ by }: Result, cwd: string): boolean {
  return by !== undefined && existsSync(join(cwd, by))
}

/** Whether it is still lost: to the same tests. */
export function isStill(result: Result, mutant: Placed, known: Known): boolean {
  return result.tried === triedOf(testsFor(mutant, known), known)
}

function triedOf(files: readonly string[], known: Known): string {
  return hashOf(files.map((file) => known.tests[file]?.hash).join())
}

/** A kill could be a fault of the process: it is asked now and then what it says of no mutant. */
export async function isSound(file: string, runner: Runner): Promise<boolean> {
  const [ran] = await runner.run({ mutant: 0, isAnew: false, files: [file] }, 60_000)
  return ran?.failed === undefined
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

export function keep(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, `${JSON.stringify(value, null, 1)}\n`)
  renameSync(`${path}.new`, path)
}
