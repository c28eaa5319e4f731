import type { Input, Reply } from '../../../client/index.ts'
import type { Tone } from '../../ui/parts.tsx'
import { w } from './words.ts'

export type Webhook = Reply<'listWebhooks'>['webhooks'][number]
export type Delivery = Reply<'listWebhookDeliveries'>['deliveries'][number]
export type EventType = NonNullable<Input<'createWebhook'>['types']>[number]

export const webhookTones: Readonly<Record<Webhook['state'], Tone>> = {
  active: 'good',
  paused: 'warn',
  disabled: 'bad',
}

export const deliveryTones: Readonly<Record<Delivery['state'], Tone>> = {
  waiting: 'info',
  delivered: 'good',
  failed: 'bad',
}

/** Those that a webhook can be told of. */
export function eventTypes(): EventType[] {
  const all = Object.keys(w().types) as (EventType | 'webhook.test')[]
  return all.filter((one): one is EventType => one !== 'webhook.test')
}

/** A type that came later has its own name for a sentence. */
export function sentenceOf(type: string): string {
  return (w().types as Readonly<Record<string, string>>)[type] ?? type
}
