import type { DatasetId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { pageAccessRequests, updateAccessRequest } from './queries.ts'
import { tellAsker } from './tell-asker.ts'

/**
 * Of a dataset that is going away nobody can decide any more: those who still wait to be let in are
 * refused and told so. Gives how many there were, `limit` when there may be more.
 */
export function refuseOpen(
  tx: Tx,
  { datasetId, limit, nowMs: atMs }: { datasetId: DatasetId; limit: number; nowMs: number },
): number {
  const open = pageAccessRequests(tx, { datasetId, status: 'pending', limit, after: undefined })
  const [decision, decidedBy] = ['rejected', 'system'] as const
  for (const request of open) {
    const { accessRequestId } = request
    updateAccessRequest(tx, accessRequestId, { status: decision, decidedAtMs: atMs, decidedBy })
    tellAsker(tx, request, { decision, atMs })
  }
  return open.length
}
