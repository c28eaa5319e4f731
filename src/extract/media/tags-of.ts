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

/** From frame to frame as the reader goes. */
function reachesBeyond(tag: Buffer, flags: number): boolean {
  let at = flags & extendedHeader && tag.length >= 4 ? tag.readUInt32BE(0) : 0
  while (at + headerBytes <= tag.length && tag.readUInt32BE(at) !== 0) {
    const length = lengthAt(tag, at)
    const isLeftOut = flags & unsynchronised.tag || tag.readUInt8(at + 9) & unsynchronised.frame
    at += headerBytes + length
    if (isLeftOut && at > tag.length) return true
  }
  return false
}

/**
 * Some programs write lengths in plain. The reader takes the way after which a name follows, or the
 * end; where it tries the second, it begins behind the name that it did not find.
 */
function lengthAt(tag: Buffer, at: number): number {
  const said = tag.readUInt32BE(at + 4)
  let begin = at + headerBytes
  const isGood = (length: number) => {
    const next = begin + length
    if (next + headerBytes > tag.length) return next <= tag.length
    begin = next + 4
    return tag.readUInt32BE(next) === 0 || /^[0-9A-Z]{4}$/.test(tag.toString('latin1', next, begin))
  }
  const usual = synchsafe(said)
  return isGood(usual) || !isGood(said) ? usual : said
}

/** Seven bits of each byte (ID3v2.4, 6.2). */
function synchsafe(said: number): number {
  const bits = (byte: number) => (said >>> (8 * byte)) & 0x7f
  return bits(0) | (bits(1) << 7) | (bits(2) << 14) | (bits(3) << 21)
}
