import { writeSync } from 'node:fs'
import { cleanLine } from '../../base/clean-text.ts'
import { ExtractFailed, type FileClaims } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { formats } from '../formats/format.ts'
import { sniff } from '../formats/sniff.ts'
import { openByPdfium } from '../pdf/pdf-by-pdfium.ts'
import { pngOfPage } from '../preview/png-of-page.ts'
import { shrinkPicture } from '../preview/shrink-picture.ts'
import type { ChildLine } from '../sandbox/child-protocol.ts'
import { pageBytesMax, pageHeightFactor } from './limits.ts'

type Wanted = { number: number; width: number; claims: FileClaims; outFd: number }
type Outcome = NonNullable<ChildLine['endPage']>

/**
 * In the child: a page of a PDF as PDFium draws it, or of a picture as the engine for pictures has
 * it, written to `outFd` as PNG or WebP.
 */
export async function drawPage(source: BlobSource, wanted: Wanted): Promise<Outcome> {
  const { format } = await sniff(source, wanted.claims)
  if (format === 'pdf') return drawPdf(source, wanted)
  const isPicture = format !== null && format !== 'svg' && formats[format].modality === 'image'
  return isPicture ? drawPicture(source, wanted) : { problem: 'This file has no pages.' }
}

const undrawn = { problem: 'This page cannot be drawn.' }

async function drawPdf(source: BlobSource, wanted: Wanted): Promise<Outcome> {
  const index = wanted.number - 1
  try {
    const { pageCount, pictureOf } = await openByPdfium(source)
    if (index >= pageCount) return 'no such page'
    const drawn = await pictureOf?.({ index, ...sizeOf(wanted) })
    return writeOut(wanted, drawn && pngOfPage(drawn, pageBytesMax))
  } catch (error) {
    return { problem: sentenceOf(error as Error) }
  }
}

async function drawPicture(source: BlobSource, wanted: Wanted): Promise<Outcome> {
  const page = wanted.number - 1
  const size = { ...sizeOf(wanted), page, bytesMax: pageBytesMax }
  const made = await shrinkPicture(source.whole(), size)
  if ('picture' in made) return writeOut(wanted, made.picture.bytes)
  const problem = made.problem.replace(/^No preview: (.)/, (_, first) => first.toUpperCase())
  return /bad page number/i.test(problem) ? 'no such page' : { problem }
}

function sizeOf({ width }: Wanted) {
  return { width, height: width * pageHeightFactor }
}

function writeOut({ outFd }: Wanted, bytes: Uint8Array | undefined): Outcome {
  if (!bytes) return undrawn
  for (let at = 0; at < bytes.byteLength; ) at += writeSync(outFd, bytes, at)
  return 'drawn'
}

function sentenceOf(error: Error): string {
  const code = error instanceof ExtractFailed ? error.code : undefined
  if (code === 'encrypted')
    return 'This file is protected by a password: its pages cannot be drawn.'
  if (code === 'corrupt') return 'This page cannot be drawn: the file is damaged.'
  return `This page cannot be drawn (${cleanLine(error.message).slice(0, 120)}).`
}
