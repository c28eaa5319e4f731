import { equalBytes } from '@noble/curves/utils.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import type { BitcoinAddress } from './address.ts'
import { bip322Check } from './bip322.ts'
import { compactSize, hash160, keyHashScript, twice } from './bitcoin-bytes.ts'
import type { MessageCheck } from './message-check.ts'
import { keyFinder } from './recover-key.ts'

/** Signed messages of Bitcoin: the old 65 bytes (BIP-137, Electrum's habits too), or BIP-322. */
export function bitcoinCheck(address: BitcoinAddress, text: string): MessageCheck | undefined {
  const bytes = decode(text)
  if (!bytes) return undefined
  const header = bytes[0] ?? 0
  const old = bytes.length === 65 && header >= 27 && header <= 42 && address.type !== 'p2tr'
  return old ? signedMessageCheck(address, bytes) : bip322Check(address, bytes)
}

/**
 * The first byte tells which of the four keys it is, and from 31 up that it is a compressed one.
 * Of the kinds of address above that Electrum writes the one for P2PKH, so the address decides.
 */
function signedMessageCheck(address: BitcoinAddress, bytes: Uint8Array): MessageCheck | undefined {
  const header = bytes[0] ?? 0
  const which = (header - 27) & 3
  // The third and fourth key belong to numbers so rare that nobody has met one.
  if (which > 1) return undefined
  const compressed = header >= 31
  if (!compressed && address.type !== 'p2pkh') return undefined
  const find = keyFinder({ rs: bytes.slice(1), odd: which === 1 })
  return (message) => {
    const key = find?.(messageHash(message))
    if (!key) return false
    const keyHash = hash160(key.toBytes(compressed))
    const wanted = address.type === 'p2sh' ? hash160(keyHashScript(keyHash)) : keyHash
    return equalBytes(wanted, address.hash)
  }
}

function messageHash(message: string): Uint8Array {
  const bytes = utf8ToBytes(message)
  const magic = utf8ToBytes('\x18Bitcoin Signed Message:\n')
  return twice(concatBytes(magic, compactSize(bytes.length), bytes))
}

/** Base64; newer writers of BIP-322 put `smp` for the simple form before it. */
function decode(text: string): Uint8Array | undefined {
  for (const candidate of [text, text.replace(/^smp/, '')]) {
    try {
      return base64.decode(candidate)
    } catch {
      // With the prefix the length does not come out.
    }
  }
  return undefined
}
