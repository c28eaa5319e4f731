export const noteMaxLength = 2_000
export const reasonMaxLength = 2_000
/** Reviews that one transaction ends: an audit event and a job each, so some milliseconds. */
export const expirySliceMax = 100
