import { flushCompileCache } from 'node:module'
import { type FormatName, formats, loadReader } from './format.ts'

/** Loads every reader once, so that the children after this one find the compiled code. */
export async function warmUp(): Promise<void> {
  for (const format of Object.keys(formats)) await loadReader(format as FormatName)
  flushCompileCache()
}
