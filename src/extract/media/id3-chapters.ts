import type { BlobSource } from '../blob-source.ts'
import type { Cue } from './cue.ts'

const tagBytesMax = 64 * 1024 * 1024
const headBytes = 10
/** Of a tag (ID3v2.3 and 2.4, 3.1). */
const tagFlag = { unsynchronised: 0x80, extended: 0x40 }
/** Of a frame of the fourth version (ID3v2.4, 4.1.2). */
const frameFlag = { unsynchronised: 0x02, hasLength: 0x01 }
const encodings = ['latin1', 'utf-16le', 'utf-16be', 'utf-8'] as const

/** The third version has plain sizes of frames, the fourth has seven bits a byte. */
type Tag = { version: number; unsynchronised: boolean; bytes: Buffer }
type Frame = { id: string; bytes: Buffer }

/**
 * The chapters of a sound file that begins with an ID3v2 tag: frames CHAP (ID3v2 Chapter Frame
 * Addendum 1.0), named by the TIT2 inside. Empty for every other file, and for a damaged tag what
 * comes before the damage.
 */
export function id3Chapters(source: BlobSource): Cue[] {
  const tag = readTag(source)
  if (!tag) return []
  return [...framesOf(tag)].flatMap(({ id, bytes }) => {
    const chapter = id === 'CHAP' ? chapterOf({ ...tag, bytes }) : undefined
    return chapter ? [chapter] : []
  })
}

function readTag(source: BlobSource): Tag | undefined {
  const head = source.head(headBytes)
  const version = head[3] ?? 0
  if (head.length < headBytes || head.toString('latin1', 0, 3) !== 'ID3') return undefined
  if (version !== 3 && version !== 4) return undefined
  const length = Math.min(sevenBits(head, 6), tagBytesMax)
  const stored = source.slice({ at: headBytes, length })
  const flags = head[5] as number
  const unsynchronised = (flags & tagFlag.unsynchronised) !== 0
  // In the fourth version each frame is so by itself, and its size is that of what is stored.
  const bytes = unsynchronised && version === 3 ? synchronised(stored) : stored
  const tag = { version, unsynchronised: unsynchronised && version === 4, bytes }
  if (!(flags & tagFlag.extended) || bytes.length < 4) return tag
  // The third version does not count the four bytes of the size itself.
  const extended = version === 3 ? bytes.readUInt32BE(0) + 4 : sevenBits(bytes, 0)
  return { ...tag, bytes: bytes.subarray(extended) }
}

function* framesOf(tag: Tag): Generator<Frame> {
  const { version, bytes } = tag
  for (let at = 0; at + headBytes <= bytes.length; ) {
    const id = bytes.toString('latin1', at, at + 4)
    if (!/^[A-Z0-9]{4}$/.test(id)) return
    const length = version === 3 ? bytes.readUInt32BE(at + 4) : sevenBits(bytes, at + 4)
    const flags = version === 4 ? (bytes[at + 9] as number) : 0
    const stored = bytes.subarray(at + headBytes, at + headBytes + length)
    const content = flags & frameFlag.hasLength ? stored.subarray(4) : stored
    const isPlain = !tag.unsynchronised && !(flags & frameFlag.unsynchronised)
    yield { id, bytes: isPlain ? content : synchronised(content) }
    at += headBytes + length
  }
}

/** Its own name, up to a zero; start and end in milliseconds; two places in bytes; frames. */
function chapterOf({ version, bytes }: Tag): Cue | undefined {
  const at = bytes.indexOf(0) + 1
  if (at === 0 || bytes.length < at + 16) return undefined
  const inside = { version, unsynchronised: false, bytes: bytes.subarray(at + 16) }
  const title = framesOf(inside).find(({ id }) => id === 'TIT2')
  const [startMs, endMs] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
  return title && { startMs, endMs, text: textOf(title.bytes) }
}

function textOf(bytes: Buffer): string {
  const named = encodings[bytes[0] ?? 0] ?? 'latin1'
  const isTurned = named === 'utf-16le' && bytes[1] === 0xfe && bytes[2] === 0xff
  const decoder = new TextDecoder(isTurned ? 'utf-16be' : named)
  return decoder.decode(bytes.subarray(1)).replace(/\0+$/, '')
}

/** A size of which the eighth bit of each byte is not used. */
function sevenBits(bytes: Buffer, at: number): number {
  return bytes.subarray(at, at + 4).reduce((value, byte) => value * 128 + (byte & 0x7f), 0)
}

/** Without the zeros that keep players from taking a tag for sound. */
function synchronised(bytes: Buffer): Buffer {
  const plain = Buffer.alloc(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    plain[length++] = bytes[at] as number
    if (bytes[at] === 0xff && bytes[at + 1] === 0) at++
  }
  return plain.subarray(0, length)
}
