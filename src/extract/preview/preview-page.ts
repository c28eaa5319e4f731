import type { Preview } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { openByPdfium } from '../pdf/pdf-by-pdfium.ts'
import { previewBytesMax, previewSide } from './limits.ts'
import { pngOfPage } from './png-of-page.ts'
import type { Dots } from './write-png.ts'

/** The first page of a PDF; one that only the second engine opens has no picture. */
export async function previewPage(source: BlobSource): Promise<Preview> {
  const none = { problem: 'No preview: the first page cannot be drawn.' }
  const drawn = await drawFirst(source)
  if (!drawn) return none
  const { width, height } = drawn
  const bytes = pngOfPage(drawn, previewBytesMax)
  if (!bytes) return none
  return { picture: { contentType: 'image/png', width, height, bytes } }
}

const box = { width: previewSide, height: previewSide }

async function drawFirst(source: BlobSource): Promise<Dots | undefined> {
  try {
    const { pictureOf } = await openByPdfium(source)
    return await pictureOf?.({ index: 0, ...box })
  } catch {
    return undefined
  }
}
