/** Spec 8. */
export const qLengthMax = 2048
export const searchLimitMax = 100
export const searchLimitDefault = 10
export const searchOffsetMax = 10_000
export const assetsLimitMax = 100
export const assetsLimitDefault = 50

/** Our choice: what the public search shows of a passage. */
export const publicSnippetMaxChars = 200

/** One transaction takes at most so many passages, or it would hold up everybody's. */
export const passagesPerSliceMax = 200

/** Longer lists of datasets or objects are compared row by row instead of by tag tokens. */
export const tagListMax = 400
