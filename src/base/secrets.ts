import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** Keys for one purpose each, all derived (HKDF-SHA-256, RFC 5869) from the master key. */
export type Secrets = {
  /** 32 bytes that depend on the purpose alone: sessions, upload links, cursors, … */
  derive(purpose: string): Buffer
}

export function secretsFrom(master: Buffer): Secrets {
  const known = new Map<string, Buffer>()
  return {
    derive(purpose) {
      const old = known.get(purpose)
      if (old) return old
      const key = Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `kontor/${purpose}`, 32))
      known.set(purpose, key)
      return key
    },
  }
}

/**
 * HMAC-SHA-256 over the parts. Each part goes in with its length before it, so that moving a
 * character from one part to the next changes the result.
 */
export function hmac(key: Buffer, ...parts: (string | Uint8Array)[]): Buffer {
  const mac = createHmac('sha256', key)
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part
    mac.update(`${bytes.length}:`).update(bytes)
  }
  return mac.digest()
}

/** Equality in a time that does not tell where the difference lies. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Random bytes as base64url: 32 bytes give 43 characters. */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}
