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
