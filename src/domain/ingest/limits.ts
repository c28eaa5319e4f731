/** A passage has at most so many characters (UTF-16 units). */
export const passageCharsMax = 900
/** A heading closes the passage before it only when that has at least this much in it. */
export const headingBreakCharsMin = 300
/** A line of code keeps what it is indented by, up to here. */
export const indentationCharsMax = 100
/** Passages per transaction: so many take the one writer about 10 ms. */
export const sliceMax = 50
/** How long text may be cut into passages before a request gets its turn. */
export const breatheEveryMs = 10
export const removedSliceMax = 200
/** A shorter passage takes the language of its document. */
export const languageCharsMin = 120
/** So much of a passage is enough to know its language. */
export const languageSampleChars = 300
/** A spoken passage is a moment that one wants to jump to: shorter than a written one. */
export const spokenCharsMax = 400
export const cueGapMsMax = 4_000
/** How files are read and cut: with a greater one all are read anew after an upgrade. */
export const readingVersion = 11
/** Objects that one transaction puts on the list of those to be read anew: a job for each. */
export const reprocessSliceMax = 100
/** What the pictures of pages may be wide, in dots: a glance, a look, a reading. */
export const pageWidths = [400, 800, 1600] as const
export const pageMax = 1_000_000
/** Drawn pages that are kept: the folder of blobs takes no more for them. */
export const pageShelfMaxBytes = 256 * 1024 * 1024
/** So many pages are known to be undrawable. */
export const undrawableMax = 1_000
