import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Logger } from 'pino'
import {
  environmentFor,
  LitestreamRefused,
  type Replica,
  requireLitestream,
  run,
  writeConfig,
} from './litestream.ts'
import { type Look, openProgress, type Progress, shippedIn, troubleIn } from './progress.ts'

export type Shipping = AsyncDisposable & { report(): Progress & { restarts: number } }

type Order = Replica & { dataDir: string; log: Pick<Logger, 'info' | 'warn' | 'error'> }

const lookEveryMs = 250
const againFirstMs = 500
const againMaxMs = 30_000
/** For the last of the log, when the server stops. */
const partingMs = 10_000

/**
 * Has Litestream ship the log of the database for as long as this server has the lease. It is a
 * child, and not a service of its own, because where it ships to is known only with the epoch; when
 * it ends by itself it is started again. Throws LitestreamRefused.
 */
export async function shipLog(order: Order): Promise<Shipping> {
  const { program, place, dataDir, log } = order
  await requireLitestream(program)
  const config = writeConfig(dataDir, order)
  const env = environmentFor(place)
  await run(program, ['databases', '-config', config], env).catch((error: Error) => {
    throw new LitestreamRefused(`Litestream does not take ${config}: ${error.message}`)
  })
  const mark = join(dataDir, 'litestream.pid')
  endOrphan({ mark, config })
  const progress = openProgress()
  let restarts = 0
  let isOver = false
  let child: ChildProcess
  let again: NodeJS.Timeout | undefined

  function start(): void {
    const beganMs = Date.now()
    child = spawn(program, ['replicate', '-config', config], { cwd: '/', env, stdio: pipes })
    if (child.pid !== undefined) writeFileSync(mark, `${child.pid}\n`, { mode: 0o600 })
    for (const output of [child.stdout, child.stderr]) {
      if (output) createInterface({ input: output }).on('line', heard)
    }
    child.once('error', (error) => log.error({ error: error.message }, 'Litestream did not start'))
    child.once('close', (code, signal) => {
      if (isOver) return
      restarts += 1
      const lastedMs = Date.now() - beganMs
      const waitMs = Math.max(againFirstMs, againMaxMs - lastedMs) / (restarts > 3 ? 1 : 10)
      log.error({ code, signal, restarts }, 'Litestream ended: it is started again')
      again = setTimeout(start, Math.min(waitMs, againMaxMs))
      again.unref()
    })
  }

  function heard(line: string): void {
    const place = shippedIn(line)
    if (place) progress.shipped(place)
    const trouble = troubleIn(line)
    if (trouble !== undefined) log.warn({ trouble }, 'Litestream is in trouble')
  }

  start()
  const looking = setInterval(() => progress.look(lookAt(dataDir)), lookEveryMs)
  looking.unref()
  return {
    report: () => ({ ...progress.report(Date.now()), restarts }),
    async [Symbol.asyncDispose]() {
      isOver = true
      clearInterval(looking)
      clearTimeout(again)
      await ended(child)
      rmSync(mark, { force: true })
    },
  }
}

const pipes: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']

/** It ships what is left, and goes. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const timer = setTimeout(() => child.kill('SIGKILL'), partingMs)
  const gone = new Promise((done) => child.once('close', done))
  child.kill('SIGTERM')
  await gone
  clearTimeout(timer)
}

/** One that outlived its server would ship beside ours. It is told by what it was started with. */
function endOrphan({ mark, config }: { mark: string; config: string }): void {
  try {
    const pid = Number(readFileSync(mark, 'utf8'))
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    if (words.includes(config)) process.kill(pid, 'SIGKILL')
  } catch {
    // There is none.
  }
}

/** How far Litestream has read the log, by its own copy of it. */
function lookAt(dataDir: string): Look {
  const nowMs = Date.now()
  try {
    const own = join(dataDir, '.kontor.db-litestream')
    const generation = readFileSync(join(own, 'generation'), 'utf8').trim()
    const folder = join(own, 'generations', generation, 'wal')
    const last = readdirSync(folder).sort().at(-1) ?? ''
    const copy = statSync(join(folder, last))
    const log = statSync(join(dataDir, 'kontor.db-wal'))
    const place = { generation, index: Number.parseInt(last, 16), offset: copy.size }
    return { place, isUnread: log.mtimeMs > copy.mtimeMs, nowMs }
  } catch {
    return { place: undefined, isUnread: true, nowMs }
  }
}
