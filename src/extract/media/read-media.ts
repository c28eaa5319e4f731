import type { Input, MetadataTags } from 'mediabunny'
import { cleanLine } from '../../base/clean-text.ts'
import { type Block, ExtractFailed, silentWarnings } from '../../domain/ingest/ports.ts'
import type { Found, ReadRequest } from '../formats/reader.ts'
import { tagLines } from '../tags/tag-lines.ts'
import { openTagTexts, type TagTexts } from '../tags/tag-texts.ts'
import { blocksOfChapters, blocksOfCues, type TimedTexts } from './cue.ts'
import { hasFirstFrame, mediaInput, startSeconds } from './media-input.ts'
import { requireSampleTables } from './mp4-sample-tables.ts'
import { tagsOf } from './tags-of.ts'

/**
 * A recording: how long it is, what its tags say, and the text of its subtitle tracks. Sound and
 * picture themselves are not looked at here.
 */
export async function* readMedia(request: ReadRequest): AsyncGenerator<Block> {
  const { source, found } = request
  const input = mediaInput(source)
  try {
    const isVideo = await probe({ input, source }, found)
    request.noted?.()
    const tags = await tagsOf(input, source)
    const texts = await openTagTexts(source, tags)
    found.title ??= cleanLine(texts.mend(tags.title ?? '')) || null
    yield* tagBlocks(tags, texts)
    const { cues, chapters, title, isUnreadable } = await textsOf(request, tags)
    found.title ??= (title && cleanLine(title)) || null
    yield* blocksOfChapters(chapters)
    yield* blocksOfCues(cues)
    if (isUnreadable) found.warnings.push(unreadable)
    else if (cues.length === 0 && !tags.lyrics) {
      found.warnings.push(silentWarnings[isVideo ? 'video' : 'audio'])
    }
  } finally {
    input.dispose()
  }
}

type Opened = { input: Input; source: ReadRequest['source'] }

/** Throws ExtractFailed for what cannot be opened or has neither sound nor picture. */
async function probe({ input, source }: Opened, found: Found): Promise<boolean> {
  try {
    requireSampleTables(source)
    const tracks = await input.getTracks()
    if (!(await hasFirstFrame(input))) throw new Error('its first frame cannot be read')
    const durationS = (await input.computeDuration()) - (await startSeconds(input))
    if (tracks.length === 0 || !(durationS > 0)) throw new Error('it has no sound and no picture')
    const isVideo = tracks.some(({ type }) => type === 'video')
    found.durationMs = Math.round(durationS * 1000)
    found.modality = isVideo ? 'video' : 'audio'
    return isVideo
  } catch (error) {
    const detail = error instanceof Error ? cleanLine(error.message).slice(0, 200) : undefined
    throw new ExtractFailed({ code: 'corrupt', detail }, { cause: error })
  }
}

/** What tags say, in one passage; a song's words are what is said in it. */
function* tagBlocks(tags: MetadataTags, texts: TagTexts): Generator<Block> {
  const lines = tagLines(tags, texts)
  if (lines.length > 0) yield { kind: 'record', passage: 'metadata', text: lines.join('; ') }
  if (typeof tags.lyrics === 'string') {
    yield { kind: 'prose', passage: 'transcript', text: texts.mend(tags.lyrics) }
  }
}

const unreadable = 'The subtitles in the recording could not be read, or only in part.'

/** A subtitle track that cannot be read leaves the recording findable by everything else. */
async function textsOf({ source }: ReadRequest, tags: MetadataTags): Promise<TimedTexts> {
  const head = source.head(12)
  try {
    if (head.subarray(4, 8).toString('latin1') === 'ftyp') {
      return (await import('./mp4-subtitles.ts')).mp4Texts(source)
    }
    if (head.readUInt32BE(0) === 0x1a45dfa3) {
      return (await import('./matroska-subtitles.ts')).matroskaTexts(source)
    }
  } catch {
    return { cues: [], chapters: [], isUnreadable: true }
  }
  const { id3Chapters } = await import('../tags/id3-chapters.ts')
  const { vorbisChapters } = await import('../tags/vorbis-chapters.ts')
  return { cues: [], chapters: [...id3Chapters(source), ...vorbisChapters(tags)] }
}
