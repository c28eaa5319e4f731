import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeSettings } from '../../config.ts'
import { type FreeCommand, type Io, UsageError, type Values } from '../command.ts'
import { readCorpus } from './demo/corpus.ts'
import { DemoFailed } from './demo/demo-failed.ts'
import { farewellData, farewellLines } from './demo/farewell.ts'
import { type Listeners, openListeners } from './demo/listeners.ts'
import { perform } from './demo/perform.ts'
import { type ServerProcess, startServer } from './demo/server-process.ts'
import { openStage, type Stage } from './demo/stage.ts'

/** The whole business on sample documents, over HTTP, against a real server of its own. */
export const demo: FreeCommand = {
  name: 'demo',
  summary: 'the whole business on sample documents, step by step',
  examples: ['kontor demo', 'kontor demo --serve --port 4200', 'kontor demo --json'],
  stops: true,
  options: {
    serve: { type: 'boolean', help: 'keep the server running afterwards and print how to use it' },
  },
  async run(_config, values, io) {
    const startedMs = performance.now()
    using folder = demoFolder(values)
    const out = values.json ? () => {} : io.out
    let server: ServerProcess | undefined
    try {
      const { environment } = io
      await using listeners = await openListeners()
      const flags = serverFlags(values, listeners)
      server = await startServer({ dataDir: folder.path, flags, environment })
      await using running = server
      const { url } = running
      out(`Kontor listens on ${url}, a process of its own with an empty folder.`)
      const leftOut = settingsIn(environment)
      if (leftOut.length > 0) out(leftOutSentence(leftOut))
      const stage = openStage({ baseUrl: url, terminal: io.terminal && !values.json, out })
      const story = { stage, corpus: readCorpus(), server: running, listeners }
      const performed = await Promise.race([perform(story), interrupted(io)])
      const seconds = (performance.now() - startedMs) / 1000
      out('')
      out(`All as it must be, in ${seconds.toFixed(1)} s.`)
      const farewell = { url, dataDir: folder.path, ...performed }
      const { balances } = performed
      if (values.json) io.out(resultJson(stage, { balances, seconds, leftOut, farewell }))
      if (values.serve) await stayUp(io, running, values.json ? [] : farewellLines(farewell))
      return 0
    } catch (error) {
      if (!(error instanceof DemoFailed)) throw error
      reportFailure(io, error, { json: values.json === true, log: server?.logTail() ?? '' })
      return 1
    }
  },
}

/** A temporary folder that goes away afterwards, or a new one at the place that was asked for. */
function demoFolder(values: Values): { path: string } & Disposable {
  const asked = values['data-dir']
  if (typeof asked === 'string') {
    if (!isEmpty(asked)) throw new UsageError(`--data-dir ${asked} must be a new or empty folder.`)
    return { path: asked, [Symbol.dispose]() {} }
  }
  const path = mkdtempSync(join(tmpdir(), 'kontor-demo-'))
  const remove = () => rmSync(path, { recursive: true, force: true })
  // Also when a reader that has seen enough (head) ends the process.
  process.once('exit', remove)
  return { path, [Symbol.dispose]: remove }
}

function isEmpty(path: string): boolean {
  try {
    return readdirSync(path).length === 0
  } catch {
    return true
  }
}

/**
 * Settings given on the command line reach the server. What the story relies on goes before them:
 * no welcome credits, so that the buyer can run out of them, and events and mail to this process.
 */
function serverFlags(values: Values, { smtpUrl }: Listeners): string[] {
  const usual = { '--port': '0', '--log-level': 'warn' }
  const given = describeSettings().flatMap(({ flag }) => {
    const value = values[flag.slice(2)]
    return value === undefined || flag === '--data-dir' ? [] : [[flag, value] as const]
  })
  const fixed = {
    '--welcome-credits': '0',
    '--signup': 'open',
    '--webhook-allow': '127.0.0.1',
    '--smtp-url': smtpUrl,
    '--smtp-from': 'Kontor <kontor@example.eu>',
  }
  const flags: Values = { ...usual, ...Object.fromEntries(given), ...fixed }
  return Object.entries(flags).map(([flag, value]) => (value === true ? flag : `${flag}=${value}`))
}

/** Of the settings, those that the environment gives: the demo's server is told none of them. */
function settingsIn(environment: Io['environment']): string[] {
  const names = describeSettings().map((setting) => setting.environment)
  return names.filter((name) => (environment[name] ?? '') !== '')
}

function leftOutSentence(names: readonly string[]): string {
  return (
    `It is told nothing of the environment's settings (${names.join(', ')}): the demo heeds ` +
    'those that are given as its options (kontor help settings), as in --blobs=s3://…'
  )
}

async function interrupted(io: Io): Promise<never> {
  const signal = await io.stopped
  throw new DemoFailed(`the demo was not finished (${signal})`, '')
}

async function stayUp(io: Io, server: ServerProcess, lines: readonly string[]): Promise<void> {
  for (const line of lines) io.out(line)
  const ended = server.ended.then((how) => {
    throw new DemoFailed(`the server must stay up, but it ended (${how})`, server.logTail())
  })
  await Promise.race([io.stopped, ended])
}

type Result = {
  balances: unknown
  seconds: number
  leftOut: readonly string[]
  farewell: Parameters<typeof farewellData>[0]
}

function resultJson({ steps }: Stage, performed: Result): string {
  const { balances, seconds, leftOut: settings_left_out, farewell } = performed
  const result = {
    ok: true,
    seconds,
    balances,
    settings_left_out,
    ...farewellData(farewell),
    steps,
  }
  return JSON.stringify(result, null, 2)
}

function reportFailure(io: Io, failure: DemoFailed, { json, log }: { json: boolean; log: string }) {
  const { message, seen } = failure
  if (json) io.out(JSON.stringify({ ok: false, expected: message, seen }, null, 2))
  io.err(`kontor demo: ${message}`)
  if (seen !== '') io.err(`What came: ${seen}`)
  if (log !== '' && log !== seen) io.err(`The end of the server's log:\n${log}`)
}
