import type { ObjectRecord } from '../catalog/index.ts'
import { type Lane, WrongLane } from '../outbox/index.ts'
import { findInspection } from './queries.ts'
import type { Attempt, IngestRoom } from './room.ts'

/**
 * A note must not wait behind a scan: what is seen to be a picture or a recording leaves the lane
 * of what is read quickly. By the claimed type until the file was inspected. Throws WrongLane.
 */
export function keepToLane(
  { store: { db } }: Pick<IngestRoom, 'store'>,
  { lane }: Attempt,
  { objectId, contentType }: ObjectRecord,
): void {
  if (lane === undefined) return
  const right = laneOf(findInspection(db, objectId)?.sniffedContentType ?? contentType)
  if (right !== 'text' && right !== lane) throw new WrongLane(right)
}

function laneOf(contentType: string): Lane {
  if (/^(audio|video)\//.test(contentType)) return 'media'
  // Drawings are text.
  return /^image\/(?!svg)/.test(contentType) ? 'ocr' : 'text'
}
