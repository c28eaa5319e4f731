import type { DeliveryId, WebhookId } from '../../../base/ids.ts'
import { get, post } from '../../route.ts'
import { presentDelivery } from './present-webhook.ts'
import * as schemas from './webhooks.schema.ts'

const who = 'By an owner or an admin, or with a key that has admin:* over every dataset.'
const shared = { tag: 'Webhooks', access: 'credential' } as const

export const listWebhookDeliveries = get('/v1/webhook-deliveries', {
  ...shared,
  id: 'listWebhookDeliveries',
  summary: 'What was and is to be sent to webhooks, the last one first',
  description: `${who} What is over is kept for some days (14, unless the operator says so).`,
  query: schemas.DeliveriesQuery,
  reply: schemas.DeliveriesReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, query: { webhook_id, ...query } }) =>
    rooms.webhooks.listDeliveries(principal, {
      ...query,
      webhookId: webhook_id as WebhookId | undefined,
    }),
  present: ({ deliveries, nextCursor }) => ({
    deliveries: deliveries.map(presentDelivery),
    next_cursor: nextCursor,
  }),
})

export const getWebhookDelivery = get('/v1/webhook-deliveries/:id', {
  ...shared,
  id: 'getWebhookDelivery',
  summary: 'One delivery, with the last request and its answer',
  description: who,
  params: schemas.WebhookParams,
  reply: schemas.DeliveryReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params: { id } }) =>
    rooms.webhooks.getDelivery(principal, id as DeliveryId),
  present: presentDelivery,
})

export const sendWebhookAgain = post('/v1/webhook-deliveries/:id/send-again', {
  ...shared,
  id: 'sendWebhookAgain',
  summary: 'Send a delivery once more, or at once, under its old id',
  description: who,
  params: schemas.WebhookParams,
  status: 202,
  reply: schemas.DeliveryReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params: { id } }) => rooms.webhooks.sendAgain(cmd, id as DeliveryId),
  present: presentDelivery,
})
