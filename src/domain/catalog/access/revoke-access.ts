import { NotFound } from '../../../base/errors.ts'
import type { TenantId } from '../../../base/ids.ts'
import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import { getOwnDataset } from '../datasets/queries.ts'
import type { CatalogRoom } from '../room.ts'
import type { GrantAccessRequest } from './grant-access.ts'
import { deleteAccess } from './queries.ts'
import { tellEnded } from './tell-asker.ts'

/**
 * Takes a tenant's access to an own dataset away, at once: whatever it opened there answers as if
 * there was nothing. Throws NotFound for the dataset, or for a tenant that had no access.
 */
export function revokeAccess(
  { clock }: CatalogRoom,
  cmd: Command,
  request: GrantAccessRequest,
): Promise<void> {
  const { principal } = cmd
  return cmd.write((tx) => {
    const dataset = getOwnDataset(tx, principal, request.datasetId)
    const { datasetId } = dataset
    const tenantId = request.tenantId as TenantId
    if (!deleteAccess(tx, { datasetId, tenantId })) throw new NotFound('access')
    const atMs = clock.nowMs()
    recordDeed(tx, cmd, {
      atMs,
      tenantId: principal.tenantId,
      action: 'dataset.access_revoked',
      subject: { type: 'dataset', id: datasetId },
      details: { tenant_id: tenantId },
    })
    tellEnded(tx, { tenantId, datasetId }, { reason: 'revoked', atMs })
  })
}
