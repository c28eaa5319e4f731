import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { residentMb } from './load.ts'
import { type Bench, beside, inTurns, type Row, rowOf } from './measure.ts'

const rounds = 7
const readyPath = '/readyz'
/** By then every thread has read what it needs. */
const restMs = 8_000

type Way = { command: string; args: string[]; env: Record<string, string> }

/** The single file beside the sources: what it weighs, how soon it answers, what it keeps. */
export const packaged: Bench = {
  name: 'package',
  about: `the single file beside node src/main.ts serve, till ${readyPath} answers`,
  async run(log) {
    const file = await madeFile(log)
    using cache = temporaryFolder()
    const single = { command: file, args: [], env: { KONTOR_CACHE_DIR: cache.path } }
    // As an operator would start the sources: no loader, and code compiled before is kept.
    const kept = { NODE_COMPILE_CACHE: join(cache.path, 'of-the-sources') }
    const sources = { command: process.execPath, args: ['src/main.ts'], env: kept }
    const first = async () => {
      rmSync(cache.path, { recursive: true, force: true })
      return [await startOf(single)]
    }
    const firstStarts = await inTurns({ first }, rounds)
    const results = await inTurns(
      {
        warm: async () => [await startOf(single)],
        sources: async () => [await startOf(sources)],
      },
      rounds,
    )
    const warm = rowOf('warm start', results.warm.times, results.warm.seconds)
    const source = rowOf('start from the sources', results.sources.times, results.sources.seconds)
    const start = rowOf('first start', firstStarts.first.times, firstStarts.first.seconds)
    return [
      ...sizes(file),
      shared(beside(warm, source), { of: source, name: 'of the sources’ time' }),
      source,
      shared(start, { of: warm, name: 'times the warm start' }),
      await idleRow(single),
    ]
  },
}

async function madeFile(log: (line: string) => void): Promise<string> {
  const found = () =>
    readdirSync('dist').find((name) => /^kontor-[\d.]+-linux-x64$/.test(name)) ?? ''
  if (!existsSync('dist') || !found() || !existsSync(`dist/${found()}.xz`)) {
    log('there is no single file with its .xz yet: scripts/package makes it')
    spawnSync('scripts/package', [], { stdio: ['ignore', 2, 2] })
  }
  return resolve('dist', found())
}

function sizes(file: string): Row[] {
  return [file, `${file}.xz`]
    .filter((path) => existsSync(path))
    .map((path) => figure({ name: basename(path), note: megabytes(statSync(path).size / 1e6) }))
}

function figure({ name, note }: { name: string; note: string }): Row {
  return { name, medianMs: 0, p95Ms: 0, perSecond: 0, note }
}

function megabytes(count: number): string {
  return `${count.toFixed(1)} MB`
}

/** How the median of one stands to that of another. */
function shared(row: Row, { of, name }: { of: Row; name: string }): Row {
  return { ...row, note: `${(row.medianMs / of.medianMs).toFixed(2)} ${name}` }
}

/** Milliseconds from the start of the process to the first good answer. */
async function startOf(way: Way): Promise<number> {
  const startedMs = performance.now()
  await using server = await started(way)
  return server.readyMs - startedMs
}

async function started({ command, args, env }: Way) {
  const folder = temporaryFolder()
  const port = String(20_000 + Math.floor(Math.random() * 20_000))
  const line = [...args, 'serve', '--data-dir', folder.path, '--port', port]
  const child = spawn(command, [...line, '--log-level', 'warn'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}${readyPath}`
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`)
    await sleep(2)
  }
  return {
    readyMs: performance.now(),
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      // The graceful way: it keeps what it compiled.
      child.kill('SIGTERM')
      await once(child, 'exit')
      folder[Symbol.dispose]()
    },
  }
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function idleRow(way: Way): Promise<Row> {
  await using server = await started(way)
  await sleep(restMs)
  return figure({ name: 'idle: resident', note: megabytes(residentMb(server.pid)) })
}
