import { Conflict } from '../../../base/errors.ts'
import type { Db } from '../../../store/tx.ts'
import { findForLook, type ObjectRecord } from '../../catalog/index.ts'
import type { Principal } from '../../principal.ts'
import { findInspection, pagesWithWords } from '../queries.ts'
import type { IngestRoom } from '../room.ts'

/** What can be looked at of a file, page by page. */
export type PagesOfObject = {
  total: number
  /** Why there is nothing to look at, for machines and for people. */
  refusal: Conflict | null
  /** On which of them words were recognised. */
  withWords: number[]
}

/**
 * How many pages of an object can be drawn: for its owner and for who reviews, as all that is shown
 * of the whole of it. Throws NotFound.
 */
export function pagesOf(
  { store: { db } }: Pick<IngestRoom, 'store'>,
  principal: Principal,
  { objectId }: { objectId: string },
): PagesOfObject {
  const object = findForLook(db, principal, objectId)
  const total = countPages(db, object)
  if (total instanceof Conflict) return { total: 0, refusal: total, withWords: [] }
  return { total, refusal: null, withWords: pagesWithWords(db, object.objectId) }
}

/** By what the inspection found, never by what the provider says of the file. */
export function countPages(db: Db, { objectId, status }: ObjectRecord): number | Conflict {
  if (status === 'initiated') {
    return new Conflict({
      reason: 'not_uploaded',
      message: 'The upload of this object is not confirmed yet.',
    })
  }
  if (status !== 'staged' && status !== 'active') {
    return new Conflict({
      reason: 'no_pages',
      message: `This object is ${status}: nothing of it is shown any more.`,
    })
  }
  const inspection = findInspection(db, objectId)
  if (!inspection) return beingRead
  const { sniffedContentType: type, pageCount } = inspection
  if (type === 'application/pdf') return pageCount ?? 1
  if (type?.startsWith('image/') && type !== 'image/svg+xml') return pageCount ?? 1
  return new Conflict({
    reason: 'no_pages',
    message: 'This file has no pages: only documents in PDF and pictures do.',
  })
}

const beingRead = new Conflict({
  reason: 'being_read',
  message: 'This file is being read for the first time. Try again soon.',
  retryAfterSeconds: 5,
})
