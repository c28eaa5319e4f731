import { chownSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { shellWord } from './shell-word.ts'

/** At the top of every new file system of the ext family, and root's. */
export const ofFileSystem = 'lost+found'

export type Owner = { readonly uid: number; readonly gid: number }

/** Whose data folder it is: the database's owner, or the folder's where there is none yet. */
export function ownerOf(dataDir: string): Owner {
  const database = join(dataDir, 'kontor.db')
  const { uid, gid } = statSync(existsSync(database) ? database : dataDir)
  return { uid, gid }
}

export function isRoot(): boolean {
  return process.geteuid?.() === 0
}

/** As `sudo -u` takes it: the name, where this machine has one in its own list. */
export function userName(uid: number): string {
  const list = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : ''
  return new RegExp(`^([^:\n]+):[^:\n]*:${uid}:`, 'm').exec(list)?.[1] ?? `#${uid}`
}

/** For the shell: gives a folder and all in it to one user. */
export function chownLine(dataDir: string, { uid, gid }: Owner): string {
  return `chown -R ${uid}:${gid} ${shellWord(dataDir)}`
}

/** What root makes in the folder of somebody else is that one's. */
export function giveToOwner({ file, dataDir }: { file: string; dataDir: string }): void {
  if (!isRoot()) return
  const { uid, gid } = ownerOf(dataDir)
  if (uid !== 0) chownSync(file, uid, gid)
}
