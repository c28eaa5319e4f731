import { createHmac, createSecretKey, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { onceFor } from './once-for.ts'

/** Keys for one purpose each, all derived (HKDF-SHA-256, RFC 5869) from a secret. */
export type Secrets = {
  /**
   * 32 bytes that depend on the purpose alone and never change: for keyed hashes of what is random
   * itself (API keys, invitations, vouchers), which nobody can sign anything with.
   */
  derive(purpose: string): Buffer
  /** Keys that are changed by a rotation: sessions, upload links, cursors, signed heads, … */
  signing(purpose: string): SigningKeys
  /** Whose signatures of before still count: what no database can add to. */
  pastSigners(): readonly PastSigner[]
}

/** A public key that signed once, with what is known of it for good. */
export type PastSigner = {
  readonly number: number
  readonly publicKey: Buffer
  readonly sinceMs: number
  /** What says that it was signed later was not signed with it. */
  readonly retiredMs: number
}

/** Asked anew for each use: a rotation changes the answer under a running server. */
export type SigningKeys = {
  current(): Buffer
  /** The current one first, then those before it whose overlap lasts. */
  accepted(): readonly Buffer[]
}

/** Where secrets come from; without it the master key is all there is. */
export type SecretSource = {
  root(): Buffer
  /** Newest first, at least one. */
  signing(): readonly Buffer[]
  pastSigners(): readonly PastSigner[]
}

export function secretsFrom(master: Buffer, source: SecretSource = only(master)): Secrets {
  const known = new WeakMap<Buffer, Map<string, Buffer>>()
  const derived = (secret: Buffer, purpose: string) => {
    const keys = known.get(secret) ?? new Map<string, Buffer>()
    known.set(secret, keys)
    const old = keys.get(purpose)
    if (old) return old
    const key = derivedKey(secret, purpose)
    keys.set(purpose, key)
    return key
  }
  return {
    derive: (purpose) => derived(source.root(), purpose),
    signing: (purpose) => ({
      current: () => derived(source.signing()[0] ?? source.root(), purpose),
      accepted: () => source.signing().map((secret) => derived(secret, purpose)),
    }),
    pastSigners: () => source.pastSigners(),
  }
}

/** 32 bytes for one purpose (HKDF-SHA-256, RFC 5869). */
export function derivedKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `kontor/${purpose}`, 32))
}

function only(master: Buffer): SecretSource {
  return { root: () => master, signing: () => [master], pastSigners: () => [] }
}

/**
 * HMAC-SHA-256 over the parts. Each part goes in with its length before it, so that moving a
 * character from one part to the next changes the result.
 */
export function hmac(key: Buffer, ...parts: (string | Uint8Array)[]): Buffer {
  const mac = createHmac('sha256', readyKey(key))
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part
    mac.update(`${bytes.length}:`).update(bytes)
  }
  return mac.digest()
}

/** Getting bytes ready to be a key takes four times as long as what is done with it. */
const readyKey = onceFor((key: Buffer) => createSecretKey(key))

/** Equality in a time that does not tell where the difference lies. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Random bytes as base64url: 32 bytes give 43 characters. */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}
