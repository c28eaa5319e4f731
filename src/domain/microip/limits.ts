import { lamports } from '../../base/lamports.ts'

/** Spec 8. */
export const assetMaxBytes = 2 * 1024 ** 3
export const nameMinChars = 3
export const nameMaxChars = 100
export const descriptionMinChars = 10
export const descriptionMaxChars = 500

/** A million SOL: more than anybody's balance can hold. // our choice */
export const priceMaxLamports = lamports(1_000_000_000_000_000)

/** So long a buyer pays no more than it was shown. */
export const shownTermsCountMs = 15 * 60_000
/** Licences that buyers were shown within that time: some megabytes. */
export const shownTermsMax = 50_000

export const summaryMaxChars = 2_000
export const tagMaxChars = 40
export const tagsMax = 12
export const questionMaxChars = 200
export const questionsMax = 8
/** So much of an asset is described. */
export const describedMaxChars = 12_000

/** Spec 2.1 has it for queries of Surface A; the same here. // our choice */
export const queryMaxChars = 2_048
/** Licences whose words go into the index anew after an upgrade: at once, and as others write. */
export const wordsSliceMax = 500
export const wordsPerWriteMax = 20

/** Assets that one search finds by what is in them. */
export const searchedContents = 500

/** How often it is looked whether an asset's content is there to be described. */
export const describeAgainFirstMs = 5_000
export const describeAgainMaxMs = 24 * 3_600_000
/** After so many looks without content the words stay those of its name: two months. */
export const describeLooksMax = 75
