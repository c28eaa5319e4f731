import type { PageWords } from '../../domain/ingest/ports.ts'
import { ocrConfidenceMin } from '../limits.ts'
import { openOcrEngine } from './ocr-engine.ts'
import { openWordReader, type Reading } from './read-words.ts'
import { wordBoxes } from './word-boxes.ts'

/** Reads what is written in the pictures of one document. */
export type Ocr = {
  /**
   * The text in an image file (PNG, JPEG, WebP, TIFF, BMP, PNM); empty where nothing can be made
   * out, undefined for an image that cannot be opened.
   */
  read(picture: Readable): Promise<Recognised | undefined>
  /** Whether this file had its time: what pictures are left in it are left out. */
  isSpent(): boolean
  /** Where pictures are read another time: says that there is one, and never comes back. */
  later?(): Promise<never>
}

/** `scale` dots of the image are one of the picture as it is shown. */
export type Readable = { image: Uint8Array; scale: number }

/** What was made out, and where its words are; why nothing can be made out of any image. */
export type Recognised = { text: string; words?: PageWords | undefined; problem?: string }

const notStarted = 'Text recognition did not start: none of its language files can be read.'

type ReadWords = (image: Uint8Array) => Reading | undefined

/**
 * Tesseract as WebAssembly with these language files. Loaded at the first picture: most objects
 * have none. `turn` is called before each look at a picture, because each takes seconds. All of
 * them together have `budgetMs`, by the clock, because others wait for it; the first is read
 * anyway.
 */
export function openOcr({
  files,
  turn,
  budgetMs,
}: {
  files: readonly string[]
  turn: () => void
  budgetMs: number
}): Ocr {
  let reader: Promise<ReadWords | undefined> | undefined
  let begunMs: number | undefined
  return {
    isSpent: () => begunMs !== undefined && performance.now() - begunMs > budgetMs,
    async read({ image, scale }) {
      begunMs ??= performance.now()
      reader ??= openOcrEngine(files).then((engine) => engine && openWordReader(engine, turn))
      const read = await reader
      if (!read) return { text: '', problem: notStarted }
      const reading = read(image)
      if (!reading || reading.confidence < ocrConfidenceMin) return reading && { text: '' }
      const { text, table, quarters, angle } = reading
      return { text, words: wordBoxes(table, { scale, quarters, angle }) }
    },
  }
}
