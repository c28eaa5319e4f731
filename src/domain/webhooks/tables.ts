import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { DeliveryId, TenantId, WebhookId } from '../../base/ids.ts'
import type { EventType } from '../events/index.ts'

export const webhookStates = ['active', 'paused', 'disabled'] as const
export type WebhookState = (typeof webhookStates)[number]
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const webhooks = sqliteTable('webhook', {
  webhookId: text('webhook_id').$type<WebhookId>().primaryKey(),
  tenantId: text('tenant_id').$type<TenantId>().notNull(),
  url: text('url').notNull(),
  types: text('types', { mode: 'json' }).$type<readonly EventType[]>().notNull(),
  description: text('description').notNull(),
  state: text('state').$type<WebhookState>().notNull(),
  reason: text('reason'),
  createdBy: text('created_by').notNull(),
  createdAt: integer('created_at').notNull(),
  lastNumber: integer('last_number').notNull(),
  secret: blob('secret', { mode: 'buffer' }).notNull(),
  oldSecret: blob('old_secret', { mode: 'buffer' }),
  oldSecretUntil: integer('old_secret_until'),
})

export type Headers = Readonly<Record<string, string>>

export const webhookDeliveries = sqliteTable('webhook_delivery', {
  deliveryId: text('delivery_id').$type<DeliveryId>().primaryKey(),
  webhookId: text('webhook_id').$type<WebhookId>().notNull(),
  tenantId: text('tenant_id').$type<TenantId>().notNull(),
  eventNumber: integer('event_number'),
  eventType: text('event_type').notNull(),
  about: text('about').notNull(),
  body: text('body').notNull(),
  state: text('state').$type<DeliveryState>().notNull(),
  tries: integer('tries').notNull(),
  createdAt: integer('created_at').notNull(),
  firstTryAt: integer('first_try_at'),
  lastTryAt: integer('last_try_at'),
  nextTryAt: integer('next_try_at'),
  requestHeaders: text('request_headers', { mode: 'json' }).$type<Headers>(),
  status: integer('status'),
  answerHeaders: text('answer_headers', { mode: 'json' }).$type<Headers>(),
  answerBody: text('answer_body'),
  problem: text('problem'),
})
