// What may not stand in a path or a query, and who may not ask: each with the exact answer.
import { test } from 'uvu'
import { a, assertRefused, b, badFields, openWorld, type Row } from '../support/refusal-table.ts'
import { shared } from '../support/shared.ts'

const noDataset = b('not_found', { message: 'No such dataset.' })
const noObject = b('not_found', { message: 'No such object.' })
const noKey = b('not_found', { message: 'No such API key.' })
const noPath = b('not_found', { message: 'No such path.' })
const noAsset = a({ code: 'not_found', message: 'No such asset.' })

/** The same answer for an unknown, a foreign and a malformed id. */
const ids: Row[] = [
  ...[
    'dset_unknown',
    '{foreignDataset}',
    '{staged}',
    '%2e%2e%2fsecret.key',
    '%F0%9F%92%A9',
  ].flatMap((id) => [
    refused(`GET /v1/datasets/${id}`, noDataset),
    refused(`PATCH /v1/datasets/${id}`, noDataset, {}),
    refused(`DELETE /v1/datasets/${id}`, noDataset),
    refused(`GET /v1/datasets/${id}/objects`, noDataset),
    refused(`POST /v1/datasets/${id}/objects/upload`, noDataset, {
      filename: 'a.txt',
      content_type: 'text/plain',
      size_bytes: 1,
    }),
  ]),
  ...['obj_unknown', '{foreignObject}', '{dataset}'].flatMap((id) => [
    refused(`GET /v1/objects/${id}`, noObject),
    refused(`GET /v1/objects/${id}/download`, noObject),
    refused(`POST /v1/objects/${id}/confirm`, noObject),
    refused(`DELETE /v1/objects/${id}/upload`, noObject),
    refused(`DELETE /v1/objects/${id}`, noObject),
  ]),
  ...['key_unknown', '{foreignKey}'].flatMap((id) => [
    refused(`GET /v1/api-keys/${id}`, noKey),
    refused(`PATCH /v1/api-keys/${id}`, noKey, { name: 'x' }),
    refused(`DELETE /v1/api-keys/${id}`, noKey),
    refused(`POST /v1/api-keys/${id}/grants`, noKey, { dataset_id: '{dataset}' }),
    refused(`DELETE /v1/api-keys/${id}/grants/grt_unknown`, noKey),
  ]),
  ...['obj_unknown', '{staged}', '{foreignObject}', '{dataset}', '{initiated}'].flatMap((id) => [
    { ...refused(`GET /asset/${id}`, noAsset), as: 'buyerKey' },
    { ...refused('POST /download', noAsset, { asset_id: id }), name: `mint ${id}`, as: 'buyerKey' },
  ]),
  ...['approve', 'reject'].flatMap((deed) => [
    review(`{provider}/obj_unknown/${deed}`),
    review(`{stranger}/{staged}/${deed}`),
    review(`tnt_unknown/{staged}/${deed}`),
  ]),
]

function refused(call: string, answer: unknown, body?: object): Row {
  return { name: call, call, as: 'provider', status: 404, answer, ...(body ? { body } : {}) }
}

function review(path: string): Row {
  const call = `POST /v1/admin/review/objects/${path}`
  return { ...refused(call, noObject, { reason: 'x' }), as: 'operator' }
}

const limit = 'must be a whole number from 1 to 100.'
const second = 'must be a whole number from 0 to 99999999999.'
const millisecond = 'must be a whole number from 0 to 9007199254740991.'
const noRange = 'A range can be asked for audio and video only; leave it out.'
const kinds = 'transcript, caption, ocr, doc_chunk, user_text, metadata'
const statuses = 'draft, ingesting, active, paused, archived, suspended, pending_deletion, deleted'
const unknownField =
  'q, character 1: there is no field colour; the fields are kind, lang, modality, source, ' +
  'dataset, title, filename, folder, page, asset, tag. Put the word in double quotes to search ' +
  'for it as it stands.'
const offset = 'must be a whole number from 0 to 10000.'
const cursor = 'This cursor is damaged or belongs to another list. Start again without it.'
const once = 'must be given only once.'
const lists = { call: 'GET /v1/datasets', as: 'provider' }

const queriesOfB: Row[] = [
  ['limit=0', 'limit', 'too_small', limit],
  ['limit=101', 'limit', 'too_big', limit],
  ['limit=-1', 'limit', 'too_small', limit],
  ['limit=1.5', 'limit', 'invalid_format', limit],
  ['limit=abc', 'limit', 'invalid_format', limit],
  ['limit=', 'limit', 'invalid_format', limit],
  ['limit=1e1', 'limit', 'invalid_format', limit],
  ['limit=+5', 'limit', 'invalid_format', limit],
  ['limit=5&limit=5', 'limit', 'duplicate', once],
  ['cursor=abc', 'cursor', 'invalid_cursor', cursor],
  ['cursor=', 'cursor', 'too_small', 'must not be empty.'],
  ['cursor=%00', 'cursor', 'invalid_cursor', cursor],
  ['status=open', 'status', 'invalid_value', `must be one of ${statuses}.`],
  [
    'visibility=public',
    'visibility',
    'invalid_value',
    'must be one of private, restricted, listed.',
  ],
].map(([query = '', field = '', reason = '', rule = '']) => ({
  ...badFields(lists, [[query, undefined, field, reason, rule]])[0],
  call: `GET /v1/datasets?${query}`,
})) as Row[]

const queriesOfA: Row[] = [
  ['', 'q is required.'],
  ['q=', 'q must not be empty.'],
  [`q=${'x'.repeat(2049)}`, 'q must have at most 2048 characters.'],
  ['q=a%00b', 'q must not contain control characters.'],
  ['q=a&q=b', `q ${once}`],
  ['q=AND', 'q, character 1: there are only operators here, nothing to search for.'],
  ['q=open%20AND', 'q, character 6: a term must follow this.'],
  ['q=(a%20AND%20b', 'q, character 1: this parenthesis is never closed.'],
  ['q=colour:red', unknownField],
  ['q=a&mode=fast', 'mode must be one of keyword, semantic, hybrid.'],
  ['q=a&modality=smell', 'modality must be one of audio, image, video, document, text.'],
  ['q=a&kind=word', `kind must be one of ${kinds}.`],
  ['q=a&lang=german!', 'lang must be a language code such as de.'],
  ['q=a&source=ftp', 'source must be one of upload, gdrive.'],
  ['q=a&after=yesterday', `after ${second}`],
  ['q=a&after=1767225600000', `after ${second}`],
  ['q=a&before=-1', `before ${second}`],
  ['q=a&sort=random', 'sort must be one of relevance, recent.'],
  ['q=a&limit=0', `limit ${limit}`],
  ['q=a&limit=101', `limit ${limit}`],
  ['q=a&offset=10001', `offset ${offset}`],
  ['q=a&offset=-1', `offset ${offset}`],
  ['q=a&highlight=yes', 'highlight must be true or false.'],
  ['q=a&facets=', 'facets must be true or false.'],
  ['q=a&request_id=', 'request_id must not be empty.'],
].map(([query = '', message = '']) => ({
  name: query.slice(0, 40) || 'no query',
  call: `GET /search?${query}`,
  as: 'buyerKey',
  status: 400,
  answer: a({ code: 'bad_request', message }),
}))

const assetsOfA: Row[] = [
  ['limit=101', `limit ${limit}`],
  ['status=active', 'status must be one of indexed, pending, review, rejected, failed.'],
  ['modality=smell', 'modality must be one of audio, image, video, document, text.'],
  ['after_uploaded_at=now', `after_uploaded_at ${second}`],
  ['after_asset_id={listed}', 'after_asset_id must come with after_uploaded_at.'],
].map(([query = '', message = '']) => ({
  name: query,
  call: `GET /assets?${query}`,
  as: 'providerKey',
  status: 400,
  answer: a({ code: 'bad_request', message }),
}))

const mints: Row[] = [
  ['no asset', {}, 'asset_id is required.'],
  ['a number for an asset', { asset_id: 7 }, 'asset_id must be a text.'],
  ['a start as a text', { asset_id: '{listed}', start_ms: '0' }, `start_ms ${millisecond}`],
  [
    'a negative start',
    { asset_id: '{listed}', start_ms: -1, end_ms: 5 },
    `start_ms ${millisecond}`,
  ],
  ['a range of a text', { asset_id: '{listed}', start_ms: 0, end_ms: 5 }, noRange],
  ['an end alone', { asset_id: '{listed}', end_ms: 5 }, noRange],
  ['a search by number', { asset_id: '{listed}', search_id: 7 }, 'search_id must be a text.'],
].map(([name, body, message]) => ({
  name: String(name),
  call: 'POST /download',
  as: 'buyerKey',
  body,
  status: 400,
  answer: a({ code: 'bad_request', message: String(message) }),
}))

const needed = 'A valid credential is needed.'
const both = 'Send one credential: either Authorization: Bearer or X-API-Key, not both.'
const two = { as: 'provider', headers: { 'x-api-key': 'kontor_abcdefgh_x' }, status: 400 }
const unauthorizedB = { status: 401, answer: b('unauthorized', { message: needed }) }
const unauthorizedA = { status: 401, answer: a({ code: 'unauthorized', message: needed }) }
const unauthorizedC = { status: 401, answer: { detail: needed, code: 'unauthorized' } }

const credentials: Row[] = [
  { name: 'B, none', call: 'GET /v1/me', ...unauthorizedB },
  { name: 'B, unknown form', call: 'GET /v1/me', as: 'abc', ...unauthorizedB },
  {
    name: 'B, unknown session',
    call: 'GET /v1/me',
    as: `sess_${'x'.repeat(43)}`,
    ...unauthorizedB,
  },
  { name: 'B, unknown key', call: 'GET /v1/me', as: 'kontor_abcdefgh_xyz', ...unauthorizedB },
  { name: 'B, half a key', call: 'GET /v1/me', as: 'kontor_', ...unauthorizedB },
  {
    name: 'B, Basic alone',
    call: 'GET /v1/me',
    headers: { authorization: 'Basic YTpi' },
    ...unauthorizedB,
  },
  {
    name: 'B, both',
    call: 'GET /v1/me',
    ...two,
    answer: b('bad_request', { message: both, field: 'authorization', reason: 'two_credentials' }),
  },
  {
    name: 'A, both',
    call: 'GET /asset/x',
    ...two,
    answer: a({ code: 'bad_request', message: both }),
  },
  {
    name: 'a shared path, both',
    call: 'GET /search?q=a',
    ...two,
    answer: a({ code: 'bad_request', message: both }),
  },
  {
    name: 'C, both',
    call: 'GET /wallet',
    ...two,
    answer: { detail: both, code: 'bad_request', field: 'authorization' },
  },
  { name: 'A, none', call: 'GET /asset/{listed}', ...unauthorizedA },
  { name: 'A, a session', call: 'GET /asset/{listed}', as: 'buyer', ...unauthorizedA },
  { name: 'A, mint with none', call: 'POST /download', body: {}, ...unauthorizedA },
  { name: 'search, none', call: 'GET /search?q=a', ...unauthorizedA },
  { name: 'assets, none', call: 'GET /assets', ...unauthorizedA },
  { name: 'C, none', call: 'GET /wallet', ...unauthorizedC },
  { name: 'C, a key', call: 'GET /balance', as: 'buyerKey', ...unauthorizedC },
  {
    name: 'a key without the scope',
    call: 'POST /v1/datasets',
    as: 'buyerKey',
    body: { name: 'x' },
    status: 403,
    answer: b('forbidden', {
      message: 'This needs the scope datasets:write.',
      reason: 'missing_scope',
    }),
  },
  {
    name: 'review by a tenant owner',
    call: 'GET /v1/admin/review/queue',
    as: 'provider',
    status: 403,
    answer: b('forbidden', {
      message: 'Only a platform administrator may do this.',
      reason: 'platform_admin_required',
    }),
  },
  {
    name: 'a password change with a key',
    call: 'POST /v1/me/password',
    as: 'buyerKey',
    body: { current_password: 'x', new_password: 'y' },
    status: 403,
    answer: b('forbidden', {
      message: 'This needs a session: log in instead of using an API key.',
      reason: 'session_required',
    }),
  },
]

const paths: Row[] = [
  ...['/v1', '/v1/nothing', '/v1/datasets/', '/v1//datasets', '/blobs/a/b'].map((path) => ({
    name: path,
    call: `GET ${path}`,
    as: 'provider',
    status: 404,
    answer: noPath,
  })),
  ...['/nothing', '/V1/datasets', '/asset/', '/search/', '//', '/.env', '/dl'].map((path) => ({
    name: path,
    call: `GET ${path}`,
    as: 'buyerKey',
    status: 404,
    answer: a({ code: 'not_found', message: 'No such path.' }),
  })),
  ...['/wallet/a/b/c', '/microip/a/b/c', '/balance/x'].map((path) => ({
    name: path,
    call: `GET ${path}`,
    as: 'buyer',
    status: 404,
    answer: { detail: 'No such path.', code: 'not_found' },
  })),
  {
    name: 'a broken escape',
    call: 'GET /v1/datasets/%zz',
    as: 'provider',
    status: 404,
    answer: noDataset,
  },
  method('PUT /v1/datasets', 'POST, GET, HEAD', 'provider'),
  method('POST /v1/me', 'GET, HEAD', 'provider'),
  method('PUT /v1/datasets/{dataset}', 'GET, PATCH, DELETE, HEAD', 'provider'),
  method('POST /health', 'GET, HEAD', 'provider'),
  { ...method('DELETE /search', 'GET, HEAD', 'buyerKey'), answer: notAllowedA('GET, HEAD') },
  { ...method('GET /download', 'POST', 'buyerKey'), answer: notAllowedA('POST') },
  { ...method('POST /assets', 'GET, HEAD', 'buyerKey'), answer: notAllowedA('GET, HEAD') },
  { ...method('POST /dl/x', 'GET, HEAD', 'buyerKey'), answer: notAllowedA('GET, HEAD') },
  {
    ...method('PATCH /balance', 'GET, HEAD', 'buyer'),
    answer: { detail: 'This path answers GET, HEAD.', code: 'method_not_allowed' },
  },
]

function method(call: string, allow: string, as: string): Row {
  const answer = b('method_not_allowed', { message: `This path answers ${allow}.` })
  return { name: call, call, as, status: 405, answer, sends: { allow } }
}

function notAllowedA(allow: string) {
  return a({ code: 'method_not_allowed', message: `This path answers ${allow}.` })
}

const licences: Row[] = [
  ...(
    [
      ['GET /wallet', { wallets: [] }],
      ['GET /microip', { items: [], page: 1, limit: 10, total: 0 }],
      ['GET /balance', { balance: 0, total_earned: 0, total_spent: 0 }],
      ['GET /assets', []],
    ] as const
  ).map(([call, answer]) => ({ name: call, call, as: 'buyer', status: 200, answer })),
  {
    name: 'GET /search',
    call: 'GET /search',
    as: 'buyer',
    status: 400,
    answer: { detail: 'query is required.', code: 'bad_request', field: 'query' },
  },
  { name: 'POST /assets, none', call: 'POST /assets', ...unauthorizedA },
  { name: 'POST /search, none', call: 'POST /search', body: {}, ...unauthorizedA },
]

const idempotency: Row[] = [
  ['a key of 256 characters', 'x'.repeat(256)],
  ['a key beyond ASCII', 'caf\u00e9'],
  ['a key with a tab', 'a\tb'],
].map(([name = '', key = '']) => ({
  name,
  call: 'POST /v1/datasets',
  as: 'provider',
  body: { name: 'x' },
  headers: { 'idempotency-key': key },
  status: 400,
  answer: b('bad_request', {
    message: 'Idempotency-Key must have 1 to 255 printable characters.',
    field: 'Idempotency-Key',
    reason: 'invalid_format',
  }),
}))

const tables = {
  'unknown and foreign ids': ids,
  'queries of Surface B': queriesOfB,
  searches: queriesOfA,
  'lists of assets': assetsOfA,
  links: mints,
  credentials: credentials,
  'paths and methods': paths,
  'what is not offered yet': licences,
  'idempotency keys': idempotency,
}

const { fact } = shared(openWorld)

for (const [what, rows] of Object.entries(tables)) {
  fact(`is refused with the exact status and body: ${what}`, (world) => assertRefused(world, rows))
}

test.run()
