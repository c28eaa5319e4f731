import { Saturated } from './errors.ts'

/**
 * The time for which this process was the one that may answer is over: another one may have taken
 * its place. Callers hear that they are to ask again (503); the process ends.
 */
export class LeaseOver extends Saturated {
  constructor() {
    super({
      message:
        'This server may answer no more: its lease ended, and another one may have taken its ' +
        'place. Whether this was done is to be asked there.',
      retryAfterSeconds: 5,
    })
  }
}

/** Undefined while this process may answer. */
export type AnswersNoMore = () => LeaseOver | undefined
