import type { WebhookId } from '../../../base/ids.ts'
import { route } from '../../route.ts'
import { presentDelivery, presentWebhook, presentWithSecret } from './present-webhook.ts'
import {
  DeliveryReply,
  NewWebhookBody,
  RotateSecretBody,
  WebhookParams,
  WebhookPatchBody,
  WebhookReply,
  WebhookSecretReply,
  WebhooksQuery,
  WebhooksReply,
} from './webhooks.schema.ts'

const who = 'By an owner or an admin, or with a key that has admin:* over every dataset.'
const one = { path: '/v1/webhooks/:id', tag: 'Webhooks', access: 'credential' } as const
const params = WebhookParams

export const createWebhook = route({
  ...one,
  id: 'createWebhook',
  method: 'post',
  path: '/v1/webhooks',
  summary: 'Have events sent to an address; the secret is in this answer only',
  description: `${who} It is told of what happens from now on.`,
  body: NewWebhookBody,
  givesSecret: true,
  status: 201,
  reply: WebhookSecretReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, body }) => rooms.webhooks.create(cmd, body),
  present: presentWithSecret,
})

export const listWebhooks = route({
  ...one,
  id: 'listWebhooks',
  method: 'get',
  path: '/v1/webhooks',
  summary: 'The addresses that events of the tenant are sent to, the newest first',
  description: who,
  query: WebhooksQuery,
  reply: WebhooksReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.webhooks.list(principal, query),
  present: ({ webhooks, total, nextCursor }) => ({
    webhooks: webhooks.map(presentWebhook),
    total,
    next_cursor: nextCursor,
  }),
})

export const getWebhook = route({
  ...one,
  id: 'getWebhook',
  method: 'get',
  summary: 'One of those addresses',
  description: who,
  params,
  reply: WebhookReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params: { id } }) => rooms.webhooks.get(principal, id as WebhookId),
  present: presentWebhook,
})

export const patchWebhook = route({
  ...one,
  id: 'patchWebhook',
  method: 'patch',
  summary: 'Change, pause or go on with a webhook',
  description: `${who} Paused or disabled, it loses nothing for as long as events are kept.`,
  params,
  body: WebhookPatchBody,
  reply: WebhookReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params: { id }, body }) =>
    rooms.webhooks.change(cmd, { ...body, webhookId: id as WebhookId }),
  present: presentWebhook,
})

export const deleteWebhook = route({
  ...one,
  id: 'deleteWebhook',
  method: 'delete',
  summary: 'Remove a webhook with its deliveries',
  description: who,
  params,
  status: 204,
  reply: null,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params: { id } }) => rooms.webhooks.remove(cmd, id as WebhookId),
})

export const rotateWebhookSecret = route({
  ...one,
  id: 'rotateWebhookSecret',
  method: 'post',
  path: '/v1/webhooks/:id/secret',
  summary: 'A new secret; that of before is signed with as well for a while',
  description: who,
  params,
  body: RotateSecretBody,
  givesSecret: true,
  reply: WebhookSecretReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params: { id }, body }) =>
    rooms.webhooks.rotateSecret(cmd, { webhookId: id as WebhookId, hours: body.overlap_hours }),
  present: presentWithSecret,
})

export const testWebhook = route({
  ...one,
  id: 'testWebhook',
  method: 'post',
  path: '/v1/webhooks/:id/test',
  summary: 'Send a webhook of the type webhook.test, of which nothing happened',
  description: `${who} How it went is in the delivery.`,
  params,
  status: 202,
  reply: DeliveryReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params: { id } }) => rooms.webhooks.sendTest(cmd, id as WebhookId),
  present: presentDelivery,
})
