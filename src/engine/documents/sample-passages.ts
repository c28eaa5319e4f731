import { and, eq, inArray } from 'drizzle-orm'
import type { DatasetId, ObjectId, PassageId } from '../../base/ids.ts'
import type { Db } from '../../store/tx.ts'
import type { PassageKind } from './passage.ts'
import { passages } from './tables.ts'

/** A passage that everybody may read before buying. */
export type SamplePassage = {
  passageId: PassageId
  objectId: ObjectId
  kind: PassageKind
  lang: string
  page: number | null
  text: string
}

/** In no particular order; those that are gone are left out. */
export function listSamplePassages(db: Db, passageIds: readonly PassageId[]): SamplePassage[] {
  const { passageId, objectId, kind, lang, page, text } = passages
  return db
    .select({ passageId, objectId, kind, lang, page, text })
    .from(passages)
    .where(inArray(passageId, [...passageIds]))
    .all()
}

/** Whether all of these are passages of that dataset. */
export function arePassagesOf(
  db: Db,
  { datasetId, passageIds }: { datasetId: DatasetId; passageIds: readonly PassageId[] },
): boolean {
  const among = inArray(passages.passageId, [...passageIds])
  const found = db
    .select({ passageId: passages.passageId })
    .from(passages)
    .where(and(eq(passages.datasetId, datasetId), among))
    .all()
  return found.length === new Set(passageIds).size
}
