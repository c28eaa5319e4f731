import { strict as assert } from 'node:assert'
import { writeSync } from 'node:fs'
import { ExtractFailed, type FileKind } from '../../domain/ingest/ports.ts'
import type { BlobSource } from './blob-source.ts'
import { type ChildJob, type ChildLine, linesFd, outFd, type SeenLine } from './child-protocol.ts'
import { openFile } from './extract-text.ts'
import { type FormatName, formats, hasMedia, textTypes } from './format.ts'
import { inspectFile } from './inspect-file.ts'
import { type Ocr, openOcr } from './ocr/open-ocr.ts'
import { makePreview } from './preview/make-preview.ts'
import { previewLines } from './preview/send-preview.ts'
import type { Found } from './reader.ts'
import { sniff } from './sniff.ts'

/** The child's side of a job: reads its blob, writes lines, ends with one last line. */
export async function runChildJob(job: ChildJob, blob: () => BlobSource): Promise<void> {
  try {
    if (job.task === 'inspect') await inspect(job, blob())
    else if (job.task === 'clip') await clip(job, blob())
    else if (job.task === 'sound') await sound(job, blob())
    else await extract(blob(), job)
  } catch (error) {
    writeLine(failedLine(error))
  }
}

/** Whether the child is ready for another file. */
export function sayRested(rested: boolean): void {
  writeLine({ rested })
}

async function inspect(job: ChildJob, source: BlobSource) {
  const { claims, pagesMax, ahead, places } = job
  const note = (seen: SeenLine) => writeLine({ seen })
  const { failure, ...rest } = await inspectFile({
    source,
    claims,
    limits: { pagesMax },
    places,
    note,
  })
  const failed = failure ? { code: failure.code, detail: failure.detail } : null
  const inspected = { ...rest, failure: failed }
  writeLine({ inspected })
  if (!failure) await sendPreview(job, source)
  writeLine({ endInspect: inspected })
  // What takes no recognition is read the same way before the approval and after it.
  const isQuick = textTypes.has(rest.sniffedContentType ?? '')
  if (ahead && isQuick && !failure) await extract(source, { ...job, ocr: ocrLater(job) })
}

async function sendPreview({ claims }: ChildJob, source: BlobSource) {
  const { format } = await sniff(source, claims)
  const preview = await makePreview(source, format)
  if (preview) for (const line of previewLines(preview)) writeLine({ preview: line })
}

/** Text recognition takes seconds: it is for files that were approved. */
function ocrLater({ ocrFiles = [] }: ChildJob): Ocr | undefined {
  if (ocrFiles.length === 0) return undefined
  return { read: () => Promise.reject(new Error('not ahead of the approval')) }
}

async function extract(source: BlobSource, job: ChildJob & { ocr?: Ocr | undefined }) {
  const { claims, pagesMax, ocrFiles = [], ocr = ocrWith(ocrFiles) } = job
  const sniffed = await sniff(source, claims)
  const limits = { pagesMax, readPagesMax: pagesMax }
  const { format, found, blocks } = await openFile({
    source,
    sniffed,
    limits,
    ocr,
    places: job.places,
  })
  let begun = false
  for await (const some of blocks) {
    if (!begun) writeLine({ begin: kindOf(format, found) })
    begun = true
    writeLines(some.map((block) => ({ block })))
  }
  const kind = kindOf(format, found)
  // What can be seen or heard is found by its name; a document without text is probably a scan.
  if (!begun && !hasMedia(kind)) {
    const detail = found.pageCount === null ? undefined : `${found.pageCount}`
    throw new ExtractFailed({ code: 'empty', detail })
  }
  writeLine({ endExtract: { ...found, ...kind } })
}

function ocrWith(files: readonly string[]): Ocr | undefined {
  if (files.length === 0) return undefined
  return openOcr({ files, turn: () => writeLine({ ocrTurn: true }) })
}

async function clip({ range }: ChildJob, source: BlobSource) {
  assert(range, 'a clip has a range')
  const { cutClip } = await import('./media/cut-clip.ts')
  writeLine({ endClip: await cutClip(source, { clipFd: outFd, range }) })
}

async function sound({ soundSecondsMax: secondsMax }: ChildJob, source: BlobSource) {
  assert(secondsMax, 'sound is decoded up to a length')
  const { writeSound } = await import('./sound/write-sound.ts')
  writeLine({ endSound: await writeSound(source, { outFd, secondsMax }) })
}

function kindOf(format: FormatName, { modality }: Found): FileKind {
  return modality === undefined ? formats[format] : { ...formats[format], modality }
}

function failedLine(error: unknown): ChildLine {
  if (error instanceof ExtractFailed) return { failed: { code: error.code, detail: error.detail } }
  const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  // What a reader could not foresee lies in the file, except that it was too big to hold.
  const tooBig = /allocation failed|invalid string length|invalid (typed )?array length|OOM/i
  return { failed: { code: tooBig.test(cause) ? 'memory' : 'corrupt' }, cause: cause.slice(0, 500) }
}

function writeLine(line: ChildLine) {
  writeLines([line])
}

/** The pipe is a blocking one: a parent that does not read makes the child wait. */
function writeLines(lines: readonly ChildLine[]) {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const bytes = Buffer.from(text, 'utf8')
  for (let at = 0; at < bytes.length; ) at += writeSync(linesFd, bytes, at)
}
