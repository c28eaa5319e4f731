import type { Input, MetadataTags } from 'mediabunny'
import type { BlobSource } from '../blob-source.ts'

const headerBytes = 10
/** Of a tag, and of a frame: bytes stand in it that are to be left out when it is read. */
const unsynchronised = { tag: 0x80, frame: 0x02 }
const extendedHeader = 0x40

/** The tags of a recording; none where they cannot be read. */
export async function tagsOf(
  input: Pick<Input, 'getMetadataTags'>,
  source: Pick<BlobSource, 'slice'>,
): Promise<MetadataTags> {
  if (hasEndlessFrame(source)) return {}
  return input.getMetadataTags().catch((): MetadataTags => ({}))
}

/**
 * Whether a frame of an ID3v2.4 tag says that it is longer than its tag, and is one out of which
 * bytes are left out. The reader would make a list of up to 268 million places of it, in seconds.
 */
function hasEndlessFrame(source: Pick<BlobSource, 'slice'>): boolean {
  for (let at = 0; ; ) {
    const head = source.slice({ at, length: headerBytes })
    if (head.length < headerBytes || head.toString('latin1', 0, 3) !== 'ID3') return false
    const length = synchsafe(head.readUInt32BE(6))
    const tag = () => source.slice({ at: at + headerBytes, length })
    if (head[3] === 4 && reachesBeyond(tag(), head.readUInt8(5))) return true
    at += headerBytes + length
  }
}

function reachesBeyond(tag: Buffer, flags: number): boolean {
  let at = flags & extendedHeader && tag.length >= 4 ? tag.readUInt32BE(0) : 0
  while (at + headerBytes <= tag.length && tag[at] !== 0) {
    const said = tag.readUInt32BE(at + 4)
    const left = tag.length - at - headerBytes
    // Some programs write sizes in plain.
    const length = [synchsafe(said), said].find((one) => one <= left)
    const isLeftOut = flags & unsynchronised.tag || tag.readUInt8(at + 9) & unsynchronised.frame
    if (length === undefined) return isLeftOut !== 0
    at += headerBytes + length
  }
  return false
}

/** Seven bits of each byte (ID3v2.4, 6.2). */
function synchsafe(said: number): number {
  const bits = (byte: number) => (said >>> (8 * byte)) & 0x7f
  return bits(0) | (bits(1) << 7) | (bits(2) << 14) | (bits(3) << 21)
}
