import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isBundled } from './entry.ts'

/**
 * The files that ship with the program and are read at run time. Together with entry.ts the only
 * place that knows where they lie: in the source tree, or in `assets/` beside the bundle.
 */
export type AssetFolder = 'migrations' | 'demo'

export function assetFolder(folder: AssetFolder): string {
  if (isBundled()) return fileURLToPath(new URL(`./assets/${folder}`, import.meta.url))
  const source = { migrations: '../store/migrations', demo: '../../data/demo' }[folder]
  return fileURLToPath(new URL(source, import.meta.url))
}

/** Names of the files in a folder, sorted. */
export function listAssets(folder: AssetFolder): string[] {
  return readdirSync(assetFolder(folder)).sort()
}

export function readAsset(folder: AssetFolder, name: string): Buffer {
  return readFileSync(`${assetFolder(folder)}/${name}`)
}

/** The WebAssembly module of the PDF engine. */
export function pdfiumWasmPath(): string {
  if (isBundled()) return fileURLToPath(new URL('./assets/pdfium.wasm', import.meta.url))
  const require = createRequire(import.meta.url)
  return require.resolve('@hyzyla/pdfium').replace(/index\.[a-z.]+$/, 'pdfium.wasm')
}
