const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

export const endpointsMax = 20
/** Of one endpoint: what happens beyond it stays in the list of events until there is room. */
export const waitingMax = 1_000
export const fanOutMax = 100
export const deliverySweepMax = 500

/** How long a secret of before is still signed with, unless the caller says otherwise. */
export const overlapHours = 24
export const overlapHoursMax = 7 * 24

/** From one try to the next; the last one again and again. */
export const pausesMs: readonly number[] = [
  5 * secondMs,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
]
/** By so much of a pause, either way, tries are spread. */
export const jitter = 0.2
/** After so long from the first try, the endpoint is given up. */
export const triedForMs = 72 * hourMs
/** What an endpoint may ask for with Retry-After. */
export const retryAfterMaxMs = 6 * hourMs

export const inAllAtOnce = 32
/** However many endpoints it has, and however long they take. */
export const atOnceForTenant = 8
export const atOnceForOne = 4
/** Whoever answers within this is quick. */
export const quickMs = 5 * secondMs
/** Who once was not, is not for so long. */
export const slowForMs = 10 * minuteMs
/** Of a tenant, those that are not known to be quick have so many places, and each of them one. */
export const slowAtOnceForTenant = 2
/** Of all places, those that only the quick have. */
export const keptForQuick = 8
