// Files in parts, over HTTP: `someText` has three parts of 14, 14 and 13 bytes here.
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
import { openTestApp } from '../../../support/open-test-app.ts'
import { sha256Of, smallParts, someText } from '../../../support/open-test-catalog.ts'
import { fileOf, openTestProvider, type TestProvider } from '../../../support/open-test-provider.ts'
import { shared } from '../../../support/shared.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const bytes = Buffer.from(someText)
const texts = [bytes.subarray(0, 14), bytes.subarray(14, 28), bytes.subarray(28)].map(String)
const etags = texts.map((text) => `"${sha256Of(text)}"`)
const named = etags.map((etag, i) => ({ part_number: i + 1, etag }))
const overrides = { uploadLimits: smallParts }
/** Each fact has datasets and objects of its own. */
const { fact } = shared(() => openTestProvider({ overrides }))
const linkInvalid = {
  code: 'forbidden',
  message: 'This link is not valid or has expired.',
  details: {},
}

fact('a file above the threshold comes with a URL for each part', async (provider) => {
  const opened = await provider.initiate(await provider.dataset())
  const { object_id, upload_id, upload_url, parts, ...rest } = opened as unknown as Open
  assert.equal(rest, { expires_at: '2026-03-02T10:15:00.000Z', part_size_bytes: 14 })
  assert.is(upload_id, object_id.replace('obj_', 'upl_'))
  assert.match(upload_url, /\?purpose=upload&limit=41&/)
  assert.equal(
    parts.map(({ upload_url: _, ...place }) => place),
    [
      { part_number: 1, offset_bytes: 0, size_bytes: 14 },
      { part_number: 2, offset_bytes: 14, size_bytes: 14 },
      { part_number: 3, offset_bytes: 28, size_bytes: 13 },
    ],
  )
  assert.match(parts[2]?.upload_url ?? '', /\/blobs\/obj_\w+\?purpose=part&part=3&limit=13&/)
})

fact('a file up to the threshold has no parts', async (provider) => {
  const small = await provider.initiate(await provider.dataset(), { size_bytes: 40 })
  assert.equal(Object.keys(small).sort(), ['expires_at', 'object_id', 'upload_id', 'upload_url'])
})

fact('parts sent in any order, some again, make the file that is confirmed', async (provider) => {
  const open = await openParts(provider)
  assert.equal(await sendAll(provider, open, [3, 1]), [etags[2], etags[0]])
  assert.equal(await sendAll(provider, open, [2, 3]), [etags[1], etags[2]])
  const { status, body } = await confirm(provider, open)
  assert.is(status, 200)
  assert.is(body.data.checksum_sha256, sha256Of(someText))
  assert.match(body.data.job_id, /^job_/)
  assert.is(await download(provider, open), someText)
})

test('GET …/upload shows what came and renews the URLs', async () => {
  await using provider = await openTestProvider({ overrides })
  const open = await openParts(provider)
  await sendAll(provider, open, [2])
  provider.clock.advance({ seconds: 15 * 60 })
  assert.is((await provider.call('PUT', urlOf(open, 1), { raw: texts[0] as string })).status, 403)
  const { data } = (await get(provider, `/v1/objects/${open.object_id}/upload`)).body
  const { parts, upload_url, ...rest } = data
  assert.equal(rest, {
    object_id: open.object_id,
    upload_id: open.upload_id,
    expires_at: '2026-03-02T10:30:00.000Z',
    size_bytes: 41,
    received: null,
    part_size_bytes: 14,
  })
  const received = { size_bytes: 14, etag: etags[1], received_at: '2026-03-02T10:00:00.000Z' }
  assert.equal(
    parts.map((part: { received: unknown }) => part.received),
    [null, received, null],
  )
  await sendAll(provider, data, [1, 3])
  assert.is(await provider.put(upload_url), 200)
  assert.is((await confirm(provider, open)).status, 200)
})

test('GET …/upload of a file in one piece', async () => {
  await using provider = await openTestProvider()
  const { object_id, upload_url } = await provider.initiate(await provider.dataset())
  await provider.put(upload_url, 'short')
  const { data } = (await get(provider, `/v1/objects/${object_id}/upload`)).body
  const { upload_url: renewed, ...rest } = data
  assert.equal(rest, {
    object_id,
    upload_id: object_id.replace('obj_', 'upl_'),
    expires_at: '2026-03-02T10:15:00.000Z',
    size_bytes: 41,
    received: {
      size_bytes: 5,
      etag: `"${sha256Of('short')}"`,
      received_at: '2026-03-02T10:00:00.000Z',
    },
  })
  assert.is(await provider.put(renewed), 200)
})

test('an upload goes on after a restart of the server', async () => {
  using folder = temporaryFolder()
  const options = { overrides, dir: folder.path }
  let open: Open
  let as: string
  {
    await using provider = await openTestProvider(options)
    open = await openParts(provider)
    as = provider.owner.token
    await sendAll(provider, open, [3, 1])
  }
  await using app = await openTestApp({ ...options, parts: { jobs: false, workers: false } })
  const { body } = await app.call('GET', `/v1/objects/${open.object_id}/upload`, { as })
  const missing = body.data.parts.filter((part: { received: unknown }) => part.received === null)
  assert.is(missing.length, 1)
  await app.call('PUT', missing[0].upload_url, { raw: texts[1] as string })
  const path = `/v1/objects/${open.object_id}/confirm`
  const { body: confirmed } = await app.call('POST', path, { as, body: { parts: named } })
  assert.is(confirmed.data.checksum_sha256, sha256Of(someText))
})

for (const [title, end] of [
  ['confirmed', confirm],
  ['cancelled', cancel],
] as const) {
  fact(`a part for a ${title} upload answers 403`, async (provider) => {
    const open = await openParts(provider)
    await sendAll(provider, open, [1, 2, 3])
    assert.is((await end(provider, open)).status, 200)
    const late = await provider.call('PUT', urlOf(open, 2), { raw: 'x'.repeat(14) })
    assert.is(late.status, 403)
    assert.equal(late.body.error, linkInvalid)
  })
}

fact('more bytes than the part has answer 413 and leave the neighbour whole', async (provider) => {
  const open = await openParts(provider)
  await sendAll(provider, open, [2])
  const { status, body } = await provider.call('PUT', urlOf(open, 1), { raw: 'x'.repeat(15) })
  assert.is(status, 413)
  assert.equal(body.error.details, { limit_bytes: 14 })
  await sendAll(provider, open, [1, 3])
  assert.is((await confirm(provider, open)).body.data.checksum_sha256, sha256Of(someText))
})

const swaps: [title: string, change: (open: Open) => string][] = [
  ['another part', (open) => urlOf(open, 1).replace('part=1', 'part=2')],
  ['no part', (open) => urlOf(open, 1).replace('part=1&', '')],
  ['a larger size', (open) => urlOf(open, 1).replace('limit=14', 'limit=41')],
  ['the purpose of the whole', (open) => urlOf(open, 1).replace('purpose=part', 'purpose=upload')],
]

for (const [title, change] of swaps) {
  fact(`the URL of a part with ${title} answers 403`, async (provider) => {
    const open = await openParts(provider)
    const { status, body } = await provider.call('PUT', change(open), { raw: texts[0] as string })
    assert.is(status, 403)
    assert.equal(body.error, linkInvalid)
  })
}

const confirmFull = 'POST /v1/objects/{full}/confirm'

function badList(parts: unknown, details: Record<string, unknown>, message: string): Row {
  const error = { code: 'bad_request', message, details: { field: 'parts', ...details } }
  return { ...refused(confirmFull, parts), status: 400, error }
}

function unfit(
  ask: string,
  parts: unknown,
  details: Record<string, unknown>,
  message: string,
): Row {
  return { ...refused(ask, parts), status: 409, error: { code: 'conflict', message, details } }
}

function refused(ask: string, parts: unknown) {
  return { name: `${ask} ${JSON.stringify(parts)}`, as: 'owner', ask, body: { parts } }
}

function change(part_number: number, fields: object): object[] {
  return named.map((part) => (part.part_number === part_number ? { ...part, ...fields } : part))
}

const confirmation: Row[] = [
  badList(undefined, { reason: 'required' }, 'parts is required: this file was sent in parts.'),
  badList([], { reason: 'required' }, 'parts is required: this file was sent in parts.'),
  badList('all', { reason: 'invalid_type' }, 'parts must be a list of parts.'),
  badList(
    named.slice(0, 2),
    { reason: 'missing_part', part_number: 3 },
    'parts does not name part 3.',
  ),
  badList(
    [...named, { part_number: 4, etag: 'x' }],
    { reason: 'unknown_part', part_number: 4 },
    'This upload has no part 4.',
  ),
  badList(
    [...named, named[1]],
    { reason: 'duplicate_part', part_number: 2 },
    'parts names part 2 twice.',
  ),
  {
    ...refused(confirmFull, change(2, { part_number: 0 })),
    status: 400,
    error: badField('parts.1.part_number', {
      reason: 'too_small',
      message: 'parts.1.part_number must be a whole number from 1 to 10000.',
    }),
  },
  {
    ...refused(confirmFull, change(1, { etag: undefined })),
    status: 400,
    error: badField('parts.0.etag', {
      reason: 'required',
      message: 'parts.0.etag is required.',
    }),
  },
  unfit(
    confirmFull,
    change(2, { etag: '"other"' }),
    {
      reason: 'etag_mismatch',
      part_number: 2,
      given_etag: '"other"',
      received_etag: etags[1],
    },
    'Part 2 was received with another ETag than the one given.',
  ),
  unfit(
    'POST /v1/objects/{some}/confirm',
    named,
    { reason: 'missing_parts', missing_parts: [1, 3] },
    'Not received yet: 2 of 3 parts, the first of them part 1.',
  ),
  unfit(
    'POST /v1/objects/{short}/confirm',
    named,
    { reason: 'size_mismatch', part_number: 3, declared_bytes: 13, received_bytes: 5 },
    'Part 3 has 13 bytes and 5 were received.',
  ),
  unfit(
    'POST /v1/objects/{empty}/confirm',
    undefined,
    { reason: 'no_bytes' },
    'No bytes have been received for this object. Send them to its upload_url first.',
  ),
  {
    ...refused('POST /v1/objects/{small}/confirm', named),
    status: 400,
    error: badField('parts', {
      reason: 'not_in_parts',
      message: 'This file comes in one piece: leave out parts.',
    }),
  },
  {
    name: 'ETags without their quotes',
    as: 'owner',
    ask: 'POST /v1/uploads/{fullUpload}/complete',
    body: { parts: named.map((part) => ({ ...part, etag: part.etag.slice(1, -1) })) },
    status: 200,
    data: { status: 'staged', checksum_sha256: sha256Of(someText) },
  },
  ...['POST /v1/objects/{full}/confirm', 'POST /v1/uploads/{fullUpload}/complete'].map((ask) => ({
    ...unfit(
      ask,
      named,
      { reason: 'already_confirmed', status: 'staged' },
      'The upload of this object is confirmed already.',
    ),
    name: `again, ${ask}`,
  })),
]

fact('a confirmation names every part as it was received', async (provider) => {
  const [full, some, short, empty] = [
    await openParts(provider),
    await openParts(provider),
    await openParts(provider),
    await openParts(provider),
  ]
  await sendAll(provider, full, [1, 2, 3])
  await sendAll(provider, some, [2])
  await sendAll(provider, short, [1, 2])
  await provider.call('PUT', urlOf(short, 3), { raw: 'short' })
  const small = await provider.initiate(await provider.dataset(), { size_bytes: 40 })
  const names = {
    full: full.object_id,
    some: some.object_id,
    short: short.object_id,
    empty: empty.object_id,
    small: small.object_id,
    fullUpload: full.upload_id,
  }
  await checkRows(provider, { ...provider.names, ...names }, confirmation)
})

const unknown = '01jn9z0000zzzzzzzzzzzzzzzz'

const endpoints: [ask: string, body?: object][] = [
  ['POST /v1/uploads', { dataset_id: '{mine}', ...fileOf(someText) }],
  ['GET /v1/objects/{open}/upload'],
  ['POST /v1/uploads/{upload}/complete', {}],
]

test('uploads need objects:write', async () => {
  await using provider = await openTestProvider()
  const names = await opened(provider)
  const rows = endpoints.flatMap(([ask, body]): Row[] => {
    const asked = body === undefined ? { ask } : { ask, body }
    const error = missingScope('objects:write')
    return [
      { ...asked, name: `nobody, ${ask}`, status: 401, error: unauthorized },
      { ...asked, name: `a reader, ${ask}`, as: 'reader', status: 403, error },
    ]
  })
  await checkRows(provider, names, rows)
})

test('unknown, foreign and cancelled uploads have the same answer', async () => {
  await using provider = await openTestProvider()
  const names = await opened(provider)
  const gone = await provider.initiate(await provider.dataset())
  await cancel(provider, gone)
  const ids: [as: string, id: string][] = [
    ['stranger', names.open.slice(4)],
    ['owner', unknown],
    ['owner', gone.object_id.slice(4)],
    ['owner', 'x'],
  ]
  const rows = ids.flatMap(([as, id]): Row[] => [
    {
      name: `${as} GET ${id}`,
      as,
      ask: `GET /v1/objects/obj_${id}/upload`,
      status: 404,
      error: notFound('object'),
    },
    {
      name: `${as} POST ${id}`,
      as,
      ask: `POST /v1/uploads/upl_${id}/complete`,
      status: 404,
      error: notFound('object'),
    },
  ])
  await checkRows(provider, names, rows)
})

fact('POST /v1/uploads', async (provider) => {
  const names = await opened(provider)
  const ask = 'POST /v1/uploads'
  const file = fileOf(someText)
  const [mine, foreign] = [
    { dataset_id: names.mine, ...file },
    { dataset_id: 'dset_x', ...file },
  ]
  await checkRows(provider, names, [
    { name: 'mine', as: 'writer', ask, body: mine, status: 201, data: { part_size_bytes: 14 } },
    {
      name: 'unknown',
      as: 'owner',
      ask,
      body: foreign,
      status: 404,
      error: notFound('dataset'),
    },
    {
      name: 'foreign',
      as: 'stranger',
      ask,
      body: mine,
      status: 404,
      error: notFound('dataset'),
    },
    {
      name: 'no dataset',
      as: 'owner',
      ask,
      body: file,
      status: 400,
      error: badField('dataset_id', { reason: 'required', message: 'dataset_id is required.' }),
    },
    {
      name: 'a bad name',
      as: 'owner',
      ask,
      body: { ...mine, filename: 'a/b' },
      status: 400,
      error: badField('filename', {
        reason: 'path',
        message: 'filename must be a plain name, without a path.',
      }),
    },
  ])
})

test('GET …/upload after the confirmation answers 409', async () => {
  await using provider = await openTestProvider()
  const done = await provider.staged(await provider.dataset())
  await checkRows(provider, { ...provider.names, done }, [
    {
      name: 'confirmed',
      as: 'owner',
      ask: 'GET /v1/objects/{done}/upload',
      status: 409,
      error: {
        code: 'conflict',
        message: 'The upload of this object is confirmed already.',
        details: { reason: 'already_confirmed', status: 'staged' },
      },
    },
  ])
})

fact(
  'a confirmation that is retried with its Idempotency-Key is answered once more',
  async (provider) => {
    const open = await openParts(provider)
    await sendAll(provider, open, [1, 2, 3])
    const headers = { 'idempotency-key': 'once' }
    const first = await confirm(provider, open, headers)
    const again = await confirm(provider, open, headers)
    assert.is(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(again.body, first.body)
  },
)

type Open = {
  object_id: string
  upload_id: string
  upload_url: string
  parts: { part_number: number; upload_url: string }[]
}

async function openParts(provider: TestProvider): Promise<Open> {
  return (await provider.initiate(await provider.dataset())) as unknown as Open
}

async function opened(provider: TestProvider) {
  const mine = await provider.dataset()
  const { object_id: open, upload_id: upload } = (await provider.initiate(mine)) as unknown as Open
  return { ...provider.names, mine, open, upload }
}

function urlOf({ parts }: Pick<Open, 'parts'>, number: number): string {
  return parts[number - 1]?.upload_url ?? ''
}

/** Sends these parts at the same time; gives their ETags. */
function sendAll({ call }: TestProvider, open: Pick<Open, 'parts'>, numbers: number[]) {
  return Promise.all(
    numbers.map(async (number) => {
      const raw = texts[number - 1] as string
      const { status, headers } = await call('PUT', urlOf(open, number), { raw })
      assert.is(status, 200)
      return headers.get('etag')
    }),
  )
}

function confirm(
  { call, owner }: TestProvider,
  { object_id }: { object_id: string },
  headers: Record<string, string> = {},
) {
  const path = `/v1/objects/${object_id}/confirm`
  return call('POST', path, { as: owner.token, body: { parts: named }, headers })
}

function cancel({ call, owner }: TestProvider, { object_id }: { object_id: string }) {
  return call('DELETE', `/v1/objects/${object_id}/upload`, { as: owner.token })
}

function get({ call, owner }: TestProvider, path: string) {
  return call('GET', path, { as: owner.token })
}

async function download(provider: TestProvider, { object_id }: Open): Promise<string> {
  const { body } = await get(provider, `/v1/objects/${object_id}/download`)
  return (await provider.call('GET', body.data.download_url)).bytes.toString('utf8')
}

test.run()
