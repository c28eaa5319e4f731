// A folder of files that others have made, each handed in to a real server: it ends as indexed or
// as refused with a reason, within its time, and nobody else on the server notices.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join, relative, resolve, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UsageError } from '../../src/cli/command.ts'
import { type Market, openMarketOn } from '../../test/support/market.ts'
import type { Answer } from '../../test/support/open-test-app.ts'
import { runServer } from '../../test/support/run-server.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { watchDatabase } from '../../test/support/watch-database.ts'
import { watchHealth } from '../../test/support/watch-health.ts'
import { watchMemory } from './child-memory.ts'
import { repeated, Tally } from './hammer.ts'
import { openRandom } from './random.ts'
import { aligned, breachLines } from './show.ts'

export type CorpusReport = {
  seed: string
  files: number
  /** Not tried: larger than a file may be here, of no bytes, or the same bytes as another. */
  skipped: Tally
  /** By how they ended: `indexed`, or the word in front of the sentence. */
  ends: Tally
  /** The same, by the folders right below the one that was given. */
  folders: Record<string, Tally>
  pictures: number
  passages: number
  slowest: { file: string; ms: number }
  healthMs: { times: number; p50: number; p99: number; max: number }
  /** Resident, at most. */
  childMb: number
  serverMb: number
  seconds: number
  breaches: string[]
}

const bytesMax = 20_000_000
const atOnce = 4
const breachesMax = 50
const extractSeconds = 30
const memoryMb = 500
/** Who looks every 50 ms sees a child that grows fast a little late. */
const memorySlack = 1.5
/** Twice its reader's limit, behind three others, on a machine that is busy with other things. */
const fileMaxMs = 2 * 4 * extractSeconds * 1_000
/** What is recognised in pictures has its own line and time. */
const pictureMaxMs = 45 * 60_000
const refusedMs = 3.6e6
/** A sentence with a word in front. */
const sentence = /^([a-z_]+): [A-Z].*\.$/s
/** What no file of others has, and what reads outside would bring. */
const canary = 'the-parrot-of-the-lighthouse-9c41'

type Picked = { path: string; name: string; folder: string }
export type CorpusPlan = { files: readonly Picked[]; skipped: Tally; seed: string }

export async function soakCorpus(asked: {
  plan: CorpusPlan
  onFile?: (done: number) => void
}): Promise<CorpusReport> {
  const { plan, onFile } = asked
  const { files, skipped, seed } = plan
  const startedMs = performance.now()
  const breaches: string[] = []
  using folder = temporaryFolder()
  await using server = await runServer({ dir: folder.path, settings: settings() })
  const market = await openMarketOn(server)
  await using watch = watchHealth(server.url)
  using look = watchDatabase(folder.path)
  using memory = watchMemory(server.pid)
  const slowest = { file: '', ms: 0 }
  const report = { seed, files: 0, skipped, ends: new Tally(), pictures: 0, slowest, breaches }
  const folders: Record<string, Tally> = {}
  const breach = (file: Picked, what: string) => void breaches.push(`${nameOf(file)}: ${what}`)
  // Whoever has seen enough is told what came of it so far.
  const ended = new AbortController()
  const end = () => ended.abort()
  process.once('SIGINT', end)
  const isOver = () => ended.signal.aborted || breaches.length >= breachesMax
  await repeated({ times: files.length, atOnce, stop: isOver }, async (number) => {
    const file = files[number] as Picked
    const begunMs = performance.now()
    const done = await handIn(market, { file, look, breach }).catch((error) => {
      breach(file, `${error}`)
      return { end: 'no end', hasPicture: false }
    })
    const ms = Math.round(performance.now() - begunMs)
    if (ms > slowest.ms) Object.assign(slowest, { file: nameOf(file), ms })
    report.ends.add(done.end)
    folders[file.folder] ??= new Tally()
    folders[file.folder]?.add(done.end)
    report.pictures += Number(done.hasPicture)
    report.files++
    onFile?.(report.files)
  })
  process.off('SIGINT', end)
  const times = await watch.times()
  breaches.push(...afterAll({ look, times, output: server.output() }))
  const { childMb, serverMb } = memory
  if (childMb > memorySlack * memoryMb) breaches.push(`a child had ${childMb} MB`)
  return {
    ...report,
    folders,
    passages: Number(look.value('SELECT count(*) FROM passage')),
    healthMs: { times: times.length, p50: at(times, 0.5), p99: at(times, 0.99), max: at(times, 1) },
    childMb,
    serverMb,
    seconds: (performance.now() - startedMs) / 1000,
  }
}

function settings(): Record<string, string> {
  const { NODE_COMPILE_CACHE: cache, KONTOR_OCR: ocr } = process.env
  return {
    KONTOR_LOG_LEVEL: 'error',
    KONTOR_SEARCH_WORKERS: '1',
    KONTOR_INGEST_CONCURRENCY: '2',
    KONTOR_EXTRACT_SECONDS: `${extractSeconds}`,
    KONTOR_EXTRACT_MEMORY_MB: `${memoryMb}`,
    // In the environment of whoever starts a child: none of it is a child's.
    CANARY: canary,
    ...(ocr && { KONTOR_OCR: ocr }),
    ...(cache && { NODE_COMPILE_CACHE: cache }),
  }
}

/** All of them, or so many by chance; each content once. */
export function planCorpus(asked: {
  folder: string
  count?: number | undefined
  seed: string
}): CorpusPlan {
  const { folder, count, seed } = asked
  const root = resolve(folder)
  const skipped = new Tally()
  const seen = new Set<string>()
  const found = filesBelow(root).filter((path) => {
    const { size } = statSync(path)
    const why = size === 0 ? 'empty' : size > bytesMax ? 'too large' : undefined
    const hash = why ?? createHash('sha256').update(readFileSync(path)).digest('hex')
    const isTwice = why === undefined && seen.has(hash)
    seen.add(hash)
    if (why !== undefined || isTwice) skipped.add(why ?? 'twice')
    return why === undefined && !isTwice
  })
  if (found.length === 0) throw new UsageError(`There are no files in ${folder}.`)
  const files = openRandom(seed)
    .shuffled(found)
    .map((path) => {
      const [first = '', ...rest] = relative(root, path).split(sep)
      return { path, name: basename(path), folder: rest.length === 0 ? '.' : first }
    })
  return { files: files.slice(0, count), skipped, seed }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

type Handing = {
  file: Picked
  look: ReturnType<typeof watchDatabase>
  breach: (file: Picked, what: string) => void
}

async function handIn(market: Market, { file, look, breach }: Handing) {
  const { call, operator, provider, datasetId } = market
  const bytes = readFileSync(file.path)
  const ask = async (...words: Parameters<Market['call']>): Promise<Answer> => {
    const answer = await call(...words)
    if (answer.status >= 500) breach(file, `${answer.status} from ${words[0]} ${words[1]}`)
    return answer
  }
  const begun = await ask('POST', `/v1/datasets/${datasetId}/objects/upload`, {
    as: provider.token,
    body: {
      // A name that is no name says nothing of its bytes.
      filename: sendable(file.name),
      content_type: typeFor(file.name),
      size_bytes: bytes.length,
    },
  })
  if (begun.status !== 201) return refused(begun)
  const { object_id: objectId, upload_url: url } = begun.body.data
  const sent = await ask('PUT', url, { raw: bytes })
  if (sent.status >= 300) return refused(sent)
  const confirmed = await ask('POST', `/v1/objects/${objectId}/confirm`, { as: provider.token })
  if (confirmed.status >= 300) return refused(confirmed)
  const review = `/v1/admin/review/objects/${provider.tenantId}/${objectId}`
  await ask('GET', review, { as: operator.token })
  const approved = await ask('POST', `${review}/approve`, { as: operator.token, body: {} })
  if (approved.status >= 300) return refused(approved)
  await atRest(objectId, look)
  const { body } = await ask('GET', `/v1/objects/${objectId}`, { as: provider.token })
  const picture = await ask('GET', `/v1/objects/${objectId}/preview-image`, { as: provider.token })
  await ask('GET', `/v1/objects/${objectId}/passages?limit=5`, { as: provider.token })
  const hasPicture = picture.status === 200
  const { index_state: state, error } = body.data
  if (state === 'indexed' && error === null) return { end: 'indexed', hasPicture }
  const [, code] = sentence.exec(`${error}`) ?? []
  if (state !== 'failed' || !code) breach(file, `${state}: ${JSON.stringify(error)}`)
  return { end: code ?? state, hasPicture }
}

function refused({ status, body }: Answer) {
  const said = body.error?.details?.field ?? body.error?.code ?? ''
  return { end: `refused ${status} ${said}`.trim(), hasPicture: false }
}

/** Until it has its end. Seen from beside: who asks over HTTP gives the server more to do. */
async function atRest(objectId: string, look: Handing['look']): Promise<void> {
  const startedMs = performance.now()
  const sql = 'SELECT index_state FROM object WHERE object_id = ?'
  const recognising = `SELECT count(*) FROM job WHERE state IN ('queued', 'running')
    AND kind NOT IN ('ingest-object', 'inspect-object')`
  for (;;) {
    const state = look.value(sql, objectId)
    if (state === 'indexed' || state === 'failed') return
    const tookMs = performance.now() - startedMs
    const isReading = Number(look.value(recognising)) > 0
    if (tookMs > (isReading ? pictureMaxMs : fileMaxMs)) {
      throw new Error(`still ${state} after ${(tookMs / 1000).toFixed(0)} s`)
    }
    await sleep(50)
  }
}

type After = { look: Handing['look']; times: number[]; output: string }

function* afterAll({ look, times, output }: After): Generator<string> {
  if ((times.at(-1) ?? refusedMs) >= refusedMs) yield '/health was not answered'
  const again = Number(look.value('SELECT count(*) FROM job WHERE failures > 0'))
  if (again > 0) yield `${again} jobs took more than one attempt`
  const left = look.value(`SELECT count(*) FROM passage JOIN object USING (object_id)
    WHERE index_state <> 'indexed'`)
  if (Number(left) > 0) yield `${left} passages of files that are not indexed`
  const outside = [canary, firstLineOf('/etc/shadow'), process.env.HOSTNAME]
  for (const secret of outside.filter((one) => one !== undefined && one.length > 8)) {
    const found = look.value('SELECT count(*) FROM passage WHERE instr(text, ?) > 0', secret)
    if (Number(found) > 0) yield `${found} passages with what is outside of the file`
  }
  const errors = output.split('\n').filter((line) => /"level":(50|60|"error"|"fatal")/.test(line))
  yield* errors.slice(0, breachesMax).map((line) => `the log: ${line.slice(0, 500)}`)
}

function firstLineOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').split('\n')[0]
  } catch {
    return undefined
  }
}

/** Names as a browser would send them; others are refused, which is looked at elsewhere. */
function sendable(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
  const plain = name.replace(/[\0-\x1f\x7f\\/]/g, '_').replace(/^\.+/, '')
  return plain === '' ? 'file' : plain.slice(-120)
}

const types: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.eml': 'message/rfc822',
  '.html': 'text/html',
  '.txt': 'text/plain',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

function typeFor(name: string): string {
  return types[extname(name).toLowerCase()] ?? 'application/octet-stream'
}

function nameOf({ folder, name }: Picked): string {
  return `${folder}/${name}`
}

function at(times: readonly number[], share: number): number {
  return Math.round(times[Math.ceil(times.length * share) - 1] ?? refusedMs)
}

export function corpusLines(report: CorpusReport): string[] {
  const { files, seed, seconds, slowest, healthMs, folders } = report
  const ends = Object.keys(report.ends.counts).sort()
  const row = ([name, { counts }]: [string, Tally]) => [
    name,
    ...ends.map((end) => `${counts[end] ?? 0}`),
  ]
  const rows = Object.entries(folders).sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    ...aligned([['', ...ends], ...rows.map(row), row(['all', report.ends])]),
    '',
    `${files} files of others, seed ${seed}, ${seconds.toFixed(0)} s; not tried: ` +
      `${report.skipped}`,
    `${report.passages} passages, ${report.pictures} small pictures; the slowest took ` +
      `${(slowest.ms / 1000).toFixed(1)} s: ${slowest.file}`,
    `/health ${healthMs.times} times: p50 ${healthMs.p50} ms, p99 ${healthMs.p99} ms, ` +
      `max ${healthMs.max} ms; a child had ${report.childMb} MB at most, the server ` +
      `${report.serverMb} MB`,
    '',
    ...breachLines(report),
  ]
}
