import { isoOf } from '../../../../base/clock.ts'
import type { DeliveryId, TenantId, WebhookId } from '../../../../base/ids.ts'
import type { Rooms } from '../../../../domain/rooms.ts'
import type { AnyDelivery, AnyWebhook } from '../../../../domain/webhooks/index.ts'
import { type AnyRoute, get, patch, post } from '../../../route.ts'
import { presentTries } from '../../webhooks/present-webhook.ts'
import * as schemas from './webhooks.schema.ts'

const shared = { tag: 'Administration', access: 'platform_admin' } as const

export const listAllWebhooks = get('/v1/admin/webhooks', {
  ...shared,
  id: 'listAllWebhooks',
  summary: 'Where events of all tenants are sent to, the newest first',
  description:
    'Of an address as far as the host: with some receivers the rest of it is the credential. ' +
    'Secrets are nowhere.',
  query: schemas.AllWebhooksQuery,
  reply: schemas.AllWebhooksReply,
  errors: [400, 401, 403],
  run({ rooms, principal, query: { tenant_id, ...query } }) {
    const tenantId = tenant_id as TenantId | undefined
    const page = rooms.webhooks.pageOfAllWebhooks(principal, { ...query, tenantId })
    return { ...page, names: namesOf(rooms, page.webhooks) }
  },
  present: ({ webhooks, total, nextCursor, names }) => ({
    webhooks: webhooks.map((one) => presentAny(one, names)),
    total,
    next_cursor: nextCursor,
  }),
})

export const patchAnyWebhook = patch('/v1/admin/webhooks/:id', {
  ...shared,
  id: 'patchAnyWebhook',
  summary: 'Pause a webhook of any tenant, or go on with it',
  description:
    'Paused, it loses nothing for as long as events are kept. The tenant sees it in its log, and ' +
    'may go on by itself.',
  params: schemas.AnyParams,
  body: schemas.AnyWebhookPatchBody,
  reply: schemas.AnyWebhookReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params: { id }, body: { state } }) =>
    rooms.webhooks.changeAnyWebhook(cmd, { webhookId: id as WebhookId, state }),
  present: (webhook, _http, rooms) => presentAny(webhook, namesOf(rooms, [webhook])),
})

export const listAllWebhookDeliveries = get('/v1/admin/webhook-deliveries', {
  ...shared,
  id: 'listAllWebhookDeliveries',
  summary: 'What was and is to be sent for all tenants, the last one first',
  description: "How it went, without what was sent and answered: that is the tenant's.",
  query: schemas.AllDeliveriesQuery,
  reply: schemas.AllDeliveriesReply,
  errors: [400, 401, 403],
  run({ rooms, principal, query: { tenant_id, webhook_id, ...query } }) {
    const page = rooms.webhooks.pageOfAllDeliveries(principal, {
      ...query,
      tenantId: tenant_id as TenantId | undefined,
      webhookId: webhook_id as WebhookId | undefined,
    })
    return { ...page, names: namesOf(rooms, page.deliveries) }
  },
  present: ({ deliveries, nextCursor, tally, names }) => ({
    deliveries: deliveries.map((one) => presentDelivery(one, names)),
    next_cursor: nextCursor,
    counts: tally,
  }),
})

export const sendAnyWebhookAgain = post('/v1/admin/webhook-deliveries/:id/send-again', {
  ...shared,
  id: 'sendAnyWebhookAgain',
  summary: 'Send a delivery of any tenant once more, or at once, under its old id',
  description: '409 where its webhook is not active.',
  params: schemas.AnyParams,
  status: 202,
  reply: schemas.AnyDeliveryReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params: { id } }) => rooms.webhooks.sendAnyAgain(cmd, id as DeliveryId),
  present: (delivery, _http, rooms) => presentDelivery(delivery, namesOf(rooms, [delivery])),
})

type Names = ReadonlyMap<string, string>

function namesOf({ identity }: Rooms, rows: readonly { tenantId: TenantId }[]): Names {
  return identity.namesOfTenants(rows.map(({ tenantId }) => tenantId))
}

function presentAny(webhook: AnyWebhook, names: Names) {
  return {
    webhook_id: webhook.webhookId,
    tenant_id: webhook.tenantId,
    tenant_name: names.get(webhook.tenantId) ?? '',
    origin: webhook.origin,
    description: webhook.description,
    kinds: webhook.kinds,
    state: webhook.state,
    reason: webhook.reason,
    created_at: isoOf(webhook.createdAtMs),
  }
}

function presentDelivery(delivery: AnyDelivery, names: Names) {
  return {
    ...presentTries(delivery),
    tenant_id: delivery.tenantId,
    tenant_name: names.get(delivery.tenantId) ?? '',
    answer_status: delivery.status,
  }
}

export const webhooksOfAllRoutes: readonly AnyRoute[] = [
  listAllWebhooks,
  patchAnyWebhook,
  listAllWebhookDeliveries,
  sendAnyWebhookAgain,
]
