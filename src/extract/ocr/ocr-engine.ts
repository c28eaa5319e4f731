import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { TessApi, TessModule } from 'tesseract.js-core/tesseract-core-simd-lstm.js'
import { ocrWasmPath } from '../../base/assets.ts'
import { compileEngine, type EngineImports } from '../child/compile-engine.ts'
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
  const module = await openModule()
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

let start: ReturnType<typeof compileEngine> | undefined

/**
 * Its code by itself: in the file that has both, it stands as text, and making that out is a fifth
 * of what a page of few words costs. Compiled once, however many languages are tried.
 */
async function openModule(): Promise<TessModule> {
  const { default: open } = await import('tesseract.js-core/tesseract-core-simd-lstm.js')
  start ??= compileEngine(readFileSync(ocrWasmPath()))
  const compiled = start
  const silent = () => {}
  return open({
    TesseractProgress: silent,
    print: silent,
    printErr: silent,
    instantiateWasm(imports: EngineImports, receive: (instance: object) => void) {
      receive({ exports: compiled(imports) })
      return {}
    },
  })
}

function bytesOf(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file)
    return file.endsWith('.gz') ? gunzipSync(bytes) : bytes
  } catch {
    return undefined
  }
}
