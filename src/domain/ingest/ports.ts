/**
 * What ingestion needs from the outside: something that turns a file into text, which in reality
 * runs the format readers in a killable child process (adapters/extract), and something that knows
 * languages, in reality a thread (extract/language/language-thread.ts).
 */

import type { ColumnProfile } from '../../base/column-profile.ts'
import type { OpenBytes } from '../../base/open-bytes.ts'
import type { PartRead } from '../../base/part-read.ts'

/** Why a file cannot be indexed. Each has a sentence for the provider in failures.ts. */
export type FailureCode =
  | 'encrypted'
  | 'corrupt'
  | 'unsupported_type'
  | 'empty'
  | 'timeout'
  | 'memory'
  | 'too_many_pages'
  | 'too_much_text'

/** The file itself is the cause: trying again would end the same way. */
export class ExtractFailed extends Error {
  override readonly name = 'ExtractFailed'
  readonly code: FailureCode
  /** A fact for the sentence: the type that was found, the line of a mistake. */
  readonly detail: string | undefined
  constructor(
    problem: { code: FailureCode; detail?: string | undefined },
    options?: { cause: unknown },
  ) {
    super(problem.detail ? `${problem.code}: ${problem.detail}` : problem.code, options)
    this.code = problem.code
    this.detail = problem.detail
  }
}

/** The extraction ended for a cause outside the file (child killed, no fork): try again. */
export class ExtractInterrupted extends Error {
  override readonly name = 'ExtractInterrupted'
}

/**
 * `heading` opens a new passage where it can, and goes with what follows it; `record` is a table
 * row or a JSON value; `code` keeps its lines and its white space.
 */
export type BlockKind = 'heading' | 'prose' | 'record' | 'code'

/** Which kind of passage a text becomes; without one it is the document's own text. */
export type SpokenOrSeen = 'ocr' | 'transcript' | 'metadata' | 'caption'

/** The text is in pictures, and recognising it was left to a later call. */
export class OcrWanted extends Error {
  override readonly name = 'OcrWanted'
}

/** A piece of a document in reading order, cleaned, of at most `blockCharsMax` characters. */
export type Block = {
  kind: BlockKind
  text: string
  page?: number
  /** No passage goes on into it: a message in a mailbox. */
  opens?: true
  passage?: SpokenOrSeen
  /** As the file tells it, where there are several. */
  lang?: string
  /** When it is said, in a recording. */
  time?: TimeRange
  /** With the first recognised text of a page: where its words are. */
  words?: PageWords
}

/** Base64 of a raw deflate of a list of [word, left, top, width, height]; the size in dots. */
export type PageWords = { width: number; height: number; words: string }

/** Milliseconds from the beginning. */
export type TimeRange = { startMs: number; endMs: number }

/** What the provider said about the file; a hint, never trusted. */
export type FileClaims = { filename: string; contentType: string }

export type Inspection = {
  sniffedContentType: string | null
  pageCount: number | null
  /** Of a recording. */
  durationMs: number | null
  /** The first 2,000 characters of the text. */
  textSample: string
  /** Sentences for the reviewer. */
  warnings: string[]
  /** Why the file could not be read, or not to the end. */
  failure: ExtractFailed | null
  /** What there is to look at, or why nothing; undefined for a file that has no looks. */
  preview?: Preview | undefined
}

/** A small picture of a file, or a sentence why there is none. */
export type Preview =
  | { picture: { contentType: string; width: number; height: number; bytes: Uint8Array } }
  | { problem: string }

/** What the bytes turned out to be; known before the first block. */
export type FileKind = {
  contentType: string
  modality: 'document' | 'text' | 'image' | 'audio' | 'video'
}

export const unknownLanguage = 'und'

/** The language of each text, `und` where it is not clear. Throws ExtractInterrupted. */
export type DetectLanguages = (texts: string[]) => Promise<string[]>

export type Extraction = FileKind & {
  title: string | null
  pageCount: number | null
  durationMs: number | null
  warnings: string[]
  /** Of a table. */
  columns?: ColumnProfile | undefined
  /** Where there was no time for all of it. */
  part?: PartRead | undefined
}

/** Of recordings in which nothing is said, as far as can be seen. */
export const silentWarnings: Record<'audio' | 'video', string> = {
  audio: 'The recording carries no words: it is found by its name, tags and notes.',
  video: 'The recording carries no subtitles: it is found by its name, tags and notes.',
}

export type Extractor = {
  /** Looks at a file without indexing it. Throws ExtractInterrupted only. */
  inspect(file: ExtractorFile): Promise<Inspection>
  /**
   * Hands the text over in order; reading pauses while `take` runs. Throws ExtractFailed,
   * ExtractInterrupted, OcrWanted, and whatever `take` throws.
   */
  extract(file: ExtractorFile, take: TakeBlocks): Promise<Extraction>
}

export type TakeBlocks = (blocks: Block[], kind: FileKind) => Promise<void>

/** An open descriptor of the blob, only ever read at explicit positions. */
export type ExtractorFile = {
  fd: number
  claims: FileClaims
  signal?: AbortSignal
  /** The name of these bytes: what an inspection read already need not be read again. */
  key?: string
  /** Whose file it is: what reads it may have read others of theirs before, nobody else's. */
  owner?: string
  /** Nothing is recognised in this call: OcrWanted is thrown where that is needed. */
  ocrLater?: boolean
  /** What is said in it is known already: nobody has to listen. */
  spoken?: boolean
}

/** Why there is no picture of a page: nobody's mistake, or the file's. */
export class PageRefused extends Error {
  override readonly name = 'PageRefused'
  readonly reason: 'no_such_page' | 'cannot_be_drawn'
  constructor({ reason, message = '' }: { reason: PageRefused['reason']; message?: string }) {
    super(message)
    this.reason = reason
  }
}

/** The page of a file, from 1, and how wide its picture is to be. */
export type WantedPage = { page: number; width: number }

/** Draws pages outside of this process. */
export type PageDrawer = {
  /** Writes a PNG or a WebP to `outFd`. Throws PageRefused, and Saturated for not now. */
  draw(wanted: WantedPage & { fd: number; outFd: number; claims: FileClaims }): Promise<void>
}

/** Pictures of pages that were drawn before, as far as there is room for them. */
export type PageShelf = {
  /**
   * The picture of this name, which the caller closes. `draw` is asked for what is not there;
   * several who want the same wait for the same. Undefined for what was cleared meanwhile.
   */
  open(name: PageName, draw: (outFd: number) => Promise<void>): Promise<ShelvedPage | undefined>
  /** Forgets all pages of an object. */
  clear(objectId: string): Promise<void>
}

export type PageName = WantedPage & { blobKey: string }
export type ShelvedPage = { bytes: OpenBytes; contentType: string }
