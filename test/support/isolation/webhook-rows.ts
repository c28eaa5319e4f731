// The rows of webhooks: for owners, admins and keys with all of an owner's power.
import { anothersCursor, data, forbidden, no, type Row } from './words.ts'

const managers = forbidden(
  'manager_required',
  'This needs an owner or an admin, or a key with admin:* over every dataset.',
)
const needs = 'credential' as const
const row = (call: string, foreign: Row['foreign'], body?: unknown): Row => ({
  call,
  needs,
  foreign,
  narrow: managers,
  ...(body === undefined ? {} : { body }),
})
const noWebhook = no('webhook')
const noDelivery = no('delivery')

export const webhooks: Record<string, Row> = {
  createWebhook: row('POST /v1/webhooks', 'names nothing of anybody', {
    url: 'https://localhost/',
  }),
  listWebhooks: row('GET /v1/webhooks', data({ webhooks: [], total: 0, next_cursor: null })),
  getWebhook: row('GET /v1/webhooks/{webhook}', noWebhook),
  patchWebhook: row('PATCH /v1/webhooks/{webhook}', noWebhook, { state: 'paused' }),
  deleteWebhook: row('DELETE /v1/webhooks/{webhook}', noWebhook),
  rotateWebhookSecret: row('POST /v1/webhooks/{webhook}/secret', noWebhook, {}),
  testWebhook: row('POST /v1/webhooks/{webhook}/test', noWebhook),
  listWebhookDeliveries: row('GET /v1/webhook-deliveries?cursor={cursor}', anothersCursor),
  getWebhookDelivery: row('GET /v1/webhook-deliveries/{delivery}', noDelivery),
  sendWebhookAgain: row('POST /v1/webhook-deliveries/{delivery}/send-again', noDelivery),
}
