/** Blocks that `verify` reads between two chances to do something else. */
export const verifySliceBlocks = 200
/** `verify` reports this many problems at most. */
export const verifyProblemsMax = 100

/** How long to wait before a transaction is looked at again, the next times twice as long each. */
export const lookAgainFirstMs = 1_000
export const lookAgainMaxMs = 30_000
/** After so many transactions that expired unseen the work is given up. */
export const attemptsMax = 3
/** When a caller whose chain failed should come again. */
export const retryAfterSeconds = 30
