import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RingRefused, readRing } from './secret-ring.ts'

type SecretFolder = { folder: string; masterKey?: string | undefined }

/**
 * The root of the secrets that lie in a folder, be it a data folder or a copy of its secrets.
 * Undefined: it has none, or none that its master key opens.
 */
export function rootIn({ folder, masterKey }: SecretFolder): Buffer | undefined {
  const file = join(folder, 'secret.key')
  if (masterKey === undefined && !existsSync(file)) return undefined
  const master = Buffer.from(masterKey ?? readFileSync(file, 'utf8').trim(), 'hex')
  try {
    return readRing(folder, master).root
  } catch (error) {
    if (error instanceof RingRefused) return undefined
    throw error
  }
}
