import { type After, type PageRequest, readPage } from '../../base/page.ts'
import {
  countDecided,
  type DecidedFilters,
  type DecidedItem,
  type DecidedPosition,
  pageDecided,
} from '../catalog/index.ts'
import { type Reviewer, type ReviewRoom, requireReviewer } from './room.ts'

export type ListDecidedRequest = DecidedFilters & PageRequest

/** A decision, and what who made it is called; null for the operator and who is gone. */
export type Decided = DecidedItem & { reviewerName: string | null }

export type DecidedList = { items: Decided[]; total: number; nextCursor: string | null }

/** What was decided in all tenants, the last decision first. Throws InvalidInput. */
export function listDecided(
  { store: { db }, cursorKey, userNamesOf }: ReviewRoom,
  reviewer: Reviewer,
  { cursor, limit, ...filters }: ListDecidedRequest,
): DecidedList {
  requireReviewer(reviewer)
  const { decision = null, reviewerId = null, tenantId = null, q = null } = filters
  const page = { cursor, limit }
  const { rows, nextCursor } = readPage(cursorKey, page, {
    binding: {
      route: 'decided',
      tenantId: reviewer.tenantId,
      restriction: null,
      filters: { decision, reviewerId, tenantId, q },
    },
    read: (part: After<DecidedPosition>) => pageDecided(db, { ...filters, ...part }),
    positionOf: ({ reviewedAtMs, objectId }) => ({ reviewedAtMs, objectId }),
  })
  const names = userNamesOf(
    db,
    rows.flatMap(({ reviewedBy }) => (reviewedBy === null ? [] : [reviewedBy])),
  )
  return {
    items: rows.map((item) => ({
      ...item,
      reviewerName: names.get(item.reviewedBy ?? '') ?? null,
    })),
    total: countDecided(db, filters),
    nextCursor,
  }
}
