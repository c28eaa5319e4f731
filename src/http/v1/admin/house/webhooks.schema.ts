import * as z from 'zod'
import { deliveryStates, webhookStates } from '../../../../domain/webhooks/index.ts'
import { idText, oneOf, pageEnd, pageQuery, timestamp } from '../../../fields.ts'

const tenant_id = idText.meta({ description: 'Of one tenant alone' }).optional()

export const AnyParams = z.object({ id: idText })

export const AllWebhooksQuery = z.object({
  ...pageQuery,
  tenant_id,
  state: oneOf(webhookStates).optional(),
})

export const AnyWebhookPatchBody = z
  .object({
    state: oneOf(['active', 'paused']).meta({ description: 'active goes on where it stopped' }),
  })
  .meta({ id: 'AnyWebhookPatch' })

const of = { webhook_id: z.string(), tenant_id: z.string(), tenant_name: z.string() }

export const AnyWebhookReply = z
  .object({
    ...of,
    origin: z.string().meta({ description: 'Of the address, without its path' }),
    description: z.string(),
    kinds: z.int().meta({ description: 'Of events that it hears of; 0: all' }),
    state: z.enum(webhookStates),
    reason: z.string().nullable().meta({
      description:
        'gone (410), not_answering (for three days), operator who paused it, or maker_lost_rights',
    }),
    created_at: timestamp,
  })
  .meta({ id: 'AnyWebhook' })

export const AllWebhooksReply = z
  .object({ webhooks: z.array(AnyWebhookReply), ...pageEnd })
  .meta({ id: 'AnyWebhooks' })

export const AllDeliveriesQuery = z.object({
  ...pageQuery,
  tenant_id,
  webhook_id: idText.optional(),
  state: oneOf(deliveryStates).optional(),
})

export const AnyDeliveryReply = z
  .object({
    delivery_id: z.string(),
    ...of,
    event_type: z.string(),
    event_number: z.int().nullable(),
    state: z.enum(deliveryStates),
    tries: z.int(),
    created_at: timestamp,
    last_try_at: timestamp.nullable(),
    next_try_at: timestamp.nullable(),
    problem: z.string().nullable().meta({ description: 'Why the last try was not taken' }),
    answer_status: z.int().nullable().meta({ description: 'Of the last try' }),
  })
  .meta({ id: 'AnyWebhookDelivery' })

export const AllDeliveriesReply = z
  .object({
    deliveries: z.array(AnyDeliveryReply),
    next_cursor: z.string().nullable(),
    counts: z
      .object({ waiting: z.int(), failed: z.int() })
      .meta({ description: 'Of all tenants, whichever were asked for' }),
  })
  .meta({ id: 'AnyWebhookDeliveries' })
