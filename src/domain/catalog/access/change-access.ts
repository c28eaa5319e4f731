import { NotFound } from '../../../base/errors.ts'
import type { TenantId } from '../../../base/ids.ts'
import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import { getOwnDataset } from '../datasets/queries.ts'
import type { CatalogRoom } from '../room.ts'
import type { AccessGrant } from './access-request.ts'
import { endOf } from './grant-access.ts'
import { findAccess, updateAccess } from './queries.ts'

export type ChangeAccessRequest = {
  datasetId: string
  tenantId: string
  /** When it ends by itself from now on; null: it does not. */
  expiresAtMs: number | null
}

/**
 * Moves the end of a tenant's access to an own dataset. Throws NotFound for the dataset, or for a
 * tenant that has no access, InvalidInput for an end that is over.
 */
export function changeAccess(
  room: CatalogRoom,
  cmd: Command,
  request: ChangeAccessRequest,
): Promise<AccessGrant> {
  const { principal } = cmd
  return cmd.write((tx) => {
    const dataset = getOwnDataset(tx, principal, request.datasetId)
    const { datasetId } = dataset
    const tenantId = request.tenantId as TenantId
    const nowMs = room.clock.nowMs()
    const before = findAccess(tx, { datasetId, tenantId })
    if (!before) throw new NotFound('access')
    const expiresAtMs = endOf(room, request)
    updateAccess(tx, { datasetId, tenantId }, { expiresAtMs })
    recordDeed(tx, cmd, {
      atMs: nowMs,
      tenantId: principal.tenantId,
      action: 'dataset.access_changed',
      subject: { type: 'dataset', id: datasetId },
      details: { tenant_id: tenantId, expires_at: expiresAtMs, before: before.expiresAtMs },
    })
    const { grantedAtMs } = before
    return {
      datasetId,
      tenantId,
      tenantName: room.tenantNameOf(tx, tenantId),
      grantedAtMs,
      expiresAtMs,
    }
  })
}
