const minuteMs = 60 * 1000
const hourMs = 60 * minuteMs

/** Windows and lifetimes here count in hours and days: a minute late is in time. */
export const tickEveryMs = minuteMs
/** A chore with more to do than this goes on at the next tick, so that none waits for long. */
export const slicesPerTickMax = 50
/** A pause needs a person: said often enough to be seen, too seldom to fill a log. */
export const sayPausedEveryMs = hourMs

/** A missed review must not stay in the queue that reviewers look at. */
export const expireReviewsEveryMs = minuteMs
/** Access that was given for a time ends with it. */
export const endAccessEveryMs = minuteMs
/** Begins with the first dataset; each that is done begins the next. */
export const readAnewEveryMs = minuteMs
export const removeUploadsEveryMs = 10 * minuteMs
/** Whose day is over. */
export const dailyMailEveryMs = 5 * minuteMs
/** Streams of credentials that time alone has ended. */
export const endStreamsEveryMs = minuteMs
/** Expired sessions and answers are refused anyway; this only frees their room. */
export const sweepSessionsEveryMs = hourMs
/** Only looks for what is due: the setting says when a session is. */
export const refreshSignInsEveryMs = minuteMs
export const sweepRepliesEveryMs = 10 * minuteMs
/** Kept by the day. */
export const sweepEventsEveryMs = hourMs
export const sweepDeliveriesEveryMs = hourMs
/** Looks through every file there is. The first time is right after the start, where it counts. */
export const sweepBlobsEveryMs = 6 * hourMs
/** Fees post on the first of the month: within the hour is on that day. */
export const billPlansEveryMs = hourMs
export const settleMonthEveryMs = hourMs
export const releasePayoutsEveryMs = 10 * minuteMs
/** Receipts work out what came after the last head: the sooner, the less. */
export const keepHeadEveryMs = 10 * minuteMs
/** What outsiders hold against the books; every head is a block for good. */
export const recordHeadEveryMs = hourMs
/** Payments that came over a chain elsewhere: somebody waits for them. */
export const watchDepositsEveryMs = minuteMs
/** Payments whose end is not known: a client may be waiting for its credits. */
export const resumePaymentsEveryMs = minuteMs
/** Of the jobs of a month: a busy house ends as many in an hour as fit into many slices. */
export const forgetJobsEveryMs = 60 * minuteMs
