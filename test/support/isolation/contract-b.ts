// The endpoints of Surface B that the contract names, each with every status that it documents
// (spec 4.2). The rows run from top to bottom in one world.
import { bad, type ContractRow, conflict, endpoint, no, reused } from './contract-row.ts'

const cursor = bad({
  field: 'cursor',
  reason: 'invalid_cursor',
  message: 'This cursor is damaged or belongs to another list. Start again without it.',
})
const required = (field: string) =>
  bad({ field, reason: 'required', message: `${field} is required.` })
const overloaded = {
  status: 503,
  error: { code: 'unavailable', message: 'Overloaded on purpose.', details: {} },
}
const limited = (reason: string) => ({
  code: 'rate_limited',
  message: 'Too many requests. Try again in N s.',
  details: { reason, retry_after_seconds: 0 },
})
const subtitles = { filename: 'a.srt', content: '1\n00:00:01,000 --> 00:00:02,000\nHi' }
const wrongPassword = 'The e-mail address or the password is wrong.'

const account = {
  email: 'newcomer@example.eu',
  password: 'correct horse battery',
  display_name: 'Newcomer',
  tenant_name: 'Newcomers',
}
const { email, password } = account

export const accountRows: readonly ContractRow[] = [
  ...[
    { status: 201, body: account, has: { display_name: 'Newcomer', email } },
    { ...required('email'), body: {} },
    {
      status: 403,
      body: { ...account, email: 'a@example.eu', setup_code: 'wrong' },
      error: {
        code: 'forbidden',
        message: 'This set-up code is not valid (any more).',
        details: { reason: 'setup_code_invalid', field: 'setup_code' },
      },
    },
    {
      ...conflict('There is an account with this e-mail address.', {
        reason: 'email_taken',
        field: 'email',
      }),
      body: account,
    },
    { ...overloaded, body: account, overloaded: ['identity', 'signUp'] as const },
    { status: 429, error: limited('signup-address'), body: account, times: 21 },
  ].map((row) => ({ of: 'POST /v1/auth/signup', call: 'POST /v1/auth/signup', ...row })),
  ...[
    { ...required('email'), body: {} },
    ...reused(
      {
        status: 200,
        body: { email, password },
        has: { email },
        keepAs: { newcomer: 'session_token' },
      },
      { email, password: 'wrong' },
    ),
    {
      status: 401,
      body: { email, password: 'wrong' },
      error: { code: 'unauthorized', message: wrongPassword, details: {} },
    },
    {
      status: 403,
      body: { email: 'ada@sso.example.eu', password },
      error: {
        code: 'forbidden',
        message: 'People of sso.example.eu log in by Example SSO, not by a password.',
        details: { reason: 'sso_required' },
      },
    },
    { ...overloaded, body: { email, password }, overloaded: ['identity', 'logIn'] as const },
    { status: 429, error: limited('login-account'), body: { email, password: 'wrong' }, times: 4 },
  ].map((row) => ({ of: 'POST /v1/auth/login', call: 'POST /v1/auth/login', ...row })),
  ...endpoint({ of: 'GET /v1/me', as: 'newcomer' }, [
    {
      status: 200,
      has: {
        user: { email, display_name: 'Newcomer', is_platform_admin: false },
        roles: ['owner'],
      },
    },
  ]),
  ...endpoint(
    {
      of: 'POST /v1/me/password',
      as: 'newcomer',
      needs: 'session',
      body: { current_password: password, new_password: 'another horse battery' },
    },
    [
      {
        ...bad({
          field: 'current_password',
          reason: 'wrong_password',
          message: 'This is not the current password.',
        }),
        body: { current_password: 'wrong', new_password: 'another horse battery' },
      },
      { ...overloaded, overloaded: ['identity', 'changePassword'] },
      ...reused(
        {
          status: 200,
          body: { current_password: password, new_password: 'a third horse battery' },
        },
        { current_password: password, new_password: 'a fourth horse battery' },
      ),
      {
        status: 429,
        error: limited('password'),
        body: { current_password: 'wrong', new_password: 'a fifth horse battery' },
        times: 4,
      },
    ],
  ),
  ...endpoint({ of: 'POST /v1/auth/logout', as: 'newcomer', needs: 'session' }, [
    {
      // Two at once under one Idempotency-Key: the second meets the first under way.
      ...conflict('Overloaded on purpose.', { reason: 'test' }),
      headers: { 'idempotency-key': 'good night' },
      overloaded: ['idempotency', 'begin'],
      failing: 'conflict',
    },
    { status: 200, whole: {} },
  ]),
]

export const datasetRows: readonly ContractRow[] = [
  ...endpoint({ of: 'POST /v1/datasets', needs: 'datasets:write' }, [
    { ...required('name'), body: {} },
    ...reused(
      {
        status: 201,
        body: { name: 'Fresh' },
        has: { name: 'Fresh', status: 'draft' },
        keep: { fresh: 'dataset_id' },
      },
      { name: 'Stale' },
    ),
  ]),
  ...endpoint({ of: 'GET /v1/datasets', needs: 'datasets:read' }, [
    { ...cursor, call: 'GET /v1/datasets?cursor=x' },
    { status: 200, has: { total: 4 } },
  ]),
  ...endpoint(
    { of: 'GET /v1/datasets/{id}', call: 'GET /v1/datasets/{dataset}', needs: 'datasets:read' },
    [
      { status: 200, has: { dataset_id: '{dataset}', status: 'active', visibility: 'private' } },
      { ...no('dataset'), call: 'GET /v1/datasets/dset_unknown' },
    ],
  ),
  ...endpoint(
    {
      of: 'PATCH /v1/datasets/{id}',
      call: 'PATCH /v1/datasets/{fresh}',
      needs: 'datasets:write',
      body: { description: 'Not so old.' },
    },
    [
      { status: 200, has: { name: 'Fresh', description: 'Not so old.' } },
      {
        ...bad({
          field: 'visibility',
          reason: 'invalid_value',
          message: 'visibility must be one of private, restricted, listed.',
        }),
        body: { visibility: 'public' },
      },
      { ...no('dataset'), call: 'PATCH /v1/datasets/dset_unknown' },
      {
        ...conflict('A dataset cannot be set from draft to ingesting.', {
          reason: 'illegal_transition',
          field: 'status',
          from: 'draft',
          to: 'ingesting',
        }),
        body: { status: 'ingesting' },
      },
    ],
  ),
  ...endpoint(
    {
      of: 'DELETE /v1/datasets/{id}',
      call: 'DELETE /v1/datasets/{fresh}',
      needs: 'datasets:write',
    },
    [{ status: 200, whole: {} }, { ...no('dataset') }],
  ),
]

const file = { filename: 'a.txt', content_type: 'text/plain', size_bytes: 1 }

export const objectRows: readonly ContractRow[] = [
  ...endpoint(
    {
      of: 'POST /v1/datasets/{dataset_id}/objects/upload',
      call: 'POST /v1/datasets/{dataset}/objects/upload',
      needs: 'objects:write',
      body: file,
    },
    [
      { ...required('filename'), body: {} },
      { ...no('dataset'), call: 'POST /v1/datasets/dset_unknown/objects/upload' },
      ...reused(
        { status: 201, has: {}, body: file, keep: { fresh: 'object_id' } },
        { ...file, size_bytes: 2 },
      ),
      { ...overloaded, overloaded: ['catalog', 'initiateUpload'] as const },
    ],
  ),
  ...endpoint(
    {
      of: 'DELETE /v1/objects/{id}/upload',
      call: 'DELETE /v1/objects/{fresh}/upload',
      needs: 'objects:write',
    },
    [
      { status: 200, whole: {} },
      no('object'),
      {
        ...conflict('The upload of this object is confirmed already.', {
          reason: 'already_confirmed',
          status: 'staged',
        }),
        call: 'DELETE /v1/objects/{staged}/upload',
      },
    ],
  ),
  ...endpoint(
    {
      of: 'POST /v1/objects/{id}/confirm',
      call: 'POST /v1/objects/{spare}/confirm',
      needs: 'objects:write',
    },
    [
      {
        ...bad({
          field: 'parts',
          reason: 'invalid_type',
          message: 'parts must be a list of parts.',
        }),
        body: { parts: 'all' },
      },
      { ...no('object'), call: 'POST /v1/objects/obj_unknown/confirm' },
      {
        ...conflict(
          'No bytes have been received for this object. Send them to its upload_url first.',
          { reason: 'no_bytes' },
        ),
        call: 'POST /v1/objects/{initiated}/confirm',
      },
      { ...overloaded, overloaded: ['catalog', 'confirmUpload'] as const },
      { status: 200, has: { object_id: '{spare}', status: 'staged', review_state: 'pending' } },
    ],
  ),
  ...endpoint(
    {
      of: 'GET /v1/datasets/{dataset_id}/objects',
      call: 'GET /v1/datasets/{dataset}/objects',
      needs: 'datasets:read',
    },
    [
      { ...cursor, call: 'GET /v1/datasets/{dataset}/objects?cursor=x' },
      { ...no('dataset'), call: 'GET /v1/datasets/dset_unknown/objects' },
      { status: 200, has: { total: 6 } },
    ],
  ),
  ...endpoint({ of: 'GET /v1/objects', call: 'GET /v1/objects', needs: 'datasets:read' }, [
    { ...cursor, call: 'GET /v1/objects?cursor=x' },
    { status: 200, has: { total: 9 } },
  ]),
  ...endpoint(
    { of: 'GET /v1/objects/{id}', call: 'GET /v1/objects/{indexed}', needs: 'datasets:read' },
    [
      { ...no('object'), call: 'GET /v1/objects/obj_unknown' },
      { status: 200, has: { object_id: '{indexed}', status: 'active', review_state: 'approved' } },
    ],
  ),
  ...endpoint(
    {
      of: 'GET /v1/objects/{id}/download',
      call: 'GET /v1/objects/{indexed}/download',
      needs: 'datasets:read',
    },
    [
      { ...no('object'), call: 'GET /v1/objects/obj_unknown/download' },
      {
        ...conflict('The upload of this object is not confirmed yet.', { reason: 'not_uploaded' }),
        call: 'GET /v1/objects/{initiated}/download',
      },
      { status: 200, has: { expires_at: '2026-03-09T11:00:00.000Z' } },
    ],
  ),
  ...endpoint(
    {
      of: 'GET /v1/objects/{id}/preview-image',
      call: 'GET /v1/objects/{indexed}/preview-image',
      needs: 'datasets:read',
    },
    [{ ...no('object'), call: 'GET /v1/objects/obj_unknown/preview-image' }, no('preview')],
  ),
  ...endpoint(
    {
      of: 'GET /v1/objects/{id}/word-boxes',
      call: 'GET /v1/objects/{indexed}/word-boxes',
      needs: 'datasets:read',
    },
    [
      { ...no('object'), call: 'GET /v1/objects/obj_unknown/word-boxes' },
      no('page with word boxes'),
    ],
  ),
  ...endpoint(
    {
      of: 'POST /v1/objects/{id}/sidecars',
      call: 'POST /v1/objects/{indexed}/sidecars',
      needs: 'objects:write',
      body: subtitles,
    },
    [
      { ...no('object'), call: 'POST /v1/objects/obj_unknown/sidecars' },
      {
        ...bad({
          field: 'filename',
          reason: 'not_subtitles',
          message: 'The name of subtitles ends in .srt or .vtt.',
        }),
        body: { ...subtitles, filename: 'a.txt' },
      },
      conflict('Subtitles belong to a sound or a film, and this is neither.', {
        reason: 'not_a_recording',
      }),
    ],
  ),
  ...endpoint(
    {
      of: 'GET /v1/objects/{id}/sidecars',
      call: 'GET /v1/objects/{indexed}/sidecars',
      needs: 'datasets:read',
    },
    [
      { ...no('object'), call: 'GET /v1/objects/obj_unknown/sidecars' },
      { status: 200, whole: { sidecars: [] } },
    ],
  ),
  ...endpoint(
    { of: 'DELETE /v1/objects/{id}', call: 'DELETE /v1/objects/{expired}', needs: 'objects:write' },
    [{ status: 200, whole: {} }, no('object')],
  ),
]

const review = '/v1/admin/review/objects/{tenant_id}/{object_id}'
const staged = '/v1/admin/review/objects/{tenant}/{staged}'
const spare = '/v1/admin/review/objects/{tenant}/{spare}'
const unknown = '/v1/admin/review/objects/{tenant}/obj_unknown'

export const reviewRows: readonly ContractRow[] = [
  ...endpoint({ of: 'GET /v1/admin/review/queue', as: 'operator', needs: 'operator' }, [
    { ...cursor, call: 'GET /v1/admin/review/queue?cursor=x' },
    { status: 200, has: { total: 3 } },
  ]),
  ...endpoint({ of: `GET ${review}`, call: `GET ${staged}`, as: 'operator', needs: 'operator' }, [
    { ...no('object'), call: `GET ${unknown}` },
    { status: 200, has: { object_id: '{staged}', tenant_name: 'Provider house' } },
  ]),
  ...endpoint(
    {
      of: `POST ${review}/approve`,
      call: `POST ${staged}/approve`,
      as: 'operator',
      needs: 'operator',
    },
    [
      {
        ...bad({ field: 'note', reason: 'invalid_type', message: 'note must be a text.' }),
        body: { note: 1 },
      },
      { ...no('object'), call: `POST ${unknown}/approve` },
      { status: 200, has: { object_id: '{staged}', review_state: 'approved' } },
      conflict('This object is approved already.', {
        reason: 'already_decided',
        review_state: 'approved',
      }),
    ],
  ),
  ...endpoint(
    {
      of: `POST ${review}/reject`,
      call: `POST ${spare}/reject`,
      as: 'operator',
      needs: 'operator',
      body: { reason: 'Not readable.' },
    },
    [
      { ...required('reason'), body: {} },
      { ...no('object'), call: `POST ${unknown}/reject` },
      { status: 200, has: { object_id: '{spare}', review_state: 'rejected' } },
      conflict('This object is rejected already.', {
        reason: 'already_decided',
        review_state: 'rejected',
      }),
    ],
  ),
  ...endpoint(
    {
      of: `GET ${review}/preview`,
      call: `GET ${staged}/preview`,
      as: 'operator',
      needs: 'operator',
    },
    [
      { ...no('object'), call: `GET ${unknown}/preview` },
      {
        ...conflict('This object is rejected and has no preview any more.', {
          reason: 'no_preview',
          review_state: 'rejected',
        }),
        call: `GET ${spare}/preview`,
      },
      { status: 200, has: { expires_at: '2026-03-09T10:15:00.000Z' } },
    ],
  ),
]

const unknownDataset = (field: string) =>
  bad({
    field,
    reason: 'unknown_dataset',
    message: `${field} names a dataset that does not exist or that you cannot see.`,
  })

export const keyRows: readonly ContractRow[] = [
  ...endpoint({ of: 'POST /v1/api-keys', needs: 'keys:write' }, [
    { ...required('name'), body: {} },
    ...reused(
      {
        status: 201,
        body: { name: 'Reader', dataset_access_mode: 'allow_list' },
        has: { name: 'Reader', dataset_ids: [] },
        keep: { reader: 'api_key_id' },
      },
      { name: 'Writer' },
    ),
  ]),
  ...endpoint({ of: 'GET /v1/api-keys', needs: 'keys:write' }, [
    { ...cursor, call: 'GET /v1/api-keys?cursor=x' },
    { status: 200, has: { total: 4 } },
  ]),
  ...endpoint({ of: 'GET /v1/api-keys/{id}', call: 'GET /v1/api-keys/{reader}' }, [
    { ...no('API key'), call: 'GET /v1/api-keys/key_unknown' },
    { status: 200, has: { api_key_id: '{reader}', scopes: ['datasets:read', 'search:query'] } },
  ]),
  ...endpoint(
    {
      of: 'POST /v1/api-keys/{id}/grants',
      call: 'POST /v1/api-keys/{reader}/grants',
      needs: 'keys:write',
      body: { dataset_id: '{dataset}' },
    },
    [
      { ...unknownDataset('dataset_id'), body: { dataset_id: 'dset_unknown' } },
      { ...no('API key'), call: 'POST /v1/api-keys/key_unknown/grants' },
      { status: 201, has: { dataset_id: '{dataset}' }, keep: { granted: 'grant_id' } },
      conflict('The key has this dataset already.', { reason: 'already_granted' }),
    ],
  ),
  ...endpoint(
    {
      of: 'DELETE /v1/api-keys/{id}/grants/{grant_id}',
      call: 'DELETE /v1/api-keys/{reader}/grants/{granted}',
      needs: 'keys:write',
    },
    [{ status: 204, whole: '' }, no('grant')],
  ),
  ...endpoint(
    {
      of: 'PATCH /v1/api-keys/{id}',
      call: 'PATCH /v1/api-keys/{reader}',
      needs: 'keys:write',
      body: { name: 'Renamed' },
    },
    [
      { ...unknownDataset('dataset_ids'), body: { dataset_ids: ['dset_unknown'] } },
      { ...no('API key'), call: 'PATCH /v1/api-keys/key_unknown' },
      { status: 200, has: { name: 'Renamed', dataset_access_mode: 'allow_list' } },
    ],
  ),
  ...endpoint(
    { of: 'DELETE /v1/api-keys/{id}', call: 'DELETE /v1/api-keys/{reader}', needs: 'keys:write' },
    [
      { status: 204, whole: '' },
      { ...no('API key'), call: 'DELETE /v1/api-keys/key_unknown' },
    ],
  ),
  {
    of: 'PATCH /v1/api-keys/{id}',
    call: 'PATCH /v1/api-keys/{reader}',
    as: 'provider',
    body: { name: 'Too late' },
    ...conflict('This API key is revoked.', { reason: 'key_revoked' }),
  },
]

export const reportRows: readonly ContractRow[] = [
  ...endpoint({ of: 'GET /v1/provider/dashboard', needs: 'usage:read' }, [
    { status: 200, has: { total_datasets: 3, objects_rejected: 1 } },
  ]),
  ...endpoint(
    {
      of: 'GET /v1/provider/datasets/{id}/analytics',
      call: 'GET /v1/provider/datasets/{dataset}/analytics',
      needs: 'usage:read',
    },
    [
      { ...no('dataset'), call: 'GET /v1/provider/datasets/dset_unknown/analytics' },
      { status: 200, has: { dataset_id: '{dataset}', dataset_name: 'Secret ledger' } },
    ],
  ),
  ...endpoint({ of: 'GET /v1/provider/payouts', needs: 'billing:read' }, [
    { ...cursor, call: 'GET /v1/provider/payouts?cursor=x' },
    { status: 200, whole: { payouts: [], total: 0, next_cursor: null } },
  ]),
  ...endpoint({ of: 'GET /v1/buyer/dashboard', as: 'buyer', needs: 'usage:read' }, [
    { status: 200, has: { plan: 'free', search_allowance: 1000 } },
  ]),
  ...endpoint({ of: 'GET /v1/agent/activity/searches', as: 'buyer', needs: 'usage:read' }, [
    { ...cursor, call: 'GET /v1/agent/activity/searches?cursor=x' },
    { status: 200, has: { next_cursor: null } },
  ]),
  ...endpoint({ of: 'GET /v1/agent/activity/accesses', as: 'buyer', needs: 'usage:read' }, [
    { ...cursor, call: 'GET /v1/agent/activity/accesses?cursor=x' },
    { status: 200, has: { next_cursor: null } },
  ]),
  ...endpoint({ of: 'GET /v1/agent/spend', as: 'buyer', needs: 'billing:read' }, [
    {
      ...bad({
        field: 'group_by',
        reason: 'invalid_value',
        message: 'group_by must be one of day, dataset, api_key.',
      }),
      call: 'GET /v1/agent/spend?group_by=year',
    },
    { status: 200, has: { currency: 'EUR', group_by: 'day' } },
  ]),
  {
    of: 'GET /health',
    call: 'GET /health',
    status: 503,
    overloaded: ['service', 'health'],
    error: overloaded.error,
  },
  { of: 'GET /health', call: 'GET /health', status: 200, has: { status: 'healthy' } },
]

export const rowsOfB: readonly ContractRow[] = [
  ...accountRows,
  ...datasetRows,
  ...objectRows,
  ...reviewRows,
  ...keyRows,
  ...reportRows,
]
