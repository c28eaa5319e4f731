/** Our choice. Time servers correct a clock by less; a wrong year, month or day is more. */
export const clockStepMaxMs = 60 * 60 * 1000
/** How exactly the newest time on record is known after a restart: no better than a step. */
export const seenStepMs = clockStepMaxMs
