import iconv from 'iconv-lite'
import type { MetadataTags } from 'mediabunny'
import type { BlobSource } from '../blob-source.ts'
import {
  decodeId3,
  type Id3Frame,
  type Id3Text,
  id3Frames,
  readId3Tag,
  splitTexts,
} from './id3-tag.ts'
import { charsetOfTags } from './tag-charset.ts'

export type TagTexts = {
  /** What is said to be Latin 1, as it was meant. */
  mend(value: string): string
  /** All comments of an ID3v2 tag; undefined for files without one. */
  comments: [name: string, text: string][] | undefined
}

const languageBytes = 3
const oldTag = {
  bytes: 128,
  fieldBytes: 30,
  fields: [
    [3, 33],
    [33, 63],
    [63, 93],
    [97, 127],
  ],
} as const

/**
 * The texts of tags that no standard gives an encoding: ID3v1, "ISO-8859-1" of ID3v2, RIFF. Their
 * writers put there what their system used. One tag has one writer, so all its texts decide
 * together (tag-charset.ts).
 */
export async function openTagTexts(source: BlobSource, tags: MetadataTags): Promise<TagTexts> {
  const id3 = readId3Tag(source)
  const frames = id3 ? [...id3Frames(id3)] : undefined
  const stored = frames ? frames.flatMap(textsOf) : plainTexts(source, tags)
  const latin = stored.filter(({ encoding }) => encoding === 0).map(({ bytes }) => bytes)
  const foreign = latin.filter((bytes) => bytes.some((byte) => byte > 0x7f))
  const known = new Set(foreign.map(keyOf))
  const charset = foreign.length > 0 ? await charsetOf(foreign) : 'latin1'
  const mend = (value: string) => {
    const bytes = Buffer.from(value, 'latin1')
    // Fields of ID3v1 end where they end: half a letter is left out.
    return known.has(keyOf(bytes)) ? iconv.decode(bytes, charset).replace(/\ufffd$/, '') : value
  }
  const comments = frames?.filter(({ id }) => /^COMM?$/.test(id)).map((one) => commentOf(one, mend))
  return { mend, comments }
}

/** What mediabunny gives of it is without the spaces at its end. */
function keyOf(bytes: Buffer): string {
  return bytes.toString('latin1').trim()
}

async function charsetOf(texts: readonly Buffer[]): Promise<string> {
  const joined = (all: readonly Buffer[]) =>
    Buffer.concat(all.flatMap((bytes) => [bytes, Buffer.from('\n')]))
  const isFull = (bytes: Buffer) => bytes.length === oldTag.fieldBytes
  const cut = texts.map((bytes) => (isFull(bytes) ? bytes.subarray(0, -1) : bytes))
  return await charsetOfTags(joined(texts), texts.some(isFull) ? joined(cut) : undefined)
}

/** Texts, comments and lyrics; the names of chapters are inside theirs. */
function textsOf({ id, bytes }: Id3Frame): Id3Text[] {
  const encoding = bytes[0] ?? 0
  if (/^T[A-Z0-9]{2,3}$/.test(id)) return splitTexts({ encoding, bytes: bytes.subarray(1) })
  if (!/^(?:COMM?|US?LT)$/.test(id)) return []
  return splitTexts({ encoding, bytes: bytes.subarray(1 + languageBytes) })
}

function commentOf(frame: Id3Frame, mend: TagTexts['mend']): [string, string] {
  const [name, ...rest] = textsOf(frame).map((text) =>
    text.encoding === 0 ? mend(decodeId3(text)) : decodeId3(text),
  )
  return [name ?? '', rest.join(' ')]
}

function plainTexts(source: BlobSource, { raw = {} }: MetadataTags): Id3Text[] {
  if (source.head(4).toString('latin1') === 'RIFF') {
    const values = Object.values(raw).filter((value) => typeof value === 'string')
    return values.map((value) => ({ encoding: 0, bytes: Buffer.from(value, 'latin1') }))
  }
  const at = Math.max(0, source.sizeBytes - oldTag.bytes)
  const tag = source.slice({ at, length: Math.min(oldTag.bytes, source.sizeBytes) })
  if (tag.toString('latin1', 0, 3) !== 'TAG') return []
  return oldTag.fields.flatMap(([start, end]) =>
    splitTexts({ encoding: 0, bytes: tag.subarray(start, end) }).slice(0, 1),
  )
}
