// What an import does with a folder, wherever its files go.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { tableOf } from '../table.ts'
import { unreadable } from './unreadable.ts'

export type Failed = { path: string; reason: string }

/** What may be readable, and what no reader here opens. */
export function sorted(folder: string, asked: readonly string[]) {
  const leftOut = asked.flatMap((path) => {
    const reason = unreadable(join(folder, path))
    return reason === undefined ? [] : [{ path, reason }]
  })
  const isLeftOut = new Set(leftOut.map(({ path }) => path))
  return { leftOut, paths: asked.filter((path) => !isLeftOut.has(path)) }
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

export async function checksumOf(file: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { signal })) hash.update(chunk)
  return hash.digest('hex')
}
