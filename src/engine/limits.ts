/** Our choice: each of them takes a walk through all words. */
export const fuzzyTermsMax = 16

/** How texts become words of the index: with a greater one it is made anew after an upgrade. */
export const analysisVersion = 8

/** One transaction takes at most so many passages, or it would hold up everybody's. */
export const passagesPerSliceMax = 200
