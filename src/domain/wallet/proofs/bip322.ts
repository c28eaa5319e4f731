import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { equalBytes } from '@noble/curves/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { BitcoinAddress } from './address.ts'
import { compactSize, hash160, keyHashScript, twice, uint32 } from './bitcoin-bytes.ts'
import type { MessageCheck } from './message-check.ts'

/**
 * BIP-322 in its simple form: the signature is the witness of a transaction that spends nothing
 * and could never be mined. For the kinds of address that have exactly one key.
 */
export function bip322Check(address: BitcoinAddress, bytes: Uint8Array): MessageCheck | undefined {
  const witness = readWitness(bytes)
  if (!witness) return undefined
  if (address.type === 'p2tr') return taprootCheck(address, witness)
  if (address.type === 'p2pkh') return undefined
  return keyHashCheck(address, witness)
}

const sighashAll = 1

function keyHashCheck(address: BitcoinAddress, witness: Uint8Array[]): MessageCheck | undefined {
  const [signature, key] = witness
  if (witness.length !== 2 || !signature || key?.length !== 33) return undefined
  if (signature.at(-1) !== sighashAll) return undefined
  const keyHash = hash160(key)
  const wrapped = address.type === 'p2sh'
  const named = wrapped ? hash160(keyHashScript(keyHash)) : keyHash
  if (!equalBytes(named, address.hash)) return undefined
  const script = scriptOf(address)
  const options = { prehash: false, lowS: true, format: 'der' } as const
  return (message) =>
    secp256k1.verify(signature.slice(0, -1), segwitHash(message, script, keyHash), key, options)
}

function taprootCheck(address: BitcoinAddress, witness: Uint8Array[]): MessageCheck | undefined {
  const [signature] = witness
  if (witness.length !== 1 || !signature) return undefined
  const hashType = signature.length === 65 ? signature[64] : 0
  const isPlain = signature.length === 64
  if (!isPlain && !(signature.length === 65 && hashType === sighashAll)) return undefined
  const script = scriptOf(address)
  const rs = signature.slice(0, 64)
  return (message) =>
    schnorr.verify(rs, taprootHash(outpointOf(message, script), { script, hashType }), address.hash)
}

function scriptOf({ type, hash }: BitcoinAddress): Uint8Array {
  if (type === 'p2tr') return concatBytes(Uint8Array.of(0x51, 32), hash)
  if (type === 'p2sh') return concatBytes(Uint8Array.of(0xa9, 20), hash, Uint8Array.of(0x87))
  return keyHashScript(hash)
}

const noCoins = new Uint8Array(8)
/** One output of nothing that says so: OP_RETURN. */
const output = concatBytes(noCoins, Uint8Array.of(1, 0x6a))

/** The transaction that carries the message, and the place in it that is spent. */
function outpointOf(message: string, script: Uint8Array): Uint8Array {
  const tag = sha256(utf8ToBytes('BIP0322-signed-message'))
  const messageHash = sha256(concatBytes(tag, tag, utf8ToBytes(message)))
  const input = concatBytes(
    ...[new Uint8Array(32), uint32(0xffffffff), Uint8Array.of(34, 0, 32), messageHash, uint32(0)],
  )
  const toSpend = concatBytes(
    ...[uint32(0), Uint8Array.of(1), input, Uint8Array.of(1), noCoins],
    ...[compactSize(script.length), script, uint32(0)],
  )
  return concatBytes(twice(toSpend), uint32(0))
}

/** What is signed for version 0 (BIP-143). */
function segwitHash(message: string, script: Uint8Array, keyHash: Uint8Array): Uint8Array {
  const outpoint = outpointOf(message, script)
  const code = concatBytes(Uint8Array.of(25, 0x76, 0xa9, 20), keyHash, Uint8Array.of(0x88, 0xac))
  return twice(
    concatBytes(
      ...[uint32(0), twice(outpoint), twice(uint32(0)), outpoint, code, noCoins, uint32(0)],
      ...[twice(output), uint32(0), uint32(sighashAll)],
    ),
  )
}

/** What is signed for version 1, by its key and not by a script (BIP-341). */
function taprootHash(
  outpoint: Uint8Array,
  { script, hashType = 0 }: { script: Uint8Array; hashType: number | undefined },
): Uint8Array {
  const tag = sha256(utf8ToBytes('TapSighash'))
  const scripts = sha256(concatBytes(compactSize(script.length), script))
  return sha256(
    concatBytes(
      ...[tag, tag, Uint8Array.of(0, hashType), uint32(0), uint32(0)],
      ...[sha256(outpoint), sha256(noCoins), scripts, sha256(uint32(0)), sha256(output)],
      ...[Uint8Array.of(0), uint32(0)],
    ),
  )
}

/** A list of byte strings, each with its length before it, and nothing after the last. */
function readWitness(bytes: Uint8Array): Uint8Array[] | undefined {
  const count = bytes[0] ?? 0
  const items: Uint8Array[] = []
  let at = 1
  for (let i = 0; i < count; i++) {
    const size = bytes[at]
    if (size === undefined || size > 252 || at + 1 + size > bytes.length) return undefined
    items.push(bytes.slice(at + 1, at + 1 + size))
    at += 1 + size
  }
  return at === bytes.length ? items : undefined
}
