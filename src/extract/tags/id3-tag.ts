import type { BlobSource } from '../blob-source.ts'

const tagBytesMax = 64 * 1024 * 1024
const headBytes = 10
/** Of a tag (ID3v2.3 and 2.4, 3.1). */
const tagFlag = { unsynchronised: 0x80, extended: 0x40 }
/** Of a frame of the fourth version (ID3v2.4, 4.1.2). */
const frameFlag = { unsynchronised: 0x02, hasLength: 0x01 }
const encodings = ['latin1', 'utf-16le', 'utf-16be', 'utf-8'] as const

/** The third version has plain sizes of frames, the fourth has seven bits a byte. */
export type Id3Tag = { version: number; unsynchronised: boolean; bytes: Buffer }
export type Id3Frame = { id: string; bytes: Buffer }
/** A text as it is stored; ID3v2 calls the encodings 0 to 3. */
export type Id3Text = { encoding: number; bytes: Buffer }

/** The ID3v2 tag that a sound file begins with. */
export function readId3Tag(source: BlobSource): Id3Tag | undefined {
  const head = source.head(headBytes)
  const version = head[3] ?? 0
  if (head.length < headBytes || head.toString('latin1', 0, 3) !== 'ID3') return undefined
  if (version < 2 || version > 4) return undefined
  const length = Math.min(sevenBits(head, 6), tagBytesMax)
  const stored = source.slice({ at: headBytes, length })
  const flags = head[5] as number
  const unsynchronised = (flags & tagFlag.unsynchronised) !== 0
  // In the fourth version each frame is so by itself, and its size is that of what is stored.
  const bytes = unsynchronised && version < 4 ? synchronised(stored) : stored
  const tag = { version, unsynchronised: unsynchronised && version === 4, bytes }
  if (version === 2 || !(flags & tagFlag.extended) || bytes.length < 4) return tag
  // The third version does not count the four bytes of the size itself.
  const extended = version === 3 ? bytes.readUInt32BE(0) + 4 : sevenBits(bytes, 0)
  return { ...tag, bytes: bytes.subarray(extended) }
}

/** For a damaged tag what comes before the damage. */
export function* id3Frames(tag: Id3Tag): Generator<Id3Frame> {
  const { version, bytes } = tag
  const [idLength, head] = version === 2 ? [3, 6] : [4, headBytes]
  for (let at = 0; at + head <= bytes.length; ) {
    const id = bytes.toString('latin1', at, at + idLength)
    if (!/^[A-Z0-9]+$/.test(id)) return
    const length = sizeOf({ version, bytes, at: at + idLength })
    const flags = version === 4 ? (bytes[at + 9] as number) : 0
    const stored = bytes.subarray(at + head, at + head + length)
    const content = flags & frameFlag.hasLength ? stored.subarray(4) : stored
    const isPlain = !tag.unsynchronised && !(flags & frameFlag.unsynchronised)
    yield { id, bytes: isPlain ? content : synchronised(content) }
    at += head + length
  }
}

export function decodeId3({ encoding, bytes }: Id3Text): string {
  const named = encodings[encoding] ?? 'latin1'
  const isTurned = named === 'utf-16le' && bytes[0] === 0xfe && bytes[1] === 0xff
  return new TextDecoder(isTurned ? 'utf-16be' : named).decode(bytes).replace(/\0+$/, '')
}

/** The texts of a frame one after the other; in UTF-16 two zeros end one. */
export function splitTexts({ encoding, bytes }: Id3Text): Id3Text[] {
  const width = encoding === 1 || encoding === 2 ? 2 : 1
  const texts: Id3Text[] = []
  let start = 0
  for (let at = 0; at + width <= bytes.length; at += width) {
    if (bytes[at] !== 0 || bytes[at + width - 1] !== 0) continue
    texts.push({ encoding, bytes: bytes.subarray(start, at) })
    start = at + width
  }
  return [...texts, { encoding, bytes: bytes.subarray(start) }]
}

type Size = { version: number; bytes: Buffer; at: number }

function sizeOf({ version, bytes, at }: Size): number {
  if (version === 2) return bytes.readUIntBE(at, 3)
  return version === 3 ? bytes.readUInt32BE(at) : sevenBits(bytes, at)
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
