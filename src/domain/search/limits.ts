/** Spec 8. */
export const qLengthMax = 2048
export const searchLimitMax = 100
export const searchLimitDefault = 10
export const searchOffsetMax = 10_000
export const assetsLimitMax = 100
export const assetsLimitDefault = 50

/** Our choice. */
export const suggestLimitMax = 20
export const suggestLimitDefault = 8

/** Our choice: what the public search shows of a passage. */
export const publicSnippetMaxChars = 200

/** Our choice: between these a caller says how much of a passage a hit shows. */
export const snippetCharsMin = 80
export const snippetCharsMax = 900

/** Our choice: what is on every page of everybody's is in thousands of assets. */
export const alsoInMax = 100

/** Our choice: so long a retry is billed once. The ledger, which decides, has the same. */
export const searchRetryWindowMs = 24 * 60 * 60 * 1000
