import { isoOf } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { type KontorEvent, readEvents } from '../events/index.ts'
import { countWaiting, insertDelivery, settleLine } from './delivery-queries.ts'
import { fanOutMax, waitingMax } from './limits.ts'
import { findWebhook, updateWebhook, type WebhookRow } from './queries.ts'
import type { WebhookRoom } from './room.ts'

/**
 * Writes down what is to be sent to an endpoint, in the transaction that moves it on in the
 * tenant's list: nothing is left out and nothing comes twice, whenever the process dies. Gives
 * whether there is more.
 */
export function fanOut(
  { store, clock }: Pick<WebhookRoom, 'store' | 'clock'>,
  asked: Pick<WebhookRow, 'tenantId' | 'webhookId' | 'lastNumber'>,
): Promise<boolean> {
  if (!isNews(store.db, asked)) return Promise.resolve(false)
  return store.write((tx) => {
    const webhook = findWebhook(tx, asked)
    if (webhook?.state !== 'active') return false
    const room = waitingMax - countWaiting(tx, webhook.webhookId)
    if (room <= 0) return false
    const { tenantId, lastNumber } = webhook
    const limit = Math.min(fanOutMax, room)
    const { events, lastNumber: latest } = readEvents(tx, {
      tenantId,
      afterNumber: lastNumber,
      limit,
    })
    // What was swept before it could be sent is left out.
    const last = events.at(-1)?.number ?? latest
    for (const event of events) {
      if (isWanted(webhook, event)) insertFor(tx, webhook, { event, atMs: clock.nowMs() })
    }
    updateWebhook(tx, webhook.webhookId, { lastNumber: last })
    return events.length === limit
  })
}

/** Looked at without a transaction: mostly there is nothing. */
function isNews(
  db: Db,
  { tenantId, webhookId, lastNumber }: Pick<WebhookRow, 'tenantId' | 'webhookId' | 'lastNumber'>,
): boolean {
  const { lastNumber: latest } = readEvents(db, { tenantId, afterNumber: lastNumber, limit: 1 })
  return latest > lastNumber && countWaiting(db, webhookId) < waitingMax
}

function isWanted({ types }: WebhookRow, { type }: KontorEvent): boolean {
  return types.length === 0 || types.includes(type)
}

function insertFor(
  tx: Tx,
  { webhookId, tenantId }: WebhookRow,
  { event, atMs }: { event: KontorEvent; atMs: number },
): void {
  const about = aboutOf(event)
  const { number, type, data } = event
  insertDelivery(tx, {
    deliveryId: newId('whd', atMs),
    webhookId,
    tenantId,
    about,
    eventNumber: number,
    eventType: type,
    body: JSON.stringify({ type, number, timestamp: isoOf(event.atMs), data }),
    state: 'waiting',
    tries: 0,
    createdAt: atMs,
    nextTryAt: null,
  })
  settleLine(tx, { webhookId, about, atMs })
}

/** The nearest thing first: what is about one object is not held up by others of its dataset. */
const things = [
  'object_id',
  'access_request_id',
  'dispute_id',
  'payout_statement_id',
  'asset_id',
  'api_key_id',
  'user_id',
  'webhook_id',
] as const

/** What an event is about: about one thing, events arrive in order. */
function aboutOf({ type, data }: KontorEvent): string {
  const ids: Record<string, unknown> = data
  for (const thing of things) {
    const id = ids[thing]
    if (typeof id === 'string') return id
  }
  return type
}
