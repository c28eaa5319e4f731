export const noteMaxLength = 2_000
export const reasonMaxLength = 2_000
/** So long before its end a review is marked, and a reviewer warned. */
export const expiresSoonMs = 12 * 60 * 60 * 1000
/** Objects with the same bytes that a warning names. */
export const sameContentNamedMax = 3
/** Reviews that one transaction ends: an audit event and a job each, so some milliseconds. */
export const expirySliceMax = 100
/** Likewise of warnings. */
export const warningSliceMax = 100
/** So long colleagues see that somebody looks at an object. */
export const claimMs = 5 * 60 * 1000
export const claimsMax = 10_000
/** Decisions that one request makes, in one transaction: an audit event and a job each. */
export const decisionsMax = 100
