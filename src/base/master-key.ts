import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { RingRefused } from './secret-ring.ts'
import { syncFolder } from './write-whole.ts'

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
    makeKey(file)
  }
  if (!isReadOnly) chmodSync(file, 0o600)
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (key.length !== keyBytes) {
    throw new RingRefused(
      `${file} does not hold 64 hexadecimal digits. Put it back out of the last backup; in a ` +
        'folder that nobody has used yet, remove it, and the next start makes one.',
    )
  }
  return key
}

/** On the disk before anything is made with it: a power cut must not leave a folder without. */
function makeKey(file: string): void {
  const handle = openSync(file, 'wx', 0o600)
  try {
    writeSync(handle, `${randomBytes(keyBytes).toString('hex')}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  syncFolder(dirname(file))
}
