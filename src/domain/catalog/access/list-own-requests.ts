import type { AccessRequestId } from '../../../base/ids.ts'
import { type After, type PageEnd, type PageRequest, readPage } from '../../../base/page.ts'
import type { CatalogRoom } from '../room.ts'
import { type Caller, restrictionOf } from '../visibility.ts'
import type { AccessRequest, AccessRequestStatus } from './access-request.ts'
import { countOwnRequests, findOffered, pageOwnRequests } from './queries.ts'
import { accessRequestOf } from './request-access.ts'

export type ListOwnRequestsRequest = PageRequest & {
  status?: AccessRequestStatus | undefined
}

/** A request as who made it sees it. */
export type OwnAccessRequest = AccessRequest & {
  /** Null when the catalogue does not show the dataset (any more). */
  datasetName: string | null
}

export type OwnAccessRequestList = { accessRequests: OwnAccessRequest[] } & PageEnd

/** What the caller's tenant asked for, newest first. Throws InvalidInput for the cursor. */
export function listOwnRequests(
  room: CatalogRoom,
  caller: Caller,
  { status, ...page }: ListOwnRequestsRequest,
): OwnAccessRequestList {
  const { cursorKey } = room
  const { db } = room.store
  const { rows, nextCursor } = readPage(cursorKey, page, {
    binding: {
      route: 'own-access-requests',
      tenantId: caller.tenantId,
      restriction: restrictionOf(caller),
      filters: { status: status ?? null },
    },
    read: (part: After<AccessRequestId>) => pageOwnRequests(db, caller, { status, ...part }),
    positionOf: ({ accessRequestId }) => accessRequestId,
  })
  return {
    accessRequests: rows.map((row) => ({
      ...accessRequestOf(room, db, row),
      datasetName: findOffered(db, caller, row.datasetId)?.name ?? null,
    })),
    total: countOwnRequests(db, caller, { status }),
    nextCursor,
  }
}
