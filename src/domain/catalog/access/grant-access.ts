import { Conflict, InvalidInput } from '../../../base/errors.ts'
import type { DatasetId, TenantId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import { getOwnDataset } from '../datasets/queries.ts'
import type { CatalogRoom } from '../room.ts'
import type { AccessGrant } from './access-request.ts'
import { findAccess, findOpenRequest, insertAccess, updateAccessRequest } from './queries.ts'
import { tellAsker } from './tell-asker.ts'

export type GrantAccessRequest = {
  datasetId: string
  tenantId: string
  /** When it ends by itself; left out or null: it does not. */
  expiresAtMs?: number | null | undefined
}

/**
 * Lets a tenant into an own dataset; an open request of that tenant is approved with it. It counts
 * while the dataset is `restricted`. Throws NotFound, InvalidInput for a tenant that is none or
 * one's own, Conflict when it has access already.
 */
export function grantAccess(
  room: CatalogRoom,
  cmd: Command,
  request: GrantAccessRequest,
): Promise<AccessGrant> {
  const { principal } = cmd
  return cmd.write((tx) => {
    const dataset = getOwnDataset(tx, principal, request.datasetId)
    const { datasetId } = dataset
    const tenantId = request.tenantId as TenantId
    if (tenantId === principal.tenantId) throw ownTenant()
    const expiresAtMs = endOf(room, request)
    const tenantName = requireTenant(room, tx, tenantId)
    if (findAccess(tx, { datasetId, tenantId })) throw hasAccess()
    const open = findOpenRequest(tx, { datasetId, tenantId })
    const grantedAtMs = addAccess(room, tx, { cmd, datasetId, tenantId, expiresAtMs })
    if (open) {
      updateAccessRequest(tx, open.accessRequestId, {
        status: 'approved',
        decidedAtMs: grantedAtMs,
        decidedBy: principal.principalId,
      })
      tellAsker(tx, open, { decision: 'approved', atMs: grantedAtMs })
    }
    return { datasetId, tenantId, tenantName, grantedAtMs, expiresAtMs }
  })
}

/** Throws InvalidInput for an end that is over. */
export function endOf(
  { clock }: CatalogRoom,
  { expiresAtMs = null }: { expiresAtMs?: number | null | undefined },
): number | null {
  if (expiresAtMs === null || expiresAtMs > clock.nowMs()) return expiresAtMs
  throw new InvalidInput({
    field: 'expires_at',
    reason: 'not_in_the_future',
    message: 'expires_at must lie in the future.',
  })
}

type Added = {
  cmd: Command
  datasetId: DatasetId
  tenantId: TenantId
  expiresAtMs: number | null
}

/** The grant itself with its audit event; gives its time. */
export function addAccess(
  { clock }: CatalogRoom,
  tx: Tx,
  { cmd, datasetId, tenantId, expiresAtMs }: Added,
): number {
  const grantedAtMs = clock.nowMs()
  const { principalId: grantedBy, tenantId: owner } = cmd.principal
  insertAccess(tx, { datasetId, tenantId, grantedBy, grantedAtMs, expiresAtMs })
  recordDeed(tx, cmd, {
    atMs: grantedAtMs,
    tenantId: owner,
    action: 'dataset.access_granted',
    subject: { type: 'dataset', id: datasetId },
    details: { tenant_id: tenantId, ...(expiresAtMs === null ? {} : { expires_at: expiresAtMs }) },
  })
  return grantedAtMs
}

function requireTenant(room: CatalogRoom, tx: Tx, tenantId: TenantId): string {
  if (room.isTenantThere(tx, tenantId)) return room.tenantNameOf(tx, tenantId)
  throw new InvalidInput({
    field: 'tenant_id',
    reason: 'unknown_tenant',
    message: 'tenant_id names no tenant.',
  })
}

function ownTenant(): InvalidInput {
  return new InvalidInput({
    field: 'tenant_id',
    reason: 'own_tenant',
    message: 'tenant_id is your own: it has access anyway.',
  })
}

export function hasAccess(): Conflict {
  return new Conflict({
    reason: 'already_granted',
    message: 'This tenant has access to the dataset already.',
  })
}
