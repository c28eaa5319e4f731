import type { ISOFile } from 'mp4box'
import type { Cue } from './cue.ts'

const hundredNanosecondsInMs = 10_000n

/**
 * The list of chapters that Nero's programs put beside the tags of an MP4 (`moov/udta/chpl`), and
 * many after them: version and flags, in version 1 four bytes more, a count, and of each the start
 * in units of 100 ns and a name of up to 255 bytes.
 */
export function neroChapters(file: ISOFile): Cue[] {
  const told = file.moov?.boxes?.find(({ type }) => type === 'udta')
  const box = told?.boxes?.find(({ type }) => type === 'chpl')
  const bytes = Buffer.from(box?.data ?? [])
  let at = bytes[0] === 1 ? 8 : 4
  const count = bytes[at++] ?? 0
  const chapters: Cue[] = []
  for (let i = 0; i < count && at + 9 <= bytes.length; i++) {
    const startMs = Number(bytes.readBigUInt64BE(at) / hundredNanosecondsInMs)
    const end = at + 9 + (bytes[at + 8] as number)
    chapters.push({ startMs, endMs: startMs, text: bytes.toString('utf8', at + 9, end) })
    at = end
  }
  return chapters
}
