import type { AccessRequestId } from '../../../base/ids.ts'
import { type After, type PageEnd, type PageRequest, readPage } from '../../../base/page.ts'
import { getOwnDataset } from '../datasets/queries.ts'
import type { CatalogRoom } from '../room.ts'
import { type Caller, restrictionOf } from '../visibility.ts'
import type { AccessRequest, AccessRequestStatus } from './access-request.ts'
import { countAccessRequests, pageAccessRequests } from './queries.ts'
import { accessRequestOf } from './request-access.ts'

export type ListAccessRequestsRequest = PageRequest & {
  datasetId: string
  status?: AccessRequestStatus | undefined
}

export type AccessRequestList = { accessRequests: AccessRequest[] } & PageEnd

/** Who asked for an own dataset, newest first. Throws NotFound, InvalidInput for the cursor. */
export function listAccessRequests(
  room: CatalogRoom,
  caller: Caller,
  { datasetId: asked, status, ...page }: ListAccessRequestsRequest,
): AccessRequestList {
  const { cursorKey } = room
  const { db } = room.store
  const dataset = getOwnDataset(db, caller, asked)
  const { datasetId } = dataset
  const { rows, nextCursor } = readPage(cursorKey, page, {
    binding: {
      route: 'access-requests',
      tenantId: caller.tenantId,
      restriction: restrictionOf(caller),
      filters: { datasetId, status: status ?? null },
    },
    read: (part: After<AccessRequestId>) => pageAccessRequests(db, { datasetId, status, ...part }),
    positionOf: ({ accessRequestId }) => accessRequestId,
  })
  return {
    accessRequests: rows.map((row) => accessRequestOf(room, db, row)),
    total: countAccessRequests(db, { datasetId, status }),
    nextCursor,
  }
}
