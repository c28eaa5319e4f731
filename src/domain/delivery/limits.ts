/** Life of a minted link. // our choice */
export const linkTtlSeconds = 15 * 60

/** 256 bits: 43 characters of base64url in the URL. */
export const tokenBytes = 32

/** After a failure of ours the same asset and range may be minted for 0 for this long. */
export const makeGoodWindowMs = 24 * 60 * 60 * 1000

/** Expired, unused links that one mint sweeps away. */
export const sweptLinksPerMint = 8

/** Read from the file at a time. */
export const chunkBytes = 256 * 1024

export const dayMs = 24 * 60 * 60 * 1000

/** Price models; price.ts says what they do. // our choice */
export const decayHalfLifeDays = 180
export const decayFloor = 0.25
export const demandWindowDays = 30
export const demandStepPerDoubling = 0.1
export const demandCeiling = 2
/** More buyers than this change no price: the curve is at its ceiling. */
export const demandBuyersMax = 1_023

/** Links that `ledger verify` compares with their events between two chances to do other work. */
export const verifySliceLinks = 500
