import { strict as assert } from 'node:assert'
import { ExtractFailed } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { type ChildJob, type ChildLine, outFd } from '../sandbox/child-protocol.ts'
import { writeLine } from './write-lines.ts'

/** The child's side of a job: reads its blob, writes lines, ends with one last line. */
export async function runChildJob(job: ChildJob, blob: () => BlobSource): Promise<void> {
  try {
    if (job.task === 'clip') await clip(job, blob())
    else if (job.task === 'sound') await sound(job, blob())
    else if (job.task === 'page') await page(job, blob())
    else await (await import('./read-job.ts')).runReadJob(job, blob())
  } catch (error) {
    writeLine(failedLine(error))
  }
}

async function clip({ clip: wanted }: ChildJob, source: BlobSource) {
  assert(wanted, 'a clip has a range')
  const { cutClip } = await import('../media/cut-clip.ts')
  writeLine({ endClip: await cutClip(source, { clipFd: outFd, ...wanted }) })
}

async function sound({ soundSecondsMax: secondsMax }: ChildJob, source: BlobSource) {
  assert(secondsMax, 'sound is decoded up to a length')
  const { writeSound } = await import('../sound/write-sound.ts')
  writeLine({ endSound: await writeSound(source, { outFd, secondsMax }) })
}

async function page({ page: wanted, claims }: ChildJob, source: BlobSource) {
  assert(wanted, 'a page has a number')
  const { drawPage } = await import('../pages/draw-page.ts')
  writeLine({ endPage: await drawPage(source, { outFd, claims, ...wanted }) })
}

function failedLine(error: unknown): ChildLine {
  if (error instanceof ExtractFailed) return { failed: { code: error.code, detail: error.detail } }
  const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  // What a reader could not foresee lies in the file, except that it was too big to hold.
  const tooBig = /allocation failed|invalid string length|invalid (typed )?array length|OOM/i
  return { failed: { code: tooBig.test(cause) ? 'memory' : 'corrupt' }, cause: cause.slice(0, 500) }
}
