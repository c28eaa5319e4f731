import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { entryUrl, isBundled } from '../../base/entry.ts'
import type { ChildProgram } from './extract-process.ts'

/** The extraction child of this installation, and the places with its code. */
export function childProgram(): ChildProgram {
  const url = entryUrl('extract-child')
  const places = isBundled() ? ['.'] : ['..', '../../node_modules', '../../package.json']
  return { url, readable: places.flatMap((place) => bothNames(fileURLToPath(new URL(place, url)))) }
}

/** A folder that is a link is checked by both its names. */
function bothNames(path: string): string[] {
  return existsSync(path) ? [...new Set([path, realpathSync(path)])] : []
}
