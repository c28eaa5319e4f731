import { type FolderCommand, requireOption } from '../command.ts'
import { askReviewReject } from '../market/ask-review.ts'
import { decideOnMany, targetOptions } from './review-many.ts'

/** Keeps uploads out of the index; their owners read the reason. */
export const reviewReject: FolderCommand = {
  name: 'review reject',
  use: 'write',
  summary: 'keep uploads out of the index',
  examples: [
    'kontor review reject --object obj_01jn9z… --reason "personal data"',
    'kontor review reject --dataset dset_01jn9z… --all --reason "not licensed"',
  ],
  stops: true,
  operand: 'object',
  options: { ...targetOptions, reason: { type: 'string', help: 'why, for the owner' } },
  ask: askReviewReject,
  async act(app, values, { signal } = {}) {
    const reason = requireOption(values, 'reason')
    return decideOnMany(app, values, {
      done: 'rejected',
      signal,
      decide: (cmd, objectId) => app.rooms.review.rejectAsOperator(cmd, { objectId, reason }),
    })
  },
}
