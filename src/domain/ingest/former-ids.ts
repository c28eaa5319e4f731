import type { PassageId } from '../../base/ids.ts'
import type { Db } from '../../store/tx.ts'
import type { ObjectForIngest } from '../catalog/index.ts'
import { listPassagesOf, type NewPassage } from '../search/index.ts'

export type FormerIds = ReturnType<typeof formerIds>

/**
 * The ids of the passages that an object has, for those of its next reading that say the same: who
 * bought one does not pay again, and a sample stays one. Of equal ones the first comes first.
 */
export function formerIds(db: Db, { object }: ObjectForIngest) {
  const byContent = Map.groupBy(listPassagesOf(db, object.objectId), contentOf)
  return {
    take(passage: NewPassage): PassageId | undefined {
      return byContent.get(contentOf(passage))?.shift()?.passageId
    },
  }
}

function contentOf({ kind, text, page, timeStartMs, timeEndMs }: NewPassage): string {
  return JSON.stringify([kind, text, page ?? null, timeStartMs ?? null, timeEndMs ?? null])
}
