import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * In a data folder that was restored to end all that is open in it. It comes into being with the
 * folder, and goes when all is ended: whoever opens the folder to write ends the rest first.
 */
export const revokeMark = 'kontor.revoke'

export function isToRevoke(dataDir: string): boolean {
  return existsSync(join(dataDir, revokeMark))
}

export function noteRevoked(dataDir: string): void {
  rmSync(join(dataDir, revokeMark), { force: true })
}
