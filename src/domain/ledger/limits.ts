import { cents } from '../../base/money.ts'

/** Metered searches a month by plan; null is without limit. // our choice */
export const searchAllowances = { free: 1_000, starter: 20_000, pro: 200_000, unlimited: null }

/** A retry under the same request id is not billed again for this long. // our choice */
export const searchRetryWindowMs = 24 * 60 * 60 * 1000

/** Rows of expired retries that one search sweeps away. */
export const sweptRetriesPerSearch = 8

/** What one grant of a platform admin may carry. */
export const grantMinCredits = cents(1)
export const grantMaxCredits = cents(1_000_000_000)
export const grantReasonMaxChars = 500

/** The provider's part of a charge in basis points. (spec 8, Billing and revenue rules 4) */
export const providerShareBp = { standard: 6_000, curated: 7_000 }
export const wholeBp = 10_000

/** The same passage for the same tenant costs nothing for this long. // our choice */
export const repeatWindowMs = 24 * 60 * 60 * 1000

/** A passage can be cited, and its outcome told, for this long. // our choice */
export const followUpWindowMs = 30 * 24 * 60 * 60 * 1000
export const outcomeMaxCredits = cents(1_000_000_000)
export const outcomeNoteMaxChars = 500

/** Tenants whose plan is billed in one transaction. */
export const plansBilledPerSlice = 50

/** Redemptions that a tenant may try in an hour. // our choice */
export const voucherAttemptsPerWindow = 10
export const voucherWindowMs = 60 * 60 * 1000
export const vouchersPerRequestMax = 100

/** How far the time in a signature of Stripe may be from ours: its own recommendation. */
export const stripeToleranceMs = 5 * 60 * 1000

export const dayMs = 24 * 60 * 60 * 1000

/** After a settlement a statement is held for this long, for disputes. // our choice */
export const disputeWindowDaysDefault = 14
/** The month is settled so long after its end, so that no clock is too early. // our choice */
export const settlementDelayMs = 6 * 60 * 60 * 1000
/** Providers that are settled, and statements that are released, in one transaction. */
export const providersPerSlice = 50
export const releasedPerSlice = 100
/** Earners of which it is looked up at once whether they are settled. */
export const earnersAtOnce = 1_000
/** Payments in one file for the bank. */
export const paymentsPerBatchMax = 200

/** Leaves that the Merkle trees take in in one transaction. */
export const treeLeavesPerSlice = 1_024

/** Rows that an export reads between two chances to do something else. */
export const exportSliceRows = 500

/** Rows that `verify` reads between two chances to do something else: about 20 ms. */
export const verifySliceRows = 500

/** Rows that are looked through for a head at a time: about 10 ms. */
export const headSearchRows = 10_000

/** `verify` reports this many problems at most: the books are broken, the rest is repetition. */
export const verifyProblemsMax = 100

/** x402: how long a payment that was asked for may take to be signed, sent and settled. */
export const x402TimeoutSeconds = 300
/** A signature with what it is over; what is longer is none. */
export const x402PayloadMaxChars = 8_192
/** Payments that are being checked or settled at once; the next one is told to come again. */
export const x402AtOnceMax = 16
/** A client whose payment has no end yet may ask again after this. */
export const x402RetrySeconds = 5
/** A payment without an end is asked for again so long after the last time, and so often. */
export const x402ResumeAfterMs = 2 * 60 * 1000
export const x402AttemptsMax = 6
export const x402ResumedPerSlice = 5
