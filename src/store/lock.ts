import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
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
    lock.exec('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new FolderInUse(
      `Another kontor process${holder(pidFile)} uses the data folder ${dir}. ` +
        'Stop it first, or give this one another folder with --data-dir.',
    )
  }
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })
  for (const file of [lockFile, pidFile]) giveToOwner({ file, dataDir: dir })
  return {
    release() {
      rmSync(pidFile, { force: true })
      lock.close()
    },
  }
}

function holder(pidFile: string): string {
  try {
    return ` (pid ${readFileSync(pidFile, 'utf8').trim()})`
  } catch {
    return ''
  }
}
