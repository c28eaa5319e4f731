// Files of every format, damaged by chance, read by the program behind its wall: each ends as read
// or as refused with a reason, and none takes longer than it may.
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExtractFailed } from '../../src/domain/ingest/ports.ts'
import { openExtractRunner } from '../../src/extract/index.ts'
import { childProgram } from '../../src/extract/sandbox/child-program.ts'
import { formatSamples, type Sample } from '../../test/support/format-samples.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { repeated, Tally } from './hammer.ts'
import { openRandom, type Random } from './random.ts'
import { breachLines } from './show.ts'

export type FilesReport = {
  seed: string
  files: number
  /** By how they ended. */
  ends: Tally
  slowestMs: number
  seconds: number
  breaches: string[]
}

const atOnce = 2
const breachesMax = 20
const bytesMax = 300_000
/** Beyond the reader's own limit, for a machine that is busy. */
const limitMs = 20_000
const slackMs = 40_000

export async function soakFiles(asked: {
  count: number
  seed: string
  onFile?: (done: number) => void
}): Promise<FilesReport> {
  const { count, seed, onFile } = asked
  const startedMs = performance.now()
  const random = openRandom(seed)
  const samples = (await formatSamples()).filter(({ bytes }) => bytes.length <= bytesMax)
  using folder = temporaryFolder()
  const limits = { wallMs: limitMs }
  const extractor = openExtractRunner({ program: childProgram(), limits, ahead: true })
  const breaches: string[] = []
  const report = { seed, files: 0, ends: new Tally(), slowestMs: 0, seconds: 0, breaches }
  const stop = () => breaches.length >= breachesMax
  await repeated({ times: count, atOnce, stop }, async (number) => {
    const sample = random.pick(samples)
    const path = join(folder.path, `${number}`)
    writeFileSync(path, damaged(sample, random))
    const fd = openSync(path, 'r')
    const begunMs = performance.now()
    const claims = { filename: sample.name, contentType: sample.contentType ?? '' }
    const file = { fd, claims, key: `${number}`, owner: 'one', ocrLater: true }
    const end = await extractor.inspect(file).then(
      ({ failure }) => (failure === null ? 'read' : failure.code),
      (error: Error) => (error instanceof ExtractFailed ? error.code : error),
    )
    closeSync(fd)
    const tookMs = performance.now() - begunMs
    report.slowestMs = Math.max(report.slowestMs, tookMs)
    const isBad = end instanceof Error || tookMs > limitMs + slackMs
    if (isBad) breaches.push(`file ${number} (${sample.name}): ${end}, ${tookMs.toFixed(0)} ms`)
    report.ends.add(end instanceof Error ? end.name : end)
    rmSync(path)
    report.files++
    onFile?.(report.files)
  })
  report.seconds = (performance.now() - startedMs) / 1000
  return report
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
  const { files, ends, seed, seconds, slowestMs } = report
  return [
    `${files} damaged files, seed ${seed}, ${seconds.toFixed(1)} s, ` +
      `the slowest ${slowestMs.toFixed(0)} ms`,
    `${ends}`,
    '',
    ...breachLines(report),
  ]
}
