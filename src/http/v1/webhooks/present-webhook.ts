import { isoOf, isoOrNull } from '../../../base/clock.ts'
import type {
  AnyDelivery,
  Delivery,
  Webhook,
  WebhookWithSecret,
} from '../../../domain/webhooks/index.ts'

/** The only answers with the secret. */
export function presentWithSecret(webhook: WebhookWithSecret) {
  return { ...presentWebhook(webhook), signing_secret: webhook.secret }
}

export function presentWebhook(webhook: Webhook) {
  return {
    webhook_id: webhook.webhookId,
    url: webhook.url,
    types: [...webhook.types],
    description: webhook.description,
    state: webhook.state,
    reason: webhook.reason,
    created_by: webhook.createdBy,
    created_at: isoOf(webhook.createdAtMs),
    old_secret_until: isoOrNull(webhook.oldSecretUntilMs),
  }
}

export function presentDelivery(delivery: Delivery) {
  const { status, answerHeaders, answerBody } = delivery
  return {
    ...presentTries(delivery),
    request: { headers: delivery.requestHeaders, body: delivery.body },
    answer: status === null ? null : { status, headers: answerHeaders, body: answerBody ?? '' },
  }
}

/** How it went, which is all that an operator sees of it. */
export function presentTries(delivery: Omit<AnyDelivery, 'tenantId' | 'status'>) {
  return {
    delivery_id: delivery.deliveryId,
    webhook_id: delivery.webhookId,
    event_type: delivery.eventType,
    event_number: delivery.eventNumber,
    state: delivery.state,
    tries: delivery.tries,
    created_at: isoOf(delivery.createdAt),
    last_try_at: isoOrNull(delivery.lastTryAt),
    next_try_at: isoOrNull(delivery.nextTryAt),
    problem: delivery.problem,
  }
}
