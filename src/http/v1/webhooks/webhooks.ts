import type { WebhookId } from '../../../base/ids.ts'
import { del, get, patch, post } from '../../route.ts'
import { presentDelivery, presentWebhook, presentWithSecret } from './present-webhook.ts'
import * as schemas from './webhooks.schema.ts'

const who = 'By an owner or an admin, or with a key that has admin:* over every dataset.'
const shared = { tag: 'Webhooks', access: 'credential' } as const
const path = '/v1/webhooks/:id'
const params = schemas.WebhookParams

export const createWebhook = post('/v1/webhooks', {
  ...shared,
  id: 'createWebhook',
  summary: 'Have events sent to an address; the secret is in this answer only',
  description: `${who} It is told of what happens from now on.`,
  body: schemas.NewWebhookBody,
  givesSecret: true,
  status: 201,
  reply: schemas.WebhookSecretReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, body }) => rooms.webhooks.create(cmd, body),
  present: presentWithSecret,
})

export const listWebhooks = get('/v1/webhooks', {
  ...shared,
  id: 'listWebhooks',
  summary: 'The addresses that events of the tenant are sent to, the newest first',
  description: who,
  query: schemas.WebhooksQuery,
  reply: schemas.WebhooksReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.webhooks.list(principal, query),
  present: ({ webhooks, total, nextCursor }) => ({
    webhooks: webhooks.map(presentWebhook),
    total,
    next_cursor: nextCursor,
  }),
})

export const getWebhook = get(path, {
  ...shared,
  id: 'getWebhook',
  summary: 'One of those addresses',
  description: who,
  params,
  reply: schemas.WebhookReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params: { id } }) => rooms.webhooks.get(principal, id as WebhookId),
  present: presentWebhook,
})

export const patchWebhook = patch(path, {
  ...shared,
  id: 'patchWebhook',
  summary: 'Change, pause or go on with a webhook',
  description: `${who} Paused or disabled, it loses nothing for as long as events are kept.`,
  params,
  body: schemas.WebhookPatchBody,
  reply: schemas.WebhookReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params: { id }, body }) =>
    rooms.webhooks.change(cmd, { ...body, webhookId: id as WebhookId }),
  present: presentWebhook,
})

export const deleteWebhook = del(path, {
  ...shared,
  id: 'deleteWebhook',
  summary: 'Remove a webhook with its deliveries',
  description: who,
  params,
  status: 204,
  reply: null,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params: { id } }) => rooms.webhooks.remove(cmd, id as WebhookId),
})

export const rotateWebhookSecret = post('/v1/webhooks/:id/secret', {
  ...shared,
  id: 'rotateWebhookSecret',
  summary: 'A new secret; that of before is signed with as well for a while',
  description: who,
  params,
  body: schemas.RotateSecretBody,
  givesSecret: true,
  reply: schemas.WebhookSecretReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params: { id }, body }) =>
    rooms.webhooks.rotateSecret(cmd, { webhookId: id as WebhookId, hours: body.overlap_hours }),
  present: presentWithSecret,
})

export const testWebhook = post('/v1/webhooks/:id/test', {
  ...shared,
  id: 'testWebhook',
  summary: 'Send a webhook of the type webhook.test, of which nothing happened',
  description: `${who} How it went is in the delivery.`,
  params,
  status: 202,
  reply: schemas.DeliveryReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params: { id } }) => rooms.webhooks.sendTest(cmd, id as WebhookId),
  present: presentDelivery,
})
