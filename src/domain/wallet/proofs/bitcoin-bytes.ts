import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'

/** How Bitcoin writes and hashes things. */

export function twice(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes))
}

export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes))
}

export function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

/** The length before a text or script. */
export function compactSize(size: number): Uint8Array {
  if (size < 253) return Uint8Array.of(size)
  if (size < 65_536) return Uint8Array.of(253, size & 255, size >> 8)
  return concatBytes(Uint8Array.of(254), uint32(size))
}

/** The script of an address that pays to the hash of a key, version 0. */
export function keyHashScript(keyHash: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(0, 20), keyHash)
}
