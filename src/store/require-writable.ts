import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export class FolderNotWritable extends Error {
  override readonly name = 'FolderNotWritable'
}

const { R_OK, W_OK, X_OK } = constants

/**
 * Says which part of a data folder cannot be written and what to do, before anything is begun: the
 * database would only say that it is read-only. Throws FolderNotWritable. A folder that is not
 * there yet is made by whoever comes next.
 */
export function requireWritable(dir: string): void {
  if (!existsSync(dir)) return
  refuse(dir, R_OK | W_OK | X_OK)
  for (const name of readdirSync(dir)) {
    const path = join(dir, name)
    const isOurs = /^(kontor\.(db|db-wal|db-shm|lock|pid)|secret\.(key|ring)|blobs)$/.test(name)
    if (isOurs) refuse(path, R_OK | W_OK)
  }
}

function refuse(path: string, mode: number): void {
  try {
    accessSync(path, mode)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new FolderNotWritable(`${path} cannot be written (${code}): ${remedy({ path, code })}`)
  }
}

function remedy({ path, code = '' }: { path: string; code: string | undefined }): string {
  if (code === 'EROFS') {
    return (
      'its disk is mounted for reading only. Mount it for writing; when the system did that by ' +
      'itself the disk has errors, so have it checked first. Nothing was changed.'
    )
  }
  const { uid } = statSync(path)
  return (
    `it belongs to user ${uid}, and this is user ${process.getuid?.()}. Run kontor as its owner, ` +
    'or give the folder and all in it to this user (chown -R). Nothing was changed.'
  )
}
