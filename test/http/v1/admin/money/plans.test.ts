import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestApp } from '../../../../support/open-test-app.ts'
import { shared } from '../../../../support/shared.ts'
import {
  assertV1Refused,
  badField,
  unauthorized,
  type V1Refusal,
} from '../../../../support/v1-refused.ts'

async function openOffice() {
  const app = await openTestApp({ parts: { jobs: false, workers: false } })
  const [admin, owner] = [await app.admin(), await app.signUp('Buyer')]
  const path = `/v1/admin/tenants/${owner.tenantId}`
  return Object.assign(app, { adminToken: admin.token, owner, path })
}

test('a tenant is put on a plan: what it costs and when', async () => {
  await using office = await openOffice()
  const asked = { as: office.adminToken, body: { plan: 'pro' } }
  const { status, body } = await office.call('PATCH', office.path, asked)
  assert.equal(
    [status, body.data],
    [
      200,
      {
        tenant_id: office.owner.tenantId,
        plan: 'pro',
        monthly_fee_credits: 19_900,
        next_fee_at: '2026-04-01T00:00:00.000Z',
      },
    ],
  )
  const me = await office.call('GET', '/v1/me', { as: office.owner.token })
  assert.is(me.body.data.tenant.plan, 'pro')
})

test('the change is on record, once', async () => {
  await using office = await openOffice()
  const asked = { as: office.adminToken, body: { plan: 'starter' } }
  await office.call('PATCH', office.path, asked)
  await office.call('PATCH', office.path, asked)
  const { raw } = office.store
  const rows = raw.prepare("SELECT details FROM audit_event WHERE action = 'tenant.plan_changed'")
  assert.equal(rows.pluck().all().map(parsed), [{ from: 'free', to: 'starter' }])
})

function parsed(text: unknown) {
  return JSON.parse(String(text))
}

type Office = Awaited<ReturnType<typeof openOffice>>
type Row = V1Refusal & {
  name: string
  status: number
  as?: (office: Office) => string | undefined
  path?: string
  body?: unknown
}

const planRule = 'plan must be one of free, starter, pro, unlimited.'
const rows: Row[] = [
  {
    name: 'an unknown plan',
    body: { plan: 'gold' },
    ...badField({ field: 'plan', reason: 'invalid_value', message: planRule }),
  },
  {
    name: 'no plan',
    body: {},
    ...badField({ field: 'plan', reason: 'required', message: 'plan is required.' }),
  },
  { name: 'nobody', as: () => undefined, ...unauthorized },
  {
    name: "a tenant's owner",
    as: ({ owner }) => owner.token,
    status: 403,
    code: 'forbidden',
    message: 'Only a platform administrator may do this.',
    details: { reason: 'platform_admin_required' },
  },
  {
    name: 'an unknown tenant',
    path: '/v1/admin/tenants/tnt_nobody',
    status: 404,
    code: 'not_found',
    message: 'No such tenant.',
    details: {},
  },
]

const refusing = shared(openOffice)

for (const { name, as, path, body = { plan: 'pro' }, ...error } of rows) {
  refusing.fact(`${name}: ${error.status}`, async (office) => {
    const credential = as ? as(office) : office.adminToken
    const answer = await office.call('PATCH', path ?? office.path, { as: credential, body })
    assertV1Refused(office, answer, error)
  })
}

test.run()
