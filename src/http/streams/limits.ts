/** What of a stream may lie here unsent. */
export const unsentMaxBytes = 64 * 1024
/** A sign of life comes so often. */
export const beatMs = 20_000
/** Streams of one session or key. */
export const perCredentialMax = 4
export const streamsMax = 5_000
/** When to come again where there are too many. */
export const tooManySeconds = 10
/** When a client that lost its stream asks for another one. */
export const retryMs = 2_000
/** The end of a stream is waited for so long when the server stops. */
export const endMs = 1_000
