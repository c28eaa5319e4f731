import { hash } from 'node:crypto'
import { sameBytes } from '../../../base/secrets.ts'
import type { CredentialHashes, KeyParts } from '../credentials.ts'

/** Of the keys that were shown last; each takes some two hundred bytes. */
const knownMax = 10_000
const noHash = Buffer.alloc(32)

type Shown = { text: string; parts: KeyParts }

/**
 * Whether a key is the one that its row was made for. The keyed hash of a key that proved genuine
 * is remembered while its row lives, which is read each time: making it anew was a twentieth of
 * what the main thread does. It is found again by another hash, so that no key lies in memory.
 */
export function openKnownKeys(hashes: Pick<CredentialHashes, 'apiKey'>) {
  const known = new Map<string, Buffer>()
  return {
    /** In constant time, also for a key that has no row. */
    isGenuine(row: { secretHash: Uint8Array } | undefined, { text, parts }: Shown): boolean {
      const name = hash('sha256', text, 'base64')
      const before = known.get(name)
      const secretHash = before ?? hashes.apiKey(parts)
      const isGenuine = sameBytes(row?.secretHash ?? noHash, secretHash)
      if (!isGenuine) known.delete(name)
      else if (!before) {
        if (known.size >= knownMax) known.delete(known.keys().next().value ?? '')
        known.set(name, secretHash)
      }
      return isGenuine
    },
    count: () => known.size,
  }
}
