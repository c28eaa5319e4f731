import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  badField,
  checkRows,
  missingScope,
  notFound,
  type Row,
  unauthorized,
} from '../../../support/answer-table.ts'
import { openTestProvider, type TestProvider } from '../../../support/open-test-provider.ts'
import { openTestShop, type TestShop } from '../../../support/open-test-shop.ts'

const unknown = '01jn9z0000zzzzzzzzzzzzzzzz'
const grant = 'POST /v1/datasets/{mine}/access'
const ask = 'POST /v1/catalog/datasets/{mine}/access-requests'

function conflict(
  reason: string,
  { message, ...facts }: { message: string; [fact: string]: unknown },
) {
  return { code: 'conflict', message, details: { reason, ...facts } }
}

const scopes: [ask: string, scope: string, body?: object][] = [
  [grant, 'datasets:write', { tenant_id: '{buyer}' }],
  ['GET /v1/datasets/{mine}/access', 'datasets:read'],
  ['PATCH /v1/datasets/{mine}/access/{buyer}', 'datasets:write', { expires_at: null }],
  ['DELETE /v1/datasets/{mine}/access/{buyer}', 'datasets:write'],
  [ask, 'search:query', {}],
  ['GET /v1/datasets/{mine}/access-requests', 'datasets:read'],
  ['PATCH /v1/datasets/{mine}/access-requests/x', 'datasets:write', { decision: 'approved' }],
]

test('each route of access needs its scope', async () => {
  await using provider = await openTestProvider()
  const names = await restricted(provider)
  const less = { 'datasets:write': 'reader', 'datasets:read': 'searcher', 'search:query': 'reader' }
  const rows = scopes.flatMap(([what, scope, body]): Row[] => {
    const asked = body === undefined ? { ask: what } : { ask: what, body }
    const as = less[scope as keyof typeof less]
    return [
      { ...asked, name: `nobody, ${what}`, status: 401, error: unauthorized },
      { ...asked, name: `${as}, ${what}`, as, status: 403, error: missingScope(scope) },
    ]
  })
  await checkRows(provider, names, rows)
})

test('foreign and unknown datasets have the same answer', async () => {
  await using provider = await openTestProvider()
  const names = await restricted(provider)
  const own = scopes.filter(([what]) => !what.includes('/catalog/'))
  const rows = own.flatMap(([what, , body]) =>
    [
      ['stranger', names.mine],
      ['owner', `dset_${unknown}`],
    ].map(([as = '', id = '']): Row => {
      const asked = { name: `${as}, ${what}`, as, ask: what.replace('{mine}', id) }
      const sent = body === undefined ? {} : { body: JSON.parse(filled(body, names)) }
      return { ...asked, ...sent, status: 404, error: notFound('dataset') }
    }),
  )
  await checkRows(provider, names, rows)
})

test('nobody is let in who was erased', async () => {
  await using provider = await openTestProvider()
  const names = await restricted(provider)
  const gone = await provider.signUp('Gone')
  await provider.store.write((tx) =>
    provider.rooms.identity.blankTenant(tx, gone.tenantId as never),
  )
  await checkRows(provider, names, [
    {
      name: 'erased',
      as: 'owner',
      ask: grant,
      body: { tenant_id: gone.tenantId },
      status: 400,
      error: badField('tenant_id', {
        reason: 'unknown_tenant',
        message: 'tenant_id names no tenant.',
      }),
    },
  ])
})

test('POST, PATCH and DELETE …/access', async () => {
  await using provider = await openTestProvider()
  const names = await restricted(provider)
  const body = { tenant_id: names.buyer }
  const mine = { as: 'owner', ask: grant }
  await checkRows(provider, names, [
    {
      name: 'no tenant',
      ...mine,
      body: {},
      status: 400,
      error: badField('tenant_id', { reason: 'required', message: 'tenant_id is required.' }),
    },
    {
      name: 'unknown',
      ...mine,
      body: { tenant_id: `tnt_${unknown}` },
      status: 400,
      error: badField('tenant_id', {
        reason: 'unknown_tenant',
        message: 'tenant_id names no tenant.',
      }),
    },
    {
      name: 'own',
      ...mine,
      body: { tenant_id: provider.owner.tenantId },
      status: 400,
      error: badField('tenant_id', {
        reason: 'own_tenant',
        message: 'tenant_id is your own: it has access anyway.',
      }),
    },
    {
      name: 'a buyer',
      ...mine,
      body,
      status: 201,
      data: {
        dataset_id: names.mine,
        tenant_id: names.buyer,
        tenant_name: 'Stranger house',
        granted_at: '2026-03-02T10:00:00.000Z',
        expires_at: null,
      },
    },
    {
      name: 'again',
      ...mine,
      body,
      status: 409,
      error: conflict('already_granted', {
        message: 'This tenant has access to the dataset already.',
      }),
    },
  ])
  const one = `/v1/datasets/${names.mine}/access/${names.buyer}`
  await changesEnd(provider, { as: names.owner, one })
  assert.is((await provider.call('DELETE', one, { as: names.owner })).status, 204)
  const gone = await provider.call('DELETE', one, { as: names.owner })
  assert.equal([gone.status, gone.body.error], [404, notFound('access')])
})

/** Earlier, later, or never by itself; the grant stays what it is. */
async function changesEnd(provider: TestProvider, { as, one }: { as: string; one: string }) {
  const change = (body: object) => provider.call('PATCH', one, { as, body })
  const end = '2027-01-31T12:00:00.000Z'
  const changed = (await change({ expires_at: end })).body.data
  assert.equal([changed.granted_at, changed.expires_at], ['2026-03-02T10:00:00.000Z', end])
  const list = (await provider.call('GET', one.replace(/\/[^/]*$/, ''), { as })).body.data.access
  assert.is(list[0].expires_at, end)
  const over = (await change({ expires_at: '2026-03-02T09:00:00Z' })).body.error.details
  assert.equal(over, { field: 'expires_at', reason: 'not_in_the_future' })
  assert.is((await change({})).body.error.details.field, 'expires_at')
  assert.is((await change({ expires_at: null })).body.data.expires_at, null)
}

test('who has access is listed page by page', async () => {
  await using provider = await openTestProvider()
  const names = await restricted(provider)
  const tenants = [names.buyer, (await provider.admin()).tenantId].sort()
  for (const tenant_id of tenants) {
    await provider.call('POST', `/v1/datasets/${names.mine}/access`, {
      as: names.owner,
      body: { tenant_id },
    })
  }
  const list = (query: string) =>
    provider.call('GET', `/v1/datasets/${names.mine}/access?limit=1${query}`, { as: names.owner })
  const first = (await list('')).body.data
  const second = (await list(`&cursor=${first.next_cursor}`)).body.data
  assert.equal([first.total, second.total, second.next_cursor], [2, 2, null])
  assert.equal(
    [first, second].map(({ access }) => access[0].tenant_id),
    tenants,
  )
  assert.is((await list('&cursor=x')).body.error.details.field, 'cursor')
})

test('POST …/access-requests', async () => {
  await using provider = await openTestProvider()
  const names = await restricted(provider)
  const draft = await provider.dataset({ visibility: 'restricted' })
  const hidden = await provider.dataset({ visibility: 'private' })
  const listed = await provider.dataset({ visibility: 'listed' })
  for (const id of [hidden, listed]) activate(provider, id)
  const to = (id: string) => ask.replace('{mine}', id)
  const absent = [draft, hidden, `dset_${unknown}`].map((id) => ({
    name: id,
    as: 'stranger',
    ask: to(id),
    body: {},
    status: 404,
    error: notFound('dataset'),
  }))
  await checkRows(provider, names, [
    ...absent,
    {
      name: 'own',
      as: 'owner',
      ask,
      body: {},
      status: 409,
      error: conflict('own_dataset', { message: 'This dataset is your own.' }),
    },
    {
      name: 'listed',
      as: 'stranger',
      ask: to(listed),
      body: {},
      status: 409,
      error: conflict('open_to_all', { message: 'This dataset is open to everybody.' }),
    },
    {
      name: 'no text',
      as: 'stranger',
      ask,
      body: { message: 7 },
      status: 400,
      error: badField('message', { reason: 'invalid_type', message: 'message must be a text.' }),
    },
    {
      name: 'a request',
      as: 'stranger',
      ask,
      body: { message: 'For a study.' },
      status: 201,
      data: {
        dataset_id: names.mine,
        tenant_id: names.buyer,
        tenant_name: 'Stranger house',
        message: 'For a study.',
        status: 'pending',
        created_at: '2026-03-02T10:00:00.000Z',
        decided_at: null,
      },
    },
  ])
  const again = await request(provider, names)
  assert.is(again.status, 409)
  assert.equal(again.body.error.details.reason, 'already_requested')
  assert.match(again.body.error.details.access_request_id, /^acr_/)
})

test('a key whose allow list leaves the dataset out cannot ask for it', async () => {
  await using provider = await openTestProvider()
  const names = await restricted(provider)
  const stranger = { token: names.stranger } as Awaited<ReturnType<TestProvider['admin']>>
  const narrow = { dataset_access_mode: 'allow_list', dataset_ids: [] }
  const key = await provider.key(stranger, narrow)
  await checkRows(provider, { ...names, key }, [
    { name: 'narrow', as: 'key', ask, body: {}, status: 404, error: notFound('dataset') },
  ])
})

test('PATCH …/access-requests/{id}', async () => {
  await using provider = await openTestProvider()
  const names = await restricted(provider)
  const { body } = await request(provider, names)
  const id = body.data.access_request_id
  const decide = 'PATCH /v1/datasets/{mine}/access-requests/{id}'
  const other = decide.replace('{id}', `acr_${unknown}`)
  const second = await provider.dataset({ visibility: 'restricted' })
  await checkRows(provider, { ...names, id, second }, [
    {
      name: 'no decision',
      as: 'owner',
      ask: decide,
      body: {},
      status: 400,
      error: badField('decision', { reason: 'required', message: 'decision is required.' }),
    },
    {
      name: 'another word',
      as: 'owner',
      ask: decide,
      body: { decision: 'x' },
      status: 400,
      error: badField('decision', {
        reason: 'invalid_value',
        message: 'decision must be one of approved, rejected.',
      }),
    },
    ...[other, decide.replace('{mine}', '{second}')].map((one) => ({
      name: one,
      as: 'owner',
      ask: one,
      body: { decision: 'approved' },
      status: 404,
      error: notFound('access request'),
    })),
    {
      name: 'rejected',
      as: 'owner',
      ask: decide,
      body: { decision: 'rejected' },
      status: 200,
      data: { status: 'rejected', decided_at: '2026-03-02T10:00:00.000Z' },
    },
    {
      name: 'again',
      as: 'owner',
      ask: decide,
      body: { decision: 'approved' },
      status: 409,
      error: conflict('already_decided', {
        message: 'This request is rejected already.',
        status: 'rejected',
      }),
    },
    { name: 'asked once more', as: 'stranger', ask, body: {}, status: 201 },
  ])
})

test('a request of who was erased meanwhile can only be declined', async () => {
  await using provider = await openTestProvider()
  const names = await restricted(provider)
  const gone = await provider.signUp('Gone')
  const path = `/v1/catalog/datasets/${names.mine}/access-requests`
  const { body } = await provider.call('POST', path, { as: gone.token, body: {} })
  await provider.store.write((tx) =>
    provider.rooms.identity.blankTenant(tx, gone.tenantId as never),
  )
  const decide = `PATCH /v1/datasets/{mine}/access-requests/${body.data.access_request_id}`
  await checkRows(provider, names, [
    {
      name: 'approved',
      as: 'owner',
      ask: decide,
      body: { decision: 'approved' },
      status: 409,
      error: conflict('tenant_erased', {
        message: 'Who asked was erased: this request can only be declined.',
      }),
    },
    {
      name: 'declined',
      as: 'owner',
      ask: decide,
      body: { decision: 'rejected' },
      status: 200,
      data: { status: 'rejected' },
    },
  ])
})

test('requests are listed newest first, by status', async () => {
  await using provider = await openTestProvider()
  const names = await restricted(provider)
  const first = (await request(provider, names)).body.data.access_request_id
  await decide(provider, names, { id: first, decision: 'rejected' })
  const second = (await request(provider, names)).body.data.access_request_id
  const list = async (query: string) => {
    const path = `/v1/datasets/${names.mine}/access-requests${query}`
    const { data } = (await provider.call('GET', path, { as: names.owner })).body
    const ids = data.access_requests.map(
      (one: { access_request_id: string }) => one.access_request_id,
    )
    return { ids, total: data.total, cursor: data.next_cursor }
  }
  assert.equal(await list(''), { ids: [second, first], total: 2, cursor: null })
  assert.equal(await list('?status=rejected'), { ids: [first], total: 1, cursor: null })
  const { cursor, ids } = await list('?limit=1')
  assert.equal(ids, [second])
  assert.equal((await list(`?limit=1&cursor=${cursor}`)).ids, [first])
})

test('an approval lets the tenant in, and a grant settles an open request', async () => {
  await using provider = await openTestProvider()
  const names = await restricted(provider)
  const first = (await request(provider, names)).body.data.access_request_id
  await decide(provider, names, { id: first, decision: 'approved' })
  assert.equal(await grantees(provider, names), [names.buyer])
  const one = `/v1/datasets/${names.mine}/access/${names.buyer}`
  await provider.call('DELETE', one, { as: names.owner })
  await request(provider, names)
  const body = { tenant_id: names.buyer }
  await provider.call('POST', `/v1/datasets/${names.mine}/access`, { as: names.owner, body })
  const path = `/v1/datasets/${names.mine}/access-requests`
  const { data } = (await provider.call('GET', path, { as: names.owner })).body
  assert.equal(
    data.access_requests.map(({ status }: { status: string }) => status),
    ['approved', 'approved'],
  )
})

test('each step of access is in the audit log of the provider', async () => {
  await using provider = await openTestProvider()
  const names = await restricted(provider)
  const id = (await request(provider, names)).body.data.access_request_id
  await decide(provider, names, { id, decision: 'approved' })
  const one = `/v1/datasets/${names.mine}/access/${names.buyer}`
  await provider.call('DELETE', one, { as: names.owner })
  const rows = provider.store.raw
    .prepare(
      `SELECT action, subject_id, details ->> 'tenant_id' AS whom FROM audit_event
       WHERE tenant_id = ? AND action LIKE 'dataset.access%' ORDER BY audit_no`,
    )
    .all(provider.owner.tenantId)
  const steps = ['requested', 'request_approved', 'granted', 'revoked']
  assert.equal(
    rows,
    steps.map((step) => ({
      action: `dataset.access_${step}`,
      subject_id: names.mine,
      whom: names.buyer,
    })),
  )
})

test('access counts while the dataset is restricted, and opens the asset', async () => {
  await using shop = await openTestShop()
  const asset = await shop.offer()
  const seen = async () => (await shop.call('GET', `/asset/${asset}`, { as: shop.key })).status
  await setVisibility(shop, 'restricted')
  assert.is(await seen(), 404)
  await letIn(shop)
  assert.is(await seen(), 200)
  await setVisibility(shop, 'private')
  assert.is(await seen(), 404)
  await setVisibility(shop, 'restricted')
  assert.is(await seen(), 200)
})

test('an open link of a tenant that lost access answers 403 and costs nothing', async () => {
  await using shop = await openTestShop()
  const asset = await shop.offer()
  await setVisibility(shop, 'restricted')
  await letIn(shop)
  const used = await shop.link(asset)
  assert.is((await shop.call('GET', used)).status, 200)
  const open = await shop.link(asset)
  const before = shop.credits(shop.buyer.tenantId)
  const one = `/v1/datasets/${shop.datasetId}/access/${shop.buyer.tenantId}`
  assert.is((await shop.call('DELETE', one, { as: shop.provider.token })).status, 204)
  assert.is((await shop.call('GET', open)).status, 403)
  assert.is((await shop.call('GET', used)).status, 410)
  assert.is((await shop.mint(asset)).status, 404)
  assert.is(shop.credits(shop.buyer.tenantId), before)
})

type Names = Awaited<ReturnType<typeof restricted>>

/** An active restricted dataset of the provider, which the stranger may ask for. */
async function restricted(provider: TestProvider) {
  const mine = await provider.dataset({ visibility: 'restricted' })
  activate(provider, mine)
  const { body } = await provider.call('GET', '/v1/me', { as: provider.names.stranger ?? '' })
  const { owner, stranger, ...names } = provider.names as Record<'owner' | 'stranger', string>
  return { ...names, owner, stranger, mine, buyer: body.data.tenant.tenant_id as string }
}

function activate({ store }: TestProvider, datasetId: string): void {
  store.raw.prepare("UPDATE dataset SET status = 'active' WHERE dataset_id = ?").run(datasetId)
}

function filled(body: object, { buyer }: { buyer: string }): string {
  return JSON.stringify(body).replace('{buyer}', buyer)
}

function request({ call }: TestProvider, { mine, stranger }: Names) {
  return call('POST', `/v1/catalog/datasets/${mine}/access-requests`, { as: stranger, body: {} })
}

function decide(
  { call }: TestProvider,
  { mine, owner }: Names,
  { id, decision }: { id: string; decision: string },
) {
  const path = `/v1/datasets/${mine}/access-requests/${id}`
  return call('PATCH', path, { as: owner, body: { decision } })
}

async function grantees({ call }: TestProvider, { mine, owner }: Names): Promise<string[]> {
  const { body } = await call('GET', `/v1/datasets/${mine}/access`, { as: owner })
  return body.data.access.map(({ tenant_id }: { tenant_id: string }) => tenant_id)
}

async function setVisibility(shop: TestShop, visibility: string): Promise<void> {
  const path = `/v1/datasets/${shop.datasetId}`
  await shop.call('PATCH', path, { as: shop.provider.token, body: { visibility } })
}

async function letIn(shop: TestShop): Promise<void> {
  const body = { tenant_id: shop.buyer.tenantId }
  const path = `/v1/datasets/${shop.datasetId}/access`
  await shop.call('POST', path, { as: shop.provider.token, body })
}

test.run()
