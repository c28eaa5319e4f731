// Files of every format, damaged by chance, read by the program behind its wall: each ends as read
// or as refused with a reason, and none takes longer than it may.
import { strict as assert } from 'node:assert'
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExtractorFile } from '../../src/domain/ingest/ports.ts'
import { openExtractRunner } from '../../src/extract/index.ts'
import { formatSamples, type Sample } from '../../test/support/format-samples.ts'
import { childrenOf } from '../../test/support/processes.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { until } from '../../test/support/until.ts'
import { repeated, Tally } from './hammer.ts'
import { compiledChild, openKeptReader } from './kept-reader.ts'
import { openNotes } from './notes.ts'
import { openRandom, type Random } from './random.ts'
import { breachLines } from './show.ts'

export type FilesReport = {
  seed: string
  /** How many were to be read, and how many were: with notes, also by earlier runs. */
  count: number
  files: number
  mix: typeof mix
  /** How many were read as the server reads them. */
  asServed: number
  /** By how they ended. */
  ends: Tally
  medianMs: number
  slowestMs: number
  /** What kept its reader busy for long, or was killed at a limit. */
  slow: SlowFile[]
  seconds: number
  breaches: string[]
}

/** Made again out of the seed and its number, whatever else is read. */
export type SlowFile = { number: number; name: string; end: string; ms: number }

const mix = {
  asServed: '1 of 10 read as the server does: in a child of its own where another one refuses it',
  kept:
    'the others by children that go on after a refusal, and after a picture; ' +
    'what is slow or killed, as served too',
}
const asServedOneIn = 10
const pieceSize = 1_000
const atOnce = 2
const breachesMax = 20
const bytesMax = 300_000
/** Beyond the reader's own limit, for a machine that is busy. */
const limitMs = 20_000
const slackMs = 40_000
/** Without the time for which it waited for a processor, as the limit counts. */
const slowMs = 5_000

export async function soakFiles(asked: {
  count: number
  seed: string
  /** Where each piece is noted; those that are in it already are not read again. */
  notes?: string | undefined
  /** Where files that were slow or killed are left. */
  folder?: string | undefined
  onFile?: (done: number) => void
}): Promise<FilesReport> {
  const { count, seed, notes, onFile } = asked
  const startedMs = performance.now()
  const samples = (await formatSamples()).filter(({ bytes }) => bytes.length <= bytesMax)
  using folder = temporaryFolder()
  const readers = openReaders(samples)
  const noted = openNotes<PieceDone>(notes, { what: 'files', seed, count })
  const report = reportOf({ seed, count })
  for (const done of noted.before) take(report, done)
  const before = new Set(noted.before.map(({ piece }) => piece))
  const left = piecesOf(count).filter(({ piece }) => !before.has(piece))
  for (const { piece, from, size } of left) {
    if (report.breaches.length > 0) break
    const done: PieceDone = {
      piece,
      files: 0,
      asServed: 0,
      ends: {},
      medianMs: 0,
      slow: [],
      ...none,
    }
    const ends = new Tally()
    const times: number[] = []
    const stop = () => done.breaches.length >= breachesMax
    await repeated({ times: size, atOnce, stop }, async (i) => {
      const number = from + i
      const random = openRandom(`${seed}/${number}`)
      const sample = random.pick(samples)
      const path = join(folder.path, `${number}`)
      const bytes = damaged(sample, random)
      writeFileSync(path, bytes)
      const fd = openSync(path, 'r')
      const begunMs = performance.now()
      const claims = { filename: sample.name, contentType: sample.contentType ?? '' }
      const file = { fd, claims, key: `${number}`, owner: 'one', ocrLater: true }
      const { end, error, isServed, isSlow } = await readers.read(
        file,
        random.below(asServedOneIn) === 0,
      )
      closeSync(fd)
      rmSync(path)
      const ms = Math.round(performance.now() - begunMs)
      times.push(ms)
      const slow = { number, name: sample.name, end, ms }
      if (isSlow) {
        done.slow.push(slow)
        keep(asked.folder, slow, bytes)
      }
      if (error || ms > limitMs + slackMs) done.breaches.push(said(slow, error))
      ends.add(end)
      done.files++
      if (isServed) done.asServed++
      onFile?.(report.files + done.files)
    })
    done.ends = ends.counts
    done.slowestMs = Math.max(0, ...times)
    done.medianMs = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
    take(report, done)
    if (done.breaches.length === 0) noted.add(done)
  }
  readers.close()
  await nothingLeft(report)
  report.seconds = (performance.now() - startedMs) / 1000
  return report
}

const none = { slowestMs: 0, breaches: [] as string[] }

type PieceDone = Pick<FilesReport, 'files' | 'asServed' | 'medianMs' | 'slowestMs' | 'slow'> & {
  piece: number
  ends: Record<string, number>
  breaches: string[]
}

function piecesOf(count: number) {
  return Array.from({ length: Math.ceil(count / pieceSize) }, (_, i) => ({
    piece: i + 1,
    from: i * pieceSize,
    size: Math.min(pieceSize, count - i * pieceSize),
  }))
}

function reportOf({ seed, count }: Pick<FilesReport, 'seed' | 'count'>): FilesReport {
  const nothing = { files: 0, asServed: 0, medianMs: 0, slowestMs: 0, seconds: 0 }
  return { seed, count, mix, ...nothing, ends: new Tally(), slow: [], breaches: [] }
}

/** The median is that of the pieces, in the middle of which most of them lie. */
function take(report: FilesReport, done: PieceDone): void {
  const all = report.files + done.files
  if (all > 0) {
    const sum = report.medianMs * report.files + done.medianMs * done.files
    report.medianMs = Math.round(sum / all)
  }
  report.files = all
  report.asServed += done.asServed
  report.ends.addAll(done.ends)
  report.slowestMs = Math.max(report.slowestMs, done.slowestMs)
  report.slow.push(...done.slow)
  report.breaches.push(...done.breaches)
}

type End = { end: string; error: Error | undefined; isServed: boolean; isSlow: boolean }

/** What ended by time, memory or death in a child that others share is read again as served. */
function openReaders(samples: readonly Sample[]) {
  const program = compiledChild()
  const first = samples.find(({ name }) => name.endsWith('.tiff'))?.bytes
  assert(first, 'a whole picture is read first')
  const extractor = openExtractRunner({ program, limits: { wallMs: limitMs }, ahead: true })
  const kept = openKeptReader(program, { wallMs: slowMs, first: Buffer.from(first) })
  const served = async (file: ExtractorFile, isSlow = false): Promise<End> => {
    try {
      const { failure } = await extractor.inspect(file)
      const end = failure?.code ?? 'read'
      return { end, error: undefined, isServed: true, isSlow: isSlow || killed.has(end) }
    } catch (error) {
      const { name } = error as Error
      return { end: name, error: error as Error, isServed: true, isSlow }
    }
  }
  const read = async (file: ExtractorFile, isServed: boolean): Promise<End> => {
    if (isServed) return served(file)
    const { end, error } = await kept.read(file)
    if (error) return served(file)
    return killed.has(end) ? served(file, true) : { end, error, isServed, isSlow: false }
  }
  return { read, close: kept.close }
}

const killed = new Set(['timeout', 'memory'])

function said({ number, name, end, ms }: SlowFile, error: Error | undefined): string {
  return `file ${number} (${name}): ${end}${error ? `, ${error.message}` : ''}, ${ms} ms`
}

function keep(folder: string | undefined, { number, name }: SlowFile, bytes: Uint8Array): void {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${number}-${name}`), bytes)
}

/** Children that wait for more are gone after a while, and nothing else is there. */
async function nothingLeft({ breaches }: FilesReport): Promise<void> {
  const areGone = () => (childrenOf(process.pid).length === 0 ? true : undefined)
  await until('all children are gone', areGone).catch(() => {
    breaches.push(`${childrenOf(process.pid).length} children are left`)
  })
}

/** Some bytes changed, a piece gone, doubled or from elsewhere, or the end cut off. */
export function damaged({ bytes }: Sample, random: Random): Buffer {
  let out = Buffer.from(bytes)
  for (let wound = random.below(4); wound >= 0; wound--) {
    const at = random.below(out.length + 1)
    const to = Math.min(out.length, at + 1 + random.below(200))
    const piece = out.subarray(at, to)
    const ways = [
      () => out.map((byte, i) => (i >= at && i < at + 4 ? random.below(256) : byte)),
      () => out.map((byte, i) => (i === at ? byte ^ (1 << random.below(8)) : byte)),
      () => Buffer.concat([out.subarray(0, at), out.subarray(to)]),
      () => Buffer.concat([out.subarray(0, to), piece, out.subarray(to)]),
      () =>
        Buffer.concat([out.subarray(0, at), Buffer.alloc(piece.length, 0xff), out.subarray(to)]),
      () => out.subarray(0, at),
    ]
    out = Buffer.from(random.pick(ways)())
  }
  return out
}

export function filesLines(report: FilesReport): string[] {
  const { files, asServed, ends, seed, seconds, medianMs, slowestMs, slow } = report
  return [
    `${files} damaged files, ${asServed} of them as served, seed ${seed}, ` +
      `${seconds.toFixed(1)} s, median ${medianMs} ms, the slowest ${slowestMs} ms`,
    `${ends}`,
    ...slow.map((one) => `slow: ${said(one, undefined)}`),
    '',
    ...breachLines(report),
  ]
}
