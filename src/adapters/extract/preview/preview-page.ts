import type { Preview } from '../../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { openByPdfium } from '../pdf-by-pdfium.ts'
import { previewBytesMax, previewSide } from './limits.ts'
import { type Dots, writePng } from './write-png.ts'

/** The first page of a PDF; one that only the second engine opens has no picture. */
export async function previewPage(source: BlobSource): Promise<Preview> {
  const none = { problem: 'No preview: the first page cannot be drawn.' }
  const drawn = await drawFirst(source)
  if (!drawn) return none
  const inColour = { channels: 3, dots: drawn } as const
  const inGrey = { channels: 1, dots: greyOf(drawn) } as const
  for (const { dots, channels } of isGrey(drawn) ? [inGrey] : [inColour, inGrey]) {
    const bytes = writePng(dots, channels)
    const { width, height } = dots
    if (bytes.byteLength > previewBytesMax) continue
    return { picture: { contentType: 'image/png', width, height, bytes } }
  }
  return none
}

async function drawFirst(source: BlobSource): Promise<Dots | undefined> {
  try {
    const { pictureOf } = await openByPdfium(source)
    return await pictureOf?.({ index: 0, side: previewSide })
  } catch {
    return undefined
  }
}

function isGrey({ data }: Dots): boolean {
  for (let i = 0; i + 2 < data.length; i += 3) {
    if (data[i] !== data[i + 1] || data[i] !== data[i + 2]) return false
  }
  return true
}

/** Brightness as the eye has it (ITU-R BT.601). */
function greyOf({ width, height, data }: Dots): Dots {
  const grey = new Uint8Array(width * height)
  for (let i = 0; i < grey.length; i++) {
    const [red = 0, green = 0, blue = 0] = data.subarray(i * 3, i * 3 + 3)
    grey[i] = (red * 299 + green * 587 + blue * 114) / 1000
  }
  return { width, height, data: grey }
}
