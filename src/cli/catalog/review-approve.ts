import type { FolderCommand, Values } from '../command.ts'
import { decideOnMany, targetOptions } from './review-many.ts'

/** Lets uploads into the index; the audit log names the operator. */
export const reviewApprove: FolderCommand = {
  name: 'review approve',
  needsFolder: true,
  summary: 'let uploads into the index',
  examples: [
    'kontor review approve --object obj_01jn9z…',
    'kontor review approve --dataset dset_01jn9z… --all --note "known provider"',
  ],
  stops: true,
  options: { ...targetOptions, note: { type: 'string', help: 'a note for the log' } },
  act: (app, values, { signal } = {}) =>
    decideOnMany(app, values, {
      done: 'approved',
      signal,
      decide: (cmd, objectId) =>
        app.rooms.review.approveAsOperator(cmd, { objectId, note: noteIn(values) }),
    }),
}

function noteIn({ note }: Values): string | undefined {
  return typeof note === 'string' && note !== '' ? note : undefined
}
