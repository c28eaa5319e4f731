import { Conflict, NotFound } from '../../../base/errors.ts'
import { newId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { recordEvent } from '../../events/index.ts'
import type { Principal } from '../../identity/index.ts'
import { recordDeed } from '../../record-deed.ts'
import type { DatasetRow } from '../dataset.ts'
import type { CatalogRoom } from '../room.ts'
import type { AccessRequest } from './access-request.ts'
import { hasAccess } from './grant-access.ts'
import * as queries from './queries.ts'

export type RequestAccessRequest = { datasetId: string; message?: string | undefined }

/**
 * Asks the provider of a restricted dataset to be let in. Throws NotFound for what the catalogue
 * does not show, Conflict where there is nothing to ask for: own and listed datasets, access that
 * is there, a request that waits.
 */
export function requestAccess(
  room: CatalogRoom,
  cmd: Command,
  { datasetId: asked, message }: RequestAccessRequest,
): Promise<AccessRequest> {
  const { principal } = cmd
  return cmd.write((tx) => {
    const dataset = queries.findOffered(tx, principal, asked)
    if (!dataset) throw new NotFound('dataset')
    requireReason(tx, principal, dataset)
    const nowMs = room.clock.nowMs()
    const row = queries.insertAccessRequest(tx, {
      accessRequestId: newId('acr', nowMs),
      datasetId: dataset.datasetId,
      tenantId: principal.tenantId,
      requestedBy: principal.principalId,
      message: message ?? null,
      status: 'pending',
      createdAtMs: nowMs,
      decidedAtMs: null,
      decidedBy: null,
      providerTenantId: dataset.tenantId,
    })
    recordDeed(tx, cmd, {
      atMs: nowMs,
      tenantId: dataset.tenantId,
      action: 'dataset.access_requested',
      subject: { type: 'dataset', id: dataset.datasetId },
      details: { access_request_id: row.accessRequestId, tenant_id: principal.tenantId },
    })
    const request = accessRequestOf(room, tx, row)
    tellOwner(tx, { dataset, request })
    return request
  })
}

type Asking = { dataset: DatasetRow; request: AccessRequest }

function tellOwner(tx: Tx, { dataset, request }: Asking): void {
  recordEvent(tx, {
    stream: dataset.tenantId,
    type: 'dataset.access_requested',
    atMs: request.createdAtMs,
    data: {
      dataset_id: dataset.datasetId,
      dataset_name: dataset.name,
      access_request_id: request.accessRequestId,
      tenant_id: request.tenantId,
      tenant_name: request.tenantName,
    },
  })
}

export function accessRequestOf(
  { tenantNameOf }: CatalogRoom,
  db: Db,
  {
    requestedBy: _by,
    decidedBy: _decidedBy,
    providerTenantId: _of,
    ...row
  }: queries.AccessRequestRow,
): AccessRequest {
  return { ...row, tenantName: tenantNameOf(db, row.tenantId) }
}

function requireReason(
  db: Db,
  { tenantId }: Principal,
  { datasetId, tenantId: ownerId, visibility }: DatasetRow,
): void {
  if (tenantId === ownerId) throw needless('own_dataset', 'This dataset is your own.')
  if (visibility === 'listed') throw needless('open_to_all', 'This dataset is open to everybody.')
  if (queries.findAccess(db, { datasetId, tenantId })) throw hasAccess()
  const open = queries.findOpenRequest(db, { datasetId, tenantId })
  if (!open) return
  throw new Conflict({
    reason: 'already_requested',
    message: 'Access was requested already, and the provider has not decided yet.',
    facts: { access_request_id: open.accessRequestId },
  })
}

function needless(reason: 'own_dataset' | 'open_to_all', message: string): Conflict {
  return new Conflict({ reason, message })
}
