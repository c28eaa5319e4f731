import { flushCompileCache } from 'node:module'
import { type FormatName, formats } from '../formats/format.ts'
import { loadReader } from '../formats/load-reader.ts'
import { workBriefly } from './compile-engine.ts'
// What reads with it.
import './read-job.ts'

/** Loads every reader once, so that the children after this one find the compiled code. */
export async function warmUp(): Promise<void> {
  for (const format of Object.keys(formats)) await loadReader(format as FormatName)
  await import('../media/cut-clip.ts')
  await import('../sound/write-sound.ts')
  await import('./same-world.ts')
  await prepareReader('pdf')
  await (await import('../preview/picture-engine.ts')).importPictureEngine().catch(() => undefined)
  flushCompileCache()
}

/** Loads one reader before there is a file for it. */
export async function prepareReader(name: string): Promise<void> {
  if (!(name in formats)) return
  workBriefly()
  await loadReader(name as FormatName)
  if (name === 'pdf') (await import('../pdf/pdf-by-pdfium.ts')).preparePdfium()
}
