import type { PaymentRequired } from '../../../base/errors.ts'
import { type Cents, cents } from '../../../base/money.ts'
import { x402TimeoutSeconds } from '../limits.ts'

/** What the operator takes payments in, and where to. */
export type X402Terms = {
  readonly payTo: string
  /** CAIP-2, for example `eip155:8453`. */
  readonly network: string
  /** The token's address. */
  readonly asset: string
  /** What a wallet must know of the token to sign: its name and version. */
  readonly extra: Readonly<Record<string, string>>
  /** The smallest units of the token that one credit costs. */
  readonly unitsPerCredit: number
  /** No payment is asked for below this. */
  readonly minimumCredits: Cents
}

/** One way to pay, in the words of x402 version 2. */
export type Requirements = {
  readonly scheme: 'exact'
  readonly network: string
  readonly amount: string
  readonly asset: string
  readonly payTo: string
  readonly maxTimeoutSeconds: number
  readonly extra: Readonly<Record<string, string>>
}

export type PaidResource = { readonly url: string; readonly description: string }

/** What x402 calls PaymentRequired: how a refusal can be answered with a payment. */
export type PaymentOffer = {
  readonly x402Version: 2
  readonly error: string
  readonly resource: PaidResource & { readonly mimeType: string }
  readonly accepts: readonly Requirements[]
}

/**
 * Asks for what is missing. Undefined for what a payment cannot mend: a spent allowance, a key's
 * budget, and a balance that could not be read.
 */
export function offerFor(
  terms: X402Terms,
  refusal: PaymentRequired,
  resource: PaidResource,
): PaymentOffer | undefined {
  if (refusal.tenantId === undefined || refusal.availableCredits === undefined) return undefined
  const credits = missingCredits(terms, refusal)
  return {
    x402Version: 2,
    error: refusal.refusedPayment ?? refusal.message,
    resource: { ...resource, mimeType: 'application/json' },
    accepts: [requirementsFor(terms, credits)],
  }
}

export function missingCredits({ minimumCredits }: X402Terms, refusal: PaymentRequired): Cents {
  const missing = refusal.requiredCredits - (refusal.availableCredits ?? 0)
  return cents(Math.max(missing, minimumCredits))
}

export function requirementsFor(terms: X402Terms, credits: Cents): Requirements {
  const { network, asset, payTo, extra, unitsPerCredit } = terms
  return {
    scheme: 'exact',
    network,
    asset,
    payTo,
    extra,
    amount: String(BigInt(credits) * BigInt(unitsPerCredit)),
    maxTimeoutSeconds: x402TimeoutSeconds,
  }
}
