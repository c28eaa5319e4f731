import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makePdf } from '../../test/support/make-pdf.ts'
import {
  approve,
  indexed,
  type Market,
  openMarketOn,
  publish,
  stage,
  type Upload,
} from '../../test/support/market.ts'
import { runServer } from '../../test/support/run-server.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { residentMb } from './load.ts'
import { quantile, type Row, rowOf } from './measure.ts'
import { reportPages } from './report-pages.ts'

const senders = 4
const warmUpFiles = 4
/** So that a thousand documents take less than the allowance of a month. */
const probeEveryMs = 100
const quietProbes = 60

/** Upload, inspection, approval and indexing of many files, while somebody searches. */
export async function wholeWay(documents: number): Promise<Row[]> {
  using folder = temporaryFolder()
  const compiled = join(folder.path, 'compiled')
  mkdirSync(compiled)
  // As the launcher does it: compiled code is kept, and memory is not.
  const flags = [...process.execArgv, '--max-semi-space-size=8']
  const settings = {
    KONTOR_LOG_LEVEL: 'warn',
    NODE_COMPILE_CACHE: compiled,
    MALLOC_ARENA_MAX: '2',
    MALLOC_TRIM_THRESHOLD_: '131072',
    MALLOC_MMAP_THRESHOLD_: '262144',
    KONTOR_SEARCH_RATE_PER_MINUTE: '100000',
    KONTOR_WELCOME_CREDITS: '100000',
  }
  await using server = await runServer({ dir: join(folder.path, 'data'), settings, flags })
  const market = await openMarketOn(server)
  const files = await Promise.all(
    Array.from({ length: documents + warmUpFiles }, (_, i) =>
      makePdf({ pages: reportPages(2, { seed: i }) }),
    ),
  )
  for (const bytes of files.splice(0, warmUpFiles)) await publish(market, pdf(bytes))
  const quiet: number[] = []
  while (quiet.length < quietProbes) quiet.push(await probe(market))

  const memory: number[] = []
  const busy: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      busy.push(await probe(market))
      memory.push(residentMb(server.pid))
      await sleep(probeEveryMs)
    }
  })()
  const cpuBefore = cpuOf(server.pid)
  const startedMs = performance.now()
  const times = await sendAll(market, files, startedMs)
  const seconds = (performance.now() - startedMs) / 1000
  const cpu = cpuOf(server.pid)
  const [own, children] = [cpu.ownMs - cpuBefore.ownMs, cpu.childMs - cpuBefore.childMs]
  const cost =
    `processor time of each: ${(own / documents).toFixed(0)} ms in the server, ` +
    `${(children / documents).toFixed(0)} ms in children`
  isOver = true
  await watching
  const row = rowOf('upload, inspect, approve, index', times, seconds)
  const searches = rowOf('searches meanwhile', busy, seconds)
  const slower = quantile(busy, 0.5) / quantile(quiet, 0.5)
  return [
    { ...row, note: `${cost}; ${memoryNote(memory)}` },
    { ...rowOf('searches before', quiet, quiet.length * 0.05) },
    { ...searches, note: `${slower.toFixed(2)} times as long as before` },
  ]
}

/** Milliseconds from the beginning until each is searchable. */
async function sendAll(market: Market, files: Buffer[], startedMs: number): Promise<number[]> {
  const queue = [...files]
  const uploads: Upload[] = []
  const send = async () => {
    for (let bytes = queue.shift(); bytes; bytes = queue.shift()) {
      const upload = await stage(market, pdf(bytes))
      uploads.push(upload)
      await approve(market, upload)
    }
  }
  await Promise.all(Array.from({ length: senders }, send))
  const times: number[] = []
  for (const upload of uploads) {
    await indexed(market, upload)
    times.push(performance.now() - startedMs)
  }
  return times
}

function pdf(bytes: Buffer) {
  return { filename: 'report.pdf', contentType: 'application/pdf', bytes }
}

async function probe({ call, key }: Market): Promise<number> {
  const startedMs = performance.now()
  const { status } = await call('GET', '/search?q=supply+measured', { as: key })
  // A machine that is busy with other things makes some too slow: that is a time like any other.
  if (status !== 200 && status !== 503) throw new Error(`a search answered ${status}`)
  return performance.now() - startedMs
}

const tickMs = 10

/** What a busy machine hardly changes, other than the rate. */
function cpuOf(pid: number): { ownMs: number; childMs: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number)
  return { ownMs: (user + system) * tickMs, childMs: (childUser + childSystem) * tickMs }
}

/** Flat is when the second half needs no more than the first. */
function memoryNote(memory: readonly number[]): string {
  const half = Math.ceil(memory.length / 2)
  const [first, second] = [memory.slice(0, half), memory.slice(half)]
  const top = (values: readonly number[]) => Math.max(0, ...values).toFixed(0)
  return `server resident at most ${top(first)} MB in the first half, ${top(second)} MB after it`
}
