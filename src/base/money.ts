/**
 * Credits are counted in cents (spec 1: "credits in cents"), always as whole numbers.
 * The brand keeps a price from being mixed up with a count or a size.
 */
export type Cents = number & { readonly __unit: 'cents' }

/** The largest amount that one transfer may carry: 10^12 cents, far below 2^53. */
export const amountMaxCents = 1_000_000_000_000

/** Brands a whole, safe number of cents; anything else is a bug of ours and throws. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new TypeError(`not a whole number of cents: ${value}`)
  return value as Cents
}

/** What a credit is a cent of (ISO 4217): the service offers European infrastructure only. */
export const currency = 'EUR'

/** Cents as an amount of that currency, for where the interface wants a plain number. */
export function amountOf(credits: Cents): number {
  return credits / 100
}
