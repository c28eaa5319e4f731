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

/** Stored with each metered event: which release of the rules above rated it. */
export const priceVersion = 1

/** Rows that `verify` reads between two chances to do something else: about 20 ms. */
export const verifySliceRows = 500

/** `verify` reports this many problems at most: the books are broken, the rest is repetition. */
export const verifyProblemsMax = 100
