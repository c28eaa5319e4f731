import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'

/**
 * This folder on this machine since it was started: whoever has the lock of the folder knows that
 * nobody else runs in it. A copy of the folder, or of the machine, is another place.
 */
export function thisPlace(dataDir: string): string {
  const { dev, ino } = statSync(dataDir)
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return createHash('sha256').update(`${boot} ${dev} ${ino}`).digest('hex').slice(0, 32)
}
