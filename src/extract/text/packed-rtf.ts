const [packed, plain] = ['LZFu', 'MELA']
const headerBytes = 16
const ringBytes = 4096
const unpackedMax = 64 * 1024 * 1024
/** What is in the window before the text begins: how most of them begin. */
const known =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern ' +
  '\\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0' +
  '\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'

/** Rich Text as Outlook packs it (MS-OXRTFCP). What is damaged ends where it makes no sense. */
export function unpackRtf(bytes: Buffer): Buffer {
  if (bytes.length < headerBytes) return Buffer.alloc(0)
  const kind = bytes.toString('latin1', 8, 12)
  if (kind === plain) return bytes.subarray(headerBytes)
  if (kind !== packed) return Buffer.alloc(0)
  const size = Math.min(bytes.readUInt32LE(4), unpackedMax, bytes.length * 20)
  const out = Buffer.alloc(known.length + size)
  out.write(known, 'latin1')
  return out.subarray(known.length, unpack(bytes.subarray(headerBytes), out))
}

/** How far it fills `out`, in whose beginning the window is. */
function unpack(bytes: Buffer, out: Buffer): number {
  let end = known.length
  let at = 0
  while (at < bytes.length && end < out.length) {
    const flags = bytes[at++] ?? 0
    for (let bit = 0; bit < 8 && at < bytes.length && end < out.length; bit++) {
      if ((flags & (1 << bit)) === 0) {
        out[end++] = bytes[at++] ?? 0
        continue
      }
      const pair = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
      at += 2
      const back = (end - (pair >> 4)) & (ringBytes - 1)
      // Where the window is written next is how the end is marked.
      if (back === 0 || back > end) return end
      const until = Math.min(out.length, end + (pair & 15) + 2)
      for (; end < until; end++) out[end] = out[end - back] ?? 0
    }
  }
  return end
}
