import { hash } from 'node:crypto'
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
  const byContent = new Map<string, PassageId[]>()
  for (const passage of listPassagesOf(db, object.objectId)) {
    const content = contentOf(passage)
    byContent.set(content, [...(byContent.get(content) ?? []), passage.passageId])
  }
  return {
    named: (passages: NewPassage[]): NewPassage[] =>
      passages.map((passage) => {
        return { ...passage, passageId: byContent.get(contentOf(passage))?.shift() }
      }),
  }
}

/** Hashed: of a long file the texts would be held twice for as long as it is read. */
function contentOf({ kind, text, page, timeStartMs, timeEndMs }: NewPassage): string {
  const content = [kind, text, page ?? null, timeStartMs ?? null, timeEndMs ?? null]
  return hash('sha256', JSON.stringify(content), 'base64')
}
