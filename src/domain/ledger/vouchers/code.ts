import { hash, randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 7
const groupChars = 4

/** 140 random bits in seven groups of four, without letters that look like digits. */
export function newCode(): string {
  const chars = [...randomBytes(groups * groupChars)].map((byte) => alphabet[byte & 31])
  const parts = Array.from({ length: groups }, (_, i) =>
    chars.slice(i * groupChars, (i + 1) * groupChars).join(''),
  )
  return parts.join('-')
}

/**
 * A code as a person may have typed it: any case, with other or no dashes, o for 0, i and l for 1.
 * It has so many random bits that a plain hash keeps it secret.
 */
export function hashOfCode(typed: string): Buffer {
  const plain = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return hash('sha256', plain, 'buffer')
}
