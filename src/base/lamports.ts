/**
 * SOL is counted in lamports, a thousand million to the SOL, always as whole numbers. On the wire
 * it is a JSON number of SOL with at most nine decimals; this is the only place that converts.
 */
export type Lamports = number & { readonly __unit: 'lamports' }

const decimals = 9

/** Brands a whole, safe number of lamports; anything else is a bug of ours and throws. */
export function lamports(value: number): Lamports {
  if (!Number.isSafeInteger(value)) throw new TypeError(`not a whole number of lamports: ${value}`)
  return value as Lamports
}

/**
 * An amount in SOL as exact lamports, read from its decimal digits and never by multiplying.
 * Undefined for what is no such amount: not finite, finer than a lamport, too large.
 */
export function lamportsOf(sol: number): Lamports | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(sol))
  if (!parts) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const shift = decimals + Number(exponent) - fraction.length
  const digits = BigInt(whole + fraction)
  if (shift > 2 * decimals) return undefined
  const scale = 10n ** BigInt(Math.abs(shift))
  if (shift < 0 && digits % scale !== 0n) return undefined
  const exact = shift < 0 ? digits / scale : digits * scale
  if (exact > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
  return lamports(sign === '-' ? 0 - Number(exact) : Number(exact))
}

/** Lamports as the number of SOL that stands for them, the nearest double to the exact value. */
export function solOf(value: Lamports): number {
  const sign = value < 0 ? '-' : ''
  const digits = Math.abs(value)
    .toString()
    .padStart(decimals + 1, '0')
  return Number(`${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`)
}

/** So many basis points of an amount, rounded down. */
export function shareOf(value: Lamports, basisPoints: number): Lamports {
  return lamports(Number((BigInt(value) * BigInt(basisPoints)) / 10_000n))
}
