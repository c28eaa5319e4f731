// The rows of webhooks and streams: webhooks are for owners, admins and keys with all they may do.
import { eventTypes } from '../../../src/domain/events/index.ts'
import {
  anothersCursor,
  badB,
  data,
  forbidden,
  no,
  open,
  type Row,
  refusedByB,
  sessionOnly,
} from './words.ts'

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

const badPlace = badB({
  field: 'last_event_id',
  reason: 'invalid',
  message: 'Last-Event-ID must be the id of a message of this stream.',
})

const untold = data({
  locale: 'en',
  mail: Object.fromEntries(eventTypes.map((type) => [type, 'off'])),
  mail_available: false,
})
const noMail = refusedByB(501, {
  code: 'not_implemented',
  message: 'This installation sends no mail.',
})

const noCode = forbidden(
  'email_code_invalid',
  'This code is not valid (any more). Have another one sent.',
)

const byMyself = (call: string, told: Row['foreign'], body?: unknown): Row => ({
  call,
  needs: 'session',
  foreign: told,
  narrow: sessionOnly,
  ...(body === undefined ? {} : { body }),
})

export const webhooks: Record<string, Row> = {
  listNotices: byMyself('GET /v1/me/notices?cursor={cursor}', anothersCursor),
  getNotifications: byMyself('GET /v1/me/notifications', untold),
  changeNotifications: byMyself('PATCH /v1/me/notifications', untold, {}),
  requestPasswordReset: {
    call: 'POST /v1/auth/password-reset/request',
    body: { email: 'stranger@example.eu' },
    needs: 'nothing',
    always: noMail,
    foreign: open,
    narrow: open,
  },
  verifyEmail: {
    call: 'POST /v1/auth/email-verification',
    body: { email_code: 'x' },
    needs: 'nothing',
    always: noCode,
    foreign: open,
    narrow: open,
  },
  requestEmailVerification: byMyself('POST /v1/me/email-verification', noMail),
  changeEmail: byMyself('PUT /v1/me/email', noMail, { email: 'else@example.eu' }),
  markNoticesRead: byMyself('POST /v1/me/notices/read', data({ unread: 0 }), { all: true }),
  // What each is told of lasts, and is in test/http/v1/events.
  streamEvents: {
    call: 'GET /v1/events?last_event_id=x',
    needs,
    foreign: badPlace,
    narrow: badPlace,
  },
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
