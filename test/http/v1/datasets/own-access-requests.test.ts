// What a buyer asked to be let into, and what became of it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestShop, type TestShop } from '../../../support/open-test-shop.ts'

const path = '/v1/catalog/access-requests'

/** A buyer that asked for two restricted datasets of the provider. */
async function openAsked(): Promise<TestShop & { first: string; second: string }> {
  const shop = await openTestShop()
  const [first, second] = [await restricted(shop, 'First'), await restricted(shop, 'Second')]
  for (const id of [first, second]) {
    const body = { message: `Please, for ${id}.` }
    await shop.call('POST', `/v1/catalog/datasets/${id}/access-requests`, {
      as: shop.buyer.token,
      body,
    })
  }
  return Object.assign(shop, { first, second })
}

async function restricted({ call, provider }: TestShop, name: string): Promise<string> {
  const as = provider.token
  const { body } = await call('POST', '/v1/datasets', {
    as,
    body: { name, visibility: 'restricted' },
  })
  const { dataset_id } = body.data
  await call('PATCH', `/v1/datasets/${dataset_id}`, { as, body: { status: 'active' } })
  return dataset_id
}

async function listed({ call }: TestShop, as: string, query = '') {
  const { status, body } = await call('GET', `${path}${query}`, { as })
  assert.is(status, 200, JSON.stringify(body))
  return body.data
}

const names = ({ access_requests }: { access_requests: { dataset_name: string }[] }) =>
  access_requests.map(({ dataset_name }) => dataset_name)

test('the buyer reads its requests, the newest first', async () => {
  await using shop = await openAsked()
  const { access_requests, total, next_cursor } = await listed(shop, shop.buyer.token)
  assert.equal([total, next_cursor], [2, null])
  const [newest] = access_requests
  assert.equal(newest, {
    access_request_id: newest.access_request_id,
    dataset_id: shop.second,
    tenant_id: shop.buyer.tenantId,
    tenant_name: 'Buyer house',
    message: `Please, for ${shop.second}.`,
    status: 'pending',
    created_at: newest.created_at,
    decided_at: null,
    dataset_name: 'Second',
  })
})

test('a decision shows, and the status filters', async () => {
  await using shop = await openAsked()
  const [, request] = (await listed(shop, shop.buyer.token)).access_requests
  const one = `/v1/datasets/${shop.first}/access-requests/${request.access_request_id}`
  const decision = { as: shop.provider.token, body: { decision: 'approved' } }
  await shop.call('PATCH', one, decision)
  assert.equal(names(await listed(shop, shop.buyer.token, '?status=approved')), ['First'])
  assert.equal(names(await listed(shop, shop.buyer.token, '?status=pending')), ['Second'])
  assert.equal(names(await listed(shop, shop.buyer.token, '?status=rejected')), [])
})

test('pages follow one another, and their cursor is for this list alone', async () => {
  await using shop = await openAsked()
  const first = await listed(shop, shop.buyer.token, '?limit=1')
  const second = await listed(shop, shop.buyer.token, `?limit=1&cursor=${first.next_cursor}`)
  assert.equal([names(first), names(second)], [['Second'], ['First']])
  assert.equal([first.total, second.total, second.next_cursor], [2, 2, null])
  const other = `${path}?limit=1&status=pending&cursor=${first.next_cursor}`
  assert.is((await shop.call('GET', other, { as: shop.buyer.token })).status, 400)
  const foreign = `${path}?limit=1&cursor=${first.next_cursor}`
  assert.is((await shop.call('GET', foreign, { as: shop.provider.token })).status, 400)
})

test('nobody else reads them', async () => {
  await using shop = await openAsked()
  assert.is((await listed(shop, shop.provider.token)).total, 0)
  assert.is((await listed(shop, shop.operator.token)).total, 0)
})

test('a key for some datasets reads what concerns these', async () => {
  await using shop = await openAsked()
  await shop.call('POST', `/v1/datasets/${shop.first}/access`, {
    as: shop.provider.token,
    body: { tenant_id: shop.buyer.tenantId },
  })
  const { body } = await shop.call('POST', '/v1/api-keys', {
    as: shop.buyer.token,
    body: { name: 'some', dataset_access_mode: 'allow_list', dataset_ids: [shop.first] },
  })
  const found = await listed(shop, body.data.key)
  assert.equal([names(found), found.total], [['First'], 1])
})

test('a dataset that is on offer no more has no name here', async () => {
  await using shop = await openAsked()
  await shop.call('DELETE', `/v1/datasets/${shop.second}`, { as: shop.provider.token })
  const [gone] = (await listed(shop, shop.buyer.token)).access_requests
  assert.equal([gone.dataset_id, gone.dataset_name], [shop.second, null])
})

test('bad questions are refused', async () => {
  await using shop = await openAsked()
  const refused: [query: string, field: string][] = [
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?limit=ten', 'limit'],
    ['?cursor=x', 'cursor'],
    ['?cursor=', 'cursor'],
    ['?status=open', 'status'],
    ['?status=pending&status=approved', 'status'],
  ]
  for (const [query, field] of refused) {
    const { status, body } = await shop.call('GET', `${path}${query}`, { as: shop.buyer.token })
    assert.equal([status, body.error?.details.field], [400, field], query)
  }
})

test.run()
