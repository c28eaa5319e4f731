// Runs every test/**/*.test.ts below the working directory and believes a file only when its own
// summary says that all went well. Where there are many, those that nobody else in a process would
// feel share one with some of their neighbours; all others, and all of a company that did not end
// as it should, have a process of their own. uvu alone exits 0 on a thrown
// non-Error, an error in a hook, a file without `.run()` and a leftover `.only`; here each fails.
//
//   test-guard.ts [--changed] [file or part of a path]...
//
// --changed: of those only what the change since the last commit can reach: by imports, by programs
// and threads that are started, by files and folders that are named.
//
// KONTOR_TEST_FILE=path: test/packaged runs, too, against that single file of the program.
// KONTOR_TEST_PACKAGED=1: only that runs, and what starts the program (test/support/program.ts).
// KONTOR_NETWORK=refused: every connection beyond this machine is refused at the socket.
// Temporary folders lie in memory where /dev/shm has room, unless TMPDIR says where.
// KONTOR_TEST_JOBS files at once (by default two more than there are cores, at most 4: some wait),
// and where those are more than one, one more of what does nothing but wait (testing/company.ts).
// KONTOR_TEST_LIMIT_S seconds for each (default 600). What took long in the last run goes first.
// The ten slowest are told at the end, with what they took of a processor. The last line is always
// `N passed, N failed`, counting single tests.
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { reachedByChange } from './testing/changed.ts'
import { companyFilesMost, type Queues, queuesOf, sharesOf } from './testing/company.ts'
import { type Ending, failuresOf, judge, type Verdict } from './testing/judge.ts'
import { openProcessorMeter } from './testing/processor.ts'
import { leadsTo } from './testing/reach.ts'
import { openScratch } from './testing/scratch.ts'
import { keepTimes, openTimes, seconds, type Times, tellTimes } from './testing/times.ts'

type Outcome = Ending & { streams: readonly [string, string]; cpuMs: number }

const jobs = positive('KONTOR_TEST_JOBS', Math.min(4, availableParallelism() + 2))
const limitS = positive('KONTOR_TEST_LIMIT_S', 600)
const running = new Set<number>()
const scratch = openScratch()

async function main(args: readonly string[]): Promise<void> {
  stopWithUs()
  const patterns = args.filter((arg) => arg !== '--changed')
  const matching = chosen(testFiles(), patterns)
  if (matching.length === 0) {
    process.stdout.write(`No test file matches ${patterns.join(' ') || 'test/**/*.test.ts'}\n`)
    return finish({ passed: 0, failed: 1 })
  }
  const files = args.includes('--changed') ? ofChange(matching) : matching
  if (files.length === 0) return finish({ passed: 0, failed: 0 })
  progress.of = files.length
  const startedMs = performance.now()
  compileFor(files)
  using _ = scratch
  const { sum, bad, times, processor } = await runAll(files)
  keepTimes(times, processor)
  process.stdout.write(`\n${tellTimes(times, processor, performance.now() - startedMs)}\n`)
  if (bad.length > 0) process.stdout.write(`\nFailed:\n${bad.sort().join('\n')}\n`)
  finish(sum)
}

async function runAll(files: readonly string[]) {
  const sum = { passed: 0, failed: 0 }
  const bad: string[] = []
  const times: Times = {}
  const processor: Times = {}
  const spentMs = openProcessorMeter()
  const { work, wait } = queuesOf(files, openTimes().msOf)
  const lane = async (way: Lane) => {
    for (let turn = nextOf(way); turn !== undefined; turn = nextOf(way)) {
      const { ran, again } = await runGroup(turn.group, spentMs)
      turn.of.alone.unshift(...again)
      for (const { file, passed, failed, problem, why, ms, cpuMs } of ran) {
        sum.passed += passed
        sum.failed += failed
        times[file] = Math.round(ms)
        processor[file] = cpuMs
        if (problem !== undefined) bad.push([`${file}: ${problem}`, ...why].join('\n'))
      }
    }
  }
  const lanes = Array.from({ length: jobs }, (_, index): Lane => {
    return { queues: [work, wait], isForAlone: index === 0 }
  })
  if (jobs > 1) lanes.push({ queues: [wait], isForAlone: true })
  await Promise.all(lanes.map(lane))
  return { sum, bad, times, processor }
}

/** A file alone, or who gives a company its files. */
type Group = string | (() => string | undefined)

/** From which it takes, the first that has any; who is not for those alone has them last. */
type Lane = { queues: readonly Queues[]; isForAlone: boolean }
type Turn = { group: Group; of: Queues }

/**
 * One begins with those that are alone, all others with companies, and then with what is left: a
 * company asks for its files one by one, so that all end together.
 */
function nextOf({ queues, isForAlone }: Lane): Turn | undefined {
  const of = queues.find(({ alone, company }) => alone.length + company.length > 0)
  if (of === undefined) return undefined
  const { alone, company } = of
  const file = isForAlone || company.length === 0 ? alone.shift() : undefined
  if (file !== undefined) return { group: file, of }
  let left = companyFilesMost
  return { group: () => (left-- > 0 ? company.shift() : undefined), of }
}

/** Nothing that it reaches is good, too: no test could fail of it. */
function ofChange(matching: readonly string[]): string[] {
  const { files, why } = reachedByChange(matching)
  process.stdout.write(`${why}\n`)
  isEmptyGood = files.length === 0
  return files
}

let isEmptyGood = false

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
/** Without a pattern all files; with some, those whose path contains one of them. */
function chosen(files: string[], patterns: readonly string[]): string[] {
  if (patterns.length === 0) return files
  const parts = patterns.map((pattern) =>
    pattern.replace(`${process.cwd()}/`, '').replace(/^\.\//, ''),
  )
  return files.filter((file) => parts.some((part) => file.includes(part)))
}

const compiler = 'scripts/packaging/test-program.ts'
/** So many files gain more by compiled threads than compiling costs. */
const worthCompiling = 8

/** What tests start is compiled once, where one of them starts the program or they are many. */
function compileFor(files: readonly string[]): void {
  if (process.env.KONTOR_TEST_PACKAGED || process.env.KONTOR_TEST_PROGRAM) return
  const isStarted = () => files.some((file) => leadsTo(resolve(file), { wanted: starter }))
  const isWorth = files.length >= worthCompiling || isStarted()
  if (!isWorth || !existsSync(compiler)) return
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler], { encoding: 'utf8' })
  // Where the sources do not compile, the tests that start them say so.
  if (status === 0) process.env.KONTOR_TEST_PROGRAM = stdout.trimEnd()
  else process.stdout.write(`The program does not compile:\n${indent(stderr)}\n`)
}

const progress = { begun: 0, of: 0 }

/** For who looks on: a company tells of its files when it has ended. The next line covers it. */
function begin(): void {
  progress.begun++
  const { begun, of } = progress
  if (process.stderr.isTTY) process.stderr.write(`${Math.min(begun, of)} of ${of} files begun\r`)
}

type Ran = Verdict & { file: string; ms: number; cpuMs: number; why: readonly string[] }
type Done = { ran: Ran[]; again: readonly string[] }

async function runGroup(file: Group, spentMs: () => number): Promise<Done> {
  const startedMs = performance.now()
  if (typeof file === 'function') return runCompany(file, spentMs)
  begin()
  const args = [...process.execArgv, ...compiled(file), file]
  const { cpuMs, streams, ...ending } = await runProcess(args, { spentMs })
  const ms = performance.now() - startedMs
  return { ran: [told({ file, ms, cpuMs, output: streams.join(''), ending })], again: [] }
}

/** Failed tests count as told; whatever else goes wrong, each file shows by itself whose it is. */
async function runCompany(next: () => string | undefined, spentMs: () => number): Promise<Done> {
  const mark = `${randomUUID()}:`
  const program = fileURLToPath(new URL('testing/company-process.mjs', import.meta.url))
  const flags = [...process.execArgv, ...compiled(undefined)]
  const args = [roomForTheYoung, program, mark, JSON.stringify(flags)]
  // Where threads are compiled, they need nothing of what their process loads first.
  const before = process.env.KONTOR_TEST_PROGRAM === undefined ? flags : []
  const files: string[] = []
  const nextFile = () => {
    const file = next()
    if (file === undefined) return undefined
    files.push(file)
    begin()
    return file
  }
  const { streams, cpuMs, ...ending } = await runProcess([...before, ...args], {
    nextFile,
    spentMs,
  })
  const isClean = ending.code === 0
  const good: Ending = { code: 0, signal: null, timedOut: false }
  const shares = sharesOf(streams, { mark })
  const ran: Ran[] = []
  const again: string[] = []
  for (const [index, file] of files.entries()) {
    const { output, took } = shares[index] ?? { output: '' }
    const isTold = took !== undefined && (isClean || judge(output, good, limitS).failed > 0)
    if (isTold) ran.push(told({ file, output, ending: good, ...took }))
    else again.push(file)
  }
  const counted = ran.reduce((sum, one) => sum + one.cpuMs, 0)
  // What came before, between and after them belongs to all.
  for (const one of ran) one.cpuMs += Math.max(0, cpuMs - counted) / ran.length
  return { ran, again }
}

/**
 * Applications come and go in a company: with so much room, in MB, for what is young, a tenth of
 * the work is saved. Alone, a file's programs would have it, too.
 */
const roomForTheYoung = '--min-semi-space-size=16'

type Told = { file: string; ms: number; cpuMs: number; output: string; ending: Ending }

function told({ file, ms, cpuMs, output, ending }: Told): Ran {
  const verdict = judge(output, ending, limitS)
  const took = seconds(ms).slice(1)
  const count = `${verdict.passed} passed`.padStart(11)
  const { problem } = verdict
  const mark = problem === undefined ? 'ok  ' : 'FAIL'
  process.stdout.write(`${mark}${took}${count}  ${file}${problem ? `  (${problem})` : ''}\n`)
  if (problem !== undefined) process.stdout.write(`${indent(output)}\n`)
  return { ...verdict, file, ms, cpuMs, why: problem === undefined ? [] : failuresOf(output) }
}

/**
 * What a test's own process imports of the sources, and starts of them, is compiled, too; but for
 * one that watches what is loaded.
 */
function compiled(file: string | undefined): string[] {
  const folder = process.env.KONTOR_TEST_PROGRAM
  const isWatching = file !== undefined && readFileSync(file, 'utf8').includes('registerHooks')
  if (folder === undefined || isWatching) return []
  const hooks = new URL('testing/compiled.mjs', import.meta.url)
  hooks.searchParams.set('program', folder)
  return ['--import', hooks.href]
}

type Process = { spentMs: () => number; nextFile?: () => string | undefined }

/**
 * It leads its own process group, so that servers it left behind end with it. The limit is one
 * file's: each that it is given begins it anew.
 */
async function runProcess(
  args: readonly string[],
  { spentMs, nextFile }: Process,
): Promise<Outcome> {
  const child = spawn(process.execPath, args, {
    detached: true,
    env: testEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe', ...(nextFile ? (['pipe'] as const) : [])],
  })
  const group = child.pid
  if (group === undefined || child.stdout === null || child.stderr === null)
    return { code: null, signal: null, timedOut: false, streams: ['no process', ''], cpuMs: 0 }
  running.add(group)
  let timedOut = false
  const limit = setTimeout(() => {
    timedOut = true
    killGroup(group)
  }, limitS * 1000)
  const streams: [string, string] = ['', '']
  for (const [index, stream] of [child.stdout, child.stderr].entries()) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      streams[index] += text
    })
  }
  const asking = child.stdio[3] as Duplex | null | undefined
  asking?.on('error', () => {})
  asking?.on('data', () => {
    limit.refresh()
    const file = nextFile?.()
    if (file === undefined) asking.end()
    else asking.write(`${file}\n`)
  })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once('exit', (...how) => resolve(how))
  })
  const cpuMs = spentMs()
  clearTimeout(limit)
  killGroup(group)
  running.delete(group)
  await Promise.race([closed, sleep(2000, undefined, { ref: false })])
  return { code, signal, timedOut, streams, cpuMs }
}

/** No setting of the person at the keyboard reaches a test, except those made for tests. */
function testEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('KONTOR_') || name.startsWith('KONTOR_TEST_'),
  )
  const temporary = scratch === undefined ? {} : { TMPDIR: scratch.path }
  const environment = { ...Object.fromEntries(kept), ...temporary, NO_COLOR: '1' }
  if (process.env.KONTOR_NETWORK !== 'refused') return environment
  const refusing = `--import ${new URL('refuse-network.mjs', import.meta.url).href}`
  const options = [process.env.NODE_OPTIONS, refusing].filter(Boolean).join(' ')
  return { ...environment, NODE_OPTIONS: options }
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
      scratch?.[Symbol.dispose]()
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
  process.exitCode = failed === 0 && (passed > 0 || isEmptyGood) ? 0 : 1
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
}

await main(process.argv.slice(2))
