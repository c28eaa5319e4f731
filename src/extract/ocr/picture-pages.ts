import type { Metadata, Sharp } from 'sharp'
import { ocrPagePixelsMax, ocrPagePixelsMin, ocrScaleMax } from '../limits.ts'
import { previewPixelsMax } from '../preview/limits.ts'
import { pictureEngine } from '../preview/picture-engine.ts'
import { isTiny } from './image-size.ts'
import type { Readable } from './open-ocr.ts'

/** What is read in a picture: one page, or those of a TIFF. */
export type PicturePages = {
  pageCount: number
  /** From 0. Undefined for one that cannot be opened. */
  pageOf(index: number): Promise<PicturePage | 'too large' | undefined>
}

/** Of a damaged one there is what comes before the damage. In a tiny one there is no writing. */
export type PicturePage = Readable & { isDamaged: boolean; isTiny?: boolean }

const timeMaxS = 30
/** Less would blur a picture and gain nothing. */
const enlargedFrom = 1.25
/** Of a picture that cannot be opened line by line. */
const wholeMaxBytes = 256 * 1024 * 1024
const heldWhole = new Set(['webp', 'gif', 'heif'])

/**
 * The pages of a picture as recognition needs them: upright by their EXIF, on white, in grey, small
 * writing enlarged and large dots made smaller. Undefined where the engine for pictures is not
 * there or does not know the format; Tesseract opens some of them by itself.
 */
export async function openPicturePages(bytes: Buffer): Promise<PicturePages | undefined> {
  const sharp = pictureEngine()
  if (typeof sharp === 'string') return undefined
  const open: Open = ({ page, failOn }) =>
    // What is too large is known by its head, and named: see isTooLarge.
    sharp(bytes, { limitInputPixels: false, sequentialRead: true, failOn, page, pages: 1 })
  const first = await metadataOf(open({ page: 0, failOn: 'none' }))
  if (!first) return undefined
  return {
    pageCount: first.format === 'tiff' ? (first.pages ?? 1) : 1,
    async pageOf(page) {
      const seen = page === 0 ? first : await metadataOf(open({ page, failOn: 'none' }))
      if (!seen) return undefined
      if (isTooLarge(seen)) return 'too large'
      const whole = await drawn(open({ page, failOn: 'truncated' }), seen)
      const some = whole ?? (await drawn(open({ page, failOn: 'none' }), seen))
      return some && { ...some, isDamaged: whole === undefined, isTiny: isTiny(seen) }
    },
  }
}

type Open = (how: { page: number; failOn: 'none' | 'truncated' }) => Sharp

/** As a portable graymap. Undefined for what cannot be opened. */
async function drawn(picture: Sharp, seen: Metadata): Promise<Readable | undefined> {
  const { width } = seen.autoOrient
  const scale = scaleFor(seen.width * seen.height)
  try {
    const { data, info } = await picture
      .timeout({ seconds: timeMaxS })
      .autoOrient()
      .flatten({ background: 'white' })
      .greyscale()
      .resize({ width: Math.max(1, Math.round(width * scale)) })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    const header = Buffer.from(`P5 ${info.width} ${info.height} 255\n`)
    return { image: Buffer.concat([header, data]), scale: info.width / width }
  } catch {
    return undefined
  }
}

async function metadataOf(image: Sharp): Promise<Metadata | undefined> {
  try {
    return await image.metadata()
  } catch {
    return undefined
  }
}

/** 200 to 300 dots an inch of a written page. */
function scaleFor(pixels: number): number {
  if (pixels > ocrPagePixelsMax) return Math.sqrt(ocrPagePixelsMax / pixels)
  const scale = Math.min(ocrScaleMax, Math.sqrt(ocrPagePixelsMin / pixels))
  return scale < enlargedFrom ? 1 : scale
}

function isTooLarge({ width, height, channels, depth, format, isProgressive }: Metadata): boolean {
  const pixels = width * height
  if (pixels > previewPixelsMax) return true
  const bytes = pixels * channels * (depth === 'uchar' ? 1 : 2)
  return (isProgressive || heldWhole.has(format)) && bytes > wholeMaxBytes
}
