import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { TessApi, TessModule } from 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js'
import { hasNetwork } from './has-network.ts'

export type OcrEngine = { module: TessModule; api: TessApi }

const neuralOnly = 1
const language = /\.traineddata(\.gz)?$/

/**
 * Tesseract as WebAssembly for the languages of these files, without those that it cannot work
 * with; undefined when none is left.
 */
export async function openOcrEngine(files: readonly string[]): Promise<OcrEngine | undefined> {
  const engine = await engineFor(files)
  if (engine) return engine
  const broken = await brokenLanguages(files)
  return engineFor(files.filter((file) => !broken.includes(file)))
}

/** Of these language files those that it cannot work with: each is tried by itself. */
export async function brokenLanguages(files: readonly string[]): Promise<string[]> {
  const broken: string[] = []
  for (const file of files) if (!(await engineFor([file]))) broken.push(file)
  return broken
}

async function engineFor(files: readonly string[]): Promise<OcrEngine | undefined> {
  const languages = files.flatMap((file) => {
    const bytes = bytesOf(file)
    return bytes && hasNetwork(bytes) ? [{ name: basename(file).replace(language, ''), bytes }] : []
  })
  if (languages.length === 0) return undefined
  const { default: open } = await import('tesseract.js-core/tesseract-core-simd-lstm.wasm.js')
  const silent = () => {}
  const module = await open({ TesseractProgress: silent, print: silent, printErr: silent })
  for (const { name, bytes } of languages) module.FS.writeFile(`${name}.traineddata`, bytes)
  const api = new module.TessBaseAPI()
  const names = languages.map(({ name }) => name).join('+')
  try {
    return api.Init(null, names, neuralOnly) === 0 ? { module, api } : undefined
  } catch {
    // Data that is damaged in the midst ends the whole engine.
    return undefined
  }
}

function bytesOf(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file)
    return file.endsWith('.gz') ? gunzipSync(bytes) : bytes
  } catch {
    return undefined
  }
}
