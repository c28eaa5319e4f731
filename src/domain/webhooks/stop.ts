import type { RequestId, TenantId, WebhookId } from '../../base/ids.ts'
import type { Tx } from '../../store/tx.ts'
import { type AuditActor, recordAudit } from '../audit/index.ts'
import { listActiveOf, updateWebhook } from './queries.ts'
import type { WebhookRoom } from './room.ts'

export type LostRights = {
  readonly tenantId: TenantId
  /** People and keys that could set up none any more. */
  readonly makers: readonly string[]
  readonly by: AuditActor
  readonly requestId?: RequestId | undefined
}

/**
 * Pauses what these set up, in the transaction that takes their rights: it may send to a place of
 * their own. Whoever manages the tenant may let it go on. Gives which.
 */
export function stopOf(room: WebhookRoom, tx: Tx, lost: LostRights): WebhookId[] {
  const { tenantId, makers, by, requestId } = lost
  const stopped = listActiveOf(tx, { tenantId, makers }).map(({ webhookId }) => webhookId)
  const reason = 'maker_lost_rights'
  for (const webhookId of stopped) {
    updateWebhook(tx, webhookId, { state: 'paused', reason })
    recordAudit(tx, {
      atMs: room.clock.nowMs(),
      tenantId,
      actor: by,
      action: 'webhook.changed',
      subject: { type: 'webhook', id: webhookId },
      details: { state: 'paused', reason },
      ...(requestId && { requestId }),
    })
  }
  return stopped
}
