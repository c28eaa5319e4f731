import type { Tx } from '../../store/tx.ts'
import { recordAudit } from '../audit/index.ts'
import { recordEvent } from '../events/index.ts'
import { type DeliveryRow, findDelivery, settleLine, updateDelivery } from './delivery-queries.ts'
import { jitter, pausesMs, retryAfterMaxMs, triedForMs } from './limits.ts'
import type { Sending, Sent } from './ports.ts'
import { findWebhook, updateWebhook, type WebhookRow } from './queries.ts'
import type { WebhookRoom } from './room.ts'

export type Due = { readonly webhook: WebhookRow; readonly delivery: DeliveryRow }

/** The request of a try, signed now. Throws where another master key sealed the secret. */
export function requestOf({ secrets, clock }: WebhookRoom, { webhook, delivery }: Due): Sending {
  const nowMs = clock.nowMs()
  const atSeconds = Math.floor(nowMs / 1_000)
  const { deliveryId: id, body } = delivery
  const { secret, oldSecret, oldSecretUntil } = webhook
  const isOverlap = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > nowMs
  const sealed = isOverlap ? [secret, oldSecret] : [secret]
  return {
    url: webhook.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Kontor-Webhooks',
      'webhook-id': id,
      'webhook-timestamp': String(atSeconds),
      'webhook-signature': secrets.sign(sealed, { id, atSeconds, body }),
    },
    body,
  }
}

type Tried = Due & { readonly request: Sending; readonly sent: Sent; readonly atMs: number }

/** Writes down how a try ended, and what comes of it. */
export function noteTry(room: WebhookRoom, tried: Tried): Promise<void> {
  return room.store.write((tx) => {
    const { tenantId, deliveryId } = tried.delivery
    const row = findDelivery(tx, { tenantId, deliveryId })
    // Removed meanwhile; what was sent again meanwhile is tried once more.
    if (row?.state !== 'waiting') return
    const nowMs = room.clock.nowMs()
    const { sent } = tried
    const isAnswer = sent.problem === undefined
    const seen = {
      tries: row.tries + 1,
      firstTryAt: row.firstTryAt ?? tried.atMs,
      lastTryAt: tried.atMs,
      requestHeaders: tried.request.headers,
      status: isAnswer ? sent.status : null,
      answerHeaders: isAnswer ? sent.headers : null,
      answerBody: isAnswer ? sent.body : null,
      problem: problemOf(sent),
    }
    if (isTaken(sent)) {
      updateDelivery(tx, deliveryId, { ...seen, state: 'delivered', nextTryAt: null })
      const { webhookId, about } = row
      settleLine(tx, { webhookId, about, atMs: nowMs })
      return
    }
    const triedOut = nowMs >= seen.firstTryAt + triedForMs
    const isGone = isAnswer && sent.status === 410
    if (!isGone && !triedOut) {
      const nextTryAt = nextTry(seen, { sent, nowMs })
      updateDelivery(tx, deliveryId, { ...seen, nextTryAt })
      settleLine(tx, { webhookId: row.webhookId, about: row.about, atMs: nowMs })
      return
    }
    updateDelivery(tx, deliveryId, { ...seen, state: 'failed', nextTryAt: null })
    disable(tx, { row, atMs: nowMs, reason: isGone ? 'gone' : 'not_answering' })
  })
}

function isTaken(sent: Sent): boolean {
  return sent.problem === undefined && sent.status >= 200 && sent.status < 300
}

function problemOf(sent: Sent): string | null {
  if (sent.problem !== undefined) return sent.problem
  if (isTaken(sent)) return null
  const isRedirect = sent.status >= 300 && sent.status < 400
  return isRedirect ? 'a redirect, and none is followed' : `the answer was ${sent.status}`
}

type Seen = { readonly tries: number; readonly firstTryAt: number }

/** Growing pauses, spread by chance; the last try is three days after the first. */
function nextTry(
  { tries, firstTryAt }: Seen,
  { sent, nowMs }: { sent: Sent; nowMs: number },
): number {
  const pause = pausesMs[Math.min(tries, pausesMs.length) - 1] ?? 0
  const spread = pause * (1 + jitter * (2 * Math.random() - 1))
  const asked = Math.min(askedPauseMs(sent, nowMs), retryAfterMaxMs)
  return Math.round(Math.min(nowMs + Math.max(spread, asked), firstTryAt + triedForMs))
}

/** Retry-After, in seconds or as a date (RFC 9110, 10.2.3). */
function askedPauseMs(sent: Sent, nowMs: number): number {
  const text = sent.problem === undefined ? (sent.headers['retry-after'] ?? '') : ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  const at = Date.parse(text)
  return Number.isNaN(at) ? 0 : Math.max(0, at - nowMs)
}

export type DisabledBecause = 'gone' | 'not_answering'

type Disabled = {
  readonly row: Pick<DeliveryRow, 'tenantId' | 'webhookId'>
  readonly atMs: number
  readonly reason: DisabledBecause
}

/** Nothing more is sent there until somebody says so; the tenant is told. */
function disable(tx: Tx, { row: { tenantId, webhookId }, atMs, reason }: Disabled): void {
  if (findWebhook(tx, { tenantId, webhookId })?.state === 'disabled') return
  updateWebhook(tx, webhookId, { state: 'disabled', reason })
  recordAudit(tx, {
    atMs,
    tenantId,
    actor: { type: 'system', id: null },
    action: 'webhook.disabled',
    subject: { type: 'webhook', id: webhookId },
    details: { reason },
  })
  const data = { webhook_id: webhookId, reason }
  recordEvent(tx, { stream: tenantId, type: 'webhook.disabled', atMs, data })
}
