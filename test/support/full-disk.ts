// A disk that is full for one server. The way that works everywhere: the system refuses to let the
// server's files grow, as any user may have it done to a process of their own. Where the folder
// lies on a small disk of its own (TMPDIR on a tmpfs of some 60 MB) that one is filled instead.
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningServer } from './run-server.ts'

export type Disk = {
  /** From now on there is room for so much, or for nothing. */
  fill(leftBytes?: number): void
  /** There is room again. */
  free(): void
}

const smallBytes = 256 * 1024 * 1024

export function diskOf({ pid }: Pick<RunningServer, 'pid'>, dir: string): Disk {
  const { bsize, blocks } = statfsSync(dir)
  return bsize * blocks <= smallBytes ? smallDisk(dir) : limitedFiles(pid, dir)
}

function limitedFiles(pid: number, dir: string): Disk {
  // The soft limit alone, so that it can be raised again.
  const flags = (bytes: number | 'unlimited') => ['--pid', String(pid), `--fsize=${bytes}:`]
  return {
    // What is written grows the database's log, or is a file of its own that is longer than that.
    fill(leftBytes = 0) {
      const { size } = statSync(join(dir, 'kontor.db-wal'))
      execFileSync('prlimit', flags(size + leftBytes))
    },
    // A server that was killed has taken its limit along.
    free: () => void spawnSync('prlimit', flags('unlimited')),
  }
}

function smallDisk(dir: string): Disk {
  const filler = join(dir, '..', 'filler')
  return {
    fill(leftBytes = 0) {
      const { bsize, bavail } = statfsSync(dir)
      const block = Buffer.alloc(bsize)
      const kept = Math.ceil(leftBytes / bsize)
      for (let i = kept; i < bavail; i++) if (!appended(filler, block)) return
    },
    free: () => rmSync(filler, { force: true }),
  }
}

function appended(file: string, block: Buffer): boolean {
  try {
    appendFileSync(file, block)
    return true
  } catch {
    return false
  }
}
