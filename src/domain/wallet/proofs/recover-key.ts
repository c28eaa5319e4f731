import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE, concatBytes } from '@noble/curves/utils.js'

type Point = InstanceType<typeof secp256k1.Point>

/** Finds the key that signed a hash. Undefined where there is none. */
export type KeyFinder = (hash: Uint8Array) => Point | undefined

/**
 * The keys that one ECDSA signature may belong to, by what was signed: Q = (s/r)R - (z/r)G. The
 * first part is worked out once, so that many messages are tried for little more than one.
 * Nothing here is secret, so it need not take the same time for everything.
 * Undefined for what is no signature; one with the larger of its two values of s is none, or every
 * signature had a twin (BIP-62, EIP-2).
 */
export function keyFinder(signature: { rs: Uint8Array; odd: boolean }): KeyFinder | undefined {
  const { Point } = secp256k1
  const { r, s, ...parsed } = parse(signature.rs)
  if (parsed.high) return undefined
  const inverse = Point.Fn.inv(r)
  const prefix = Uint8Array.of(signature.odd ? 3 : 2)
  const fixed = Point.fromBytes(concatBytes(prefix, signature.rs.slice(0, 32))).multiplyUnsafe(
    Point.Fn.mul(s, inverse),
  )
  return (hash) => {
    const factor = Point.Fn.mul(Point.Fn.create(bytesToNumberBE(hash)), inverse)
    if (factor === 0n) return undefined
    const key = fixed.subtract(Point.BASE.multiplyUnsafe(factor))
    return key.is0() ? undefined : key
  }
}

function parse(rs: Uint8Array): { r: bigint; s: bigint; high: boolean } {
  const signature = secp256k1.Signature.fromBytes(rs, 'compact')
  return { r: signature.r, s: signature.s, high: signature.hasHighS() }
}
