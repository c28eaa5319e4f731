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
import { openTestProvider } from '../../../support/open-test-provider.ts'

const firstMoment = '2026-03-02T10:00:00.000Z'

const create: Row[] = [
  {
    name: 'the defaults',
    as: 'owner',
    ask: 'POST /v1/datasets',
    body: { name: 'Wind' },
    status: 201,
    data: {
      name: 'Wind',
      description: null,
      source_modality: 'document',
      monetization_mode: 'open',
      pricing_model: 'demand_curve',
      visibility: 'private',
      status: 'draft',
      object_count: 0,
      active_object_count: 0,
      total_bytes: 0,
      created_at: firstMoment,
      updated_at: firstMoment,
      last_ingest_at: null,
      base_price_credits: null,
      tags: [],
      curated: false,
    },
  },
  {
    name: 'everything given, with a key',
    as: 'writer',
    ask: 'POST /v1/datasets',
    body: {
      name: 'Wind',
      description: 'Two\nlines',
      source_modality: 'mixed',
      monetization_mode: 'outcome_share',
      pricing_model: 'fixed',
      visibility: 'listed',
      base_price_credits: 120,
      tags: ['energy', 'Prüfung'],
      license: 'https://creativecommons.org/licenses/by/4.0/',
      unknown_field: 1,
    },
    status: 201,
    data: {
      description: 'Two\nlines',
      source_modality: 'mixed',
      monetization_mode: 'outcome_share',
      pricing_model: 'fixed',
      visibility: 'listed',
      base_price_credits: 120,
      tags: ['energy', 'Prüfung'],
      license: 'https://creativecommons.org/licenses/by/4.0/',
    },
  },
  { name: 'no credential', ask: 'POST /v1/datasets', status: 401, error: unauthorized },
  {
    name: 'an unknown session',
    as: 'nobody',
    ask: 'POST /v1/datasets',
    status: 401,
    error: unauthorized,
  },
  {
    name: 'a key that only reads',
    as: 'reader',
    ask: 'POST /v1/datasets',
    body: { name: 'x' },
    status: 403,
    error: missingScope('datasets:write'),
  },
  ...refusedFields([
    [{}, 'name', 'required', 'name is required.'],
    [{ name: '' }, 'name', 'too_small', 'name must not be empty.'],
    [
      { name: 'x', license: 'javascript:alert(1)' },
      'license',
      'invalid_value',
      'license must be an http or https address.',
    ],
    [{ name: '  ' }, 'name', 'invalid_value', 'name must not be empty.'],
    [{ name: 7 }, 'name', 'invalid_type', 'name must be a text.'],
    [{ name: 'x'.repeat(201) }, 'name', 'too_big', 'name must have at most 200 characters.'],
    [{ name: 'a\u0000b' }, 'name', 'invalid_value', 'name must not contain control characters.'],
    [
      { name: 'x', visibility: 'public' },
      'visibility',
      'invalid_value',
      'visibility must be one of private, restricted, listed.',
    ],
    [
      { name: 'x', source_modality: null },
      'source_modality',
      'invalid_value',
      'source_modality must be one of document, image, video, audio, text, mixed.',
    ],
    [
      { name: 'x', base_price_credits: 1.5 },
      'base_price_credits',
      'invalid_type',
      'base_price_credits must be a whole number from 0 to 1000000000000.',
    ],
    [
      { name: 'x', base_price_credits: -1 },
      'base_price_credits',
      'too_small',
      'base_price_credits must be a whole number from 0 to 1000000000000.',
    ],
    [{ name: 'x', tags: 'a' }, 'tags', 'invalid_type', 'tags must be a list of texts.'],
    [{ name: 'x', tags: [''] }, 'tags.0', 'too_small', 'tags.0 must not be empty.'],
  ]),
]

test('POST /v1/datasets', async () => {
  await using provider = await openTestProvider()
  await checkRows(provider, provider.names, create)
})

test('GET /v1/datasets/{id}', async () => {
  await using provider = await openTestProvider()
  const mine = await provider.dataset({ name: 'Mine' })
  const listed = await provider.dataset({ visibility: 'listed' })
  const names = { ...provider.names, mine, listed }
  await checkRows(provider, names, [
    {
      name: 'an own one',
      as: 'owner',
      ask: 'GET /v1/datasets/{mine}',
      status: 200,
      data: { dataset_id: mine, tenant_id: provider.owner.tenantId, name: 'Mine' },
    },
    { name: 'with a key', as: 'reader', ask: 'GET /v1/datasets/{mine}', status: 200 },
    { name: 'no credential', ask: 'GET /v1/datasets/{mine}', status: 401, error: unauthorized },
    {
      name: 'a key without the scope',
      as: 'searcher',
      ask: 'GET /v1/datasets/{mine}',
      status: 403,
      error: missingScope('datasets:read'),
    },
    ...sameForAll('GET /v1/datasets/{id}'),
    {
      name: 'a listed one of another tenant',
      as: 'stranger',
      ask: 'GET /v1/datasets/{listed}',
      status: 404,
      error: notFound('dataset'),
    },
  ])
})

const patchMine = 'PATCH /v1/datasets/{mine}'
const later = '2026-03-02T11:00:00.000Z'

const patch: Row[] = [
  {
    name: 'nothing sent changes nothing',
    as: 'owner',
    ask: patchMine,
    body: {},
    status: 200,
    data: { name: 'Mine', description: 'old', tags: ['a'], updated_at: firstMoment },
  },
  {
    name: 'the same value is no change',
    as: 'owner',
    ask: patchMine,
    body: { name: 'Mine', status: 'draft', tags: ['a'] },
    status: 200,
    data: { updated_at: firstMoment },
  },
  {
    name: 'one field changes one field',
    as: 'writer',
    ask: patchMine,
    body: { name: 'Renamed' },
    status: 200,
    data: { name: 'Renamed', description: 'old', tags: ['a'], updated_at: later },
  },
  {
    name: 'null empties',
    as: 'owner',
    ask: patchMine,
    body: { description: null, base_price_credits: null },
    status: 200,
    data: { name: 'Renamed', description: null, base_price_credits: null },
  },
  {
    name: 'a legal step',
    as: 'owner',
    ask: patchMine,
    body: { status: 'archived', visibility: 'listed', base_price_credits: 3 },
    status: 200,
    data: { status: 'archived', visibility: 'listed', base_price_credits: 3 },
  },
  {
    name: 'an illegal step',
    as: 'owner',
    ask: patchMine,
    body: { status: 'ingesting', name: 'Not taken' },
    status: 409,
    error: {
      code: 'conflict',
      message: 'A dataset cannot be set from archived to ingesting.',
      details: {
        reason: 'illegal_transition',
        field: 'status',
        from: 'archived',
        to: 'ingesting',
      },
    },
  },
  {
    name: 'and nothing of it',
    as: 'owner',
    ask: patchMine,
    body: {},
    status: 200,
    data: { name: 'Renamed' },
  },
  {
    name: 'a step that only an admin may make',
    as: 'owner',
    ask: patchMine,
    body: { status: 'suspended' },
    status: 403,
    error: {
      code: 'forbidden',
      message: 'Only a platform admin may set a dataset from archived to suspended.',
      details: { reason: 'platform_admin_only' },
    },
  },
  {
    name: 'an unknown status',
    as: 'owner',
    ask: patchMine,
    body: { status: 'open' },
    status: 400,
    error: badField('status', {
      reason: 'invalid_value',
      message:
        'status must be one of draft, ingesting, active, paused, archived, suspended, ' +
        'pending_deletion, deleted.',
    }),
  },
  { name: 'no credential', ask: patchMine, body: {}, status: 401, error: unauthorized },
  {
    name: 'a key that only reads',
    as: 'reader',
    ask: patchMine,
    body: {},
    status: 403,
    error: missingScope('datasets:write'),
  },
  ...sameForAll('PATCH /v1/datasets/{id}', { name: 'x' }),
  {
    name: 'pending_deletion',
    as: 'owner',
    ask: patchMine,
    body: { status: 'pending_deletion' },
    status: 200,
    data: { status: 'pending_deletion' },
  },
  {
    name: 'then it is gone',
    as: 'owner',
    ask: patchMine,
    body: {},
    status: 404,
    error: notFound('dataset'),
  },
]

test('PATCH /v1/datasets/{id}', async () => {
  await using provider = await openTestProvider()
  const mine = await provider.dataset({ name: 'Mine', description: 'old', tags: ['a'] })
  provider.clock.advance({ hours: 1 })
  await checkRows(provider, { ...provider.names, mine }, patch)
})

test('DELETE /v1/datasets/{id}', async () => {
  await using provider = await openTestProvider()
  const mine = await provider.dataset()
  const objectId = await provider.staged(mine)
  const ask = 'DELETE /v1/datasets/{mine}'
  await checkRows(provider, { ...provider.names, mine, objectId }, [
    { name: 'no credential', ask, status: 401, error: unauthorized },
    {
      name: 'a key that only reads',
      as: 'reader',
      ask,
      status: 403,
      error: missingScope('datasets:write'),
    },
    ...sameForAll('DELETE /v1/datasets/{id}'),
    { name: 'an own one', as: 'owner', ask, status: 200, data: {} },
    { name: 'twice', as: 'owner', ask, status: 404, error: notFound('dataset') },
    {
      name: 'its objects are gone',
      as: 'owner',
      ask: 'GET /v1/objects/{objectId}',
      status: 404,
      error: notFound('object'),
    },
    {
      name: 'its list is gone',
      as: 'owner',
      ask: 'GET /v1/datasets/{mine}/objects',
      status: 404,
      error: notFound('dataset'),
    },
    {
      name: 'it is in no list',
      as: 'owner',
      ask: 'GET /v1/datasets?status=pending_deletion',
      status: 200,
      data: { datasets: [], total: 0, next_cursor: null },
    },
  ])
})

test('DELETE answers an empty object', async () => {
  await using provider = await openTestProvider()
  const mine = await provider.dataset()
  const { body } = await provider.call('DELETE', `/v1/datasets/${mine}`, {
    as: provider.owner.token,
  })
  assert.equal(body.data, {})
})

test('GET /v1/datasets refuses what it cannot read', async () => {
  await using provider = await openTestProvider()
  const limitRule = { reason: 'too_big', message: 'limit must be a whole number from 1 to 100.' }
  await checkRows(provider, provider.names, [
    { name: 'no credential', ask: 'GET /v1/datasets', status: 401, error: unauthorized },
    {
      name: 'a key without the scope',
      as: 'searcher',
      ask: 'GET /v1/datasets',
      status: 403,
      error: missingScope('datasets:read'),
    },
    {
      name: 'a limit above 100',
      as: 'owner',
      ask: 'GET /v1/datasets?limit=101',
      status: 400,
      error: badField('limit', limitRule),
    },
    {
      name: 'a limit of 0',
      as: 'owner',
      ask: 'GET /v1/datasets?limit=0',
      status: 400,
      error: badField('limit', { ...limitRule, reason: 'too_small' }),
    },
    {
      name: 'a limit that is no number',
      as: 'owner',
      ask: 'GET /v1/datasets?limit=ten',
      status: 400,
      error: badField('limit', { ...limitRule, reason: 'invalid_format' }),
    },
    {
      name: 'an unknown visibility',
      as: 'owner',
      ask: 'GET /v1/datasets?visibility=all',
      status: 400,
      error: badField('visibility', {
        reason: 'invalid_value',
        message: 'visibility must be one of private, restricted, listed.',
      }),
    },
    {
      name: 'a parameter twice',
      as: 'owner',
      ask: 'GET /v1/datasets?limit=1&limit=2',
      status: 400,
      error: badField('limit', { reason: 'duplicate', message: 'limit must be given only once.' }),
    },
    {
      name: 'a damaged cursor',
      as: 'owner',
      ask: 'GET /v1/datasets?cursor=abc',
      status: 400,
      error: damagedCursor,
    },
  ])
})

test('a list pages without gaps, newest first, and its total is the full count', async () => {
  await using provider = await openTestProvider()
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift(await provider.dataset({ name: `n${n}` }))
  const seen: string[] = []
  let cursor = ''
  do {
    const path = `/v1/datasets?limit=2${cursor && `&cursor=${cursor}`}`
    const { body } = await provider.call('GET', path, { as: provider.owner.token })
    assert.is(body.data.total, 5)
    seen.push(...body.data.datasets.map((one: { dataset_id: string }) => one.dataset_id))
    cursor = body.data.next_cursor ?? ''
  } while (cursor)
  assert.equal(seen, ids)
})

test('a list filters by status and visibility, and counts what it filters', async () => {
  await using provider = await openTestProvider()
  const paused = await provider.dataset({ visibility: 'listed' })
  await provider.dataset({ visibility: 'listed' })
  await provider.dataset()
  await provider.call('PATCH', `/v1/datasets/${paused}`, {
    as: provider.owner.token,
    body: { status: 'paused' },
  })
  const totals: [query: string, total: number][] = [
    ['', 3],
    ['?visibility=listed', 2],
    ['?status=draft', 2],
    ['?status=paused&visibility=listed', 1],
    ['?status=paused&visibility=private', 0],
  ]
  for (const [query, total] of totals) {
    const { body } = await provider.call('GET', `/v1/datasets${query}`, {
      as: provider.owner.token,
    })
    assert.is(body.data.total, total, query)
    assert.is(body.data.datasets.length, total, query)
  }
})

test('a cursor belongs to one tenant, one key restriction and one filter', async () => {
  await using provider = await openTestProvider()
  const { owner, names, call } = provider
  const first = await provider.dataset()
  await provider.dataset()
  const page = await call('GET', '/v1/datasets?limit=1', { as: owner.token })
  const cursor = page.body.data.next_cursor
  const limited = await limitedKey(provider, [first])
  const rows: Row[] = [
    ['its own list', 'owner', `/v1/datasets?cursor=${cursor}`, 200],
    ['a key of the tenant', 'reader', `/v1/datasets?cursor=${cursor}`, 200],
    ['another tenant', 'stranger', `/v1/datasets?cursor=${cursor}`, 400],
    ['a key with a restriction', 'limited', `/v1/datasets?cursor=${cursor}`, 400],
    ['another filter', 'owner', `/v1/datasets?cursor=${cursor}&status=draft`, 400],
    ['another route', 'owner', `/v1/datasets/${first}/objects?cursor=${cursor}`, 400],
  ].map(([name, as, path, status]) => ({
    name: `${name}`,
    as: `${as}`,
    ask: `GET ${path}`,
    status: Number(status),
    ...(status === 400 ? { error: damagedCursor } : {}),
  }))
  await checkRows(provider, { ...names, limited }, rows)
})

test('a key with an allow list sees its datasets alone and makes no other', async () => {
  await using provider = await openTestProvider()
  const mine = await provider.dataset()
  const other = await provider.dataset()
  const limited = await limitedKey(provider, [mine])
  const empty = await limitedKey(provider, [])
  await checkRows(provider, { ...provider.names, mine, other, limited, empty }, [
    { name: 'its own', as: 'limited', ask: 'GET /v1/datasets/{mine}', status: 200 },
    {
      name: 'another of the tenant',
      as: 'limited',
      ask: 'GET /v1/datasets/{other}',
      status: 404,
      error: notFound('dataset'),
    },
    {
      name: 'changing another',
      as: 'limited',
      ask: 'PATCH /v1/datasets/{other}',
      body: { name: 'x' },
      status: 404,
      error: notFound('dataset'),
    },
    { name: 'the list', as: 'limited', ask: 'GET /v1/datasets', status: 200, data: { total: 1 } },
    {
      name: 'an empty list',
      as: 'empty',
      ask: 'GET /v1/datasets',
      status: 200,
      data: { datasets: [], total: 0 },
    },
    {
      name: 'creation',
      as: 'limited',
      ask: 'POST /v1/datasets',
      body: { name: 'x' },
      status: 403,
      error: {
        code: 'forbidden',
        message: 'This key is limited to certain datasets and cannot create another.',
        details: { reason: 'allow_list_key' },
      },
    },
  ])
})

test('a platform admin suspends a dataset and lifts it again', async () => {
  await using provider = await openTestProvider()
  const { body } = await provider.call('POST', '/v1/datasets', {
    as: provider.names.admin,
    body: { name: 'Admin house' },
  })
  const mine = body.data.dataset_id
  const ask = 'PATCH /v1/datasets/{mine}'
  await checkRows(provider, { ...provider.names, mine }, [
    { name: 'suspend', as: 'admin', ask, body: { status: 'suspended' }, status: 200 },
    {
      name: 'no upload',
      as: 'admin',
      ask: 'POST /v1/datasets/{mine}/objects/upload',
      body: { filename: 'a', content_type: 'text/plain', size_bytes: 1 },
      status: 409,
      error: {
        code: 'conflict',
        message: 'This dataset is suspended and takes no uploads.',
        details: { reason: 'dataset_suspended' },
      },
    },
    { name: 'lift', as: 'admin', ask, body: { status: 'active' }, status: 200 },
  ])
})

test('creation, changes and deletion are audited', async () => {
  await using provider = await openTestProvider()
  const mine = await provider.dataset()
  const as = provider.owner.token
  const path = `/v1/datasets/${mine}`
  await provider.call('PATCH', path, { as, body: { visibility: 'listed', name: 'New' } })
  await provider.call('DELETE', path, { as })
  const rows = provider.store.raw
    .prepare('SELECT action, details FROM audit_event WHERE subject_id = ? ORDER BY audit_no')
    .all(mine) as { action: string; details: string }[]
  assert.equal(
    rows.map(({ action, details }) => [action, JSON.parse(details)]),
    [
      ['dataset.created', { visibility: 'private' }],
      [
        'dataset.updated',
        { fields: ['name', 'visibility'], visibility: { from: 'private', to: 'listed' } },
      ],
      ['dataset.deleted', {}],
    ],
  )
})

test('a creation that is retried with its Idempotency-Key happens once', async () => {
  await using provider = await openTestProvider()
  const asked = {
    as: provider.owner.token,
    body: { name: 'Once' },
    headers: { 'idempotency-key': 'k1' },
  }
  const first = await provider.call('POST', '/v1/datasets', asked)
  const second = await provider.call('POST', '/v1/datasets', asked)
  assert.equal(second.body, first.body)
  const { body } = await provider.call('GET', '/v1/datasets', { as: provider.owner.token })
  assert.is(body.data.total, 1)
})

const damagedCursor = badField('cursor', {
  reason: 'invalid_cursor',
  message: 'This cursor is damaged or belongs to another list. Start again without it.',
})

/** An unknown id, a malformed one and another tenant's are one and the same answer. */
function sameForAll(ask: string, body?: unknown): Row[] {
  const asked: [name: string, as: string, id: string][] = [
    ['an unknown id', 'owner', 'dset_01jn9z0000zzzzzzzzzzzzzzzz'],
    ['an id that could not be', 'owner', 'nonsense'],
    ["another tenant's id", 'stranger', '{mine}'],
  ]
  return asked.map(([name, as, id]) => ({
    name,
    as,
    ask: ask.replace('{id}', id),
    status: 404,
    ...(body === undefined ? {} : { body }),
    error: notFound('dataset'),
  }))
}

type Refused = [body: object, field: string, reason: string, message: string]

function refusedFields(cases: Refused[]): Row[] {
  return cases.map(([body, field, reason, message]) => ({
    name: JSON.stringify(body).slice(0, 60),
    as: 'owner',
    ask: 'POST /v1/datasets',
    body,
    status: 400,
    error: badField(field, { reason, message }),
  }))
}

type Provider = Awaited<ReturnType<typeof openTestProvider>>

function limitedKey(provider: Provider, datasetIds: string[]): Promise<string> {
  return provider.key(provider.owner, {
    scopes: ['datasets:read', 'datasets:write', 'objects:write'],
    dataset_access_mode: 'allow_list',
    dataset_ids: datasetIds,
  })
}

test.run()
