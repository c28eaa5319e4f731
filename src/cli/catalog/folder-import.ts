// What an import says of a folder, wherever its files go.
import { statSync } from 'node:fs'
import { openSourceFolder } from '../../app.ts'
import type { Failed, SourceFolder } from '../../domain/folders/index.ts'
import { UsageError } from '../command.ts'
import { tableOf } from '../table.ts'

/** Throws UsageError for what is no folder. */
export async function sourceAt(folder: string): Promise<SourceFolder> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${folder} is not a folder.`)
  }
  return await openSourceFolder(folder)
}

/** Said before anything is taken. */
export function leftOutLines(leftOut: readonly Failed[]): string[] {
  if (leftOut.length === 0) return []
  return [
    `Left out: ${leftOut.length} files that cannot be indexed here.`,
    ...tableOf(
      ['file', 'what to do'],
      leftOut.map(({ path, reason }) => [path, reason]),
    ),
  ]
}
