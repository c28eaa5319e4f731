import { Conflict, NotFound } from '../../base/errors.ts'
import type { ObjectRecord } from '../catalog/index.ts'
import type { Command } from '../command.ts'
import { approveIn } from './approve-object.ts'
import { decide } from './decide.ts'
import { judgeOf } from './judge.ts'
import type { ReviewRoom } from './room.ts'

/** A decision, with the note of an approval or the reason of a rejection. */
export type WantedDecision = {
  objectId: string
  decision: 'approved' | 'rejected'
  note: string | null
}

/** What became of it. */
export type DecisionOutcome =
  | { objectId: string; object: ObjectRecord }
  | { objectId: string; refusal: Conflict | NotFound }

/**
 * Decides on several objects in one transaction, each as by itself: one that a colleague decided
 * on, or that is gone, is said and keeps none of the others. Throws Forbidden.
 */
export async function decideMany(
  room: ReviewRoom,
  { principal, requestId, write }: Command,
  wanted: readonly WantedDecision[],
): Promise<DecisionOutcome[]> {
  const judge = judgeOf(principal)
  return write((tx) =>
    wanted.map(({ objectId, decision, note }) => {
      const target = { objectId }
      try {
        const object =
          decision === 'approved'
            ? approveIn(room, tx, { judge, requestId, target, note }).object
            : decide(room, tx, { judge, requestId, decision: { ...target, decision, note } })
        return { objectId, object }
      } catch (refusal) {
        if (!(refusal instanceof Conflict || refusal instanceof NotFound)) throw refusal
        return { objectId, refusal }
      }
    }),
  )
}
