import { NotFound } from '../../base/errors.ts'
import type { DatasetId } from '../../base/ids.ts'
import * as catalog from '../catalog/index.ts'
import type { ReviewRoom } from './room.ts'

export type ListWaitingRequest = catalog.ReviewFilters & {
  limit: number
  /** The last one of the page before. */
  after?: catalog.ReviewPosition | undefined
}

/**
 * The queue for the command line, whose user needs no account. Throws NotFound for a dataset that
 * is none: a mistyped id must not look like an empty queue.
 */
export function listWaiting(
  { store: { db }, clock }: ReviewRoom,
  { limit, after, ...filters }: ListWaitingRequest,
): { items: catalog.ReviewItem[]; total: number } {
  const { datasetId } = filters
  if (datasetId !== undefined && !catalog.findDataset(db, datasetId as DatasetId)) {
    throw new NotFound('dataset')
  }
  const { total } = catalog.countInReview(db, { ...filters, untilMs: clock.nowMs() })
  return { items: catalog.pageInReview(db, { ...filters, limit, after }), total }
}
