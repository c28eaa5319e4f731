// The provider's inbox of requests over all datasets, and access that ends by itself.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DatasetId } from '../../../../src/base/ids.ts'
import { insertRow } from '../../../support/insert-row.ts'
import { openTestApp } from '../../../support/open-test-app.ts'
import { onlyOne, toldTo } from '../../../support/told.ts'

const day = 24 * 60 * 60 * 1000

/** A provider with two restricted datasets, and a buyer who asked for both. */
async function openAsked() {
  const app = await openTestApp({ parts: { jobs: false, workers: false } })
  const [provider, buyer] = [await app.signUp('Provider'), await app.signUp('Buyer')]
  const made: string[] = []
  const asked: string[] = []
  for (const name of ['Boilers', 'Pumps']) {
    const body = { name, visibility: 'restricted' }
    const set = await app.call('POST', '/v1/datasets', { as: provider.token, body })
    const { dataset_id } = set.body.data
    app.store.raw.exec("UPDATE dataset SET status = 'active'")
    const path = `/v1/catalog/datasets/${dataset_id}/access-requests`
    const request = await app.call('POST', path, { as: buyer.token, body: { message: 'Please.' } })
    made.push(dataset_id)
    asked.push(request.body.data.access_request_id)
    app.clock.advance({ seconds: 1 })
  }
  const inbox = async (query = '', as = provider.token) =>
    (await app.call('GET', `/v1/access-requests${query}`, { as })).body.data
  const decide = (n: number, body: object) =>
    app.call('PATCH', `/v1/datasets/${made[n]}/access-requests/${asked[n]}`, {
      as: provider.token,
      body,
    })
  const grants = async (n: number) =>
    (await app.call('GET', `/v1/datasets/${made[n]}/access`, { as: provider.token })).body.data
      .access
  return Object.assign(app, { provider, buyer, made, asked, inbox, decide, grants })
}

const names = (list: { access_requests: { dataset_name: string }[] }) =>
  list.access_requests.map(({ dataset_name }) => dataset_name)

test('requests for all datasets are one list, with who asks for whom', async () => {
  await using app = await openAsked()
  const { access_requests, total, next_cursor } = await app.inbox()
  assert.equal([total, next_cursor], [2, null])
  const [{ created_at: _, ...newest }] = access_requests
  assert.equal(newest, {
    access_request_id: app.asked[1],
    dataset_id: app.made[1],
    dataset_name: 'Pumps',
    tenant_id: app.buyer.tenantId,
    tenant_name: 'Buyer house',
    asked_by: 'Buyer',
    message: 'Please.',
    status: 'pending',
    decided_at: null,
  })
  const first = await app.inbox('?limit=1')
  const rest = await app.inbox(`?limit=1&cursor=${first.next_cursor}`)
  assert.equal([...names(first), ...names(rest)], ['Pumps', 'Boilers'])
  assert.equal(names(await app.inbox('?limit=1&offset=1')), ['Boilers'])
  await app.decide(0, { decision: 'rejected' })
  assert.equal(names(await app.inbox('?status=pending')), ['Pumps'])
  assert.equal((await app.inbox('', app.buyer.token)).total, 0)
})

test('access that was given for a time ends with it, and says so in the log', async () => {
  await using app = await openAsked()
  const endsAt = new Date(app.clock.nowMs() + day).toISOString()
  assert.is((await app.decide(0, { decision: 'approved', expires_at: endsAt })).status, 200)
  await app.decide(1, { decision: 'approved' })
  assert.is((await app.grants(0))[0].expires_at, endsAt)
  assert.is((await app.grants(1))[0].expires_at, null)
  app.clock.advance({ hours: 23 })
  assert.is(await app.rooms.catalog.endAccess(), 0)
  app.clock.advance({ hours: 1 })
  assert.is(await app.rooms.catalog.endAccess(), 1)
  assert.equal([(await app.grants(0)).length, (await app.grants(1)).length], [0, 1])
  const { body } = await app.call('GET', '/v1/audit?action=dataset.access_ended', {
    as: app.provider.token,
  })
  assert.is(body.data.audit_events[0].subject.id, app.made[0])
  const data = { dataset_id: app.made[0], reason: 'expired' }
  assert.equal(onlyOne(toldTo(app, app.buyer.tenantId), 'dataset.access_ended'), data)
})

test('who asked for a dataset that is deleted is told no, however many they are', async () => {
  await using app = await openAsked()
  const { raw } = app.store
  const rowOf = (table: string, id: string) =>
    raw.prepare(`SELECT * FROM ${table} WHERE ${table}_id = ?`).get(id) as Record<string, unknown>
  const tenant = rowOf('tenant', app.buyer.tenantId)
  const request = rowOf('access_request', app.asked[0] as string)
  for (let n = 0; n < 250; n++) {
    const tenant_id = `${tenant.tenant_id}${n}`
    insertRow(app.store, 'tenant', { ...tenant, tenant_id })
    const access_request_id = `${request.access_request_id}${n}`
    insertRow(app.store, 'access_request', { ...request, access_request_id, tenant_id })
  }
  assert.is((await app.inbox('?status=pending')).total, 252)
  const [datasetId] = app.made
  const path = `/v1/datasets/${datasetId}`
  assert.is((await app.call('DELETE', path, { as: app.provider.token })).status, 200)
  await app.rooms.catalog.continueDeletion({ datasetId: datasetId as DatasetId })
  assert.equal(names(await app.inbox('?status=pending')), ['Pumps'])
  const own = await app.call('GET', '/v1/catalog/access-requests', { as: app.buyer.token })
  const seen = own.body.data.access_requests.map((one: Record<string, unknown>) => one.status)
  assert.equal(seen, ['pending', 'rejected'])
  const data = { dataset_id: datasetId, access_request_id: app.asked[0], decision: 'rejected' }
  assert.equal(onlyOne(toldTo(app, app.buyer.tenantId), 'dataset.access_decided'), data)
  const told = "SELECT count(*) FROM event WHERE type = 'dataset.access_decided'"
  assert.is(raw.prepare(told).pluck().get(), 251)
})

test('an end that is over, or is no time, is refused', async () => {
  await using app = await openAsked()
  for (const expires_at of [new Date(app.clock.nowMs()).toISOString(), 'tomorrow', 5]) {
    const { status, body } = await app.decide(0, { decision: 'approved', expires_at })
    assert.equal([status, body.error.details.field], [400, 'expires_at'], String(expires_at))
  }
  const path = `/v1/datasets/${app.made[0]}/access`
  const body = { tenant_id: app.buyer.tenantId, expires_at: '2020-01-01T00:00:00Z' }
  assert.is((await app.call('POST', path, { as: app.provider.token, body })).status, 400)
  const later = { ...body, expires_at: '2027-01-01T00:00:00+02:00' }
  const given = await app.call('POST', path, { as: app.provider.token, body: later })
  assert.is(given.body.data.expires_at, '2026-12-31T22:00:00.000Z')
})

test.run()
