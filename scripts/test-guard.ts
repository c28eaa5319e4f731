// Runs every test/**/*.test.ts below the working directory, each in a process of its own, and
// believes a file only when its own summary says that all went well. uvu alone exits 0 on a thrown
// non-Error, an error in a hook, a file without `.run()` and a leftover `.only`; here each fails.
//
//   test-guard.ts [file or part of a path]...
//
// KONTOR_TEST_FILE=path: test/packaged runs, too, against that single file of the program.
// KONTOR_TEST_PACKAGED=1: only that runs, and what starts the program (test/support/program.ts).
// KONTOR_NETWORK=refused: every connection beyond this machine is refused at the socket.
// KONTOR_TEST_JOBS files at once (default 2), KONTOR_TEST_LIMIT_S seconds for each (default 300).
// The last line is always `N passed, N failed`, counting single tests.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'

type Outcome = { code: number | null; signal: string | null; timedOut: boolean; output: string }
type Verdict = { passed: number; failed: number; problem?: string }
type Summary = { total: number; passed: number; skipped: number }

const jobs = positive('KONTOR_TEST_JOBS', 2)
const limitS = positive('KONTOR_TEST_LIMIT_S', 300)
const running = new Set<number>()

async function main(patterns: readonly string[]): Promise<void> {
  stopWithUs()
  const files = chosen(testFiles(), patterns)
  if (files.length === 0) {
    process.stdout.write(`No test file matches ${patterns.join(' ') || 'test/**/*.test.ts'}\n`)
    return finish({ passed: 0, failed: 1 })
  }
  compileFor(files)
  const sum = { passed: 0, failed: 0 }
  const bad: string[] = []
  const queue = [...files]
  const worker = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const verdict = await runAndPrint(file)
      sum.passed += verdict.passed
      sum.failed += verdict.failed
      if (verdict.problem !== undefined) bad.push(`${file}: ${verdict.problem}`)
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker))
  if (bad.length > 0) process.stdout.write(`\nFailed:\n${bad.sort().join('\n')}\n`)
  finish(sum)
}

function testFiles(): string[] {
  let names: string[] = []
  try {
    names = readdirSync('test', { recursive: true }) as string[]
  } catch {
    // No folder is no test: the caller says so.
  }
  const tests = names.filter((name) => name.endsWith('.test.ts')).map((name) => `test/${name}`)
  return tests.filter(isForThisProgram).sort()
}

/** What there is to test: the sources, the packaged file, or both. */
function isForThisProgram(file: string): boolean {
  if (file.startsWith('test/packaged/')) return Boolean(process.env.KONTOR_TEST_FILE)
  return !process.env.KONTOR_TEST_PACKAGED || leadsTo(resolve(file), { wanted: starter })
}

const starter = resolve('test/support/program.ts')
const known = new Map<string, boolean>()

/** Whether a file imports another one, itself or through others of the tests and the scripts. */
function leadsTo(file: string, { wanted }: { wanted: string }): boolean {
  if (file === wanted) return true
  const before = known.get(file)
  if (before !== undefined) return before
  known.set(file, false)
  const found = importedBy(file).some((one) => leadsTo(one, { wanted }))
  known.set(file, found)
  return found
}

function importedBy(file: string): string[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  // Types alone start nothing.
  const imports = text.matchAll(/^import (?!type )[^']*? from '(\.{1,2}\/[^']+)'/gm)
  const names = [...imports].map(([, name]) => name as string)
  const files = names.map((name) => resolve(dirname(file), name))
  // The program itself starts nothing of ours.
  return files.filter((one) => !one.startsWith(resolve('src')))
}

/** Without a pattern all files; with some, those whose path contains one of them. */
function chosen(files: string[], patterns: readonly string[]): string[] {
  if (patterns.length === 0) return files
  const parts = patterns.map((pattern) =>
    pattern.replace(`${process.cwd()}/`, '').replace(/^\.\//, ''),
  )
  return files.filter((file) => parts.some((part) => file.includes(part)))
}

const compiler = 'scripts/packaging/test-program.ts'

/** What tests start is compiled once, where one of them starts something. */
function compileFor(files: readonly string[]): void {
  if (process.env.KONTOR_TEST_PACKAGED || process.env.KONTOR_TEST_PROGRAM) return
  const isStarted = files.some((file) => leadsTo(resolve(file), { wanted: starter }))
  if (!isStarted || !existsSync(compiler)) return
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler], { encoding: 'utf8' })
  // Where the sources do not compile, the tests that start them say so.
  if (status === 0) process.env.KONTOR_TEST_PROGRAM = stdout.trimEnd()
  else process.stdout.write(`The program does not compile:\n${indent(stderr)}\n`)
}

async function runAndPrint(file: string): Promise<Verdict> {
  const startedMs = performance.now()
  const outcome = await runFile(file)
  const verdict = judge(outcome)
  const took = `${((performance.now() - startedMs) / 1000).toFixed(2)} s`.padStart(9)
  const count = `${verdict.passed} passed`.padStart(11)
  const { problem } = verdict
  const mark = problem === undefined ? 'ok  ' : 'FAIL'
  process.stdout.write(`${mark}${took}${count}  ${file}${problem ? `  (${problem})` : ''}\n`)
  if (problem !== undefined) process.stdout.write(`${indent(outcome.output)}\n`)
  return verdict
}

/** The file leads its own process group, so that servers it left behind end with it. */
async function runFile(file: string): Promise<Outcome> {
  const child = spawn(process.execPath, [...process.execArgv, file], {
    detached: true,
    env: testEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const group = child.pid
  if (group === undefined)
    return { code: null, signal: null, timedOut: false, output: 'no process' }
  running.add(group)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  let timedOut = false
  const limit = setTimeout(() => {
    timedOut = true
    killGroup(group)
  }, limitS * 1000)
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once('exit', (...how) => resolve(how))
  })
  clearTimeout(limit)
  killGroup(group)
  running.delete(group)
  await Promise.race([closed, sleep(2000, undefined, { ref: false })])
  return { code, signal, timedOut, output }
}

/** No setting of the person at the keyboard reaches a test, except those made for tests. */
function testEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('KONTOR_') || name.startsWith('KONTOR_TEST_'),
  )
  const environment = { ...Object.fromEntries(kept), NO_COLOR: '1' }
  if (process.env.KONTOR_NETWORK !== 'refused') return environment
  const refusing = `--import ${new URL('refuse-network.mjs', import.meta.url).href}`
  const options = [process.env.NODE_OPTIONS, refusing].filter(Boolean).join(' ')
  return { ...environment, NODE_OPTIONS: options }
}

function judge({ code, signal, timedOut, output }: Outcome): Verdict {
  const summary = summaryOf(output)
  const problem = problemOf(summary, { code, signal, timedOut })
  const passed = summary?.passed ?? 0
  if (problem === undefined) return { passed, failed: 0 }
  const failed = Math.max(1, (summary?.total ?? 0) - passed)
  return { passed, failed, problem }
}

function problemOf(
  summary: Summary | undefined,
  { code, signal, timedOut }: Omit<Outcome, 'output'>,
): string | undefined {
  if (timedOut) return `stopped after ${limitS} s`
  if (signal !== null) return `ended by ${signal}`
  if (code !== 0 && summary === undefined) return `exit ${code} without a summary`
  if (summary === undefined) return 'no summary: is test.run() missing?'
  if (summary.total === 0) return 'no tests'
  if (summary.skipped > 0) return `${summary.skipped} skipped`
  if (summary.passed !== summary.total) return `${summary.total - summary.passed} failed`
  return code === 0 ? undefined : `exit ${code} after a good summary`
}

/** uvu prints it last; whatever a test printed before that looks alike does not count. */
function summaryOf(output: string): Summary | undefined {
  const pattern = /^ {2}Total: +(\d+)\n {2}Passed: +(\d+)\n {2}Skipped: +(\d+)\n {2}Duration: /gm
  const last = [...stripVTControlCharacters(output).matchAll(pattern)].at(-1)
  if (last === undefined) return undefined
  const [total = 0, passed = 0, skipped = 0] = last.slice(1).map(Number)
  return { total, passed, skipped }
}

function indent(text: string): string {
  return text.trimEnd().replace(/^/gm, '    | ')
}

function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // Nobody of the group is left.
  }
}

/** The files run in groups of their own, so an interrupt at the keyboard reaches only us. */
function stopWithUs(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      for (const group of running) killGroup(group)
      process.exit(1)
    })
  }
}

function positive(name: string, otherwise: number): number {
  const text = process.env[name]
  if (text === undefined || text === '') return otherwise
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text)
  process.stdout.write(`${name} must be a whole number from 1 to 99999, not ${text}\n`)
  finish({ passed: 0, failed: 1 })
  process.exit()
}

function finish({ passed, failed }: { passed: number; failed: number }): void {
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
}

await main(process.argv.slice(2))
