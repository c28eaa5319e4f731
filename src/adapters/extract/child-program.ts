import { fileURLToPath } from 'node:url'
import { entryUrl, isBundled } from '../../base/entry.ts'
import type { ChildProgram } from './extract-process.ts'

/** The extraction child of this installation, and the folders with its code. */
export function childProgram(): ChildProgram {
  const url = entryUrl('extract-child')
  const at = (path: string) => fileURLToPath(new URL(path, url))
  if (isBundled()) return { url, readable: [at('./*')] }
  return { url, readable: [at('../*'), at('../../node_modules/*'), at('../../package.json')] }
}
