import type { Preview } from '../../domain/ingest/ports.ts'
import type { BlobSource } from '../blob-source.ts'
import { openByPdfium } from '../pdf/pdf-by-pdfium.ts'
import { previewBytesMax, previewSide } from './limits.ts'
import { type Dots, writePng } from './write-png.ts'

/** The first page of a PDF; one that only the second engine opens has no picture. */
export async function previewPage(source: BlobSource): Promise<Preview> {
  const none = { problem: 'No preview: the first page cannot be drawn.' }
  const drawn = await drawFirst(source)
  if (!drawn) return none
  const { width, height } = drawn
  const { grey, isLossless } = greyOf(drawn)
  const inColour = isLossless ? undefined : writePng(withoutFourth(drawn), 3)
  const fits = inColour && inColour.byteLength <= previewBytesMax
  const bytes = fits ? inColour : writePng(grey, 1)
  if (bytes.byteLength > previewBytesMax) return none
  return { picture: { contentType: 'image/png', width, height, bytes } }
}

async function drawFirst(source: BlobSource): Promise<Dots | undefined> {
  try {
    const { pictureOf } = await openByPdfium(source)
    return await pictureOf?.({ index: 0, side: previewSide })
  } catch {
    return undefined
  }
}

/** Red, green and blue are the low bytes of a dot, in this order. */
function greyOf(drawn: Dots): { grey: Dots; isLossless: boolean } {
  const { buffer, byteOffset, length } = drawn.data
  const dots = new Uint32Array(buffer, byteOffset, length / 4)
  const data = new Uint8Array(dots.length)
  let differs = 0
  for (let i = 0; i < dots.length; i++) {
    const dot = dots[i] as number
    data[i] = dot
    differs |= (dot ^ (dot >> 8)) & 0xffff
  }
  if (differs !== 0) for (let i = 0; i < dots.length; i++) data[i] = brightness(dots[i] as number)
  return { grey: { ...drawn, data }, isLossless: differs === 0 }
}

/** As the eye has it (ITU-R BT.601). */
function brightness(dot: number): number {
  const red = dot & 0xff
  const green = (dot >> 8) & 0xff
  const blue = (dot >> 16) & 0xff
  return (red * 299 + green * 587 + blue * 114) / 1000
}

function withoutFourth(drawn: Dots): Dots {
  const data = new Uint8Array((drawn.data.length / 4) * 3)
  for (let from = 0, to = 0; from < drawn.data.length; from += 4, to += 3) {
    data[to] = drawn.data[from] as number
    data[to + 1] = drawn.data[from + 1] as number
    data[to + 2] = drawn.data[from + 2] as number
  }
  return { ...drawn, data }
}
