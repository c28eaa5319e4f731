import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { TessApi, TessModule } from 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js'
import type { PageWords } from '../../../domain/ingest/ports.ts'
import { ocrConfidenceMin } from '../limits.ts'
import { wordBoxes } from './word-boxes.ts'

/** Reads what is written in pictures. */
export type Ocr = {
  /**
   * The text in an image file (PNG, JPEG, WebP, TIFF, BMP, PNM); empty where nothing can be made
   * out, undefined for an image that cannot be opened.
   */
  read(image: Uint8Array): Promise<Recognised | undefined>
}

/** What was made out, and where its words are. */
export type Recognised = { text: string; words?: PageWords | undefined }

const neuralOnly = 1
const language = /\.traineddata(\.gz)?$/

/**
 * Tesseract as WebAssembly with these language files. Loaded at the first picture: most objects
 * have none. `turn` is called before each one, because each takes seconds.
 */
export function openOcr({ files, turn }: { files: readonly string[]; turn: () => void }): Ocr {
  let engine: Promise<Engine> | undefined
  return {
    async read(image) {
      turn()
      engine ??= load(files)
      const { module, api } = await engine
      module.FS.writeFile('/input', image)
      if (api.SetImageFile(1, 0, false) !== 0) return undefined
      api.Recognize(null)
      const text = api.GetUTF8Text()
      if (api.MeanTextConf() < ocrConfidenceMin) return { text: '' }
      return { text, words: wordBoxes(api.GetTSVText(0)) }
    },
  }
}

type Engine = { module: TessModule; api: TessApi }

async function load(files: readonly string[]): Promise<Engine> {
  const { default: open } = await import('tesseract.js-core/tesseract-core-simd-lstm.wasm.js')
  const silent = () => {}
  const module = await open({ TesseractProgress: silent, print: silent, printErr: silent })
  const names = files.map((file) => {
    const bytes = readFileSync(file)
    const name = basename(file).replace(language, '')
    module.FS.writeFile(`${name}.traineddata`, file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    return name
  })
  const api = new module.TessBaseAPI()
  if (api.Init(null, names.join('+'), neuralOnly) !== 0) {
    throw new Error(`text recognition does not start with ${names.join(', ')}`)
  }
  return { module, api }
}
