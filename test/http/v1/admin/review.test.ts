import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  badField,
  checkRows,
  notFound,
  type Row,
  unauthorized,
} from '../../../support/answer-table.ts'
import { sha256Of, someText } from '../../../support/open-test-catalog.ts'
import { openTestProvider, type TestProvider } from '../../../support/open-test-provider.ts'

const adminOnly = {
  code: 'forbidden',
  message: 'Only a platform administrator may do this.',
  details: { reason: 'platform_admin_required' },
}
const sessionOnly = {
  code: 'forbidden',
  message: 'This needs a session: log in instead of using an API key.',
  details: { reason: 'session_required' },
}

const endpoints: [ask: string, body?: object][] = [
  ['GET /v1/admin/review/queue'],
  ['GET {one}'],
  ['GET {one}/preview'],
  ['POST {one}/approve', {}],
  ['POST {one}/reject', { reason: 'x' }],
]

test('review is for the session of a platform admin alone', async () => {
  await using provider = await openTestProvider()
  const names = await staged(provider)
  const adminKey = await provider.key(await provider.admin(), { scopes: ['admin:*'] })
  const ownerKey = await provider.key(provider.owner, { scopes: ['admin:*'] })
  const rows = endpoints.flatMap(([ask, body]): Row[] => {
    const asked = body === undefined ? { ask } : { ask, body }
    return [
      { ...asked, name: `nobody, ${ask}`, status: 401, error: unauthorized },
      { ...asked, name: `an owner, ${ask}`, as: 'owner', status: 403, error: adminOnly },
      { ...asked, name: `a key, ${ask}`, as: 'ownerKey', status: 403, error: sessionOnly },
      { ...asked, name: `an admin's key, ${ask}`, as: 'adminKey', status: 403, error: sessionOnly },
    ]
  })
  await checkRows(provider, { ...names, adminKey, ownerKey }, rows)
})

test('the object is named by its tenant and its id together', async () => {
  await using provider = await openTestProvider()
  const names = await staged(provider)
  const stranger = (await provider.admin()).tenantId
  const open = await provider.initiate(await provider.dataset())
  const other = names.one.replace(provider.owner.tenantId, stranger)
  const unconfirmed = names.one.replace(names.objectId, open.object_id)
  const unknown = names.one.replace(names.objectId, 'obj_01jn9z0000zzzzzzzzzzzzzzzz')
  const rows = endpoints.slice(1).flatMap(([ask, body]) =>
    Object.entries({ other, unconfirmed, unknown }).map(([name, path]) => ({
      name: `${name}, ${ask}`,
      as: 'admin',
      ask: ask.replace('{one}', path),
      status: 404,
      ...(body === undefined ? {} : { body }),
      error: notFound('object'),
    })),
  )
  await checkRows(provider, names, rows)
})

test('GET /v1/admin/review/queue', async () => {
  await using provider = await openTestProvider()
  const first = await provider.dataset({ name: 'First' })
  const second = await provider.dataset({ name: 'Second' })
  const oldest = await provider.staged(first)
  provider.clock.advance({ seconds: 1 })
  const pdf = { filename: 'a.pdf', content_type: 'application/pdf' }
  const document = await provider.staged(second, pdf)
  await provider.initiate(first)
  await provider.approved(first)
  const queue = async (query: string) => {
    const path = `/v1/admin/review/queue${query}`
    const { status, body } = await provider.call('GET', path, { as: provider.names.admin })
    assert.is(status, 200, query)
    return { total: body.data.total, ids: body.data.items.map(idOf), items: body.data.items }
  }
  const filters: [query: string, ids: string[]][] = [
    ['', [oldest, document]],
    [`?dataset_id=${second}`, [document]],
    [`?tenant_id=${provider.owner.tenantId}`, [oldest, document]],
    ['?tenant_id=tnt_other', []],
    ['?modality=document', [document]],
    ['?modality=text', [oldest]],
    ['?modality=video', []],
  ]
  for (const [query, ids] of filters) {
    const found = await queue(query)
    assert.equal([found.ids, found.total], [ids, ids.length], query)
  }
  const [item] = (await queue(`?dataset_id=${second}`)).items
  assert.equal(item, {
    object_id: document,
    tenant_id: provider.owner.tenantId,
    dataset_id: second,
    dataset_name: 'Second',
    filename: 'a.pdf',
    folder: null,
    content_type: 'application/pdf',
    size_bytes: 41,
    uploaded_at: '2026-03-02T10:00:01.000Z',
    review_expires_at: '2026-03-05T10:00:01.000Z',
    claim: null,
    expires_soon: false,
  })
})

test('a review whose time ends in 12 hours is marked, and its reviewer warned', async () => {
  await using provider = await openTestProvider()
  const names = await staged(provider)
  const look = async () => {
    const admin = { as: names.admin }
    const { items } = (await provider.call('GET', '/v1/admin/review/queue', admin)).body.data
    const { warnings } = (await provider.call('GET', names.one, admin)).body.data
    return [items[0].expires_soon, warnings]
  }
  provider.clock.advance({ hours: 59 })
  assert.equal(await look(), [false, []])
  provider.clock.advance({ hours: 1 })
  const warning = 'The time for this review ends soon, at 2026-03-05T10:00:00.000Z.'
  assert.equal(await look(), [true, [warning]])
})

test('the detail warns of the same bytes elsewhere in the tenant', async () => {
  await using provider = await openTestProvider()
  const names = await staged(provider)
  const mine = await provider.dataset()
  const warnings = async () =>
    (await provider.call('GET', names.one, { as: names.admin })).body.data.warnings
  const approved = await provider.approved(mine, { filename: 'first.txt' })
  const rejected = await provider.staged(mine)
  const path = `/v1/admin/review/objects/${provider.owner.tenantId}/${rejected}/reject`
  await provider.call('POST', path, { as: names.admin, body: { reason: 'x' } })
  const already = 'This tenant has the same bytes already:'
  assert.equal(await warnings(), [`${already} ${approved} (first.txt, active).`])
  for (let n = 0; n < 3; n++) await provider.staged(mine)
  const [warning = ''] = await warnings()
  assert.match(warning, /^This tenant .*: (obj_\w+ \([a-z.]+, \w+\), ){2}obj_.* and more\.$/)
})

test('the same bytes in another tenant are no news', async () => {
  await using provider = await openTestProvider()
  const { as, datasetId } = await strangersDataset(provider)
  await uploadAs(provider, as, { datasetId })
  const names = await staged(provider)
  const { body } = await provider.call('GET', names.one, { as: names.admin })
  assert.equal(body.data.warnings, [])
})

test('the queue pages in the order of upload, also within one moment', async () => {
  await using provider = await openTestProvider()
  const mine = await provider.dataset()
  const ids: string[] = []
  for (let n = 0; n < 4; n++) ids.push(await provider.staged(mine))
  const seen: string[] = []
  let cursor = ''
  do {
    const path = `/v1/admin/review/queue?limit=3${cursor && `&cursor=${cursor}`}`
    const { body } = await provider.call('GET', path, { as: provider.names.admin })
    seen.push(...body.data.items.map(idOf))
    cursor = body.data.next_cursor ?? ''
  } while (cursor)
  assert.equal(seen, ids)
})

test('the queue refuses what it cannot read', async () => {
  await using provider = await openTestProvider()
  await checkRows(provider, provider.names, [
    {
      name: 'an unknown modality',
      as: 'admin',
      ask: 'GET /v1/admin/review/queue?modality=smell',
      status: 400,
      error: badField('modality', {
        reason: 'invalid_value',
        message: 'modality must be one of audio, image, video, document, text.',
      }),
    },
    {
      name: 'a damaged cursor',
      as: 'admin',
      ask: 'GET /v1/admin/review/queue?cursor=x',
      status: 400,
      error: badField('cursor', {
        reason: 'invalid_cursor',
        message: 'This cursor is damaged or belongs to another list. Start again without it.',
      }),
    },
  ])
})

test('the detail of an object whose inspection is to come', async () => {
  await using provider = await openTestProvider()
  const fields = { title: 'Check', tags: ['a'], user_text: 'notes' }
  const names = await staged(provider, fields)
  await checkRows(provider, names, [
    {
      name: 'the detail',
      as: 'admin',
      ask: 'GET {one}',
      status: 200,
      data: {
        object_id: names.objectId,
        tenant_id: provider.owner.tenantId,
        tenant_name: 'Provider house',
        dataset_name: 'Archive',
        dataset_visibility: 'private',
        checksum_sha256: sha256Of(someText),
        status: 'staged',
        review_state: 'pending',
        ...fields,
        inspection: 'pending',
        sniffed_content_type: null,
        warnings: [],
        text_sample: null,
        page_count: null,
        duration_ms: null,
      },
    },
  ])
})

test('POST …/approve', async () => {
  await using provider = await openTestProvider()
  const names = await staged(provider)
  const ask = 'POST {one}/approve'
  await checkRows(provider, names, [
    {
      name: 'a note that is no text',
      as: 'admin',
      ask,
      body: { note: 1 },
      status: 400,
      error: badField('note', { reason: 'invalid_type', message: 'note must be a text.' }),
    },
    {
      name: 'without a body',
      as: 'admin',
      ask,
      status: 200,
      data: {
        object_id: names.objectId,
        status: 'active',
        review_state: 'approved',
        reviewed_at: '2026-03-02T10:00:00.000Z',
        review_reason: null,
        index_state: 'queued',
        notice: 'The dataset is private: this object will be indexed, but no buyer can see it.',
      },
    },
    ...decidedAlready('approved'),
  ])
  assert.equal(jobsOf(provider, names.objectId), ['inspect-object', 'ingest-object'])
})

const notices: [status: string, visibility: string, notice: RegExp | null][] = [
  ['ingesting', 'listed', null],
  ['ingesting', 'restricted', null],
  ['ingesting', 'private', /private/],
  ['active', 'listed', null],
  ['paused', 'listed', /^The dataset is paused: .* no buyer can see it for now\.$/],
  ['draft', 'restricted', /^The dataset is draft/],
]

for (const [status, visibility, notice] of notices) {
  const said = notice ? 'says that no buyer sees it' : 'says nothing more'
  test(`approving for a dataset that is ${status} and ${visibility} ${said}`, async () => {
    await using provider = await openTestProvider()
    const mine = await provider.dataset({ visibility })
    const objectId = await provider.staged(mine)
    provider.store.raw.prepare('UPDATE dataset SET status = ?').run(status)
    const path = `/v1/admin/review/objects/${provider.owner.tenantId}/${objectId}/approve`
    const { body } = await provider.call('POST', path, { as: provider.names.admin })
    if (notice) assert.match(body.data.notice, notice)
    else assert.is(body.data.notice, null)
  })
}

test('POST …/reject', async () => {
  await using provider = await openTestProvider()
  const names = await staged(provider)
  const ask = 'POST {one}/reject'
  const refused = (body: object, rule: { reason: string; message: string }) => ({
    name: JSON.stringify(body),
    as: 'admin',
    ask,
    body,
    status: 400,
    error: badField('reason', rule),
  })
  await checkRows(provider, names, [
    refused({}, { reason: 'required', message: 'reason is required.' }),
    refused({ reason: '' }, { reason: 'too_small', message: 'reason must not be empty.' }),
    refused({ reason: '  ' }, { reason: 'invalid_value', message: 'reason must not be empty.' }),
    {
      name: 'a rejection',
      as: 'admin',
      ask,
      body: { reason: 'personal data' },
      status: 200,
      data: {
        object_id: names.objectId,
        status: 'rejected',
        review_state: 'rejected',
        review_reason: 'personal data',
        index_state: 'none',
      },
    },
    ...decidedAlready('rejected'),
    {
      name: 'the preview',
      as: 'admin',
      ask: 'GET {one}/preview',
      status: 409,
      error: {
        code: 'conflict',
        message: 'This object is rejected and has no preview any more.',
        details: { reason: 'no_preview', review_state: 'rejected' },
      },
    },
    { name: 'the detail', as: 'admin', ask: 'GET {one}', status: 200 },
  ])
  assert.equal(jobsOf(provider, names.objectId), ['inspect-object', 'purge-blob'])
})

test('decisions are audited, and a review of oneself says so', async () => {
  await using provider = await openTestProvider()
  const names = await staged(provider)
  const admin = await provider.admin()
  await provider.call('POST', `${names.one}/approve`, { as: admin.token, body: { note: 'fine' } })
  const own = await provider.call('POST', '/v1/datasets', { as: admin.token, body: { name: 'x' } })
  const ownObject = await uploadAs(provider, admin.token, { datasetId: own.body.data.dataset_id })
  const path = `/v1/admin/review/objects/${admin.tenantId}/${ownObject}/reject`
  await provider.call('POST', path, { as: admin.token, body: { reason: 'test' } })
  const rows = provider.store.raw
    .prepare(
      `SELECT action, tenant_id, actor_id, subject_id, details ->> 'note' AS note,
         details ->> 'self_review' AS self FROM audit_event
       WHERE action LIKE 'review.%' ORDER BY audit_no`,
    )
    .all()
  assert.equal(rows, [
    {
      action: 'review.approved',
      tenant_id: provider.owner.tenantId,
      actor_id: admin.userId,
      subject_id: names.objectId,
      note: 'fine',
      self: 0,
    },
    {
      action: 'review.rejected',
      tenant_id: admin.tenantId,
      actor_id: admin.userId,
      subject_id: ownObject,
      note: 'test',
      self: 1,
    },
  ])
})

test('a preview shows the file inline, in a sandbox, for 15 minutes', async () => {
  await using provider = await openTestProvider()
  const names = await staged(provider)
  const { body } = await provider.call('GET', `${names.one}/preview`, { as: names.admin })
  assert.is(body.data.expires_at, '2026-03-02T10:15:00.000Z')
  const seen = await provider.call('GET', body.data.preview_url)
  assert.is(seen.status, 200)
  assert.is(seen.body, someText)
  assert.is(seen.headers.get('content-disposition'), 'inline; filename=report.txt')
  assert.match(seen.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
  provider.clock.advance({ seconds: 15 * 60 })
  assert.is((await provider.call('GET', body.data.preview_url)).status, 403)
})

function idOf({ object_id }: { object_id: string }): string {
  return object_id
}

/** A staged object, with the path of its review as `one`. */
async function staged(provider: TestProvider, fields: object = {}) {
  const objectId = await provider.staged(await provider.dataset(), { ...fields })
  const one = `/v1/admin/review/objects/${provider.owner.tenantId}/${objectId}`
  return { ...provider.names, objectId, one, admin: (await provider.admin()).token }
}

async function uploadAs(provider: TestProvider, as: string, { datasetId }: { datasetId: string }) {
  const { body } = await provider.call('POST', `/v1/datasets/${datasetId}/objects/upload`, {
    as,
    body: { filename: 'own.txt', content_type: 'text/plain', size_bytes: 41 },
  })
  await provider.put(body.data.upload_url)
  await provider.call('POST', `/v1/objects/${body.data.object_id}/confirm`, { as })
  return body.data.object_id as string
}

async function strangersDataset({ call, names }: TestProvider) {
  const as = names.stranger as string
  const { body } = await call('POST', '/v1/datasets', { as, body: { name: 'x' } })
  return { as, datasetId: body.data.dataset_id as string }
}

function decidedAlready(state: string): Row[] {
  const asked: [ask: string, body: object][] = [
    ['POST {one}/approve', {}],
    ['POST {one}/reject', { reason: 'x' }],
  ]
  return asked.map(([ask, body]) => ({
    name: `after that, ${ask}`,
    as: 'admin',
    ask,
    body,
    status: 409,
    error: {
      code: 'conflict',
      message: `This object is ${state} already.`,
      details: { reason: 'already_decided', review_state: state },
    },
  }))
}

function jobsOf({ store }: TestProvider, objectId: string): unknown[] {
  const kinds = store.raw.prepare('SELECT kind FROM job WHERE subject_id = ? ORDER BY job_id')
  return kinds.pluck().all(objectId)
}

test.run()
