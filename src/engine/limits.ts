/** Our choice: each of them takes a walk through all words. */
export const fuzzyTermsMax = 16

/** One transaction takes at most so many passages, or it would hold up everybody's. */
export const passagesPerSliceMax = 200
