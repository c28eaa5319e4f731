// A disk that is full for one server: the system refuses to let its files grow any further, as a
// full file system does, and as any user may have it done to a process of their own.
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningServer } from './run-server.ts'

export type Disk = {
  /** No file gets longer than the database's log is now, and so much more. */
  fill(leftBytes?: number): void
  /** There is room again. */
  free(): void
}

export function diskOf({ pid }: Pick<RunningServer, 'pid'>, dir: string): Disk {
  // The soft limit alone, so that it can be raised again.
  const limit = (bytes: number | 'unlimited') =>
    void execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])
  return {
    fill: (leftBytes = 0) => limit(statSync(join(dir, 'kontor.db-wal')).size + leftBytes),
    free: () => limit('unlimited'),
  }
}
