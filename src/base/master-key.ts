import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const keyBytes = 32

/**
 * The data folder's master key, from which every other key is derived. Made on the first start,
 * readable by the owner alone. Whoever loses it loses the sessions, keys and links made with it,
 * not the data.
 */
export function masterKeyOf(place: {
  dataDir: string
  masterKey?: string | undefined
  isReadOnly: boolean
}): Buffer {
  const { dataDir, masterKey: given, isReadOnly } = place
  if (given !== undefined) return Buffer.from(given, 'hex')
  const file = join(dataDir, 'secret.key')
  if (!isReadOnly && !existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(file, `${randomBytes(keyBytes).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  }
  if (!isReadOnly) chmodSync(file, 0o600)
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (key.length !== keyBytes) throw new Error(`${file} does not hold 64 hexadecimal digits.`)
  return key
}
