import type { TenantId } from '../../../base/ids.ts'
import { type After, type PageRequest, readPage } from '../../../base/page.ts'
import { getOwnDataset } from '../datasets/queries.ts'
import type { CatalogRoom } from '../room.ts'
import { type Caller, restrictionOf } from '../visibility.ts'
import type { AccessGrant } from './access-request.ts'
import { countAccess, pageAccess } from './queries.ts'

export type ListAccessRequest = PageRequest & { datasetId: string }

export type AccessList = { access: AccessGrant[]; total: number; nextCursor: string | null }

/** Which tenants were let into an own dataset. Throws NotFound, InvalidInput for the cursor. */
export function listAccess(
  { store: { db }, cursorKey, tenantNameOf }: CatalogRoom,
  caller: Caller,
  { datasetId: asked, ...page }: ListAccessRequest,
): AccessList {
  const dataset = getOwnDataset(db, caller, asked)
  const { datasetId } = dataset
  const { rows, nextCursor } = readPage(cursorKey, page, {
    binding: {
      route: 'access',
      tenantId: caller.tenantId,
      restriction: restrictionOf(caller),
      filters: { datasetId },
    },
    read: (part: After<TenantId>) => pageAccess(db, { datasetId, ...part }),
    positionOf: ({ tenantId }) => tenantId,
  })
  return {
    access: rows.map(({ tenantId, grantedAtMs, expiresAtMs }) => ({
      datasetId,
      tenantId,
      grantedAtMs,
      expiresAtMs,
      tenantName: tenantNameOf(db, tenantId),
    })),
    total: countAccess(db, datasetId),
    nextCursor,
  }
}
