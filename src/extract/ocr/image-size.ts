import type { BlobSource } from '../blob-source.ts'
import { ocrSideMin } from '../limits.ts'

export type ImageSize = { width: number; height: number }

export const sizeHeadBytes = 256 * 1024

/** Whether no word has room in it, whichever way up it is. */
export function isTiny({ width, height }: ImageSize): boolean {
  const { short, long } = ocrSideMin
  return Math.min(width, height) < short || Math.max(width, height) < long
}

/** The same as far as the first bytes tell: of a TIFF they tell nothing. */
export function isTinyBySize(source: BlobSource): boolean {
  const size = imageSize(source.head(sizeHeadBytes))
  return size !== undefined && isTiny(size)
}

/**
 * Width and height as the first bytes of a PNG, GIF, BMP, JPEG or WebP state them; undefined for
 * everything else. Only for a limit: whoever lies here meets the limit of memory.
 */
export function imageSize(head: Buffer): ImageSize | undefined {
  if (head.length < 30) return undefined
  if (head.readUInt32BE(0) === 0x89504e47) {
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
  }
  if (head.toString('latin1', 0, 3) === 'GIF') {
    return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  }
  if (head.toString('latin1', 0, 2) === 'BM') {
    return { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) }
  }
  if (head.toString('latin1', 8, 12) === 'WEBP') return webpSize(head)
  return head.readUInt16BE(0) === 0xffd8 ? jpegSize(head) : undefined
}

function webpSize(head: Buffer): ImageSize | undefined {
  const kind = head.toString('latin1', 12, 16)
  if (kind === 'VP8X')
    return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8 ') {
    return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
  }
  const bits = head.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
}

/** Segments before the frame header (SOF0 to SOF15, without DHT, JPG and DAC) are jumped over. */
function jpegSize(head: Buffer): ImageSize | undefined {
  for (let at = 2; at + 9 < head.length && head[at] === 0xff; ) {
    const marker = head[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) }
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(at + 2)
  }
  return undefined
}
