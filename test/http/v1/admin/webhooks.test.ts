// Webhooks of all tenants, as whoever runs the platform sees them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { badField, checkRows, notFound } from '../../../support/answer-table.ts'
import { openTestApp } from '../../../support/open-test-app.ts'
import { openReceiver } from '../../../support/receiver.ts'

test('webhooks of all tenants are looked at, sent again and paused, without secrets', async () => {
  await using receiver = await openReceiver()
  await using app = await openTestApp({
    parts: { workers: false },
    config: { webhookAllow: ['127.0.0.1'] },
  })
  const { token: as, userId } = await app.admin()
  const house = async (name: string) => {
    const owner = await app.signUp(name)
    const ask = (method: string, path: string, body?: unknown) =>
      app.call(method, `/v1${path}`, { as: owner.token, body })
    const url = `${receiver.url}/t0ken-${name}?key=t0ken`
    const made = await ask('POST', '/webhooks', { url, types: ['key.created'] })
    return { ...owner, ask, ...made.body.data }
  }
  const [ada, bob] = [await house('Ada'), await house('Bob')]
  const asked = async (path: string, method = 'GET', body?: unknown) => {
    const answer = await app.call(method, `/v1/admin/${path}`, { as, body })
    assert.not.match(JSON.stringify(answer.body), /t0ken|whsec_/)
    return answer.body.data
  }
  receiver.answers((_, res) => res.writeHead(410).end('gone: t0ken'))
  await bob.ask('POST', '/api-keys', { name: 'one', scopes: ['search:query'] })
  await app.settleJobs()
  const all = await asked('webhooks')
  assert.equal(
    all.webhooks.map((one: Record<string, unknown>) => [one.webhook_id, one.state, one.reason]),
    [
      [bob.webhook_id, 'disabled', 'gone'],
      [ada.webhook_id, 'active', null],
    ],
  )
  assert.is(all.webhooks[0].origin, new URL(receiver.url).origin)
  const tenant = (await asked(`tenants/${bob.tenantId}`)).name
  assert.is(all.webhooks[0].tenant_name, tenant)
  const first = await asked('webhooks?limit=1')
  const second = await asked(`webhooks?limit=1&cursor=${first.next_cursor}`)
  assert.equal([...first.webhooks, ...second.webhooks], all.webhooks)
  assert.is((await asked('webhooks?state=disabled')).total, 1)
  assert.is((await asked(`webhooks?tenant_id=${ada.tenantId}`)).webhooks[0].kinds, 1)

  const { deliveries, counts, next_cursor } = await asked('webhook-deliveries?state=failed')
  assert.equal([deliveries.length, counts, next_cursor], [1, { waiting: 0, failed: 1 }, null])
  const [failed] = deliveries
  assert.equal([failed.tenant_name, failed.answer_status, failed.tries], [tenant, 410, 1])
  for (const [query, there] of [
    ['state=waiting', 0],
    ['state=delivered', 0],
    [`tenant_id=${ada.tenantId}`, 0],
    [`webhook_id=${bob.webhook_id}&limit=1`, 1],
  ] as const) {
    assert.is((await asked(`webhook-deliveries?${query}`)).deliveries.length, there, query)
  }

  const again = `webhook-deliveries/${failed.delivery_id}/send-again`
  const missing = { as: 'admin', status: 404 }
  const at = `PATCH /v1/admin/webhooks/${bob.webhook_id}`
  await checkRows(app, { admin: as }, [
    {
      name: 'again to one that was given up',
      as: 'admin',
      ask: `POST /v1/admin/${again}`,
      status: 409,
      error: {
        code: 'conflict',
        message: 'This webhook is disabled: make it active first.',
        details: { reason: 'webhook_disabled' },
      },
    },
    {
      ...missing,
      name: 'an unknown delivery',
      ask: 'POST /v1/admin/webhook-deliveries/whd_x/send-again',
      error: notFound('delivery'),
    },
    {
      ...missing,
      name: 'an unknown webhook',
      ask: 'PATCH /v1/admin/webhooks/whk_x',
      body: { state: 'paused' },
      error: notFound('webhook'),
    },
    { name: 'a state that is none', as: 'admin', ask: at, body: { state: 'off' }, status: 400 },
    { name: 'asks', as: 'admin', ask: 'GET /v1/admin/webhooks?state=off', status: 400 },
    {
      name: 'a cursor of elsewhere',
      as: 'admin',
      ask: `GET /v1/admin/webhook-deliveries?cursor=${first.next_cursor}`,
      status: 400,
      error: badField('cursor', {
        reason: 'invalid_cursor',
        message: 'This cursor is damaged or belongs to another list. Start again without it.',
      }),
    },
  ])

  receiver.answers((_, res) => res.writeHead(204).end())
  const goesOn = await asked(`webhooks/${bob.webhook_id}`, 'PATCH', { state: 'active' })
  assert.equal([goesOn.state, goesOn.reason], ['active', null])
  await app.settleJobs()
  assert.is((await asked('webhook-deliveries?state=delivered')).deliveries.length, 1)
  const sent = await asked(again, 'POST')
  assert.equal([sent.state, sent.tries], ['waiting', 0])
  await app.settleJobs()
  assert.is(receiver.received.length, 3)
  const paused = await asked(`webhooks/${bob.webhook_id}`, 'PATCH', { state: 'paused' })
  assert.equal([paused.state, paused.reason], ['paused', 'operator'])
  const own = (await bob.ask('GET', `/webhooks/${bob.webhook_id}`)).body.data
  assert.equal([own.state, own.reason], ['paused', 'operator'])
  const log = (await bob.ask('GET', '/audit?action=webhook')).body.data.audit_events
  const deeds = log.map((event: { action: string; actor: { id: string } }) => [
    event.action,
    event.actor.id,
  ])
  assert.equal(deeds.slice(0, 3), [
    ['webhook.changed', userId],
    ['webhook.sent_again', userId],
    ['webhook.changed', userId],
  ])
})

test.run()
