import { cleanLine } from '../../base/clean-text.ts'
import type { Preview } from '../../domain/ingest/ports.ts'
import { imageBytesMax } from '../limits.ts'
import { previewBytesMax, previewPixelsMax, previewSide } from './limits.ts'
import { pictureEngine } from './picture-engine.ts'

const timeMaxS = 20
/** The first that fits; a picture of noise does not compress. */
const qualities = [75, 45, 15]

/** Which page of a picture, and how large it may become. */
export type Wanted = { page: number; width: number; height: number; bytesMax: number }

const small = { page: 0, width: previewSide, height: previewSide, bytesMax: previewBytesMax }

/** A picture of at most 512 by 512 dots, upright, without what is written in its records. */
export async function shrinkPicture(
  bytes: Uint8Array,
  { page, bytesMax, ...size }: Wanted = small,
): Promise<Preview> {
  const sharp = pictureEngine()
  if (typeof sharp === 'string') return { problem: sharp }
  if (bytes.byteLength > imageBytesMax) return tooLarge
  try {
    const open = () =>
      sharp(bytes, { limitInputPixels: previewPixelsMax, sequentialRead: true, page, pages: 1 })
    for (const quality of qualities) {
      const { data, info } = await open()
        .timeout({ seconds: timeMaxS })
        .autoOrient()
        .resize({ ...size, fit: 'inside', withoutEnlargement: true })
        .webp({ quality })
        .toBuffer({ resolveWithObject: true })
      const { width, height } = info
      if (data.byteLength > bytesMax) continue
      return { picture: { contentType: 'image/webp', width, height, bytes: data } }
    }
    return tooLarge
  } catch (error) {
    return { problem: sentenceOf(error as Error) }
  }
}

const tooLarge = { problem: 'No preview: the picture is too large.' }

function sentenceOf({ message }: Error): string {
  if (/pixel limit/i.test(message)) return tooLarge.problem
  if (/timeout/i.test(message)) return 'No preview: opening the picture took too long.'
  if (/unsupported image format|not a known|VipsForeignLoad/i.test(message)) {
    return 'No preview: pictures of this format cannot be opened here.'
  }
  return `No preview: the picture is damaged (${cleanLine(message).slice(0, 120)}).`
}
