import assert from 'node:assert/strict'
import { newId, type ObjectId, type PassageId } from '../../base/ids.ts'
import type { Tx } from '../../store/tx.ts'
import { languageCode } from '../analysis/languages.ts'
import { passagesPerSliceMax } from '../limits.ts'
import { indexRowOf } from './index-row.ts'
import type { NewPassage, PassageOwner } from './passage.ts'
import {
  deletePassages,
  insertIntoIndex,
  insertPassage,
  nextOrdinal,
  nextPassageNo,
} from './queries.ts'

/**
 * Adds passages after those that the object has, with their rows in the index, in the caller's
 * transaction. They show in searches once the object is indexed. At most 200 a call: 50 take the
 * writer about 10 ms. Gives their ids in order.
 */
export function addPassages(
  tx: Tx,
  owner: PassageOwner,
  added: readonly NewPassage[],
): PassageId[] {
  assert(added.length <= passagesPerSliceMax, 'too many passages for one transaction')
  const firstNo = nextPassageNo(tx)
  const firstOrdinal = nextOrdinal(tx, owner.objectId)
  return added.map((passage, i) => {
    const passageNo = firstNo + i
    const passageId = passage.passageId ?? newId('psg', owner.createdAtS * 1000)
    const lang = languageCode(passage.lang)
    const row = {
      ...owner,
      passageNo,
      passageId,
      ordinal: firstOrdinal + i,
      lang,
      kind: passage.kind,
      text: passage.text,
      page: passage.page ?? null,
      timeStartMs: passage.timeStartMs ?? null,
      timeEndMs: passage.timeEndMs ?? null,
    }
    insertPassage(tx, row)
    insertIntoIndex(tx, indexRowOf(row))
    return passageId
  })
}

/** Removes some passages of an object and says how many; ask again until it says 0. */
export function removePassages(tx: Tx, objectId: ObjectId, { limit }: { limit: number }): number {
  return deletePassages(tx, objectId, { limit })
}
