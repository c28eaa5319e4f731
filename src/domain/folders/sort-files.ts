// What an import does with a folder, wherever its files go.
import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import type { SourceFolder } from './ports.ts'
import { unreadable } from './unreadable.ts'

export type Failed = { path: string; reason: string }

const breatheEvery = 1_000

/** What may be readable, and what no reader here opens. */
export async function sortFiles(source: SourceFolder, asked: readonly string[]) {
  const leftOut: Failed[] = []
  const paths: string[] = []
  for (const [at, path] of asked.entries()) {
    // Of a hundred thousand names alone others would wait for a second.
    if (at % breatheEvery === 0) await breathe()
    const reason = await unreadable(source, path)
    if (reason === undefined) paths.push(path)
    else leftOut.push({ path, reason })
  }
  return { leftOut, paths }
}

export async function checksumOf(
  source: SourceFolder,
  path: string,
  signal?: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of source.read(path, signal)) hash.update(piece)
  return hash.digest('hex')
}
