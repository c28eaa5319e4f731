import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A file of our own without a name: it is gone with its handle, also after kill -9. */
export async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const handle = await open(path, 'wx+', 0o600)
  await rm(path, { force: true })
  return handle
}
