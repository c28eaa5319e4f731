// What may not stand in a body: each row with the exact status and body of the answer.
import { test } from 'uvu'
import {
  a,
  assertRefused,
  b,
  bad,
  badFields,
  openWorld,
  type Row,
} from '../support/refusal-table.ts'
import { shared } from '../support/shared.ts'

const create = { call: 'POST /v1/datasets', as: 'provider' }
const upload = { call: 'POST /v1/datasets/{dataset}/objects/upload', as: 'provider' }
const file = { filename: 'a.txt', content_type: 'text/plain', size_bytes: 10 }
const noControls = 'must not contain control characters.'
const controls = 'must not contain control characters.'
const pricing = 'base_price_credits'
const json = { 'content-type': 'application/json' }
const mebibyte = 1024 * 1024

const tooLarge = b('payload_too_large', {
  message: 'The body is larger than 1 MiB.',
  limit_bytes: mebibyte,
})
const body = (reason: string, message: string) => bad({ field: 'body', reason, message })

/** How a body arrives, whatever it is about. */
const framing: Row[] = [
  {
    name: 'malformed JSON',
    ...create,
    raw: '{"name":',
    headers: json,
    status: 400,
    answer: body('malformed_json', 'The body is not valid JSON.'),
  },
  {
    name: 'no body',
    ...create,
    status: 400,
    answer: bad({ field: 'name', reason: 'required', message: 'name is required.' }),
  },
  {
    name: 'a list',
    ...create,
    raw: '[]',
    headers: json,
    status: 400,
    answer: body('invalid_type', 'The body must be a JSON object.'),
  },
  {
    name: 'null',
    ...create,
    raw: 'null',
    headers: json,
    status: 400,
    answer: body('invalid_type', 'The body must be a JSON object.'),
  },
  {
    name: 'another content type',
    ...create,
    raw: 'name=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 400,
    answer: body('content_type', 'The body must be JSON: send content-type: application/json.'),
  },
  {
    name: 'bytes that are not UTF-8',
    ...create,
    raw: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    headers: json,
    status: 400,
    answer: body('encoding', 'The body must be UTF-8.'),
  },
  {
    name: 'a compressed body',
    ...create,
    raw: 'x',
    headers: { ...json, 'content-encoding': 'gzip' },
    status: 400,
    answer: body('content_encoding', 'The body must not be compressed.'),
  },
  {
    name: '__proto__',
    ...create,
    raw: '{"name":"x","__proto__":{"isPlatformAdmin":true}}',
    headers: json,
    status: 400,
    answer: body('forbidden_key', 'The body must not have a __proto__ key.'),
  },
  {
    name: '__proto__ further down',
    ...create,
    raw: '{"name":"x","tags":[{"__proto__":{}}]}',
    headers: json,
    status: 400,
    answer: body('forbidden_key', 'The body must not have a __proto__ key.'),
  },
  {
    name: 'deep nesting',
    ...create,
    raw: `{"name":${'['.repeat(40)}${']'.repeat(40)}}`,
    headers: json,
    status: 400,
    answer: body('too_deep', 'The body is nested too deeply.'),
  },
  {
    name: 'nesting so deep that it could end the stack',
    ...create,
    raw: `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
    headers: json,
    status: 400,
    answer: body('too_deep', 'The body is nested too deeply.'),
  },
  {
    name: 'over 1 MiB',
    ...create,
    raw: `{"name":"${'x'.repeat(mebibyte)}"}`,
    headers: json,
    status: 413,
    answer: tooLarge,
  },
  {
    name: 'over 1 MiB without saying so beforehand',
    ...create,
    raw: `{"name":"${'x'.repeat(mebibyte)}"}`,
    headers: { ...json, 'transfer-encoding': 'chunked' },
    status: 413,
    answer: tooLarge,
  },
  {
    name: 'over 1 MiB on Surface A',
    call: 'POST /download',
    as: 'buyerKey',
    raw: `{"asset_id":"${'x'.repeat(mebibyte)}"}`,
    headers: json,
    status: 413,
    answer: a({ code: 'payload_too_large', message: 'The body is larger than 1 MiB.' }),
  },
  {
    name: 'malformed JSON on Surface A',
    call: 'POST /download',
    as: 'buyerKey',
    raw: '{"asset_id":',
    headers: json,
    status: 400,
    answer: a({ code: 'bad_request', message: 'The body is not valid JSON.' }),
  },
  {
    name: '__proto__ on Surface A',
    call: 'POST /download',
    as: 'buyerKey',
    raw: '{"__proto__":{"asset_id":"x"}}',
    headers: json,
    status: 400,
    answer: a({ code: 'bad_request', message: 'The body must not have a __proto__ key.' }),
  },
]

const price = 'must be a whole number from 0 to 1000000000000.'
const visibility = 'must be one of private, restricted, listed.'

const datasets = badFields(create, [
  ['a number for a name', { name: 7 }, 'name', 'invalid_type', 'must be a text.'],
  ['an empty name', { name: '' }, 'name', 'too_small', 'must not be empty.'],
  ['a name of spaces', { name: '   ' }, 'name', 'invalid_value', 'must not be empty.'],
  ['a long name', { name: long(201) }, 'name', 'too_big', 'must have at most 200 characters.'],
  ['a line break in a name', { name: 'a\nb' }, 'name', 'invalid_value', noControls],
  ['a NUL in a name', { name: 'a\u0000b' }, 'name', 'invalid_value', noControls],
  [
    'half a character',
    { name: 'a\ud800' },
    'name',
    'invalid_value',
    'must be well-formed Unicode.',
  ],
  [
    'an escape character',
    named({ description: '\u001b[m' }),
    'description',
    'invalid_value',
    noControls,
  ],
  ['an unknown word', named({ visibility: 'all' }), 'visibility', 'invalid_value', visibility],
  ['null for a word', named({ visibility: null }), 'visibility', 'invalid_value', visibility],
  ['a broken price', named({ base_price_credits: 1.5 }), pricing, 'invalid_type', price],
  ['a negative price', named({ base_price_credits: -1 }), pricing, 'too_small', price],
  ['a price as a text', named({ base_price_credits: '25' }), pricing, 'invalid_type', price],
  ['a price without end', named({ base_price_credits: 1e300 }), pricing, 'too_big', price],
  ['a text for a list', named({ tags: 'a' }), 'tags', 'invalid_type', 'must be a list of texts.'],
  ['a number in a list', named({ tags: ['a', 1] }), 'tags.1', 'invalid_type', 'must be a text.'],
  ['a long list', named({ tags: many(51) }), 'tags', 'too_big', 'must have at most 50 entries.'],
])

const mediaType = 'must be a media type such as application/pdf.'
const size = 'must be a whole number from 1 to 9007199254740991.'
const plain = 'must be a plain name, without a path.'
const direction = 'must not contain characters that change the direction of writing.'

const uploads = badFields(upload, [
  ['no filename', { ...file, filename: undefined }, 'filename', 'required', 'is required.'],
  [
    'a number for a filename',
    { ...file, filename: 1 },
    'filename',
    'invalid_type',
    'must be a text.',
  ],
  ['an empty filename', { ...file, filename: ' ' }, 'filename', 'empty', 'must not be empty.'],
  ['the folder above', { ...file, filename: '..' }, 'filename', 'path', plain],
  ['this folder', { ...file, filename: '.' }, 'filename', 'path', plain],
  ['a path up', { ...file, filename: '../../etc/passwd' }, 'filename', 'path', plain],
  ['a path from the root', { ...file, filename: '/etc/passwd' }, 'filename', 'path', plain],
  ['a path of Windows', { ...file, filename: '..\\a.txt' }, 'filename', 'path', plain],
  ['a NUL', { ...file, filename: 'a\u0000.txt' }, 'filename', 'control_character', controls],
  ['a header break', { ...file, filename: 'a\r\nX: y' }, 'filename', 'control_character', controls],
  [
    'a turned name',
    { ...file, filename: '\u202etxt.exe' },
    'filename',
    'direction_override',
    direction,
  ],
  [
    'half a letter',
    { ...file, filename: '\udc00' },
    'filename',
    'not_unicode',
    'must be well-formed Unicode.',
  ],
  [
    'a long filename',
    { ...file, filename: 'ä'.repeat(128) },
    'filename',
    'too_long',
    'must have at most 255 bytes.',
  ],
  [
    'no content type',
    { ...file, content_type: undefined },
    'content_type',
    'required',
    'is required.',
  ],
  [
    'a bare word as type',
    { ...file, content_type: 'pdf' },
    'content_type',
    'not_a_media_type',
    mediaType,
  ],
  [
    'a header in a type',
    { ...file, content_type: 'text/plain\r\nX: y' },
    'content_type',
    'not_a_media_type',
    mediaType,
  ],
  ['a size of nothing', { ...file, size_bytes: 0 }, 'size_bytes', 'too_small', size],
  ['a negative size', { ...file, size_bytes: -1 }, 'size_bytes', 'too_small', size],
  ['a broken size', { ...file, size_bytes: 1.5 }, 'size_bytes', 'invalid_type', size],
  ['a size as a text', { ...file, size_bytes: '10' }, 'size_bytes', 'invalid_type', size],
  ['no size', { ...file, size_bytes: undefined }, 'size_bytes', 'required', 'is required.'],
  [
    'a short checksum',
    { ...file, checksum_sha256: 'ab' },
    'checksum_sha256',
    'invalid_format',
    'must have 64 hexadecimal digits.',
  ],
  [
    'an unknown source',
    { ...file, source: 'ftp' },
    'source',
    'invalid_value',
    'must be one of upload, gdrive.',
  ],
])

const account = {
  email: 'new@example.eu',
  password: 'correct horse battery',
  display_name: 'New',
  tenant_name: 'New house',
}

const accounts = badFields({ call: 'POST /v1/auth/signup', as: '' }, [
  ['no e-mail', { ...account, email: undefined }, 'email', 'required', 'is required.'],
  [
    'no address',
    { ...account, email: 'nobody' },
    'email',
    'invalid_email',
    'This is not an e-mail address.',
  ],
  [
    'a short password',
    { ...account, password: 'short' },
    'password',
    'too_short',
    'A password needs at least 12 characters.',
  ],
  [
    'a common password',
    { ...account, password: 'passwordpassword' },
    'password',
    'too_common',
    'This password is among the commonest and would soon be guessed.',
  ],
  [
    'a long password',
    { ...account, password: long(129) },
    'password',
    'too_long',
    'A password has at most 128 characters.',
  ],
  [
    'a password of another type',
    { ...account, password: 12345678901234 },
    'password',
    'invalid_type',
    'must be a text.',
  ],
  [
    'no tenant name',
    { ...account, tenant_name: undefined },
    'tenant_name',
    'required',
    'A new tenant needs a name.',
  ],
  [
    'a control character',
    { ...account, display_name: 'a\u0007' },
    'display_name',
    'invalid_value',
    noControls,
  ],
])

const scopes =
  'datasets:read, datasets:write, objects:write, search:query, usage:read, keys:write, ' +
  'billing:read, admin:*'
const unseen = 'names a dataset that does not exist or that you cannot see.'

const keys = badFields({ call: 'POST /v1/api-keys', as: 'provider' }, [
  ['no name', {}, 'name', 'required', 'is required.'],
  [
    'an unknown scope',
    { name: 'k', scopes: ['root'] },
    'scopes.0',
    'invalid_value',
    `must be one of ${scopes}.`,
  ],
  [
    'a text for scopes',
    { name: 'k', scopes: 'search:query' },
    'scopes',
    'invalid_type',
    'must be a list of scopes.',
  ],
  ['no scopes', { name: 'k', scopes: [] }, 'scopes', 'too_small', 'must name at least one scope.'],
  [
    'an unknown access mode',
    { name: 'k', dataset_access_mode: 'some' },
    'dataset_access_mode',
    'invalid_value',
    'must be one of all_available, allow_list.',
  ],
  [
    'datasets where all are meant',
    { name: 'k', dataset_ids: ['{dataset}'] },
    'dataset_ids',
    'needs_allow_list',
    'goes with dataset_access_mode allow_list only.',
  ],
  ['an unknown dataset', allowing('dset_unknown'), 'dataset_ids', 'unknown_dataset', unseen],
  ['a foreign dataset', allowing('{foreignDataset}'), 'dataset_ids', 'unknown_dataset', unseen],
  [
    'a time that is none',
    { name: 'k', expires_at: 'tomorrow' },
    'expires_at',
    'invalid_format',
    'must be a time such as 2027-01-31T12:00:00Z.',
  ],
  [
    'a rate of nothing',
    { name: 'k', rate_per_minute: 0 },
    'rate_per_minute',
    'too_small',
    'must be a whole number from 1 to 100000.',
  ],
])

function named(fields: object) {
  return { name: 'x', ...fields }
}

function allowing(datasetId: string) {
  return { name: 'k', dataset_access_mode: 'allow_list', dataset_ids: [datasetId] }
}

function long(length: number): string {
  return 'x'.repeat(length)
}

function many(length: number): string[] {
  return Array.from({ length }, () => 'a')
}

const { fact } = shared(openWorld)

fact('a body that cannot be read is refused in the words of its surface', (world) =>
  assertRefused(world, framing),
)

for (const [what, rows] of Object.entries({ datasets, uploads, accounts, keys })) {
  fact(`a wrong field is refused and named: ${what}`, (world) => assertRefused(world, rows))
}

test.run()
