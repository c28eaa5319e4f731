// Webhooks: every status of each of their routes.
import { bad, type ContractRow, conflict, endpoint, no } from './contract-row.ts'

const url = 'https://localhost/kontor'
const refused = {
  as: 'without admin:*',
  status: 403,
  code: 'forbidden',
}
const badUrl = bad({
  field: 'url',
  reason: 'address_not_allowed',
  message: 'the address is not one of the open Internet',
})
const badCursor = { status: 400, code: 'bad_request' }
const notActive = conflict('This webhook is paused: make it active first.', {
  reason: 'webhook_paused',
})
type Rest = Parameters<typeof endpoint>[1]
const at = (of: string, rows: Rest, call = of, body?: unknown): ContractRow[] =>
  endpoint({ of, call, ...(body === undefined ? {} : { body }) }, rows)

const one = '/v1/webhooks/{id}'
const own = '/v1/webhooks/{newWebhook}'
const unknown = '/v1/webhooks/whk_unknown'
const deliveries = '/v1/webhook-deliveries'
const onceWebhook = { 'idempotency-key': 'one webhook' }

const onceRead = { 'idempotency-key': 'one reading' }
const personal = (of: string, rows: Rest, body?: unknown): ContractRow[] =>
  endpoint({ of, needs: 'session', ...(body === undefined ? {} : { body }) }, rows)

export const webhookRows: readonly ContractRow[] = [
  ...at(
    'POST /v1/webhooks',
    [
      refused,
      { ...badUrl, body: { url: 'https://10.0.0.1/' } },
      {
        status: 201,
        headers: onceWebhook,
        has: { url, types: [], state: 'active', reason: null },
        keep: { newWebhook: 'webhook_id' },
      },
      { status: 409, code: 'conflict', headers: onceWebhook, body: { url: `${url}/2` } },
    ],
    'POST /v1/webhooks',
    { url },
  ),
  ...at('GET /v1/webhooks', [
    refused,
    { ...badCursor, call: 'GET /v1/webhooks?cursor=x' },
    { status: 200, has: { total: 2, next_cursor: null } },
  ]),
  ...at(
    `GET ${one}`,
    [refused, { status: 200, has: { url } }, { ...no('webhook'), call: `GET ${unknown}` }],
    `GET ${own}`,
  ),
  ...at(
    `POST ${one}/secret`,
    [
      refused,
      { ...badCursor, body: { overlap_hours: -1 } },
      { status: 200, has: { url } },
      { ...no('webhook'), call: `POST ${unknown}/secret` },
    ],
    `POST ${own}/secret`,
    {},
  ),
  ...at(
    `POST ${one}/test`,
    [
      refused,
      { status: 202, has: { event_type: 'webhook.test' }, keep: { newDelivery: 'delivery_id' } },
      { ...no('webhook'), call: `POST ${unknown}/test` },
    ],
    `POST ${own}/test`,
  ),
  ...at(`GET ${deliveries}`, [
    refused,
    { ...badCursor, call: `GET ${deliveries}?state=odd` },
    { ...no('webhook'), call: `GET ${deliveries}?webhook_id=whk_unknown` },
    { status: 200, has: { next_cursor: null } },
  ]),
  ...at(
    `GET ${deliveries}/{id}`,
    [
      refused,
      { status: 200, has: { delivery_id: '{newDelivery}' } },
      { ...no('delivery'), call: `GET ${deliveries}/whd_unknown` },
    ],
    `GET ${deliveries}/{newDelivery}`,
  ),
  ...at(
    `POST ${deliveries}/{id}/send-again`,
    [
      refused,
      { status: 202, has: { state: 'waiting' } },
      { ...no('delivery'), call: `POST ${deliveries}/whd_unknown/send-again` },
    ],
    `POST ${deliveries}/{newDelivery}/send-again`,
  ),
  ...at(
    `PATCH ${one}`,
    [
      refused,
      { ...badCursor, body: { state: 'odd' } },
      { status: 200, has: { state: 'paused' } },
      { ...no('webhook'), call: `PATCH ${unknown}` },
    ],
    `PATCH ${own}`,
    { state: 'paused' },
  ),
  { of: `POST ${one}/test`, call: `POST ${own}/test`, as: 'provider', ...notActive },
  {
    of: `POST ${deliveries}/{id}/send-again`,
    call: `POST ${deliveries}/{newDelivery}/send-again`,
    as: 'provider',
    ...notActive,
  },
  ...personal('GET /v1/me/notices', [
    { status: 200, raw: true },
    { ...badCursor, call: 'GET /v1/me/notices?cursor=x' },
  ]),
  ...personal('GET /v1/me/notifications', [{ status: 200, has: { locale: 'en' } }]),
  ...personal(
    'PATCH /v1/me/notifications',
    [
      { ...badCursor, body: { locale: 'xx' } },
      { status: 200, has: { locale: 'es', mail_available: false } },
    ],
    { locale: 'es' },
  ),
  ...personal(
    'POST /v1/me/notices/read',
    [
      { ...badCursor, body: {} },
      { ...badCursor, body: { notice_ids: ['x'] } },
      { status: 200, headers: onceRead, has: { unread: 0 } },
      { status: 409, code: 'conflict', headers: onceRead, body: { notice_ids: ['own-1'] } },
    ],
    { all: true },
  ),
  ...at(`DELETE ${one}`, [refused, { status: 204, whole: '' }, no('webhook')], `DELETE ${own}`),
]
