import { Conflict, NotFound } from '../../../base/errors.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import { getOwnDataset } from '../datasets/queries.ts'
import type { CatalogRoom } from '../room.ts'
import type { AccessDecision, AccessRequest } from './access-request.ts'
import { addAccess, endOf } from './grant-access.ts'
import * as queries from './queries.ts'
import { accessRequestOf } from './request-access.ts'
import { tellAsker } from './tell-asker.ts'

export type DecideAccessRequest = {
  datasetId: string
  accessRequestId: string
  decision: AccessDecision
  /** Of an approval: when the access ends by itself. */
  expiresAtMs?: number | null | undefined
}

/**
 * Decides a request for an own dataset; an approval lets the tenant in. After a rejection it may
 * ask again. Throws NotFound for the dataset or the request, Conflict when it is decided, and for
 * an approval of who was erased meanwhile.
 */
export function decideAccess(
  room: CatalogRoom,
  cmd: Command,
  { datasetId, accessRequestId, decision, expiresAtMs: asked }: DecideAccessRequest,
): Promise<AccessRequest> {
  const { principal } = cmd
  return cmd.write((tx) => {
    const dataset = getOwnDataset(tx, principal, datasetId)
    const request = queries.findAccessRequest(tx, { datasetId: dataset.datasetId, accessRequestId })
    if (!request) throw new NotFound('access request')
    requirePending(request)
    if (decision === 'approved' && !room.isTenantThere(tx, request.tenantId)) throw isErased()
    const expiresAtMs = endOf(room, { expiresAtMs: asked })
    const decided = queries.updateAccessRequest(tx, request.accessRequestId, {
      status: decision,
      decidedAtMs: room.clock.nowMs(),
      decidedBy: principal.principalId,
    })
    noteDecision(room, tx, { cmd, decided })
    tellAsker(tx, decided, { decision, atMs: room.clock.nowMs() })
    if (decision === 'approved') letIn(room, tx, { cmd, decided, expiresAtMs })
    return accessRequestOf(room, tx, decided)
  })
}

type Decided = { cmd: Command; decided: queries.AccessRequestRow }

type Approved = Decided & { expiresAtMs: number | null }

function letIn(room: CatalogRoom, tx: Tx, { cmd, decided, expiresAtMs }: Approved) {
  const { datasetId, tenantId } = decided
  if (queries.findAccess(tx, { datasetId, tenantId })) return
  addAccess(room, tx, { cmd, datasetId, tenantId, expiresAtMs })
}

function noteDecision({ clock }: CatalogRoom, tx: Tx, { cmd, decided }: Decided): void {
  const { accessRequestId, tenantId, datasetId, status } = decided
  recordDeed(tx, cmd, {
    atMs: clock.nowMs(),
    tenantId: cmd.principal.tenantId,
    action: `dataset.access_request_${status}`,
    subject: { type: 'dataset', id: datasetId },
    details: { access_request_id: accessRequestId, tenant_id: tenantId },
  })
}

function isErased(): Conflict {
  return new Conflict({
    reason: 'tenant_erased',
    message: 'Who asked was erased: this request can only be declined.',
  })
}

function requirePending({ status }: queries.AccessRequestRow): void {
  if (status === 'pending') return
  throw new Conflict({
    reason: 'already_decided',
    message: `This request is ${status} already.`,
    facts: { status },
  })
}
