import type {
  Block,
  Extraction,
  FailureCode,
  FileClaims,
  FileKind,
} from '../../domain/ingest/ports.ts'

/** What the parent sends over the IPC channel; the blob comes as descriptor `blobFd`. */
export type ChildJob = {
  task: 'inspect' | 'extract'
  claims: FileClaims
  pagesMax: number
  parentPid: number
}

export type FailureLine = { code: FailureCode; detail?: string | undefined }

/**
 * What the child writes to `linesFd`, one JSON value a line, each with one of these members.
 * `endExtract`, `endInspect` or `failed` is the last one.
 */
export type ChildLine = {
  /** The first line of an extraction. */
  begin?: FileKind
  block?: Block
  endExtract?: Extraction
  endInspect?: InspectionLine
  failed?: FailureLine
  /** What lies behind `failed`, for developers. */
  cause?: string
}

export type InspectionLine = {
  sniffedContentType: string | null
  pageCount: number | null
  textSample: string
  warnings: string[]
  failure: FailureLine | null
}

export const blobFd = 4
export const linesFd = 5
