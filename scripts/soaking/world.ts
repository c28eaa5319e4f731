// One data folder, the server on it, and everybody who uses it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Market } from '../../test/support/market.ts'
import { putMarketInto } from '../../test/support/market-folder.ts'
import { makeKey } from '../../test/support/open-test-app.ts'
import { programOf } from '../../test/support/program.ts'
import { type RunningServer, runServer } from '../../test/support/run-server.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { watchDatabase } from '../../test/support/watch-database.ts'
import { type Journal, openJournal } from './journal.ts'

/** The server was killed, or died, before it answered. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** The server has too much to do, or the caller asked too often; nothing was done. */
export class TurnedAway extends Error {
  override readonly name = 'TurnedAway'
}

export type World = AsyncDisposable & {
  dir: string
  market: Market
  /** The operator's own tenant has no search allowance; this is its key. */
  searchKey: string
  journal: Journal
  /** Eyes on the database, while there is a server: the next one must recover it alone. */
  look(): ReturnType<typeof watchDatabase>
  server(): RunningServer
  /** SIGKILL. Whoever waits for an answer gets none: `settled` comes next. */
  kill(): Promise<void>
  /** A server on the same folder and port. */
  start(): Promise<void>
  /** Starts one and kills it after so long, wherever it is by then. */
  startAndKill(afterMs: number): Promise<void>
  /** Deeds that were begun and not awaited: a kill ends them. */
  inFlight(deed: Promise<unknown>): void
  /** What went wrong among those, other than that they had no answer or were turned away. */
  settled(): Promise<string[]>
  /** Leaves the folder behind, for a look at what went wrong. */
  keep(): void
}

const settings = {
  KONTOR_LOG_LEVEL: 'error',
  KONTOR_SEARCH_WORKERS: '1',
  KONTOR_SEARCH_TIMEOUT_MS: '60000',
  KONTOR_SEARCH_RATE_PER_MINUTE: '1000000',
  KONTOR_WELCOME_CREDITS: '500',
  // Bytes of what is deleted go at once.
  KONTOR_GRACE_HOURS: '0',
}

/** `await using world = await openWorld()`: a new folder with a running server and a market. */
export async function openWorld(
  more: Record<string, string> = {},
  program?: string,
): Promise<World> {
  const environment = { ...settings, ...compileCache(), ...more }
  const folder = temporaryFolder()
  const { at } = await putMarketInto(folder.path)
  const life = await openLife(folder, { program, environment: () => environment })
  const market = at(life.server())
  await endow(market)
  const searchKey = await makeKey(market.call, market.operator, {})
  return Object.assign(life, { market, searchKey, journal: openJournal() })
}

export type Life = Omit<World, 'market' | 'searchKey' | 'journal'>

type Program = {
  /** Another one than the product's. */
  program?: string | undefined
  /** Of node, instead of those of this process. */
  flags?: readonly string[]
  /** Asked anew for each start. */
  environment(): Record<string, string>
}

/** A server on a folder that dies and comes back; the folder goes with it unless it is kept. */
export async function openLife(
  folder: ReturnType<typeof temporaryFolder>,
  { program, flags = process.execArgv, environment }: Program,
): Promise<Life> {
  const dir = folder.path
  let kept = false
  let server = await runServer({ dir, program, flags, settings: environment() })
  const { port } = server
  let look = watchDatabase(dir)
  let flying: Promise<unknown>[] = []
  return {
    dir,
    look: () => look,
    server: () => server,
    kill: async () => void (await server.kill()),
    async start() {
      server = await runServer({ dir, port, program, flags, settings: environment() })
      look = watchDatabase(dir)
    },
    async startAndKill(afterMs) {
      const { command, args, env: own } = programOf(program, flags)
      const line = [...args, 'serve', '--json', '--data-dir', dir, '--port', `${port}`]
      const env = { PATH: process.env.PATH, ...own, ...environment() }
      const child = spawn(command, line, { env, stdio: 'ignore' })
      const exited = once(child, 'exit')
      await sleep(afterMs)
      child.kill('SIGKILL')
      await exited
    },
    inFlight: (deed) => void flying.push(deed.catch((error: Error) => error)),
    async settled() {
      const ends = await Promise.all(flying)
      flying = []
      look[Symbol.dispose]()
      const wrong = ends.filter((end) => end instanceof Error && !isExpected(end))
      return wrong.map((error) => (error as Error).message)
    },
    keep() {
      kept = true
    },
    async [Symbol.asyncDispose]() {
      look[Symbol.dispose]()
      await server.kill()
      if (!kept) folder[Symbol.dispose]()
    },
  }
}

/** Whoever is turned away asks again, for three minutes. */
export async function patiently<T>(deed: () => Promise<T>): Promise<T> {
  const deadlineMs = performance.now() + 180_000
  for (;;) {
    try {
      return await deed()
    } catch (error) {
      if (!(error instanceof TurnedAway) || performance.now() > deadlineMs) throw error
      await sleep(250)
    }
  }
}

function isExpected(error: Error): boolean {
  return error instanceof NoAnswer || error instanceof TurnedAway
}

/** So much that nobody runs out of it: what is tested here is not the refusal. */
async function endow({ call, operator, buyer }: Market): Promise<void> {
  for (const { tenantId } of [operator, buyer]) {
    const body = { credits: 100_000_000, reason: 'endowment' }
    const path = `/v1/admin/tenants/${tenantId}/credits`
    const { status } = await call('POST', path, { as: operator.token, body })
    if (status !== 201) throw new Error(`the endowment answered ${status}`)
  }
}

export function compileCache(): Record<string, string> {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}
