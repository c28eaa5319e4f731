import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../../src/base/clock.ts'
import { newName } from '../../../support/new-name.ts'
import { openTestApp, type Party, type TestApp } from '../../../support/open-test-app.ts'
import { shared } from '../../../support/shared.ts'
import { assertV1Refused, badField, unauthorized } from '../../../support/v1-refused.ts'

const lean = () => openTestApp({ parts: { jobs: false, workers: false } })
/** Each of them has a house of its own. */
const { fact } = shared(lean)
const path = '/v1/api-keys'

const create = (app: TestApp, as: string, body: object = {}) =>
  app.call('POST', path, { as, body: { name: 'reader', ...body } })

async function made(app: TestApp, as: string, body: object = {}) {
  const answer = await create(app, as, body)
  assert.is(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data
}

async function dataset(app: TestApp, party: Party): Promise<string> {
  const asked = { as: party.token, body: { name: 'Inspections' } }
  return (await app.call('POST', '/v1/datasets', asked)).body.data.dataset_id
}

fact('creating a key answers 201 with the secret and the whole record', async (app) => {
  const { token, userId } = await app.signUp(newName())
  const data = await made(app, token)
  assert.match(data.secret, /^kontor_[0-9a-f]{12}_[0-9a-f]{64}$/)
  assert.equal(data, {
    api_key_id: data.api_key_id,
    created_by: userId,
    name: 'reader',
    key_prefix: data.secret.split('_')[1],
    scopes: ['datasets:read', 'search:query'],
    dataset_access_mode: 'all_available',
    dataset_ids: [],
    grants: [],
    rate_per_minute: null,
    monthly_budget_credits: null,
    expires_at: null,
    created_at: isoOf(app.clock.nowMs()),
    last_used_at: null,
    revoked_at: null,
    application: null,
    secret: data.secret,
    key: data.secret,
  })
})

fact('a key takes scopes, datasets, rate, budget and end', async (app) => {
  const party = await app.signUp(newName())
  const wanted = {
    scopes: ['search:query', 'usage:read'],
    dataset_access_mode: 'allow_list',
    dataset_ids: [await dataset(app, party)],
    rate_per_minute: 30,
    monthly_budget_credits: 5000,
    expires_at: '2027-01-31T12:00:00.000Z',
  }
  const data = await made(app, party.token, wanted)
  const kept = Object.fromEntries(Object.keys(wanted).map((name) => [name, data[name]]))
  assert.equal(kept, wanted)
})

fact('an end may be given in another time zone', async (app) => {
  const { token } = await app.signUp(newName())
  const { expires_at } = await made(app, token, { expires_at: '2027-01-31T13:00:00+01:00' })
  assert.is(expires_at, '2027-01-31T12:00:00.000Z')
})

type Refused = Parameters<typeof assertV1Refused>[2]
const scopeWords =
  'datasets:read, datasets:write, objects:write, search:query, usage:read, keys:write, ' +
  'billing:read, admin:*'
const unknownDataset = badField({
  field: 'dataset_ids',
  reason: 'unknown_dataset',
  message: 'dataset_ids names a dataset that does not exist or that you cannot see.',
})

const badBodies: [title: string, body: object, refused: Refused][] = [
  [
    'no name',
    { name: undefined },
    badField({ field: 'name', reason: 'required', message: 'name is required.' }),
  ],
  [
    'an empty name',
    { name: '' },
    badField({ field: 'name', reason: 'too_small', message: 'name must not be empty.' }),
  ],
  [
    'an unknown scope',
    { scopes: ['datasets:read', 'root'] },
    badField({
      field: 'scopes.1',
      reason: 'invalid_value',
      message: `scopes.1 must be one of ${scopeWords}.`,
    }),
  ],
  [
    'scopes that are no list',
    { scopes: 'datasets:read' },
    badField({
      field: 'scopes',
      reason: 'invalid_type',
      message: 'scopes must be a list of scopes.',
    }),
  ],
  [
    'no scope at all',
    { scopes: [] },
    badField({
      field: 'scopes',
      reason: 'too_small',
      message: 'scopes must name at least one scope.',
    }),
  ],
  [
    'an unknown access mode',
    { dataset_access_mode: 'some' },
    badField({
      field: 'dataset_access_mode',
      reason: 'invalid_value',
      message: 'dataset_access_mode must be one of all_available, allow_list.',
    }),
  ],
  [
    'datasets beside all_available',
    { dataset_ids: ['dset_x'] },
    badField({
      field: 'dataset_ids',
      reason: 'needs_allow_list',
      message: 'dataset_ids goes with dataset_access_mode allow_list only.',
    }),
  ],
  [
    'an unknown dataset',
    { dataset_access_mode: 'allow_list', dataset_ids: ['dset_x'] },
    unknownDataset,
  ],
  [
    'a rate of zero',
    { rate_per_minute: 0 },
    badField({
      field: 'rate_per_minute',
      reason: 'too_small',
      message: 'rate_per_minute must be a whole number from 1 to 100000.',
    }),
  ],
  [
    'a budget with a fraction',
    { monthly_budget_credits: 1.5 },
    badField({
      field: 'monthly_budget_credits',
      reason: 'invalid_type',
      message: 'monthly_budget_credits must be a whole number from 0 to 1000000000.',
    }),
  ],
  [
    'an end that is no time',
    { expires_at: 'tomorrow' },
    badField({
      field: 'expires_at',
      reason: 'invalid_format',
      message: 'expires_at must be a time such as 2027-01-31T12:00:00Z.',
    }),
  ],
  [
    'an end in the past',
    { expires_at: '2001-01-01T00:00:00Z' },
    badField({
      field: 'expires_at',
      reason: 'in_the_past',
      message: 'expires_at must lie in the future.',
    }),
  ],
]

/** What is refused leaves nothing behind that another one would feel. */
const refusing = shared(async () => {
  const app = await lean()
  const [buyer, provider] = [await app.signUp('Buyer'), await app.signUp('Provider')]
  return Object.assign(app, { buyer, provider, reader: await app.key(buyer) })
})

for (const [title, body, refused] of badBodies) {
  refusing.fact(`creating a key with ${title} is ${refused.status}`, async (app) => {
    assertV1Refused(app, await create(app, app.buyer.token, body), refused)
  })
}

fact("another tenant's private dataset is refused in the words for an unknown one", async (app) => {
  const foreign = await dataset(app, await app.signUp(newName()))
  const { token } = await app.signUp(newName())
  const body = { dataset_access_mode: 'allow_list', dataset_ids: [foreign] }
  assertV1Refused(app, await create(app, token, body), unknownDataset)
})

const reaches: [
  title: string,
  maker: Record<string, unknown>,
  body: object,
  reason: string,
  message: string,
][] = [
  [
    'a scope',
    { scopes: ['keys:write', 'datasets:read'] },
    { scopes: ['objects:write'] },
    'beyond_own_scopes',
    'A key cannot be given the scope objects:write, which this credential does not have.',
  ],
  [
    'all datasets',
    { scopes: ['keys:write'], dataset_access_mode: 'allow_list', dataset_ids: [] },
    { scopes: ['keys:write'] },
    'beyond_own_datasets',
    'A key cannot be given all datasets: this credential has an allow-list itself.',
  ],
  [
    'a rate',
    { scopes: ['keys:write'], rate_per_minute: 5 },
    { scopes: ['keys:write'], rate_per_minute: 6 },
    'beyond_own_rate',
    'A key cannot be given a higher or no rate limit: this credential has one itself.',
  ],
]

for (const [title, maker, body, reason, message] of reaches) {
  fact(`a key that gives ${title} beyond its own is 403`, async (app) => {
    const key = await app.key(await app.signUp(newName()), maker)
    const refused = { status: 403, code: 'forbidden', message, details: { reason } }
    assertV1Refused(app, await create(app, key, body), refused)
  })
}

fact('an empty Idempotency-Key is 400, and no key is made', async (app) => {
  const { token: as } = await app.signUp(newName())
  const asked = { as, body: { name: 'one' }, headers: { 'idempotency-key': '' } }
  const refused = badField({
    field: 'Idempotency-Key',
    reason: 'invalid_format',
    message: 'Idempotency-Key must have 1 to 255 printable characters.',
  })
  assertV1Refused(app, await app.call('POST', path, asked), refused)
  assert.is((await app.call('GET', path, { as })).body.data.total, 0)
})

fact(
  'a retried creation with an Idempotency-Key answers the same secret, once made',
  async (app) => {
    const { token } = await app.signUp(newName())
    const asked = { as: token, body: { name: 'one' }, headers: { 'idempotency-key': 'make-1' } }
    const first = await app.call('POST', path, asked)
    assert.equal((await app.call('POST', path, asked)).body, first.body)
    assert.is((await app.call('GET', path, { as: token })).body.data.total, 1)
  },
)

fact('the list pages with a cursor and the full count', async (app) => {
  const { token } = await app.signUp(newName())
  for (const name of ['one', 'two', 'three']) await made(app, token, { name })
  const page = (query: string) => app.call('GET', `${path}?limit=2${query}`, { as: token })
  const first = (await page('')).body.data
  const second = (await page(`&cursor=${first.next_cursor}`)).body.data
  const names = [...first.api_keys, ...second.api_keys].map(({ name }) => name)
  assert.equal(names, ['three', 'two', 'one'])
  assert.equal([first.total, second.total, second.next_cursor], [3, 3, null])
})

fact('the list shows no secret', async (app) => {
  const { token } = await app.signUp(newName())
  const { secret } = await made(app, token)
  const { bytes } = await app.call('GET', path, { as: token })
  assert.not.ok(bytes.toString().includes(secret.slice(-64)))
})

const badQueries: [query: string, refused: Refused][] = [
  ...['limit=0', 'limit=101', 'limit=ten', 'limit='].map((query): [string, Refused] => [
    query,
    badField({
      field: 'limit',
      reason: /=\d/.test(query)
        ? query === 'limit=0'
          ? 'too_small'
          : 'too_big'
        : 'invalid_format',
      message: 'limit must be a whole number from 1 to 100.',
    }),
  ]),
  [
    'cursor=abc',
    badField({
      field: 'cursor',
      reason: 'invalid_cursor',
      message: 'This cursor is damaged or belongs to another list. Start again without it.',
    }),
  ],
]

for (const [query, refused] of badQueries) {
  refusing.fact(`the list with ${query} is 400`, async (app) => {
    const answer = await app.call('GET', `${path}?${query}`, { as: app.buyer.token })
    assertV1Refused(app, answer, refused)
  })
}

fact('a key reads its own record without keys:write', async (app) => {
  const { token } = await app.signUp(newName())
  const { secret, key, ...record } = await made(app, token)
  const answer = await app.call('GET', `${path}/${record.api_key_id}`, { as: key })
  assert.is(answer.status, 200)
  const { last_used_at, ...rest } = answer.body.data
  assert.equal({ ...rest, last_used_at: null }, record)
})

fact('a use of the key shows in its record', async (app) => {
  const { token } = await app.signUp(newName())
  const { key, api_key_id } = await made(app, token)
  await app.call('GET', '/v1/me', { as: key })
  await app.rooms.identity.settled()
  const { body } = await app.call('GET', `${path}/${api_key_id}`, { as: token })
  assert.is(body.data.last_used_at, isoOf(app.clock.nowMs()))
})

fact('a patch changes what is sent and answers the record', async (app) => {
  const party = await app.signUp(newName())
  const { secret, key, ...record } = await made(app, party.token, { rate_per_minute: 9 })
  const body = {
    name: 'renamed',
    dataset_access_mode: 'allow_list',
    dataset_ids: [await dataset(app, party)],
    rate_per_minute: null,
  }
  const target = `${path}/${record.api_key_id}`
  const answer = await app.call('PATCH', target, { as: party.token, body })
  assert.is(answer.status, 200)
  assert.equal(answer.body.data, { ...record, ...body })
})

const onList = { dataset_access_mode: 'allow_list' }
const recordsRead: [title: string, body: object][] = [
  ['that has no list', {}],
  ['whose dataset is gone', onList],
  ['whose end is near', { ...onList, expires_at: '2026-03-02T10:00:01.000Z' }],
]
for (const [title, body] of recordsRead) {
  // At a time that is written down.
  test(`the record of a key ${title} is sent back as it was read`, async () => {
    await using app = await lean()
    const party = await app.signUp('Buyer')
    const as = party.token
    const dataset_ids = body === recordsRead[0]?.[1] ? undefined : [await dataset(app, party)]
    const { api_key_id } = await made(app, as, { ...body, dataset_ids })
    for (const id of dataset_ids ?? []) await app.call('DELETE', `/v1/datasets/${id}`, { as })
    const target = `${path}/${api_key_id}`
    const read = (await app.call('GET', target, { as })).body.data
    app.clock.advance({ seconds: 2 })
    const sent = await app.call('PATCH', target, { as, body: { ...read, name: 'renamed' } })
    assert.equal([sent.status, sent.body.data], [200, { ...read, name: 'renamed' }])
  })
}

fact('a key whose parent was narrowed below it sees itself all the same', async (app) => {
  const party = await app.signUp(newName())
  const as = party.token
  const dataset_ids = [await dataset(app, party), await dataset(app, party)]
  const parent = await made(app, as, { ...onList, dataset_ids, scopes: ['keys:write'] })
  const asked = { ...onList, dataset_ids, scopes: ['keys:write'], name: 'below' }
  const child = await made(app, parent.key, asked)
  const narrower = { as, body: { dataset_ids: dataset_ids.slice(0, 1) } }
  await app.call('PATCH', `${path}/${parent.api_key_id}`, narrower)
  const { status, body } = await app.call('GET', '/v1/me', { as: child.key })
  assert.equal([status, body.data.api_key.name], [200, 'below'])
})

fact('a dataset that is gone is not put on a list anew', async (app) => {
  const party = await app.signUp(newName())
  const as = party.token
  const id = await dataset(app, party)
  const { api_key_id } = await made(app, as, onList)
  await app.call('DELETE', `/v1/datasets/${id}`, { as })
  const asked = { as, body: { dataset_ids: [id] } }
  assertV1Refused(app, await app.call('PATCH', `${path}/${api_key_id}`, asked), unknownDataset)
})

fact('a key that leaves its list has no grants any more', async (app) => {
  const party = await app.signUp(newName())
  const as = party.token
  const target = `${path}/${(await made(app, as, onList)).api_key_id}`
  await app.call('POST', `${target}/grants`, {
    as,
    body: { dataset_id: await dataset(app, party) },
  })
  for (const dataset_access_mode of ['all_available', 'allow_list']) {
    const { body } = await app.call('PATCH', target, { as, body: { dataset_access_mode } })
    assert.equal([body.data.dataset_ids, body.data.grants], [[], []])
  }
})

fact('revoking answers 204 without a body, and the key is 401 at once', async (app) => {
  const { token } = await app.signUp(newName())
  const { key, api_key_id } = await made(app, token)
  const answer = await app.call('DELETE', `${path}/${api_key_id}`, { as: token })
  assert.is(answer.status, 204)
  assert.is(answer.bytes.length, 0)
  assertV1Refused(app, await app.call('GET', '/v1/me', { as: key }), unauthorized)
})

fact('a revoked key stays in the list with the time of its end', async (app) => {
  const { token } = await app.signUp(newName())
  const { api_key_id } = await made(app, token)
  await app.call('DELETE', `${path}/${api_key_id}`, { as: token })
  const { body } = await app.call('GET', path, { as: token })
  assert.is(body.data.api_keys[0].revoked_at, isoOf(app.clock.nowMs()))
})

fact('a key that revokes itself still gets its 204', async (app) => {
  const { token } = await app.signUp(newName())
  const { key, api_key_id } = await made(app, token, { scopes: ['keys:write'] })
  assert.is((await app.call('DELETE', `${path}/${api_key_id}`, { as: key })).status, 204)
  assert.is((await app.call('GET', '/v1/me', { as: key })).status, 401)
})

fact('the keys that come from a key go on without it, or end with it', async (app) => {
  const { token } = await app.signUp(newName())
  const scopes = ['keys:write', 'search:query']
  const root = await made(app, token, { scopes })
  const child = await made(app, root.key, { scopes })
  const grandchild = await made(app, child.key, { scopes })
  const foreign = await made(app, token, { scopes })
  assert.equal([child.created_by, grandchild.created_by], [root.api_key_id, child.api_key_id])
  const statuses = async () => {
    const found: number[] = []
    for (const { key } of [root, child, grandchild, foreign]) {
      found.push((await app.call('GET', '/v1/me', { as: key })).status)
    }
    return found
  }
  const revoke = async (query: string) =>
    (await app.call('DELETE', `${path}/${root.api_key_id}${query}`, { as: token })).status
  assert.is(await revoke('?descendants=maybe'), 400)
  assert.equal([await revoke(''), ...(await statuses())], [204, 401, 200, 200, 200])
  assert.equal(
    [await revoke('?descendants=true'), ...(await statuses())],
    [204, 401, 401, 401, 200],
  )
  const { body } = await app.call('GET', '/v1/audit?action=api_key.revoked', { as: token })
  assert.is(body.data.total, 3)
})

fact('revoking twice is 204 both times', async (app) => {
  const { token } = await app.signUp(newName())
  const { api_key_id } = await made(app, token)
  await app.call('DELETE', `${path}/${api_key_id}`, { as: token })
  assert.is((await app.call('DELETE', `${path}/${api_key_id}`, { as: token })).status, 204)
})

fact('a grant is added with 201, shown in the record, and taken with 204', async (app) => {
  const party = await app.signUp(newName())
  const as = party.token
  const { api_key_id } = await made(app, as, { dataset_access_mode: 'allow_list' })
  const dataset_id = await dataset(app, party)
  const target = `${path}/${api_key_id}`
  const added = await app.call('POST', `${target}/grants`, { as, body: { dataset_id } })
  const { grant_id } = added.body.data
  assert.is(added.status, 201)
  const created_at = isoOf(app.clock.nowMs())
  assert.equal(added.body.data, { grant_id, dataset_id, created_at })
  assert.equal((await app.call('GET', target, { as })).body.data.grants, [added.body.data])
  assert.is((await app.call('DELETE', `${target}/grants/${grant_id}`, { as })).status, 204)
  assert.equal((await app.call('GET', target, { as })).body.data.grants, [])
})

fact('an allow-list key sees what is granted and nothing else', async (app) => {
  const party = await app.signUp(newName())
  const [seen, hidden] = [await dataset(app, party), await dataset(app, party)]
  const { key, api_key_id } = await made(app, party.token, { dataset_access_mode: 'allow_list' })
  const status = async (id: string) =>
    (await app.call('GET', `/v1/datasets/${id}`, { as: key })).status
  assert.is(await status(seen), 404)
  const body = { dataset_id: seen }
  await app.call('POST', `${path}/${api_key_id}/grants`, { as: party.token, body })
  assert.equal([await status(seen), await status(hidden)], [200, 404])
})

const badGrants: [title: string, body: object, refused: Refused][] = [
  [
    'no dataset',
    {},
    badField({ field: 'dataset_id', reason: 'required', message: 'dataset_id is required.' }),
  ],
  [
    'an unknown dataset',
    { dataset_id: 'dset_x' },
    badField({
      field: 'dataset_id',
      reason: 'unknown_dataset',
      message: 'dataset_id names a dataset that does not exist or that you cannot see.',
    }),
  ],
]

for (const [title, body, refused] of badGrants) {
  fact(`a grant of ${title} is ${refused.status}`, async (app) => {
    const { token } = await app.signUp(newName())
    const { api_key_id } = await made(app, token, onList)
    const answer = await app.call('POST', `${path}/${api_key_id}/grants`, { as: token, body })
    assertV1Refused(app, answer, refused)
  })
}

fact('a grant on a key without a list is 400', async (app) => {
  const party = await app.signUp(newName())
  const target = `${path}/${(await made(app, party.token)).api_key_id}/grants`
  const asked = { as: party.token, body: { dataset_id: await dataset(app, party) } }
  const refused = badField({
    field: 'dataset_id',
    reason: 'needs_allow_list',
    message: 'dataset_id goes with dataset_access_mode allow_list only.',
  })
  assertV1Refused(app, await app.call('POST', target, asked), refused)
})

fact('a grant given twice is 409', async (app) => {
  const party = await app.signUp(newName())
  const { api_key_id } = await made(app, party.token, onList)
  const asked = { as: party.token, body: { dataset_id: await dataset(app, party) } }
  await app.call('POST', `${path}/${api_key_id}/grants`, asked)
  assertV1Refused(app, await app.call('POST', `${path}/${api_key_id}/grants`, asked), {
    status: 409,
    code: 'conflict',
    message: 'The key has this dataset already.',
    details: { reason: 'already_granted' },
  })
})

const onOneKey: [method: string, tail: string, body: object | undefined][] = [
  ['GET', '', undefined],
  ['PATCH', '', { name: 'x' }],
  ['DELETE', '', undefined],
  ['POST', '/grants', { dataset_id: 'dset_x' }],
  ['DELETE', '/grants/grt_x', undefined],
]

for (const [method, tail, body] of onOneKey) {
  refusing.fact(`${method} ${path}/:id${tail} of a foreign or unknown key is 404`, async (app) => {
    const { api_key_id } = await made(app, app.provider.token)
    const { token } = app.buyer
    const refused = {
      status: 404,
      code: 'not_found',
      message: 'No such API key.',
      details: {},
    }
    for (const id of [api_key_id, 'key_unknown']) {
      const answer = await app.call(method, `${path}/${id}${tail}`, { as: token, body })
      assertV1Refused(app, answer, refused)
    }
  })
}

const writes: [method: string, tail: string, body: object | undefined][] = [
  ['POST', '', { name: 'x' }],
  ['GET', '', undefined],
  ['PATCH', '/key_x', { name: 'x' }],
  ['DELETE', '/key_x', undefined],
  ['POST', '/key_x/grants', { dataset_id: 'dset_x' }],
  ['DELETE', '/key_x/grants/grt_x', undefined],
]

for (const [method, tail, body] of writes) {
  refusing.fact(`${method} ${path}${tail} without keys:write is 403`, async (app) => {
    assertV1Refused(app, await app.call(method, `${path}${tail}`, { as: app.reader, body }), {
      status: 403,
      code: 'forbidden',
      message: 'This needs the scope keys:write.',
      details: { reason: 'missing_scope' },
    })
  })
}

for (const [method, tail, body] of [...writes, ['GET', '/key_x', undefined] as const]) {
  refusing.fact(`${method} ${path}${tail} without a credential is 401`, async (app) => {
    assertV1Refused(app, await app.call(method, `${path}${tail}`, { body }), unauthorized)
  })
}

fact('changing a revoked key is 409', async (app) => {
  const { token } = await app.signUp(newName())
  const target = `${path}/${(await made(app, token)).api_key_id}`
  await app.call('DELETE', target, { as: token })
  const answer = await app.call('PATCH', target, { as: token, body: { name: 'x' } })
  assertV1Refused(app, answer, {
    status: 409,
    code: 'conflict',
    message: 'This API key is revoked.',
    details: { reason: 'key_revoked' },
  })
})

fact('a grant that a key does not have is 404', async (app) => {
  const { token } = await app.signUp(newName())
  const { api_key_id } = await made(app, token)
  const target = `${path}/${api_key_id}/grants/grt_x`
  assertV1Refused(app, await app.call('DELETE', target, { as: token }), {
    status: 404,
    code: 'not_found',
    message: 'No such grant.',
    details: {},
  })
})

test.run()
