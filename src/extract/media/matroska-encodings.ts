import { inflateSync } from 'node:zlib'
import { cueBytesMax } from '../limits.ts'

const scopeOfBlocks = 1
const algorithm = { zlib: 0, strippedHeader: 3 }

/** How the blocks of a track are packed (RFC 9559, 5.1.4.1.31). */
export type Encoding = {
  /** What was done last has the highest. */
  order: number
  /** Bits: blocks, the private data of the codec, the next encoding. */
  scope: number
  isCompressed: boolean
  isEncrypted: boolean
  algorithm: number
  settings: Buffer
}

/** With the values that hold where a file says nothing. */
export function plainEncoding(): Encoding {
  const compression = { isCompressed: false, algorithm: algorithm.zlib, settings: Buffer.alloc(0) }
  return { order: 0, scope: scopeOfBlocks, isEncrypted: false, ...compression }
}

/**
 * A block's text as it was before it was packed; editors of Matroska files compress subtitles.
 * Undefined where it is encrypted, damaged, or packed as nobody does it anymore (bzlib, lzo1x).
 */
export function unpacked(block: Buffer, encodings: readonly Encoding[]): Buffer | undefined {
  const ofBlocks = encodings.filter(({ scope }) => scope & scopeOfBlocks)
  const lastFirst = ofBlocks.sort((one, other) => other.order - one.order)
  let bytes: Buffer | undefined = block
  for (const encoding of lastFirst) bytes = bytes && before(bytes, encoding)
  return bytes
}

function before(bytes: Buffer, encoding: Encoding): Buffer | undefined {
  if (encoding.isEncrypted) return undefined
  if (!encoding.isCompressed) return bytes
  if (encoding.algorithm === algorithm.strippedHeader) {
    return Buffer.concat([encoding.settings, bytes])
  }
  if (encoding.algorithm !== algorithm.zlib) return undefined
  try {
    return inflateSync(bytes, { maxOutputLength: cueBytesMax })
  } catch {
    return undefined
  }
}
