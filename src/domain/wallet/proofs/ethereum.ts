import { equalBytes } from '@noble/curves/utils.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { hex } from '@scure/base'
import type { MessageCheck } from './message-check.ts'
import { keyFinder } from './recover-key.ts'

/** A message signed by EIP-191 (`personal_sign`): 65 bytes, the last one says which key it is. */
export function ethereumCheck(
  { hash }: { hash: Uint8Array },
  text: string,
): MessageCheck | undefined {
  const digits = /^0x([0-9a-f]{130})$/i.exec(text)?.[1]
  if (digits === undefined) return undefined
  const bytes = hex.decode(digits.toLowerCase())
  const which = bytes[64] ?? 255
  const parity = which >= 27 ? which - 27 : which
  if (parity > 1) return undefined
  const find = keyFinder({ rs: bytes.slice(0, 64), odd: parity === 1 })
  return (message) => {
    const key = find?.(personalHash(message))
    return key !== undefined && equalBytes(addressOf(key.toBytes(false)), hash)
  }
}

function personalHash(message: string): Uint8Array {
  const bytes = utf8ToBytes(message)
  return keccak_256(
    concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes),
  )
}

/** The last 20 bytes of the hash of the key without its first byte. */
function addressOf(uncompressed: Uint8Array): Uint8Array {
  return keccak_256(uncompressed.slice(1)).slice(12)
}
