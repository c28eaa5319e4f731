import type { BlobSource } from '../blob-source.ts'
import type { Cue } from '../media/cue.ts'
import { decodeId3, type Id3Tag, id3Frames, readId3Tag } from './id3-tag.ts'

/**
 * The chapters of a sound file that begins with an ID3v2 tag: frames CHAP (ID3v2 Chapter Frame
 * Addendum 1.0), named by the TIT2 inside. Empty for every other file, and for a damaged tag what
 * comes before the damage.
 */
export function id3Chapters(source: BlobSource): Cue[] {
  const tag = readId3Tag(source)
  if (!tag) return []
  return [...id3Frames(tag)].flatMap(({ id, bytes }) => {
    const chapter = id === 'CHAP' ? chapterOf({ ...tag, bytes }) : undefined
    return chapter ? [chapter] : []
  })
}

/** Its own name, up to a zero; start and end in milliseconds; two places in bytes; frames. */
function chapterOf({ version, bytes }: Id3Tag): Cue | undefined {
  const at = bytes.indexOf(0) + 1
  if (at === 0 || bytes.length < at + 16) return undefined
  const inside = { version, unsynchronised: false, bytes: bytes.subarray(at + 16) }
  const title = id3Frames(inside).find(({ id }) => id === 'TIT2')
  const [startMs, endMs] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
  if (!title) return undefined
  const text = { encoding: title.bytes[0] ?? 0, bytes: title.bytes.subarray(1) }
  return { startMs, endMs, text: decodeId3(text) }
}
