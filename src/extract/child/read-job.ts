import { ExtractFailed, type FileKind } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { type FormatName, formats, hasMedia, textTypes } from '../formats/format.ts'
import { inspectFile } from '../formats/inspect-file.ts'
import { openFile } from '../formats/open-file.ts'
import type { Found } from '../formats/reader.ts'
import { isTiff, sniff } from '../formats/sniff.ts'
import { isTinyBySize } from '../ocr/image-size.ts'
import { type Ocr, openOcr } from '../ocr/open-ocr.ts'
import { makePreview } from '../preview/make-preview.ts'
import { isPicture, loadPictureEngine } from '../preview/picture-engine.ts'
import { previewLines } from '../preview/send-preview.ts'
import type { ChildJob, SeenLine } from '../sandbox/child-protocol.ts'
import { workBriefly } from './compile-engine.ts'
import { writeLine, writeLines } from './write-lines.ts'
// Readers find their data through it; after `confine` a module that it needs is refused.
import '../../base/assets.ts'

/** Before `confine`: what cannot be loaded after it. */
export async function prepareReading(job: ChildJob, blob: () => BlobSource): Promise<void> {
  workBriefly()
  const source = blob()
  if (job.task === 'inspect' || isPictureToOpen(source, job)) await loadPictureEngine(source)
}

/** A third of a second of a processor is not spent on what is read another time, or not at all. */
function isPictureToOpen(source: BlobSource, job: ChildJob): boolean {
  const { task, ocrFiles = [], ocrLater } = job
  if (!isPicture(source)) return false
  if (task !== 'extract') return true
  if (ocrFiles.length === 0) return isTiff(source.head(4))
  return !ocrLater || isTinyBySize(source)
}

/** Between two files. */
export async function restFromReading(): Promise<void> {
  if (isPdf) (await import('../pdf/pdf-by-pdfium.ts')).renewPdfium()
}

let isPdf = false

/** The jobs that read a file: what it is and says. */
export async function runReadJob(job: ChildJob, source: BlobSource): Promise<void> {
  if (job.task === 'inspect') await inspect(job, source)
  else await extract(source, job)
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
  isPdf = format === 'pdf'
  const preview = await makePreview(source, format)
  if (preview) for (const line of previewLines(preview)) writeLine({ preview: line })
}

/** Text recognition takes seconds: it is for files that were approved. */
function ocrLater({ ocrFiles = [] }: ChildJob): Ocr | undefined {
  if (ocrFiles.length === 0) return undefined
  const read = () => Promise.reject(new Error('not ahead of the approval'))
  return { read, isSpent: () => false }
}

async function extract(source: BlobSource, job: ChildJob & { ocr?: Ocr | undefined }) {
  const { claims, pagesMax, ocr = ocrFor(job) } = job
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
    if (!begun) writeLine({ begin: kindOf(format, found), found })
    begun = true
    writeLines(some.map((block) => ({ block })))
  }
  const kind = kindOf(format, found)
  // What can be seen or heard is found by its name; a document without text is probably a scan.
  if (!begun && !hasMedia(kind)) {
    if (found.part) throw new ExtractFailed({ code: 'timeout' })
    const detail = found.pageCount === null ? undefined : `${found.pageCount}`
    throw new ExtractFailed({ code: 'empty', detail })
  }
  writeLine({ endExtract: { ...found, ...kind } })
}

function ocrFor({ ocrFiles: files = [], ocrLater: isLater, ocrMs }: ChildJob): Ocr | undefined {
  if (files.length === 0) return undefined
  if (isLater) return { read: leaveIt, isSpent: () => false, later: leaveIt }
  return openOcr({ files, turn: () => writeLine({ ocrTurn: true }), budgetMs: ocrMs ?? 0 })
}

/** The job ends here: the server has what it wanted to know, and kills the process. */
function leaveIt(): Promise<never> {
  writeLine({ ocrWanted: true })
  return new Promise(() => {})
}

function kindOf(format: FormatName, { modality }: Found): FileKind {
  return modality === undefined ? formats[format] : { ...formats[format], modality }
}
