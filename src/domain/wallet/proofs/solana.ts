import { createPublicKey, verify } from 'node:crypto'
import { base58, base64 } from '@scure/base'
import type { MessageCheck } from './message-check.ts'

/** The DER that stands before the 32 bytes of an Ed25519 key (RFC 8410). */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Ed25519 over the message's bytes, by the system's own code: it takes no s beyond the order and
 * compares R byte by byte, so each signature has one spelling. What it would let pass are keys of
 * small order and keys in another spelling than their own; parseAddress has refused both.
 */
export function solanaCheck({ key }: { key: Uint8Array }, text: string): MessageCheck | undefined {
  const signature = decode(text)
  if (!signature) return undefined
  const publicKey = createPublicKey({
    key: Buffer.concat([derPrefix, key]),
    format: 'der',
    type: 'spki',
  })
  return (message) => verify(null, Buffer.from(message), publicKey, signature)
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
