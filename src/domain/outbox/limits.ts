/** Of the time that jobs take so much more is nothing: tenants take turns then, as they come. */
export const turnMs = 1_000
/** The runner renews a lease long before; an older one belongs to an attempt that hangs. */
export const leaseMs = 2 * 60_000
export const retryFirstMs = 5_000
/** Room and files may be back at any moment; a thousand jobs that ask each second help nobody. */
export const postponedMaxMs = 60_000
export const retryMaxMs = 15 * 60_000
export const errorCharsMax = 1_000
/** How long a finished job can still be looked up. */
export const keepFinishedMs = 30 * 24 * 3_600_000
export const forgetSliceMax = 500
