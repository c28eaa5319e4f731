import type { Tx } from '../../../store/tx.ts'
import { recordEvent } from '../../events/index.ts'
import type { AccessDecision } from './access-request.ts'
import type { AccessRequestRow } from './queries.ts'

/** Tells the tenant that asked for a dataset how it was decided. */
export function tellAsker(
  tx: Tx,
  request: Pick<AccessRequestRow, 'tenantId' | 'datasetId' | 'accessRequestId'>,
  { decision, atMs }: { decision: AccessDecision; atMs: number },
): void {
  const { tenantId, datasetId, accessRequestId } = request
  recordEvent(tx, {
    stream: tenantId,
    type: 'dataset.access_decided',
    atMs,
    data: { dataset_id: datasetId, access_request_id: accessRequestId, decision },
  })
}

/** Tells a tenant that it is let into a dataset no longer. */
export function tellEnded(
  tx: Tx,
  { tenantId, datasetId }: Pick<AccessRequestRow, 'tenantId' | 'datasetId'>,
  { reason, atMs }: { reason: 'revoked' | 'expired'; atMs: number },
): void {
  recordEvent(tx, {
    stream: tenantId,
    type: 'dataset.access_ended',
    atMs,
    data: { dataset_id: datasetId, reason },
  })
}
