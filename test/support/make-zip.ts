import { crc32, deflateRawSync } from 'node:zlib'

export type ZipEntry = { name: string; deflated: Buffer; sizeBytes: number; crc?: number }

/**
 * A ZIP archive of these parts, deflated, in this order. `flags` 1 says that they are encrypted;
 * `claimedSize` is a lie about what each unpacks to.
 */
export function makeZip(
  parts: Record<string, string | Uint8Array>,
  { flags = 0, claimedSize }: { flags?: number; claimedSize?: number } = {},
): Buffer {
  const entries = Object.entries(parts).map(([name, content]) => {
    const bytes = Buffer.from(content as Uint8Array)
    const sizeBytes = claimedSize ?? bytes.length
    return { name, deflated: deflateRawSync(bytes), sizeBytes, crc: crc32(bytes) }
  })
  return zipOf(entries, { flags })
}

/** An archive with these entries, as a word processor would write it. */
export function zipOf(entries: readonly ZipEntry[], { flags = 0 } = {}): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, deflated, sizeBytes, crc = 0 } of entries) {
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags | 0x800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc, 10)
    common.writeUInt32LE(deflated.length, 14)
    common.writeUInt32LE(sizeBytes, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(offset, 10)
    const file = [Buffer.from('PK\x03\x04'), common, Buffer.from(name), deflated]
    files.push(...file)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, entry, Buffer.from(name))
    offset += file.reduce((sum, { length }) => sum + length, 0)
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, ...directory, end])
}
