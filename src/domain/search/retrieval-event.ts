import {
  isId,
  type PassageId,
  type RetrievalEventId,
  type SearchId,
  type TenantId,
} from '../../base/ids.ts'
import type { Db } from '../../store/tx.ts'
import { findSearchActivity, type SearchActivityRow } from './queries.ts'

/**
 * A hit of a search has an id of its own, made of the search's and its place among the hits, so
 * that the stored search is all that is needed to find it again: `ret_<id part>_<place>`.
 */
export function retrievalEventId(searchId: SearchId, place: number): RetrievalEventId {
  return `ret_${searchId.slice('srch_'.length)}_${place}`
}

export type RetrievalEvent = { search: SearchActivityRow; passageId: PassageId }

/** The hit that an id names, among the searches of this tenant. */
export function findRetrievalEvent(
  db: Db,
  tenantId: TenantId,
  retrievalEvent: string,
): RetrievalEvent | undefined {
  const [, part, place] = /^ret_([0-9a-z]{26})_(\d{1,2})$/.exec(retrievalEvent) ?? []
  const searchId = `srch_${part}`
  if (place === undefined || !isId('srch', searchId)) return undefined
  const search = findSearchActivity(db, { tenantId, searchId })
  const passageId = search?.hits[Number(place)]
  return search && passageId ? { search, passageId } : undefined
}
