import { crc32, deflateRawSync } from 'node:zlib'

type Part = { name: string; bytes: Buffer; packed: Buffer; at: number }

/**
 * A ZIP archive of these parts, deflated, in this order. `flags` 1 says that they are encrypted;
 * `claimedSize` is a lie about what each unpacks to.
 */
export function makeZip(
  entries: Record<string, string | Uint8Array>,
  { flags = 0, claimedSize }: { flags?: number; claimedSize?: number } = {},
): Buffer {
  let at = 0
  const parts: Part[] = Object.entries(entries).map(([name, content]) => {
    const bytes = Buffer.from(content as Uint8Array)
    const part = { name, bytes, packed: deflateRawSync(bytes), at }
    at += 30 + Buffer.byteLength(name) + part.packed.length
    return part
  })
  const head = (part: Part) => headOf(part, { flags, size: claimedSize ?? part.bytes.length })
  const local = parts.flatMap((part) => [local4(head(part)), Buffer.from(part.name), part.packed])
  const central = parts.flatMap((part) => [central4(head(part), part.at), Buffer.from(part.name)])
  const size = central.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, ...central, end])
}

/** The fields that the two kinds of header share. */
function headOf(part: Part, { flags, size }: { flags: number; size: number }): Buffer {
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt16LE(flags | 0x800, 2)
  head.writeUInt16LE(8, 4)
  head.writeUInt32LE(crc32(part.bytes), 10)
  head.writeUInt32LE(part.packed.length, 14)
  head.writeUInt32LE(size, 18)
  head.writeUInt16LE(Buffer.byteLength(part.name), 22)
  return head
}

function local4(head: Buffer): Buffer {
  return Buffer.concat([Buffer.from('504b0304', 'hex'), head])
}

function central4(head: Buffer, at: number): Buffer {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(at, 10)
  return Buffer.concat([Buffer.from('504b01021400', 'hex'), head, rest])
}
