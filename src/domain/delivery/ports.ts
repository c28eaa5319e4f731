import type { LocalBytes, OpenBytes } from '../../base/open-bytes.ts'
import type { Range } from './links/link.ts'

/** Cuts a part out of a recording: in the killable child (extract/media/clip-cutter.ts). */
export type ClipCutter = {
  /**
   * The clip as bytes that have no name, which the caller closes. Throws ClipRefused for a
   * recording that cannot be cut, ClipTooLarge as soon as more than `limitBytes` (0: any number)
   * were written, Saturated when too many wait.
   */
  cut(asked: ClipAsked): Promise<OpenBytes>
}

export type ClipAsked = {
  /** Opens the recording when it has its turn: it may have to be fetched first. */
  open(): Promise<LocalBytes>
  /** For whom: nobody takes all turns. */
  owner: string
  range: Range
  limitBytes: number
}

export class ClipTooLarge extends Error {
  override readonly name = 'ClipTooLarge'
}

/** The recording itself is the cause: another attempt would end the same way. */
export class ClipRefused extends Error {
  override readonly name = 'ClipRefused'
}
