import { NotFound } from '../../../base/errors.ts'
import type { AccessRequestId } from '../../../base/ids.ts'
import { type After, readPage } from '../../../base/page.ts'
import { findOwnDataset } from '../datasets/queries.ts'
import type { CatalogRoom } from '../room.ts'
import { type Caller, restrictionOf } from '../visibility.ts'
import type { AccessRequest, AccessRequestStatus } from './access-request.ts'
import { countAccessRequests, pageAccessRequests } from './queries.ts'
import { accessRequestOf } from './request-access.ts'

export type ListAccessRequestsRequest = {
  datasetId: string
  status?: AccessRequestStatus | undefined
  cursor?: string | undefined
  limit: number
}

export type AccessRequestList = {
  accessRequests: AccessRequest[]
  total: number
  nextCursor: string | null
}

/** Who asked for an own dataset, newest first. Throws NotFound, InvalidInput for the cursor. */
export function listAccessRequests(
  room: CatalogRoom,
  caller: Caller,
  { datasetId: asked, status, cursor, limit }: ListAccessRequestsRequest,
): AccessRequestList {
  const { cursorKey } = room
  const { db } = room.store
  const dataset = findOwnDataset(db, caller, asked)
  if (!dataset) throw new NotFound('dataset')
  const { datasetId } = dataset
  const { rows, nextCursor } = readPage(
    cursorKey,
    { cursor, limit },
    {
      binding: {
        route: 'access-requests',
        tenantId: caller.tenantId,
        restriction: restrictionOf(caller),
        filters: { datasetId, status: status ?? null },
      },
      read: (page: After<AccessRequestId>) =>
        pageAccessRequests(db, { datasetId, status, ...page }),
      positionOf: ({ accessRequestId }) => accessRequestId,
    },
  )
  return {
    accessRequests: rows.map((row) => accessRequestOf(room, db, row)),
    total: countAccessRequests(db, { datasetId, status }),
    nextCursor,
  }
}
