/** A page may be so many times as high as it is wide; what is longer becomes narrower. */
export const pageHeightFactor = 2
/** Of a drawn page: what does not fit in colour is drawn in grey. */
export const pageBytesMax = 4 * 1024 * 1024
/** A page is waited for by a person: what takes longer is not drawn. */
export const pageWallMs = 20_000
export const pagesAtOnce = 2
export const pagesWaitingMax = 32
