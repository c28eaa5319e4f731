// The endpoints by which whoever runs the platform looks after it, with every status of each.
import { type ContractRow, type Endpoint, endpoint } from './contract-row.ts'

const refused = (status: number, code: string) => ({ status, code })
const missing = refused(404, 'not_found')
const conflict = refused(409, 'conflict')
const operator = { as: 'operator', needs: 'operator' } as const

type Rest = Parameters<typeof endpoint>[1]

/** The same with the path as it is called. */
function at(of: string, call: string, common: Omit<Endpoint, 'of' | 'call'> = operator) {
  return (...rows: Rest) => endpoint({ of, call, ...common }, rows)
}

const person = '/v1/admin/users/{id}'
const nobody = '/v1/admin/users/usr_unknown'
/** Somebody whom no other row needs. */
const somebody = '/v1/admin/users/{newcomer}'

const tenantRows: readonly ContractRow[] = [
  ...at('POST /v1/admin/tenants/{id}/suspend', 'POST /v1/admin/tenants/{newTenant}/suspend', {
    ...operator,
    body: { reason: 'Unpaid.' },
  })({ status: 200, has: { suspension_reason: 'Unpaid.' } }, conflict, {
    ...missing,
    call: 'POST /v1/admin/tenants/tnt_unknown/suspend',
  }),
  ...at('POST /v1/admin/tenants/{id}/resume', 'POST /v1/admin/tenants/{newTenant}/resume', {
    ...operator,
    body: {},
  })({ status: 200, has: { suspended_at: null } }, conflict, {
    ...missing,
    call: 'POST /v1/admin/tenants/tnt_unknown/resume',
  }),
]

const goingRows: readonly ContractRow[] = [
  ...at('GET /v1/admin/tenants/{id}/usage', 'GET /v1/admin/tenants/{newTenant}/usage')(
    { status: 200, has: { downloads_this_month: 0 } },
    { ...missing, call: 'GET /v1/admin/tenants/tnt_unknown/usage' },
  ),
  ...at('GET /v1/admin/tenants/{id}/erasure', 'GET /v1/admin/tenants/{newTenant}/erasure')(
    { status: 200, has: { has_platform_admin: false } },
    { ...missing, call: 'GET /v1/admin/tenants/tnt_unknown/erasure' },
  ),
]

const peopleRows: readonly ContractRow[] = [
  {
    of: 'POST /v1/auth/signup',
    call: 'POST /v1/auth/signup',
    body: {
      email: 'newcomer@example.eu',
      password: 'a long secret of nobody',
      display_name: 'Newcomer',
      tenant_name: 'Newcomer',
    },
    status: 201,
    has: {},
    keep: { newcomer: 'user_id' },
  },
  ...at(
    'GET /v1/admin/users',
    'GET /v1/admin/users?q=newcomer',
  )({
    status: 200,
    has: { total: 1 },
  }),
  ...at(`GET ${person}`, `GET ${somebody}`)(
    { status: 200, has: { user_id: '{newcomer}' } },
    { ...missing, call: `GET ${nobody}` },
  ),
  ...at(`POST ${person}/reset-link`, `POST ${somebody}/reset-link`)(
    {
      status: 201,
      headers: { 'idempotency-key': 'reset-link' },
      has: { user_id: '{newcomer}' },
      keep: { resetCode: 'reset_code' },
    },
    { ...missing, call: `POST ${nobody}/reset-link` },
    {
      ...conflict,
      call: `POST ${nobody}/reset-link`,
      headers: { 'idempotency-key': 'reset-link' },
    },
  ),
  ...resetRows(),
  ...at(`PUT ${person}/platform-admin`, `PUT ${somebody}/platform-admin`, {
    ...operator,
    body: { is_platform_admin: false },
  })(
    { status: 200, has: { is_platform_admin: false } },
    { ...missing, call: `PUT ${nobody}/platform-admin` },
    { ...conflict, call: 'PUT /v1/admin/users/{operatorUser}/platform-admin' },
  ),
  ...at(`POST ${person}/lock`, `POST ${somebody}/lock`, {
    ...operator,
    body: { reason: 'Taken over.' },
  })({ status: 200, has: { lock_reason: 'Taken over.' } }, conflict, {
    ...missing,
    call: `POST ${nobody}/lock`,
  }),
  ...at(`POST ${person}/unlock`, `POST ${somebody}/unlock`, { ...operator, body: {} })(
    { status: 200, has: { locked_at: null } },
    conflict,
    { ...missing, call: `POST ${nobody}/unlock` },
  ),
  ...at(`GET ${person}/sessions`, `GET ${somebody}/sessions`)(
    { status: 200, has: { total: 0 } },
    { ...missing, call: `GET ${nobody}/sessions` },
  ),
  ...at(`DELETE ${person}/sessions`, `DELETE ${somebody}/sessions`)(
    { status: 200, has: { user_id: '{newcomer}', sessions_ended: 0 } },
    { ...missing, call: `DELETE ${nobody}/sessions` },
  ),
]

function resetRows(): ContractRow[] {
  const of = 'POST /v1/auth/password-reset'
  const body = { reset_code: '{resetCode}', new_password: 'another long secret' }
  const asked = { of, call: of, body }
  return [
    { ...asked, ...refused(400, 'bad_request'), body: {} },
    { ...asked, overloaded: ['identity', 'resetByCode'], ...refused(503, 'unavailable') },
    { ...asked, status: 200, headers: { 'idempotency-key': 'reset' }, has: {} },
    {
      ...asked,
      ...conflict,
      headers: { 'idempotency-key': 'reset' },
      body: { ...body, new_password: 'yet another long secret' },
    },
    { ...asked, ...refused(403, 'forbidden') },
    { ...asked, ...refused(429, 'rate_limited'), times: 30 },
  ]
}

const houseRows: readonly ContractRow[] = [
  ...['traffic', 'settings', 'index'].flatMap((name) =>
    at(`GET /v1/admin/${name}`, `GET /v1/admin/${name}`)({ status: 200, has: {} }),
  ),
  ...at('GET /v1/admin/jobs', 'GET /v1/admin/jobs?state=queued&limit=1')({ status: 200, has: {} }),
  ...at('GET /v1/admin/audit', 'GET /v1/admin/audit?limit=1')({ status: 200, has: {} }),
  ...at(
    'GET /v1/admin/audit/export',
    'GET /v1/admin/audit/export?action=voucher',
  )({
    status: 200,
    raw: true,
  }),
  ...at(
    'GET /v1/admin/vouchers',
    'GET /v1/admin/vouchers?status=revoked',
  )({
    status: 200,
    has: { total: 0 },
  }),
]

/** Every status of these is asked for in the test that is named. */
export const administeredElsewhere: Readonly<Record<string, string>> = {
  'POST /v1/admin/tenants/{id}/erasure': 'test/http/v1/admin/erasure.test.ts',
  'POST /v1/admin/tenants/{id}/export': 'test/http/v1/admin/erasure.test.ts',
  'GET /v1/admin/tenants/{id}/export': 'test/http/v1/admin/erasure.test.ts',
  'POST /v1/admin/users/{id}/erasure': 'test/http/v1/admin/erasure.test.ts',
  'GET /v1/admin/backups/{name}': 'test/http/v1/admin/work.test.ts',
  'POST /v1/admin/jobs/{job_id}/retry': 'test/http/v1/admin/house.test.ts',
  'POST /v1/admin/jobs/{job_id}/cancel': 'test/http/v1/admin/house.test.ts',
  'GET /v1/admin/webhooks': 'test/http/v1/admin/webhooks.test.ts',
  'PATCH /v1/admin/webhooks/{id}': 'test/http/v1/admin/webhooks.test.ts',
  'GET /v1/admin/webhook-deliveries': 'test/http/v1/admin/webhooks.test.ts',
  'POST /v1/admin/webhook-deliveries/{id}/send-again': 'test/http/v1/admin/webhooks.test.ts',
  'DELETE /v1/admin/users/{id}/sessions/{session_id}': 'test/http/v1/admin/people.test.ts',
  'DELETE /v1/admin/vouchers/{id}': 'test/http/v1/admin/house.test.ts',
}

export const administrationRows: readonly ContractRow[] = [
  ...tenantRows,
  ...goingRows,
  ...peopleRows,
  ...houseRows,
]
