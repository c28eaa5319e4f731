import type { PageWords } from '../../../domain/ingest/ports.ts'
import { ocrConfidenceMin } from '../limits.ts'
import { type OcrEngine, openOcrEngine } from './ocr-engine.ts'
import { wordBoxes } from './word-boxes.ts'

/** Reads what is written in pictures. */
export type Ocr = {
  /**
   * The text in an image file (PNG, JPEG, WebP, TIFF, BMP, PNM); empty where nothing can be made
   * out, undefined for an image that cannot be opened.
   */
  read(image: Uint8Array): Promise<Recognised | undefined>
}

/** What was made out, and where its words are; why nothing can be made out of any image. */
export type Recognised = { text: string; words?: PageWords | undefined; problem?: string }

const notStarted = 'Text recognition did not start: none of its language files can be read.'

/**
 * Tesseract as WebAssembly with these language files. Loaded at the first picture: most objects
 * have none. `turn` is called before each one, because each takes seconds.
 */
export function openOcr({ files, turn }: { files: readonly string[]; turn: () => void }): Ocr {
  let engine: Promise<OcrEngine | undefined> | undefined
  return {
    async read(image) {
      turn()
      engine ??= openOcrEngine(files)
      const started = await engine
      if (!started) return { text: '', problem: notStarted }
      const { module, api } = started
      module.FS.writeFile('/input', image)
      if (api.SetImageFile(1, 0, false) !== 0) return undefined
      api.Recognize(null)
      const text = api.GetUTF8Text()
      if (api.MeanTextConf() < ocrConfidenceMin) return { text: '' }
      return { text, words: wordBoxes(api.GetTSVText(0)) }
    },
  }
}
