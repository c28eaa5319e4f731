// The program as its operator runs it: a process of its own, which a test can kill.
import { type ChildProcess, spawn } from 'node:child_process'
import * as assert from 'uvu/assert'
import { giveMigratedFile } from './migrated-file.ts'
import { isPackaged, programOf } from './program.ts'
import { runCommand } from './run-command.ts'
import { until } from './until.ts'

/** A start takes a second; a machine that is busy with other things takes its time. */
const startLimitMs = 120_000

export type Ended = { code: number | null; signal: NodeJS.Signals | null; output: string }

export type RunningServer = {
  url: string
  port: number
  pid: number
  setupCode: string | null
  /** Everything that it has printed. */
  output(): string
  /** SIGKILL: the process has no chance to tidy up. Its children are gone too. */
  kill(): Promise<Ended>
  /** SIGTERM: the graceful way. */
  stop(): Promise<Ended>
  /** Without anybody's doing. */
  ended: Promise<Ended>
  [Symbol.asyncDispose](): Promise<void>
}

export type ServerOptions = {
  dir: string
  port?: number
  settings?: Record<string, string>
  /** An empty folder stays so: the server replays all migrations itself. */
  fromNothing?: boolean
  /** Another program than the product's, that takes the same arguments. */
  program?: string | undefined
  /** Another command than serve, that comes to the same. */
  verb?: 'serve' | 'standby'
  /** More of the command line. */
  words?: readonly string[]
  /** Of node, instead of those of this process. */
  flags?: readonly string[]
}

/** The first search starts the threads that search: on a busy machine that takes its time, too. */
const patient = { KONTOR_SEARCH_TIMEOUT_MS: '60000' }

/** `await using server = await runServer({ dir })`; throws when it does not start. */
export async function runServer(options: ServerOptions): Promise<RunningServer> {
  const { port = 0 } = options
  // A port that a test has had before is the system's to give away meanwhile: to another test.
  const start = () => startServer(options)
  return port === 0 ? start() : until(`port ${port} is free`, () => start().catch(unlessTaken))
}

function unlessTaken(error: Error): undefined {
  if (!error.message.includes('another program listens there')) throw error
}

async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { dir, port = 0, settings = {}, fromNothing = isPackaged() } = options
  // With a master key from outside, a folder begins in another way.
  const hasKey = Object.keys(settings).some((name) => name.includes('MASTER_KEY'))
  const begins = options.verb !== 'standby' && !fromNothing && !hasKey
  if (begins) giveMigratedFile(dir)
  const args = [
    options.verb ?? 'serve',
    '--json',
    '--data-dir',
    dir,
    '--port',
    String(port),
    ...(options.words ?? []),
  ]
  const { child, ended, output } = startKontor(args, { ...patient, ...settings }, options)
  const { url, setup_code } = await firstLine(child, ended)
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    setupCode: setup_code,
    output,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    ended,
    [Symbol.asyncDispose]: async () => void (await end('SIGKILL')),
  }
}

/** One command line, run to its end. */
export function kontor(args: readonly string[], settings: Record<string, string> = {}) {
  return startKontor(args, settings).ended
}

/** The same, for who may want to kill it. */
export function killableKontor(args: readonly string[], settings: Record<string, string> = {}) {
  const { child, ended } = startKontor(args, settings)
  return { ended, kill: () => void child.kill('SIGKILL') }
}

/**
 * One command line of which only the answer counts: in this process, which takes a tenth of the
 * time, unless it is the packaged file that is tested. What it logs is not in its output.
 */
export async function command(args: readonly string[], settings: Record<string, string> = {}) {
  if (isPackaged()) return kontor(args, settings)
  const { code, out, err } = await runCommand({ args, environment: settings })
  return { code, output: [...out, ...err].join('\n') }
}

export async function assertLedgerInOrder(dir: string): Promise<void> {
  const { code, output } = await command(['ledger', 'verify', '--data-dir', dir])
  assert.is(code, 0, output)
}

type Program = Pick<ServerOptions, 'program' | 'flags'>

function startKontor(
  args: readonly string[],
  settings: Record<string, string>,
  { program: other, flags = process.execArgv }: Program = {},
) {
  const { command, args: before, env } = programOf(other, flags)
  const child = spawn(command, [...before, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: 'UTC', ...env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  const ended = new Promise<Ended>((done) => {
    child.once('close', (code, signal) => done({ code, signal, output: text }))
  })
  return { child, ended, output: () => text }
}

type Banner = { url: string; setup_code: string | null }

/** What `serve --json` prints once it listens; log lines may come before. */
async function firstLine(child: ChildProcess, ended: Promise<Ended>): Promise<Banner> {
  let text = ''
  const banner = new Promise<Banner>((done) => {
    child.stdout?.on('data', (chunk: string) => {
      text += chunk
      const line = text.split('\n').find((one) => one.startsWith('{"url":'))
      if (line !== undefined) done(JSON.parse(line))
    })
  })
  const limit = setTimeout(() => child.kill('SIGKILL'), startLimitMs)
  const first = await Promise.race([banner, ended])
  clearTimeout(limit)
  if ('url' in first) return first
  throw new Error(
    `serve ended with ${first.code ?? first.signal} before it listened\n${first.output}`,
  )
}
