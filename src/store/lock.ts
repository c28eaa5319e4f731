import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { isNoRoom } from '../base/no-room.ts'
import { giveToOwner } from '../base/owner.ts'

export class FolderInUse extends Error {
  override readonly name = 'FolderInUse'
}

/**
 * Holds the data folder for this process. The lock is SQLite's own file lock on an empty database
 * of its own: the system releases it when the process ends, also after kill -9, so that no stale
 * lock is ever left behind. Throws FolderInUse while another process holds it.
 */
export function lockFolder(dir: string): { release(): void } {
  const pidFile = join(dir, 'kontor.pid')
  const lockFile = join(dir, 'kontor.lock')
  const lock = new Database(lockFile, { timeout: 0 })
  try {
    lock.pragma('locking_mode = EXCLUSIVE')
    // Nothing is ever written, so that a full disk does not stand in the way of making room.
    lock.pragma('journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!/^SQLITE_BUSY/.test((error as { code?: string }).code ?? '')) throw error
    throw new FolderInUse(
      `Another kontor process${holder(pidFile)} uses the data folder ${dir}. ` +
        'Stop it first, or give this one another folder with --data-dir.',
    )
  }
  try {
    giveToOwner({ file: lockFile, dataDir: dir })
    notePid({ file: pidFile, dataDir: dir })
  } catch (error) {
    lock.close()
    throw error
  }
  return {
    release() {
      rmSync(pidFile, { force: true })
      lock.close()
    },
  }
}

/** It only says who holds the folder: whoever comes to make room needs none for it. */
function notePid({ file, dataDir }: { file: string; dataDir: string }): void {
  try {
    rmSync(file, { force: true })
    writeFileSync(file, `${process.pid}\n`, { mode: 0o600 })
    giveToOwner({ file, dataDir })
  } catch (error) {
    if (!isNoRoom(error)) throw error
  }
}

function holder(pidFile: string): string {
  try {
    const pid = readFileSync(pidFile, 'utf8').trim()
    return pid === '' ? '' : ` (pid ${pid})`
  } catch {
    return ''
  }
}
