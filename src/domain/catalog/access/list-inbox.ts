import { openCursor, sealCursor } from '../../../base/cursor.ts'
import type { AccessRequestId, UserId } from '../../../base/ids.ts'
import { type PlacedRequest, requireOneStart } from '../../../base/page.ts'
import type { CatalogRoom } from '../room.ts'
import { type Caller, restrictionOf } from '../visibility.ts'
import type { AccessRequest, AccessRequestStatus } from './access-request.ts'
import { countInbox, datasetNamesOf, pageInbox } from './inbox-queries.ts'
import { accessRequestOf } from './request-access.ts'

export type InboxRequest = PlacedRequest & { status?: AccessRequestStatus | undefined }

/** A request as the provider sees it. */
export type ReceivedRequest = AccessRequest & {
  datasetName: string
  /** Who asked for its tenant; null where a key did, or somebody who is gone. */
  askedBy: string | null
}

export type Inbox = { accessRequests: ReceivedRequest[]; total: number; nextCursor: string | null }

/**
 * Who asked to be let into any of the caller's datasets, newest first. Throws InvalidInput for the
 * cursor, and for one beside an offset.
 */
export function listInbox(
  room: CatalogRoom,
  caller: Caller,
  { status, cursor, offset = 0, limit }: InboxRequest,
): Inbox {
  requireOneStart({ cursor, offset: offset === 0 ? undefined : offset })
  const { cursorKey } = room
  const { db } = room.store
  const binding = {
    route: 'access-inbox',
    tenantId: caller.tenantId,
    restriction: restrictionOf(caller),
    filters: { status: status ?? null },
  }
  const after =
    cursor === undefined ? undefined : (openCursor(cursorKey, binding, cursor) as AccessRequestId)
  const rows = pageInbox(db, caller, { status, after, offset, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const names = datasetNamesOf(
    db,
    shown.map(({ datasetId }) => datasetId),
  )
  return {
    accessRequests: shown.map((row) => ({
      ...accessRequestOf(room, db, row),
      datasetName: names.get(row.datasetId) ?? '',
      askedBy: room.userNameOf(db, row.requestedBy as UserId),
    })),
    total: countInbox(db, caller, { status }),
    nextCursor: last ? sealCursor(cursorKey, binding, last.accessRequestId) : null,
  }
}
