import { type CursorBinding, openCursor, sealCursor } from '../../../base/cursor.ts'
import type { AccessRequestId } from '../../../base/ids.ts'
import type { CatalogRoom } from '../room.ts'
import { type Caller, restrictionOf } from '../visibility.ts'
import type { AccessRequest, AccessRequestStatus } from './access-request.ts'
import { countOwnRequests, findOffered, pageOwnRequests } from './queries.ts'
import { accessRequestOf } from './request-access.ts'

export type ListOwnRequestsRequest = {
  status?: AccessRequestStatus | undefined
  cursor?: string | undefined
  limit: number
}

/** A request as who made it sees it. */
export type OwnAccessRequest = AccessRequest & {
  /** Null when the catalogue does not show the dataset (any more). */
  datasetName: string | null
}

export type OwnAccessRequestList = {
  accessRequests: OwnAccessRequest[]
  total: number
  nextCursor: string | null
}

/** What the caller's tenant asked for, newest first. Throws InvalidInput for the cursor. */
export function listOwnRequests(
  room: CatalogRoom,
  caller: Caller,
  { status, cursor, limit }: ListOwnRequestsRequest,
): OwnAccessRequestList {
  const { cursorKey } = room
  const { db } = room.store
  const binding: CursorBinding = {
    route: 'own-access-requests',
    tenantId: caller.tenantId,
    restriction: restrictionOf(caller),
    filters: { status: status ?? null },
  }
  const after =
    cursor === undefined ? undefined : (openCursor(cursorKey, binding, cursor) as AccessRequestId)
  const rows = pageOwnRequests(db, caller, { status, limit: limit + 1, after })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    accessRequests: page.map((row) => ({
      ...accessRequestOf(room, db, row),
      datasetName: findOffered(db, caller, row.datasetId)?.name ?? null,
    })),
    total: countOwnRequests(db, caller, { status }),
    nextCursor: last ? sealCursor(cursorKey, binding, last.accessRequestId) : null,
  }
}
