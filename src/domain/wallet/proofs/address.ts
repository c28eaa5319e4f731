import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, bech32, bech32m, createBase58check, hex } from '@scure/base'
import type { Network } from '../network.ts'

/** An address that somebody can hold the key of. `canonical` is the same for all its spellings. */
export type Address = { readonly canonical: string } & (
  | { readonly network: 'solana'; readonly key: Uint8Array }
  | { readonly network: 'ethereum'; readonly hash: Uint8Array }
  | {
      readonly network: 'bitcoin'
      readonly type: 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2tr'
      readonly hash: Uint8Array
    }
)

export type BitcoinAddress = Extract<Address, { network: 'bitcoin' }>

/** Undefined for what is no address of the main network that could sign. (spec 2.3) */
export function parseAddress(network: Network, text: string): Address | undefined {
  try {
    return parsers[network](text)
  } catch {
    // The decoders throw for what they do not know: that is the answer.
    return undefined
  }
}

const parsers: Record<Network, (text: string) => Address | undefined> = {
  solana: parseSolana,
  ethereum: parseEthereum,
  bitcoin: (text) => (/^bc1/i.test(text) ? parseSegwit(text) : parseBase58(text)),
}

/**
 * 32 bytes that are a point of the curve: what a program owns is none. Points of small order are
 * refused, because signatures for them can be made without a key (1111…1 is such a one).
 */
function parseSolana(text: string): Address | undefined {
  if (text.length < 32 || text.length > 44) return undefined
  const key = base58.decode(text)
  if (key.length !== 32) return undefined
  const point = ed25519.Point.fromBytes(key, false)
  if (point.isSmallOrder()) return undefined
  return { network: 'solana', canonical: text, key }
}

/** Hexadecimal; where letters of both cases occur, they must be those of the checksum (EIP-55). */
function parseEthereum(text: string): Address | undefined {
  const digits = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1]
  if (digits === undefined) return undefined
  const lower = digits.toLowerCase()
  const oneCase = digits === lower || digits === lower.toUpperCase()
  if (!oneCase && digits !== checksummed(lower)) return undefined
  return { network: 'ethereum', canonical: `0x${lower}`, hash: hex.decode(lower) }
}

/** EIP-55: a letter is a capital where the hash of the address has a digit from 8 up. */
function checksummed(lower: string): string {
  const nibbles = hex.encode(keccak_256(new TextEncoder().encode(lower)))
  return [...lower]
    .map((digit, i) => (Number.parseInt(nibbles[i] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit))
    .join('')
}

const base58check = createBase58check(sha256)
/** First bytes of the main network; those of test networks are others. */
const versions = { p2pkh: 0x00, p2sh: 0x05 } as const

function parseBase58(text: string): Address | undefined {
  const bytes = base58check.decode(text)
  if (bytes.length !== 21) return undefined
  const hash = bytes.slice(1)
  for (const type of ['p2pkh', 'p2sh'] as const) {
    if (bytes[0] === versions[type]) return { network: 'bitcoin', canonical: text, type, hash }
  }
  return undefined
}

/** Version 0 in bech32, version 1 in bech32m (BIP-350): one key each. // our extension */
function parseSegwit(text: string): Address | undefined {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return undefined
  const canonical = text.toLowerCase() as `bc1${string}`
  const plain = bech32.decodeUnsafe(canonical, 90)
  const decoded = plain ?? bech32m.decodeUnsafe(canonical, 90)
  if (decoded?.prefix !== 'bc') return undefined
  const [version, ...words] = decoded.words
  const hash = (plain ? bech32 : bech32m).fromWords(words)
  const shape = `${version} ${plain ? 'bech32' : 'bech32m'} ${hash.length}`
  if (shape === '0 bech32 20') return { network: 'bitcoin', canonical, type: 'p2wpkh', hash }
  if (shape === '1 bech32m 32') return { network: 'bitcoin', canonical, type: 'p2tr', hash }
  return undefined
}
