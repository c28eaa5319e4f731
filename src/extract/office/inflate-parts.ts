import { constants, gunzipSync, inflateRawSync } from 'node:zlib'
import { methods, type ZipPart } from './zip-directory.ts'

/** A part as it lies in the archive. */
export type PackedPart = { part: ZipPart; packed: Buffer }

const gzipHead = Buffer.from('1f8b0800000000000000', 'hex')
const gzipTailBytes = 8

/** Undefined for one that is packed in an unusual way. Throws what zlib says, or `Error`. */
export function inflated({ part, packed }: PackedPart): Buffer | undefined {
  const { method, uncompressedSize } = part
  if (method === methods.stored) return packed
  if (method !== methods.deflated) return undefined
  const bytes = inflateRawSync(packed, roomFor(uncompressedSize))
  if (bytes.length < uncompressedSize) throw new Error('a part is shorter than it says')
  return bytes
}

/**
 * Small parts as the members of one gzip file, which zlib unpacks and checks in one call: to set it
 * up takes longer than a slide. Undefined when they are not what the directory says: then each is
 * to be unpacked alone, where it is known which one is broken.
 */
export function inflatedTogether(packed: readonly PackedPart[]): Buffer[] | undefined {
  const members: Buffer[] = []
  let size = 0
  for (const { part, packed: bytes } of packed) {
    const { method, crc32, uncompressedSize } = part
    if (method !== methods.deflated) return undefined
    const tail = Buffer.allocUnsafe(gzipTailBytes)
    tail.writeUInt32LE(crc32, 0)
    tail.writeUInt32LE(uncompressedSize, 4)
    members.push(gzipHead, bytes, tail)
    size += uncompressedSize
  }
  let bytes: Buffer
  try {
    bytes = gunzipSync(Buffer.concat(members), roomFor(size))
  } catch {
    return undefined
  }
  if (bytes.length !== size) return undefined
  let at = 0
  return packed.map(({ part }) => {
    at += part.uncompressedSize
    return bytes.subarray(at - part.uncompressedSize, at)
  })
}

/** One more than it needs: when it is full, another one is begun. */
function roomFor(size: number) {
  const chunkSize = Math.max(constants.Z_MIN_CHUNK, size + 1)
  return { maxOutputLength: Math.max(1, size), chunkSize }
}
