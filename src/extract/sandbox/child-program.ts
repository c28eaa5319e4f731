import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { entryUrl, isBundled } from '../../base/entry.ts'
import type { ChildProgram } from './start-child.ts'

/** The extraction child of this installation, and the places with its code. */
export function childProgram(): ChildProgram {
  const url = entryUrl('extract-child')
  const places = isBundled() ? ['.'] : ['..', '../../node_modules', '../../package.json']
  return {
    url,
    readable: places.flatMap((place) => bothNames(fileURLToPath(new URL(place, url)))),
    codeCache: codeCache(),
  }
}

/** A folder that is a link is checked by both its names. */
function bothNames(path: string): string[] {
  return existsSync(path) ? [...new Set([path, realpathSync(path)])] : []
}

/**
 * Of its own: nothing that a child wrote is ever run by the server. It must be there before the
 * child is, or the permission would be for one file of this name. None when the server has none.
 */
function codeCache(): string | undefined {
  const ours = getCompileCacheDir()
  if (ours === undefined) return undefined
  try {
    const folder = join(ours, 'extract')
    mkdirSync(folder, { recursive: true })
    return folder
  } catch {
    return undefined
  }
}
