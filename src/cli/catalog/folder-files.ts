import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../command.ts'

export type FolderFile = { path: string; sizeBytes: number; modifiedMs: number }

/**
 * The files under a folder with their paths from there on, in order. What begins with a dot is left
 * out, and links are not followed: they could lead anywhere. Throws UsageError for what is no
 * folder; a folder within it that cannot be opened is told through `unreadable`.
 */
export function filesUnder(folder: string, unreadable: (path: string) => void): FolderFile[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${folder} is not a folder.`)
  }
  const found: FolderFile[] = []
  const waiting = ['']
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const entry of entriesOf(join(folder, at), () => unreadable(at || '.'))) {
      if (entry.name.startsWith('.')) continue
      const path = at === '' ? entry.name : `${at}/${entry.name}`
      if (entry.isDirectory()) waiting.push(path)
      const stat = entry.isFile() ? statSync(join(folder, path), lenient) : undefined
      if (stat) found.push({ path, sizeBytes: stat.size, modifiedMs: stat.mtimeMs })
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

const lenient = { throwIfNoEntry: false } as const

function entriesOf(folder: string, unreadable: () => void): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    unreadable()
    return []
  }
}
