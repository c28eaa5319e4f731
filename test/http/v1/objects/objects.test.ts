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
import { sha256Of, someText } from '../../../support/open-test-catalog.ts'
import { fileOf, openTestProvider, type TestProvider } from '../../../support/open-test-provider.ts'
import { shared } from '../../../support/shared.ts'

/** Each fact has datasets and objects of its own. */
const { fact } = shared(openTestProvider)

const file = fileOf(someText)

const uploadMine = 'POST /v1/datasets/{mine}/objects/upload'
const sizeRule = `size_bytes must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}.`

function refused(body: object, field: string, rule: { reason: string; message: string }): Row {
  return {
    name: JSON.stringify(body).slice(0, 60),
    as: 'owner',
    ask: uploadMine,
    status: 400,
    body: { ...file, ...body },
    error: badField(field, rule),
  }
}

const initiate: Row[] = [
  {
    name: 'the three fields',
    as: 'owner',
    ask: uploadMine,
    body: file,
    status: 201,
    data: { expires_at: '2026-03-02T10:15:00.000Z' },
  },
  {
    name: 'everything given, with a key',
    as: 'writer',
    ask: uploadMine,
    body: {
      ...file,
      checksum_sha256: sha256Of(someText).toUpperCase(),
      source: 'gdrive',
      title: 'A title',
      tags: ['a'],
      user_text: 'Some\nnotes',
    },
    status: 201,
  },
  { name: 'no credential', ask: uploadMine, body: file, status: 401, error: unauthorized },
  {
    name: 'a key that only reads',
    as: 'reader',
    ask: uploadMine,
    body: file,
    status: 403,
    error: missingScope('objects:write'),
  },
  ...['{mine}', 'dset_01jn9z0000zzzzzzzzzzzzzzzz'].map((id) => ({
    name: `a stranger, ${id}`,
    as: 'stranger',
    body: file,
    status: 404,
    ask: `POST /v1/datasets/${id}/objects/upload`,
    error: notFound('dataset'),
  })),
  {
    name: 'no filename',
    as: 'owner',
    ask: uploadMine,
    body: { content_type: 'text/plain', size_bytes: 1 },
    status: 400,
    error: badField('filename', { reason: 'required', message: 'filename is required.' }),
  },
  refused({ filename: '../../etc/passwd' }, 'filename', {
    reason: 'path',
    message: 'filename must be a plain name, without a path.',
  }),
  refused({ filename: 'a\u0000b' }, 'filename', {
    reason: 'control_character',
    message: 'filename must not contain control characters.',
  }),
  refused({ filename: 'invoice\u202efdp.exe' }, 'filename', {
    reason: 'direction_override',
    message: 'filename must not contain characters that change the direction of writing.',
  }),
  refused({ filename: '' }, 'filename', {
    reason: 'empty',
    message: 'filename must not be empty.',
  }),
  refused({ filename: 'ü'.repeat(128) }, 'filename', {
    reason: 'too_long',
    message: 'filename must have at most 255 bytes.',
  }),
  refused({ filename: ['a'] }, 'filename', {
    reason: 'invalid_type',
    message: 'filename must be a text.',
  }),
  refused({ content_type: 'pdf' }, 'content_type', {
    reason: 'not_a_media_type',
    message: 'content_type must be a media type such as application/pdf.',
  }),
  refused({ size_bytes: 0 }, 'size_bytes', { reason: 'too_small', message: sizeRule }),
  refused({ size_bytes: -1 }, 'size_bytes', { reason: 'too_small', message: sizeRule }),
  refused({ size_bytes: '41' }, 'size_bytes', { reason: 'invalid_type', message: sizeRule }),
  refused({ size_bytes: 1.5 }, 'size_bytes', { reason: 'invalid_type', message: sizeRule }),
  {
    name: 'a size above the limit',
    as: 'owner',
    ask: uploadMine,
    body: { ...file, size_bytes: 1001 },
    status: 400,
    error: {
      code: 'bad_request',
      message: 'size_bytes must be from 1 to 1000.',
      details: { field: 'size_bytes', reason: 'too_large', limit_bytes: 1000 },
    },
  },
  refused({ checksum_sha256: 'abc' }, 'checksum_sha256', {
    reason: 'invalid_format',
    message: 'checksum_sha256 must have 64 hexadecimal digits.',
  }),
  refused({ source: 'ftp' }, 'source', {
    reason: 'invalid_value',
    message: 'source must be one of upload, gdrive.',
  }),
]

test('POST /v1/datasets/{id}/objects/upload', async () => {
  await using provider = await openTestProvider({ config: { uploadLimitBytes: 1000 } })
  const mine = await provider.dataset()
  await checkRows(provider, { ...provider.names, mine }, initiate)
})

fact('an upload URL starts with the base address and names the object', async (provider) => {
  const { object_id, upload_url } = await provider.initiate(await provider.dataset())
  assert.ok(upload_url.startsWith(`${provider.url}/blobs/${object_id}?`))
})

fact('before confirmation an object is initiated, without a review state', async (provider) => {
  const mine = await provider.dataset()
  const { object_id: open } = await provider.initiate(mine)
  await checkRows(provider, { ...provider.names, open, mine }, [
    {
      name: 'the object',
      as: 'owner',
      ask: 'GET /v1/objects/{open}',
      status: 200,
      data: {
        status: 'initiated',
        review_state: null,
        checksum_sha256: null,
        uploaded_at: null,
        review_expires_at: null,
        size_bytes: 41,
      },
    },
    {
      name: 'its download',
      as: 'owner',
      ask: 'GET /v1/objects/{open}/download',
      status: 409,
      error: {
        code: 'conflict',
        message: 'The upload of this object is not confirmed yet.',
        details: { reason: 'not_uploaded' },
      },
    },
    {
      name: 'its dataset counts it not',
      as: 'owner',
      ask: 'GET /v1/datasets/{mine}',
      status: 200,
      data: { object_count: 0, total_bytes: 0, status: 'draft' },
    },
  ])
})

const declared = sha256Of('other')

function unfit(details: { reason: string } & Record<string, unknown>, message: string) {
  return { code: 'conflict', message, details }
}

const confirmation: Row[] = [
  {
    name: 'no credential',
    ask: 'POST /v1/objects/{right}/confirm',
    status: 401,
    error: unauthorized,
  },
  {
    name: 'a key that only reads',
    as: 'reader',
    ask: 'POST /v1/objects/{right}/confirm',
    status: 403,
    error: missingScope('objects:write'),
  },
  ...sameForAll('POST /v1/objects/{id}/confirm'),
  {
    name: 'no bytes',
    as: 'owner',
    ask: 'POST /v1/objects/{empty}/confirm',
    status: 409,
    error: unfit(
      { reason: 'no_bytes' },
      'No bytes have been received for this object. Send them to its upload_url first.',
    ),
  },
  {
    name: 'fewer bytes',
    as: 'owner',
    ask: 'POST /v1/objects/{short}/confirm',
    status: 409,
    error: unfit(
      { reason: 'size_mismatch', declared_bytes: 41, received_bytes: 40 },
      '41 bytes were declared and 40 were received.',
    ),
  },
  {
    name: 'another checksum',
    as: 'owner',
    ask: 'POST /v1/objects/{wrong}/confirm',
    status: 409,
    error: unfit(
      {
        reason: 'checksum_mismatch',
        declared_sha256: declared,
        received_sha256: sha256Of(someText),
      },
      'The bytes received have another SHA-256 than the one declared.',
    ),
  },
  {
    name: 'what was declared',
    as: 'owner',
    ask: 'POST /v1/objects/{right}/confirm',
    status: 200,
    data: {
      filename: 'report.txt',
      content_type: 'text/plain',
      size_bytes: 41,
      checksum_sha256: sha256Of(someText),
      status: 'staged',
      review_state: 'pending',
      uploaded_at: '2026-03-02T10:00:00.000Z',
      review_expires_at: '2026-03-05T10:00:00.000Z',
      reviewed_at: null,
      index_state: 'none',
    },
  },
  {
    name: 'twice',
    as: 'owner',
    ask: 'POST /v1/objects/{right}/confirm',
    status: 409,
    error: unfit(
      { reason: 'already_confirmed', status: 'staged' },
      'The upload of this object is confirmed already.',
    ),
  },
  {
    name: 'the dataset takes notice',
    as: 'owner',
    ask: 'GET /v1/datasets/{mine}',
    status: 200,
    data: { status: 'ingesting', object_count: 1, active_object_count: 0, total_bytes: 41 },
  },
]

fact('POST /v1/objects/{id}/confirm', async (provider) => {
  const mine = await provider.dataset()
  const names = {
    ...provider.names,
    mine,
    empty: (await provider.initiate(mine)).object_id,
    short: await sent(provider, mine, { text: 'x'.repeat(40) }),
    wrong: await sent(provider, mine, { fields: { checksum_sha256: declared } }),
    right: await sent(provider, mine, { fields: { checksum_sha256: sha256Of(someText) } }),
  }
  await checkRows(provider, names, confirmation)
})

fact(
  'after a refused confirmation the upload is open: other bytes can be sent',
  async (provider) => {
    const { object_id, upload_url } = await provider.initiate(await provider.dataset())
    const confirm = () =>
      provider.call('POST', `/v1/objects/${object_id}/confirm`, { as: provider.owner.token })
    await provider.put(upload_url, 'short')
    assert.is((await confirm()).status, 409)
    assert.is(await provider.put(upload_url), 200)
    const { status, body } = await confirm()
    assert.equal([status, body.data.checksum_sha256], [200, sha256Of(someText)])
  },
)

test('a confirmation that is retried with its Idempotency-Key answers the same', async () => {
  await using provider = await openTestProvider()
  const objectId = await sent(provider, await provider.dataset(), {})
  const asked = { as: provider.owner.token, headers: { 'idempotency-key': 'once' } }
  const first = await provider.call('POST', `/v1/objects/${objectId}/confirm`, asked)
  const second = await provider.call('POST', `/v1/objects/${objectId}/confirm`, asked)
  assert.is(first.status, 200)
  assert.equal(second.body, first.body)
})

test('an initiation that is retried with its Idempotency-Key gives the same URL', async () => {
  await using provider = await openTestProvider()
  const path = `/v1/datasets/${await provider.dataset()}/objects/upload`
  const asked = { as: provider.owner.token, body: file, headers: { 'idempotency-key': 'once' } }
  const first = await provider.call('POST', path, asked)
  const second = await provider.call('POST', path, asked)
  assert.is(first.status, 201)
  assert.equal(second.body, first.body)
})

fact('DELETE /v1/objects/{id}/upload', async (provider) => {
  const mine = await provider.dataset()
  const open = await sent(provider, mine, {})
  const staged = await provider.staged(mine)
  const ask = 'DELETE /v1/objects/{open}/upload'
  await checkRows(provider, { ...provider.names, open, staged }, [
    { name: 'no credential', ask, status: 401, error: unauthorized },
    {
      name: 'a key that only reads',
      as: 'reader',
      ask,
      status: 403,
      error: missingScope('objects:write'),
    },
    ...sameForAll('DELETE /v1/objects/{id}/upload', 'open'),
    {
      name: 'a confirmed one',
      as: 'owner',
      ask: 'DELETE /v1/objects/{staged}/upload',
      status: 409,
      error: {
        code: 'conflict',
        message: 'The upload of this object is confirmed already.',
        details: { reason: 'already_confirmed', status: 'staged' },
      },
    },
    { name: 'an open one', as: 'writer', ask, status: 200, data: {} },
    { name: 'twice', as: 'owner', ask, status: 404, error: notFound('object') },
    {
      name: 'the object never was',
      as: 'owner',
      ask: 'GET /v1/objects/{open}',
      status: 404,
      error: notFound('object'),
    },
  ])
})

fact('GET /v1/objects/{id} and its download', async (provider) => {
  const mine = await provider.dataset({ visibility: 'listed' })
  const right = await provider.indexed(mine, { title: 'Check', tags: ['a'], source: 'gdrive' })
  await checkRows(provider, { ...provider.names, right, mine }, [
    {
      name: 'an own one',
      as: 'reader',
      ask: 'GET /v1/objects/{right}',
      status: 200,
      data: {
        status: 'active',
        review_state: 'approved',
        reviewed_at: '2026-03-02T10:00:00.000Z',
        title: 'Check',
        tags: ['a'],
        source: 'gdrive',
        index_state: 'indexed',
        error: null,
      },
    },
    { name: 'no credential', ask: 'GET /v1/objects/{right}', status: 401, error: unauthorized },
    {
      name: 'a key without the scope',
      as: 'searcher',
      ask: 'GET /v1/objects/{right}',
      status: 403,
      error: missingScope('datasets:read'),
    },
    ...sameForAll('GET /v1/objects/{id}'),
    {
      name: 'its download',
      as: 'reader',
      ask: 'GET /v1/objects/{right}/download',
      status: 200,
      data: { expires_at: '2026-03-02T11:00:00.000Z' },
    },
    {
      name: 'its download without a credential',
      ask: 'GET /v1/objects/{right}/download',
      status: 401,
      error: unauthorized,
    },
    {
      name: 'its download without the scope',
      as: 'searcher',
      ask: 'GET /v1/objects/{right}/download',
      status: 403,
      error: missingScope('datasets:read'),
    },
    ...sameForAll('GET /v1/objects/{id}/download'),
    {
      name: 'the dataset counts it',
      as: 'owner',
      ask: 'GET /v1/datasets/{mine}',
      status: 200,
      data: { status: 'active', object_count: 1, active_object_count: 1, total_bytes: 41 },
    },
  ])
})

fact('what was rejected is shown with the reason and not downloaded', async (provider) => {
  const objectId = await provider.staged(await provider.dataset())
  const review = `/v1/admin/review/objects/${provider.owner.tenantId}/${objectId}/reject`
  const as = provider.names.admin
  await provider.call('POST', review, { as, body: { reason: 'personal data' } })
  await checkRows(provider, { ...provider.names, objectId }, [
    {
      name: 'the object',
      as: 'owner',
      ask: 'GET /v1/objects/{objectId}',
      status: 200,
      data: { status: 'rejected', review_state: 'rejected', review_reason: 'personal data' },
    },
    {
      name: 'its download',
      as: 'owner',
      ask: 'GET /v1/objects/{objectId}/download',
      status: 404,
      error: notFound('object'),
    },
  ])
})

fact('DELETE /v1/objects/{id}', async (provider) => {
  const mine = await provider.dataset()
  const right = await provider.staged(mine)
  const ask = 'DELETE /v1/objects/{right}'
  const gone = { as: 'owner', status: 404, error: notFound('object') }
  await checkRows(provider, { ...provider.names, right }, [
    { name: 'no credential', ask, status: 401, error: unauthorized },
    {
      name: 'a key that only reads',
      as: 'reader',
      ask,
      status: 403,
      error: missingScope('objects:write'),
    },
    ...sameForAll('DELETE /v1/objects/{id}'),
    { name: 'an own one', as: 'writer', ask, status: 200, data: {} },
    { ...gone, name: 'twice', ask },
    { ...gone, name: 'reading it', ask: 'GET /v1/objects/{right}' },
    { ...gone, name: 'its download', ask: 'GET /v1/objects/{right}/download' },
    { ...gone, name: 'confirming it', ask: 'POST /v1/objects/{right}/confirm' },
    {
      name: 'reviewing it',
      as: 'admin',
      ask: `POST /v1/admin/review/objects/${provider.owner.tenantId}/{right}/approve`,
      status: 404,
      error: notFound('object'),
    },
  ])
})

fact('GET /v1/datasets/{id}/objects', async (provider) => {
  const mine = await provider.dataset()
  const ids = [await provider.staged(mine), await provider.staged(mine)]
  ids.unshift((await provider.initiate(mine)).object_id)
  const gone = await provider.staged(mine)
  const as = provider.owner.token
  await provider.call('DELETE', `/v1/objects/${gone}`, { as })
  const ask = 'GET /v1/datasets/{mine}/objects'
  await checkRows(provider, { ...provider.names, mine }, [
    { name: 'all', as: 'reader', ask, status: 200, data: { total: 3, next_cursor: null } },
    { name: 'staged', as: 'owner', ask: `${ask}?status=staged`, status: 200, data: { total: 2 } },
    {
      name: 'deleted ones are in no list',
      as: 'owner',
      ask: `${ask}?status=deleted`,
      status: 200,
      data: { objects: [], total: 0, next_cursor: null },
    },
    { name: 'no credential', ask, status: 401, error: unauthorized },
    {
      name: 'a key without the scope',
      as: 'searcher',
      ask,
      status: 403,
      error: missingScope('datasets:read'),
    },
    { name: 'a stranger', as: 'stranger', ask, status: 404, error: notFound('dataset') },
    {
      name: 'an unknown status',
      as: 'owner',
      ask: `${ask}?status=done`,
      status: 400,
      error: badField('status', {
        reason: 'invalid_value',
        message: 'status must be one of initiated, staged, active, rejected, expired, deleted.',
      }),
    },
  ])
})

fact('a list of objects pages without gaps, newest first', async (provider) => {
  const mine = await provider.dataset()
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.unshift((await provider.initiate(mine)).object_id)
  const seen: string[] = []
  let cursor = ''
  do {
    const path = `/v1/datasets/${mine}/objects?limit=2${cursor && `&cursor=${cursor}`}`
    const { body } = await provider.call('GET', path, { as: provider.owner.token })
    assert.is(body.data.total, 5)
    seen.push(...body.data.objects.map((one: { object_id: string }) => one.object_id))
    cursor = body.data.next_cursor ?? ''
  } while (cursor)
  assert.equal(seen, ids)
})

fact('a key with an allow list works on the objects of its datasets alone', async (provider) => {
  const listed = await provider.dataset()
  const other = await provider.dataset()
  const inside = await provider.staged(listed)
  const outside = await provider.staged(other)
  const limited = await provider.key(provider.owner, {
    scopes: ['datasets:read', 'objects:write'],
    dataset_access_mode: 'allow_list',
    dataset_ids: [listed],
  })
  const absent = { as: 'limited', status: 404 }
  const error = notFound('object')
  await checkRows(provider, { ...provider.names, limited, inside, outside, listed, other }, [
    { name: 'inside', as: 'limited', ask: 'GET /v1/objects/{inside}', status: 200 },
    { ...absent, name: 'outside', ask: 'GET /v1/objects/{outside}', error },
    { ...absent, name: 'its download', ask: 'GET /v1/objects/{outside}/download', error },
    { ...absent, name: 'its deletion', ask: 'DELETE /v1/objects/{outside}', error },
    {
      ...absent,
      name: 'its list',
      ask: 'GET /v1/datasets/{other}/objects',
      error: notFound('dataset'),
    },
    {
      ...absent,
      name: 'an upload',
      ask: 'POST /v1/datasets/{other}/objects/upload',
      body: file,
      error: notFound('dataset'),
    },
    { name: 'the deletion inside', as: 'limited', ask: 'DELETE /v1/objects/{inside}', status: 200 },
  ])
})

/** Initiated, and bytes sent. */
async function sent(
  provider: TestProvider,
  datasetId: Parameters<TestProvider['initiate']>[0],
  { text = someText, fields = {} }: { text?: string; fields?: object },
): Promise<string> {
  const { object_id, upload_url } = await provider.initiate(datasetId, { ...fields })
  assert.is(await provider.put(upload_url, text), 200)
  return object_id
}

/** An unknown id, a malformed one and another tenant's are one and the same answer. */
function sameForAll(ask: `${string}{id}${string}`, name = 'right'): Row[] {
  const asked: [name: string, as: string, id: string][] = [
    ['an unknown id', 'owner', 'obj_01jn9z0000zzzzzzzzzzzzzzzz'],
    ['an id that could not be', 'owner', 'nonsense'],
    ["another tenant's id", 'stranger', `{${name}}`],
  ]
  return asked.map(([title, as, id]) => ({
    name: title,
    as,
    ask: ask.replace('{id}', id),
    status: 404,
    error: notFound('object'),
  }))
}

test.run()
