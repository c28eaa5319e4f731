import { hash } from 'node:crypto'
import { canonicalJson } from '../../../base/json.ts'
import { type Cents, cents } from '../../../base/money.ts'
import { grantMaxCredits, x402PayloadMaxChars } from '../limits.ts'
import type { FacilitatorRequest } from '../ports.ts'
import { type PaidResource, requirementsFor, type X402Terms } from './terms.ts'

/** A payment that asks for nothing but what we offer; whether it is good, the facilitator says. */
export type Payment = {
  /** The same payment has the same one, however often and for whatever it is sent. */
  readonly paymentHash: Buffer
  readonly credits: Cents
  readonly request: FacilitatorRequest
}

/** Why a payment is not taken, in one of x402's words or the facilitator's. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused'
  readonly reason: string
  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Reads what a client sent. It may be for more than is missing now, because the balance has grown
 * since it was asked for, but not for less, and everything else is as it was offered. Throws
 * PaymentRefused.
 */
export function paymentIn(
  sent: unknown,
  { terms, resource }: { terms: X402Terms; resource: PaidResource },
): Payment {
  const { x402Version, accepted, payload, extensions } = membersOf(sent)
  if (x402Version !== 2) throw new PaymentRefused('invalid_x402_version')
  if (!isObject(accepted) || !isObject(payload)) throw new PaymentRefused('invalid_payload')
  const credits = creditsFor(accepted.amount, terms)
  const requirements = requirementsFor(terms, credits)
  if (canonicalJson(accepted) !== canonicalJson(requirements)) {
    throw new PaymentRefused('invalid_payment_requirements')
  }
  const { scheme, network, asset } = requirements
  const identity = canonicalJson({ scheme, network, asset, payload })
  if (identity.length > x402PayloadMaxChars) throw new PaymentRefused('invalid_payload')
  const more = isObject(extensions) ? { extensions } : {}
  return {
    paymentHash: hash('sha256', identity, 'buffer'),
    credits,
    request: {
      x402Version: 2,
      paymentPayload: { x402Version, resource, accepted: requirements, payload, ...more },
      paymentRequirements: requirements,
    },
  }
}

type Sent = { x402Version?: unknown; accepted?: unknown; payload?: unknown; extensions?: unknown }

function membersOf(sent: unknown): Sent {
  if (!isObject(sent)) throw new PaymentRefused('invalid_payload')
  return sent
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** Whole credits only: what is paid and what is credited are the same to the last unit. */
function creditsFor(amount: unknown, { unitsPerCredit }: X402Terms): Cents {
  if (typeof amount !== 'string' || !/^[1-9]\d{0,30}$/.test(amount)) {
    throw new PaymentRefused('invalid_payment_requirements')
  }
  const [units, each] = [BigInt(amount), BigInt(unitsPerCredit)]
  const credits = units / each
  if (units % each !== 0n || credits < 1n || credits > BigInt(grantMaxCredits)) {
    throw new PaymentRefused('invalid_payment_requirements')
  }
  return cents(Number(credits))
}
