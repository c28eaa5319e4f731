import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBundled } from './entry.ts'

/**
 * The files that ship with the program and are read at run time. Together with entry.ts the only
 * place that knows where they lie: in the source tree, or in `assets/` beside the bundle.
 */
export type AssetFolder =
  | 'migrations'
  | 'demo'
  | 'models'
  | 'ocr'
  | 'reference'
  | 'manual'
  | 'console'

export function assetFolder(folder: AssetFolder): string {
  if (isBundled()) return fileURLToPath(new URL(`./assets/${folder}`, import.meta.url))
  // The files of the API reference are those of the package that draws it.
  if (folder === 'reference') return dirname(required('swagger-ui-dist/package.json'))
  const source = {
    migrations: '../store/migrations',
    demo: '../../data/demo',
    models: '../../data/models',
    ocr: '../../data/ocr',
    manual: '../../data/manual',
    console: '../console',
  }[folder]
  return fileURLToPath(new URL(source, import.meta.url))
}

function required(name: string): string {
  return createRequire(import.meta.url).resolve(name)
}

/** Names of the files in a folder, sorted. */
export function listAssets(folder: AssetFolder): string[] {
  return readdirSync(assetFolder(folder)).sort()
}

export function hasAsset(folder: AssetFolder, name: string): boolean {
  return existsSync(`${assetFolder(folder)}/${name}`)
}

export function readAsset(folder: AssetFolder, name: string): Buffer {
  return readFileSync(`${assetFolder(folder)}/${name}`)
}

/** The pages for readers, with what they load. */
export type Manual = {
  /** By name; that of the first page is empty. */
  pages: Readonly<Record<string, string>>
  /** What stands where there is no page. */
  missing: string
  files: Readonly<Record<'manual.css' | 'manual.js' | 'manual-index.json', string>>
}

/** Rendered when the program is packaged; from the sources it is rendered here. */
export async function readManual(): Promise<Manual> {
  if (isBundled()) return JSON.parse(readAsset('manual', 'manual.json').toString('utf8'))
  const renderer = new URL('../../scripts/manual/render.ts', import.meta.url)
  const { renderManual } = await import(renderer.href)
  return renderManual()
}

/** What the page of the browser's application names: files that lie beside `page.json`. */
export type ConsolePage = {
  entry: string
  /** What the entry imports, so that it is asked for at once. */
  preloads: readonly string[]
  /** Puts on the chosen colours before anything is drawn. */
  theme: string
  styles: string
  font: string
  icon: string
  /** What of node_modules is in it. */
  inputs: readonly string[]
}

/**
 * The folder of the browser's application: made when the program is packaged; from the sources it
 * is made here, unless it was made from the same ones before.
 */
export async function consoleFolder(): Promise<string> {
  if (isBundled()) return assetFolder('console')
  const builder = new URL('../../scripts/console-building/build.ts', import.meta.url)
  const { builtConsole } = await import(builder.href)
  return builtConsole()
}

/** The WebAssembly module of the PDF engine. */
export function pdfiumWasmPath(): string {
  if (isBundled()) return fileURLToPath(new URL('./assets/pdfium.wasm', import.meta.url))
  return required('@hyzyla/pdfium').replace(/index\.[a-z.]+$/, 'pdfium.wasm')
}

/** What a thread of the engine for pictures runs. */
export function pictureThreadPath(): string {
  if (isBundled()) return fileURLToPath(new URL('./assets/picture-thread.cjs', import.meta.url))
  const folder = dirname(required('@img/sharp-wasm32/sharp.node'))
  const { version } = createRequire(import.meta.url)('@img/sharp-wasm32/package')
  return `${folder}/lib/sharp-wasm32-${version}.node.js`
}

/** The WebAssembly module of text recognition. */
export function ocrWasmPath(): string {
  if (isBundled()) return fileURLToPath(new URL('./assets/ocr/tesseract.wasm', import.meta.url))
  return required('tesseract.js-core/tesseract-core-simd-lstm.wasm')
}

/** The languages of text recognition that ship with the program. */
export function ocrLanguagePaths(): string[] {
  return ['eng', 'deu'].map((name) => `${assetFolder('ocr')}/${name}.traineddata`)
}
