import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { base58 } from '@scure/base'

/** The key that the service pays with. Its secret half leaves this file only as signatures. */
export type SolanaKey = {
  readonly address: string
  readonly publicKey: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

/** A key that cannot be used; says why, and never what was read. */
export class SolanaKeyRefused extends Error {
  override readonly name = 'SolanaKeyRefused'
}

/** The DER that stands before the 32 bytes of an Ed25519 key (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefixBytes = 12

/** From a file that nobody else may read, or from the setting itself. Throws SolanaKeyRefused. */
export function openKey(from: { key?: string | undefined; keyFile?: string | undefined }) {
  const text = from.key ?? (from.keyFile === undefined ? '' : readPrivate(from.keyFile))
  return keyOf(secretIn(text.trim()))
}

function readPrivate(file: string): string {
  try {
    const { mode } = statSync(file)
    if ((mode & 0o077) !== 0) {
      throw new SolanaKeyRefused(`${file} can be read by others: its mode must be 0600.`)
    }
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof SolanaKeyRefused) throw error
    throw new SolanaKeyRefused(`${file} cannot be read.`)
  }
}

/** As `solana-keygen` writes it (64 numbers), or Base58 of 64 or 32 bytes. */
function secretIn(text: string): Buffer {
  const bytes = text.startsWith('[') ? fromNumbers(text) : fromBase58(text)
  if (bytes?.length === 64 || bytes?.length === 32) return bytes
  throw new SolanaKeyRefused(
    'The Solana key must be 64 numbers as solana-keygen writes, or Base58.',
  )
}

function fromNumbers(text: string): Buffer | undefined {
  try {
    const numbers: unknown = JSON.parse(text)
    const isByte = (one: unknown) => Number.isInteger(one) && Number(one) >= 0 && Number(one) < 256
    return Array.isArray(numbers) && numbers.every(isByte) ? Buffer.from(numbers) : undefined
  } catch {
    return undefined
  }
}

function fromBase58(text: string): Buffer | undefined {
  try {
    return Buffer.from(base58.decode(text))
  } catch {
    return undefined
  }
}

function keyOf(secret: Buffer): SolanaKey {
  const seed = secret.subarray(0, 32)
  const privateKey = createPrivateKey({
    key: Buffer.concat([privatePrefix, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = publicBytes(privateKey)
  if (secret.length === 64 && !secret.subarray(32).equals(publicKey)) {
    throw new SolanaKeyRefused('The two halves of the Solana key do not belong together.')
  }
  return {
    address: base58.encode(publicKey),
    publicKey,
    sign: (message) => sign(null, message, privateKey),
  }
}

function publicBytes(privateKey: KeyObject): Buffer {
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return der.subarray(publicPrefixBytes)
}
