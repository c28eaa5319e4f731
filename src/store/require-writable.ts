import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chownLine, isRoot, ownerOf, userName } from '../base/owner.ts'

/** Nothing is there that a command could work on: mistyped, most likely. */
export class FolderMissing extends Error {
  override readonly name = 'FolderMissing'
}

export class FolderNotWritable extends Error {
  override readonly name = 'FolderNotWritable'
  /** As whom the command may be given again. */
  readonly owner: number | undefined
  constructor(message: string, owner?: number) {
    super(message)
    this.owner = owner
  }
}

/**
 * What root makes in the folder of another user the server could not open any more. Throws
 * FolderNotWritable.
 */
export function requireOwner(dir: string): void {
  if (!isRoot() || !existsSync(dir)) return
  const { uid } = ownerOf(dir)
  if (uid === 0) return
  throw new FolderNotWritable(
    `${dir} belongs to user ${userName(uid)}, who could not open what root makes in it. Nothing ` +
      'was changed. Start the server, which then carries commands out, or be that user:',
    uid,
  )
}

const { R_OK, W_OK, X_OK } = constants

/**
 * Whether the folder can be looked into, where it is there. Throws FolderMissing for a file, and
 * FolderNotWritable for one that this user may not look into.
 */
export function requireFolder(dir: string): void {
  try {
    if (!statSync(dir).isDirectory()) throw new FolderMissing(`${dir} is a file and no folder.`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    if (code === 'ENOENT') return
    if (code === 'ENOTDIR') throw new FolderMissing(`${dir} lies below a file, not in a folder.`)
    const who = `user ${process.geteuid?.()}`
    throw new FolderNotWritable(`${dir} cannot be looked for by ${who} (${code}).`)
  }
  refuse(dir, { mode: R_OK | X_OK, verb: 'read' })
  for (const path of partsIn(dir)) refuse(path, { mode: R_OK, verb: 'read' })
}

/**
 * Says which part of a data folder cannot be written and what to do, before anything is begun: the
 * database would only say that it is read-only. Throws FolderNotWritable. A folder that is not
 * there yet is made by whoever comes next.
 */
export function requireWritable(dir: string): void {
  if (!existsSync(dir)) return
  refuse(dir, { mode: R_OK | W_OK | X_OK, verb: 'written' })
  for (const path of partsIn(dir)) refuse(path, { mode: R_OK | W_OK, verb: 'written' })
}

const partNames =
  /^(kontor\.(db|db-wal|db-shm|lock|pid|id)|secret\.(key|ring)|ledger\.anchor|blobs)$/

function partsIn(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => (partNames.test(name) ? [join(dir, name)] : []))
}

function refuse(path: string, { mode, verb }: { mode: number; verb: string }): void {
  try {
    accessSync(path, mode)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new FolderNotWritable(`${path} cannot be ${verb} (${code}): ${remedy({ path, code })}`)
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
  const self = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 }
  const folder = statSync(path).isDirectory() ? path : dirname(path)
  return (
    `it belongs to user ${userName(uid)}, and this is ${userName(self.uid)}. Run kontor as its ` +
    `owner (sudo -u ${userName(uid)}), or give the folder and all in it to this user: ` +
    `${chownLine(folder, self)}. Nothing was changed.`
  )
}
