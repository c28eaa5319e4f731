import { spawnSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { localBytesOf } from '../../src/base/open-bytes.ts'
import {
  childProgram,
  extractLimits,
  fillCodeCache,
  openClipCutter,
} from '../../src/extract/index.ts'
import { writeLargeFilm } from '../../test/support/large-film.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { beside, clocked, inTurns, isInstalled, type Row, rowOf } from './measure.ts'

const rounds = 5
/** A megabyte each: a gigabyte. */
const seconds = 1_000
const range = { startMs: 600_000, endMs: 610_000 }
/** The child may not hold more than this: a quarter of the file. */
const memoryBytes = 256 * 1024 * 1024

/** Ten seconds out of a video of a gigabyte: how long until the first byte can be sent. */
export async function clips(log: (line: string) => void): Promise<Row[]> {
  using folder = temporaryFolder()
  const file = join(folder.path, 'long.mp4')
  await writeLargeFilm(file, { seconds })
  const hasFfmpeg = isInstalled('ffmpeg')
  if (!hasFfmpeg) log('  ffmpeg is not installed')
  const limits = { ...extractLimits, memoryBytes }
  // As in a server, which has it from its second file on.
  const program = { ...childProgram(), codeCache: join(folder.path, 'compiled') }
  mkdirSync(program.codeCache)
  await fillCodeCache(program)
  const cutter = openClipCutter({ program, folder: folder.path, limits })
  let clipBytes = 0
  const result = await inTurns(
    {
      ours: () =>
        clocked(async () => {
          const recording = async () => localBytesOf(await open(file))
          const clip = await cutter.cut({ open: recording, owner: 'one', range, limitBytes: 0 })
          clipBytes = clip.sizeBytes
          await clip.close()
        }),
      ffmpeg: () =>
        clocked(async () => {
          if (hasFfmpeg)
            spawnSync('ffmpeg', ffmpegArguments({ from: file, to: join(folder.path, 'clip.mp4') }))
        }),
    },
    rounds,
  )
  const { ours, ffmpeg } = result
  const sizes = `${mb(statSync(file).size)} → ${mb(clipBytes)} in at most ${mb(memoryBytes)}`
  const row = { ...rowOf('clip until its first byte', ours.times, ours.seconds), note: sizes }
  const peer = rowOf('clip: ffmpeg -c copy', ffmpeg.times, ffmpeg.seconds)
  return hasFfmpeg ? [peer, beside(row, peer)] : [row]
}

function ffmpegArguments({ from, to }: { from: string; to: string }): string[] {
  const part = ['-ss', `${range.startMs / 1000}`, '-to', `${range.endMs / 1000}`]
  return ['-v', 'quiet', '-y', ...part, '-i', from, '-c', 'copy', to]
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
