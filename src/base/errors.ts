import type { Lamports } from './lamports.ts'

/**
 * What can be refused, in the words of the business. A domain error has a name, a code and data,
 * and knows no status: each surface has one map from code to its own dialect (http/dialects).
 */
export abstract class DomainError extends Error {
  abstract readonly code: string
  override get name(): string {
    return this.constructor.name
  }
}

/** What the caller sent breaks a rule: `field` names it, `reason` is stable for machines. */
export class InvalidInput extends DomainError {
  readonly code = 'bad_request'
  readonly field: string
  readonly reason: string
  /** Extra facts for the caller, for example the position in a query. */
  readonly facts: Readonly<Record<string, unknown>>
  constructor(problem: {
    field: string
    reason: string
    message: string
    facts?: Readonly<Record<string, unknown>>
  }) {
    super(problem.message)
    this.field = problem.field
    this.reason = problem.reason
    this.facts = problem.facts ?? {}
  }
}

/** No credential, or one that is unknown, expired or revoked. */
export class Unauthenticated extends DomainError {
  readonly code = 'unauthorized'
  constructor(message = 'A valid credential is needed.') {
    super(message)
  }
}

/** A valid credential that may not do this. */
export class Forbidden extends DomainError {
  readonly code = 'forbidden'
  readonly reason: string
  /** What to do about it, for who may: a challenge to answer, for example. */
  readonly facts: Readonly<Record<string, unknown>>
  constructor(problem: {
    reason: string
    message: string
    facts?: Readonly<Record<string, unknown>>
  }) {
    super(problem.message)
    this.reason = problem.reason
    this.facts = problem.facts ?? {}
  }
}

/** Unknown, foreign and deleted things: deliberately the same answer for all three. */
export class NotFound extends DomainError {
  readonly code = 'not_found'
  constructor(what: string) {
    super(`No such ${what}.`)
  }
}

/** The request is well-formed but does not fit the present state. */
export class Conflict extends DomainError {
  readonly code = 'conflict'
  readonly reason: string
  readonly facts: Readonly<Record<string, unknown>>
  /** Set when waiting helps (the first request with the same idempotency key still runs). */
  readonly retryAfterSeconds: number | undefined
  constructor(problem: {
    reason: string
    message: string
    facts?: Readonly<Record<string, unknown>>
    retryAfterSeconds?: number
  }) {
    super(problem.message)
    this.reason = problem.reason
    this.facts = problem.facts ?? {}
    this.retryAfterSeconds = problem.retryAfterSeconds
  }
}

export type PaymentCode = 'insufficient_credits' | 'search_allowance_exhausted'

/** What a key may spend in a month, and what it has spent of it. */
export type KeyBudget = { readonly limitCredits: number; readonly spentCredits: number }

/** Spec 2.1, PaymentRequired. `availableCredits` is left out when the balance cannot be read. */
export class PaymentRequired extends DomainError {
  readonly code: PaymentCode
  readonly operation: string
  readonly requiredCredits: number
  readonly availableCredits: number | undefined
  /** When a spent allowance or budget starts anew, in milliseconds. */
  readonly resetAtMs: number | undefined
  /** Set when it is the budget of the caller's key that is too small. */
  readonly budget: KeyBudget | undefined
  /** Whose balance is too low, where more of it would do. */
  readonly tenantId: string | undefined
  /** Why a payment that came with the request was not taken. */
  readonly refusedPayment: string | undefined
  constructor(problem: {
    code: PaymentCode
    message: string
    operation: string
    requiredCredits: number
    availableCredits?: number
    resetAtMs?: number
    budget?: KeyBudget
    tenantId?: string
    refusedPayment?: string
  }) {
    super(problem.message)
    this.code = problem.code
    this.operation = problem.operation
    this.requiredCredits = problem.requiredCredits
    this.availableCredits = problem.availableCredits
    this.resetAtMs = problem.resetAtMs
    this.budget = problem.budget
    this.tenantId = problem.tenantId
    this.refusedPayment = problem.refusedPayment
  }
}

/** The caller's balance of SOL does not cover what was asked (402 of Surface C). */
export class InsufficientBalance extends DomainError {
  readonly code = 'insufficient_balance'
}

/** A licence costs more than its buyer agreed to, or is another one than it was shown. */
export class OtherTerms extends DomainError {
  readonly code = 'conflict'
  readonly priceLamports: Lamports
  readonly licenseType: string
  constructor(terms: { message: string; priceLamports: Lamports; licenseType: string }) {
    super(terms.message)
    this.priceLamports = terms.priceLamports
    this.licenseType = terms.licenseType
  }
}

/** Unknown, not approved, sold away or hidden: one answer for all of it. (spec 7.3, microIP) */
export class NotOnOffer extends DomainError {
  readonly code = 'not_found'
  constructor() {
    super('Asset not found or not available for download')
  }
}

/** A chain outside could not be reached or did not do what was asked (503 of Surface C). */
export class ChainFailure extends DomainError {
  readonly code = 'chain_failure'
  readonly retryAfterSeconds: number
  /** The sentence of the contract. (spec 7.3, balance) */
  constructor({ retryAfterSeconds }: { retryAfterSeconds: number }) {
    super('Failed to process blockchain transaction')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** A signed URL or a download token that is unknown, altered, expired or withdrawn (403). */
export class LinkInvalid extends DomainError {
  readonly code = 'forbidden'
  constructor(message = 'This link is not valid or has expired.') {
    super(message)
  }
}

/** A single-use link that was used (410). */
export class LinkUsed extends DomainError {
  readonly code = 'already_used'
  constructor() {
    super('This link has been used.')
  }
}

export class TooLarge extends DomainError {
  readonly code = 'payload_too_large'
  readonly limitBytes: number
  readonly facts: Readonly<Record<string, unknown>>
  constructor(problem: {
    message: string
    limitBytes: number
    facts?: Readonly<Record<string, unknown>>
  }) {
    super(problem.message)
    this.limitBytes = problem.limitBytes
    this.facts = problem.facts ?? {}
  }
}

export class UnsupportedType extends DomainError {
  readonly code = 'unsupported_type'
}

type Limit = { quota: number; windowSeconds: number }

export class RateLimited extends DomainError {
  readonly code = 'rate_limited'
  readonly retryAfterSeconds: number
  /** Which of several limits it was, where there are several. */
  readonly reason: string | undefined
  /** So many in so long a time, where it is that and no door has said it. */
  readonly limit: Limit | undefined
  constructor(retryAfterSeconds: number, reason?: string, limit?: Limit) {
    super(`Too many requests. Try again in ${retryAfterSeconds} s.`)
    this.retryAfterSeconds = retryAfterSeconds
    this.reason = reason
    this.limit = limit
  }
}

/** The server is too busy, or a search ran into its time limit (503). */
export class Saturated extends DomainError {
  readonly code = 'saturated'
  readonly retryAfterSeconds: number
  constructor(problem: { message: string; retryAfterSeconds: number }) {
    super(problem.message)
    this.retryAfterSeconds = problem.retryAfterSeconds
  }
}

/** The place where the bytes of files lie cannot be reached (503); what it said is the cause. */
export class FilesAway extends Saturated {
  constructor(cause: unknown) {
    super({
      message: 'The store of files cannot be reached. Nothing was charged. Try again later.',
      retryAfterSeconds: 10,
    })
    this.cause = cause
  }
}

/** Part of the interface that this release does not offer (501). */
export class NotOffered extends DomainError {
  readonly code = 'not_implemented'
}
