import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { programArguments } from '../../../base/entry.ts'
import { DemoFailed } from './demo-failed.ts'

/** A busy machine takes its time. */
const startLimitMs = 120_000
const stopLimitMs = 30_000
const logTailLength = 4_000

const Started = z.object({ url: z.string(), setup_code: z.string().nullable() })

type Child = ChildProcessByStdio<null, Readable, Readable>
type Environment = Readonly<Record<string, string | undefined>>
export type ServerOptions = { dataDir: string; flags: readonly string[]; environment: Environment }

export type ServerProcess = {
  url: string
  setupCode: string
  /** Runs another command of the product on the same folder and gives its JSON. */
  command(args: readonly string[]): Promise<{ exitCode: number; data: unknown }>
  /** Settles when the server ends without having been asked to. */
  ended: Promise<string>
  logTail(): string
} & AsyncDisposable

/**
 * Starts `kontor serve` as a process of its own. The demo could open the application within itself,
 * but then it would show a server that nobody runs: what an operator starts has its own command
 * line, prints its own setup code, takes commands through its socket and stops on a signal.
 */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const child = runProgram(options, ['serve', '--json', ...options.flags])
  const log = keepTail(child)
  const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? `code ${code}`))
  const started = await Promise.race([
    firstAnswer(child),
    ended.then((how) => Promise.reject(new DemoFailed(`the server ended (${how})`, log()))),
    tooLate(log),
  ])
  return {
    url: started.url,
    setupCode: started.setup_code ?? '',
    command: (args) => runCommand(options, args),
    ended,
    logTail: log,
    [Symbol.asyncDispose]: () => stop(child),
  }
}

/** The channel (`ipc`) carries nothing: its end tells the child that the demo is gone. */
function runProgram({ dataDir, environment }: ServerOptions, args: readonly string[]): Child {
  const line = [...programArguments(), ...args, '--data-dir', dataDir]
  const env = withoutSettings(environment)
  return spawn(process.execPath, line, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }) as Child
}

/** No setting: where the single file unpacks. */
const cacheFolder = 'KONTOR_CACHE_DIR'

/** The demo looks the same whatever settings the shell happens to hold. */
function withoutSettings(environment: Environment): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => name === cacheFolder || !name.startsWith('KONTOR_'),
    ),
  )
}

/** Log lines are JSON too; the answer is the line that carries the address. */
function firstAnswer(child: Child): Promise<z.infer<typeof Started>> {
  return new Promise((settle) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      for (const line of text.split('\n').slice(0, -1)) {
        const answer = Started.safeParse(jsonOf(line))
        if (answer.success) settle(answer.data)
      }
      text = text.slice(text.lastIndexOf('\n') + 1)
    })
  })
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function keepTail(child: Child): () => string {
  let tail = ''
  const keep = (chunk: unknown) => {
    tail = `${tail}${String(chunk)}`.slice(-logTailLength)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return () => tail
}

async function tooLate(log: () => string): Promise<never> {
  await new Promise((settle) => setTimeout(settle, startLimitMs).unref())
  throw new DemoFailed(`the server printed no address within ${startLimitMs / 1000} s`, log())
}

async function runCommand(options: ServerOptions, args: readonly string[]) {
  const child = runProgram(options, [...args, '--json'])
  const [out, err, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  const data = jsonOf(out)
  if (data === undefined) throw new DemoFailed(`kontor ${args.join(' ')} printed no JSON`, err)
  return { exitCode: exitCode ?? 1, data }
}

async function stop(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(timer)
}
