/** Beyond it nobody counts. */
export const unreadCountMax = 1_000
/** In one request. */
export const markedAtOnceMax = 100
