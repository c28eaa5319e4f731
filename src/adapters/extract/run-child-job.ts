import { writeSync } from 'node:fs'
import { ExtractFailed } from '../../domain/ingest/ports.ts'
import { blobSource } from './blob-source.ts'
import { blobFd, type ChildJob, type ChildLine, linesFd, type SeenLine } from './child-protocol.ts'
import { openFile } from './extract-text.ts'
import { formats } from './format.ts'
import { inspectFile } from './inspect-file.ts'
import { sniff } from './sniff.ts'

/** The child's side of a job: reads the inherited blob, writes lines, ends with one last line. */
export async function runChildJob(job: ChildJob): Promise<void> {
  try {
    if (job.task === 'inspect') await inspect(job)
    else await extract(job)
  } catch (error) {
    writeLine(failedLine(error))
  }
}

async function inspect({ claims, pagesMax }: ChildJob) {
  const source = blobSource(blobFd)
  const note = (seen: SeenLine) => writeLine({ seen })
  const { failure, ...rest } = await inspectFile({ source, claims, limits: { pagesMax }, note })
  const failed = failure ? { code: failure.code, detail: failure.detail } : null
  writeLine({ endInspect: { ...rest, failure: failed } })
}

async function extract({ claims, pagesMax }: ChildJob) {
  const source = blobSource(blobFd)
  const sniffed = await sniff(source, claims)
  const limits = { pagesMax, readPagesMax: pagesMax }
  const { format, found, blocks } = await openFile({ source, sniffed, limits })
  writeLine({ begin: formats[format] })
  let some = false
  for await (const block of blocks) {
    writeLine({ block })
    some = true
  }
  if (!some) {
    const detail = found.pageCount === null ? undefined : `${found.pageCount}`
    throw new ExtractFailed({ code: 'empty', detail })
  }
  writeLine({ endExtract: { ...formats[format], ...found } })
}

function failedLine(error: unknown): ChildLine {
  if (error instanceof ExtractFailed) return { failed: { code: error.code, detail: error.detail } }
  const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  // What a reader could not foresee lies in the file, except that it was too big to hold.
  const tooBig = /allocation failed|invalid string length|invalid (typed )?array length|OOM/i
  return { failed: { code: tooBig.test(cause) ? 'memory' : 'corrupt' }, cause: cause.slice(0, 500) }
}

/** The pipe is a blocking one: a parent that does not read makes the child wait. */
function writeLine(line: ChildLine) {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`, 'utf8')
  for (let at = 0; at < bytes.length; ) at += writeSync(linesFd, bytes, at)
}
