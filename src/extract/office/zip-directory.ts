import type { BlobSource } from '../blob-source.ts'
import { zipEntriesMax } from '../limits.ts'

/** A file within an archive, as the archive's directory describes it. */
export type ZipPart = {
  name: string
  isEncrypted: boolean
  method: number
  crc32: number
  compressedSize: number
  uncompressedSize: number
  headerAt: number
}

export const methods = { stored: 0, deflated: 8 }

const end = { bytes: 22, signature: 0x06054b50 }
const zip64Locator = { bytes: 20, signature: 0x07064b50 }
const entry = { bytes: 46, signature: 0x02014b50 }
const [encrypted, stronglyEncrypted] = [0x01, 0x40]
const [zip64Field, unicodePathField] = [0x0001, 0x7075]
const most32 = 0xffffffff
/** Names that mean the same in every encoding, and no place outside of the archive. */
const plainName = /^(?!\/)(?!.*\.\.)[\x20-\x39\x3b-\x5b\x5d-\x7e]+$/

/**
 * The directory of an archive as office programs write it: at the very end, without sizes beyond
 * 32 bits. Undefined for any other: the library reads it then, or says what is wrong with it.
 */
export function plainDirectory(source: BlobSource): Map<string, ZipPart> | undefined {
  const endAt = source.sizeBytes - end.bytes
  const tailAt = Math.max(0, endAt - zip64Locator.bytes)
  const tail = source.slice({ at: tailAt, length: source.sizeBytes - tailAt })
  if (tail.length < end.bytes || tail.length < source.sizeBytes - tailAt) return undefined
  const last = tail.subarray(-end.bytes)
  if (last.readUInt32LE(0) !== end.signature || last.readUInt16LE(20) !== 0) return undefined
  const isZip64 =
    tail.length === end.bytes + zip64Locator.bytes &&
    tail.readUInt32LE(0) === zip64Locator.signature
  const count = last.readUInt16LE(10)
  if (isZip64 || last.readUInt16LE(4) !== 0 || count > zipEntriesMax) return undefined
  const [length, at] = [last.readUInt32LE(12), last.readUInt32LE(16)]
  if (at + length !== endAt) return undefined
  const directory = source.slice({ at, length })
  return directory.length === length ? partsIn(directory, count) : undefined
}

function partsIn(directory: Buffer, count: number): Map<string, ZipPart> | undefined {
  const parts = new Map<string, ZipPart>()
  let at = 0
  for (let i = 0; i < count; i++) {
    if (at + entry.bytes > directory.length) return undefined
    const nameAt = at + entry.bytes
    const nameEnd = nameAt + directory.readUInt16LE(at + 28)
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30)
    const nextAt = extraEnd + directory.readUInt16LE(at + 32)
    if (nextAt > directory.length) return undefined
    const name = directory.toString('latin1', nameAt, nameEnd)
    if (!plainName.test(name)) return undefined
    if (nameEnd < extraEnd && !isPlainExtra(directory.subarray(nameEnd, extraEnd))) return undefined
    const part = partAt(directory, { at, name })
    if (!part) return undefined
    parts.set(name, part)
    at = nextAt
  }
  return at === directory.length ? parts : undefined
}

function partAt(directory: Buffer, { at, name }: { at: number; name: string }) {
  if (directory.readUInt32LE(at) !== entry.signature) return undefined
  const flags = directory.readUInt16LE(at + 8)
  const part: ZipPart = {
    name,
    isEncrypted: (flags & encrypted) !== 0,
    method: directory.readUInt16LE(at + 10),
    crc32: directory.readUInt32LE(at + 16),
    compressedSize: directory.readUInt32LE(at + 20),
    uncompressedSize: directory.readUInt32LE(at + 24),
    headerAt: directory.readUInt32LE(at + 42),
  }
  const { compressedSize, uncompressedSize, headerAt } = part
  if ((flags & stronglyEncrypted) !== 0) return undefined
  if (part.method === methods.stored && compressedSize !== uncompressedSize) return undefined
  return Math.max(compressedSize, uncompressedSize, headerAt) === most32 ? undefined : part
}

/** Fields that tell nothing of sizes or names, such as times. */
function isPlainExtra(extra: Buffer): boolean {
  let at = 0
  while (at + 4 <= extra.length) {
    const field = extra.readUInt16LE(at)
    if (field === zip64Field || field === unicodePathField) return false
    at += 4 + extra.readUInt16LE(at + 2)
  }
  return at <= extra.length
}
