import type {
  Block,
  Extraction,
  FailureCode,
  FileClaims,
  FileKind,
  Inspection,
  TimeRange,
} from '../../domain/ingest/ports.ts'
import type { Found } from '../formats/reader.ts'
import type { PreviewLine } from '../preview/send-preview.ts'

/**
 * What the child is started for: a line with a JSON value on `jobFd`. The blob comes as `blobFd`,
 * or follows that line.
 */
export type SentJob = ChildJob & {
  /** The size of a blob that follows. */
  blobBytes?: number
  /** Nobody else kills the child when its parent is gone. */
  watchParent?: boolean
  /** When it is done the child waits for another job of this kind, or for its end. */
  stays?: boolean
}

export type ChildJob = {
  /**
   * `warm` reads no file: it fills the folder of compiled code for the children after it. `rest`
   * asks a child that has read one whether it is as it was before.
   */
  task: 'inspect' | 'extract' | 'warm' | 'clip' | 'sound' | 'page' | 'rest'
  claims: FileClaims
  pagesMax: number
  /** Language files of text recognition; none: it is not done. */
  ocrFiles?: string[]
  /** How long it may take for all pictures of the file. */
  ocrMs?: number
  /** A picture of writing ends the job: somebody else recognises it. */
  ocrLater?: boolean | undefined
  /** Where a picture was taken may be told. */
  places?: boolean
  parentPid: number
  /** An inspection goes on with the extraction, for as long as somebody wants it. */
  ahead?: boolean
  /** Of a recording, to `outFd`; no more than so many bytes, unless that is 0. */
  clip?: { range: TimeRange; limitBytes: number }
  /** Of a document or a picture, from 1, as a picture to `outFd`. */
  page?: { number: number; width: number }
  /** Of a recording whose sound goes to `outFd`. */
  soundSecondsMax?: number
}

export type FailureLine = { code: FailureCode; detail?: string | undefined }

/**
 * What the child writes to `linesFd`, one JSON value a line, each with one of these members.
 * `endExtract`, `endInspect`, `endClip`, `endSound`, `endPage`, `ocrWanted`, `rested`, `warmed` or
 * `failed` is the last one.
 */
export type ChildLine = {
  /** What is known of a file before its text is read, and as far as it is known. */
  seen?: SeenLine
  /** The first line of an extraction. */
  begin?: FileKind
  /** With it: what is known by then, should there be no last one. */
  found?: Found
  block?: Block
  endExtract?: Extraction
  endInspect?: InspectionLine
  /** The same before a preview is drawn, which may end badly. */
  inspected?: InspectionLine
  preview?: PreviewLine
  /** A picture is going to be read, which takes seconds. */
  ocrTurn?: true
  /** It would have to be, and that was left to a later job. */
  ocrWanted?: true
  endClip?: { durationMs: number } | 'too large'
  endSound?: { samples: number }
  endPage?: 'drawn' | 'no such page' | { problem: string }
  rested?: boolean
  /** The folder of compiled code is filled. */
  warmed?: true
  failed?: FailureLine
  /** What lies behind `failed`, for developers. */
  cause?: string
}

/** The last one counts when an inspection is stopped at a limit. */
export type SeenLine = Pick<InspectionLine, 'sniffedContentType' | 'pageCount' | 'warnings'>

export type InspectionLine = Omit<Inspection, 'failure' | 'preview'> & {
  failure: FailureLine | null
}

/** Before the name of a format, on the command line of a child. */
export const preloadWord = 'preload='
export const jobFd = 3
export const blobFd = 4
export const linesFd = 5
/** What the child makes of the file, where that is a file. */
export const outFd = 6
