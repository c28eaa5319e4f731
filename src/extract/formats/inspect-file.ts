import { ExtractFailed, type FileClaims, type Inspection } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { type ExtractLimits, inspectPagesMax, sampleCharsMax } from '../limits.ts'
import { type OpenedFile, openFile } from './open-file.ts'
import type { Found } from './reader.ts'
import { baseType, claimedFormat, type Sniffed, sniff } from './sniff.ts'

/**
 * What a reviewer wants to know before deciding: type, number of pages, beginning of the text,
 * and what is odd. A file that cannot be read has a `failure` and everything known until then.
 */
export async function inspectFile(request: {
  source: BlobSource
  claims: FileClaims
  limits: Pick<ExtractLimits, 'pagesMax'>
  places?: boolean | undefined
  /** Told what is known as soon as it is: the text may take longer than there is time. */
  note?: (seen: Pick<Inspection, 'sniffedContentType' | 'pageCount' | 'warnings'>) => void
}): Promise<Inspection> {
  const { source, claims, limits, places, note } = request
  const sniffed = await sniff(source, claims)
  const inspection: Inspection = {
    sniffedContentType: source.sizeBytes === 0 ? null : sniffed.contentType,
    pageCount: null,
    durationMs: null,
    textSample: '',
    warnings: mismatch(claims, sniffed),
    failure: null,
  }
  const noteSeen = (pageCount: number | null) => {
    const { sniffedContentType, warnings } = inspection
    note?.({ sniffedContentType, pageCount, warnings })
  }
  noteSeen(null)
  let file: OpenedFile | undefined
  try {
    const reading = { pagesMax: limits.pagesMax, readPagesMax: inspectPagesMax }
    const noted = (found: Found) => noteSeen(found.pageCount)
    file = await openFile({ source, sniffed, limits: reading, noted, places })
    for await (const blocks of file.blocks) {
      const texts = blocks.map(({ text }) => text)
      if (inspection.textSample !== '') texts.unshift(inspection.textSample)
      inspection.textSample = texts.join('\n')
      if (inspection.textSample.length >= sampleCharsMax) break
    }
  } catch (error) {
    if (!(error instanceof ExtractFailed)) throw error
    inspection.failure = error
  }
  return completed(inspection, file)
}

function completed(inspection: Inspection, file: OpenedFile | undefined): Inspection {
  const { textSample, failure, warnings } = inspection
  const pageCount = file?.found.pageCount ?? null
  const noText = failure === null && textSample === ''
  return {
    ...inspection,
    pageCount,
    durationMs: file?.found.durationMs ?? null,
    textSample: textSample.slice(0, sampleCharsMax).toWellFormed(),
    warnings: [
      ...warnings,
      ...(file?.found.warnings ?? []),
      ...(noText ? [noTextWarning(pageCount)] : []),
    ],
  }
}

function noTextWarning(pageCount: number | null): string {
  if (pageCount === null) return 'There is no text in this file.'
  const looked = Math.min(pageCount, inspectPagesMax)
  return `There is no text layer on the first ${looked} of ${pageCount} pages: probably a scan.`
}

/** A declared type that the bytes contradict; `application/octet-stream` declares nothing. */
function mismatch(claims: FileClaims, { contentType, format }: Sniffed): string[] {
  const declared = baseType(claims.contentType)
  if (contentType === null || declared === '' || declared === 'application/octet-stream') return []
  const same = declared === contentType || (format !== null && claimedFormat(claims) === format)
  return same ? [] : [`The file was declared as ${declared} but looks like ${contentType}.`]
}
