import * as z from 'zod'
import { eventTypes } from '../../../domain/events/index.ts'
import { deliveryStates, overlapHoursMax, webhookStates } from '../../../domain/webhooks/index.ts'
import { idText, int, oneOf, pageEnd, pageQuery, text, timestamp } from '../../fields.ts'

export const WebhookParams = z.object({ id: idText })
export const WebhooksQuery = z.object(pageQuery)

const eventType = oneOf(eventTypes as [(typeof eventTypes)[number], ...typeof eventTypes])
const url = text({ min: 1, max: 2000 }).meta({
  format: 'uri',
  description:
    'https://…; plain HTTP and addresses of private networks where the operator lists them',
})
const types = z
  .array(eventType, { error: 'must be a list' })
  .max(100, 'must have at most 100 entries')
  .meta({ description: 'Types of events; empty: all' })
const description = text({ max: 200 })

export const NewWebhookBody = z
  .object({ url, types: types.default([]), description: description.default('') })
  .meta({ id: 'NewWebhook' })

export const WebhookPatchBody = z
  .object({
    url: url.optional(),
    types: types.optional(),
    description: description.optional(),
    state: oneOf(['active', 'paused'])
      .meta({ description: 'active goes on where it stopped, also after it was disabled' })
      .optional(),
  })
  .meta({ id: 'WebhookPatch' })

export const RotateSecretBody = z
  .object({
    overlap_hours: int({ min: 0, max: overlapHoursMax })
      .meta({
        description: 'For so long the secret of before is signed with as well; 24 unless given',
      })
      .optional(),
  })
  .meta({ id: 'RotateWebhookSecret' })

const record = {
  webhook_id: z.string(),
  url: z.string(),
  types: z.array(z.enum(eventTypes as [string, ...string[]])),
  description: z.string(),
  state: z.enum(webhookStates),
  reason: z
    .string()
    .nullable()
    .meta({
      description:
        'Why it was disabled: gone (410) or not_answering (for three days); operator who paused ' +
        'it; maker_lost_rights: paused, because who made it left, or may make none any more',
    }),
  created_by: z.string(),
  created_at: timestamp,
  old_secret_until: timestamp.nullable(),
}

export const WebhookReply = z.object(record).meta({ id: 'Webhook' })
export const WebhookSecretReply = z
  .object({
    ...record,
    signing_secret: z.string().meta({ description: 'For checking signatures; shown this once' }),
  })
  .meta({ id: 'WebhookWithSecret' })
export const WebhooksReply = z
  .object({ webhooks: z.array(WebhookReply), ...pageEnd })
  .meta({ id: 'Webhooks' })

export const DeliveriesQuery = z.object({
  ...pageQuery,
  webhook_id: idText.optional(),
  state: oneOf(deliveryStates).optional(),
})

const headers = z.record(z.string(), z.string()).nullable()

export const DeliveryReply = z
  .object({
    delivery_id: z.string().meta({ description: 'The webhook-id of every try of it' }),
    webhook_id: z.string(),
    event_type: z.string(),
    event_number: z.int().nullable(),
    state: z.enum(deliveryStates),
    tries: z.int(),
    created_at: timestamp,
    last_try_at: timestamp.nullable(),
    next_try_at: timestamp
      .nullable()
      .meta({ description: 'Null too while an earlier event about the same thing waits' }),
    problem: z.string().nullable().meta({ description: 'Why the last try was not taken' }),
    request: z.object({ headers, body: z.string() }),
    answer: z
      .object({ status: z.int(), headers, body: z.string() })
      .nullable()
      .meta({ description: 'Of the last try; its body as far as 64 kB' }),
  })
  .meta({ id: 'WebhookDelivery' })

export const DeliveriesReply = z
  .object({ deliveries: z.array(DeliveryReply), next_cursor: z.string().nullable() })
  .meta({ id: 'WebhookDeliveries' })
