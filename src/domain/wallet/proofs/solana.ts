import { createPublicKey, verify } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import type { MessageCheck } from './check-signature.ts'

/** The DER that stands before the 32 bytes of an Ed25519 key (RFC 8410). */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Ed25519 over the message's bytes. The quick check throws out what cannot be; the strict one, by
 * the letter of RFC 8032 and not of ZIP 215, has the last word.
 */
export function solanaCheck({ key }: { key: Uint8Array }, text: string): MessageCheck | undefined {
  const signature = decode(text)
  if (!signature) return undefined
  const quick = createPublicKey({
    ...{ key: Buffer.concat([derPrefix, key]), format: 'der', type: 'spki' },
  })
  return (message) => {
    const bytes = new TextEncoder().encode(message)
    if (!verify(null, bytes, quick, signature)) return false
    return ed25519.verify(signature, bytes, key, { zip215: false })
  }
}

/** 64 bytes, in any of the spellings that wallets have: Base58, Base64, hexadecimal. */
function decode(text: string): Uint8Array | undefined {
  for (const read of [base58.decode, base64.decode, fromHex]) {
    try {
      const bytes = read(text)
      if (bytes.length === 64) return bytes
    } catch {
      // Another spelling, perhaps.
    }
  }
  return undefined
}

function fromHex(text: string): Uint8Array {
  return /^[0-9a-f]{128}$/i.test(text) ? Buffer.from(text, 'hex') : new Uint8Array()
}
