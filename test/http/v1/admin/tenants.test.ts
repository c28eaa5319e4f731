// Tenants by platform admins, and what a tenant may keep (our choice).
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../../src/base/clock.ts'
import {
  badField,
  checkRows,
  notFound,
  type Row,
  unauthorized,
} from '../../../support/answer-table.ts'
import { uploadAsset } from '../../../support/licences.ts'
import { openTestApp, type Party, password, type TestApp } from '../../../support/open-test-app.ts'
import { untilSo } from '../../../support/until.ts'

const path = '/v1/admin/tenants'

async function openHouse(config: Record<string, unknown> = {}) {
  const app = await openTestApp({
    config: { signup: 'invite', graceHours: 0, ...config },
    parts: { workers: false },
  })
  const admin = await app.admin()
  const create = async (body: object = {}) =>
    (await app.call('POST', path, { as: admin.token, body: { name: 'Buyers', ...body } })).body.data
  const names = { admin: admin.token, adminTenant: admin.tenantId }
  return Object.assign(app, { platform: admin, create, names })
}
type House = Awaited<ReturnType<typeof openHouse>>

/** The owner of a new tenant with this quota. */
async function ownerOf(app: House, storage_quota_bytes: number | null = null): Promise<Party> {
  const { invitation } = await app.create({ storage_quota_bytes })
  return join(app, invitation.invitation_code)
}

async function join(app: TestApp, invitation_code: string): Promise<Party> {
  const email = 'owner@example.eu'
  const { status, body } = await app.call('POST', '/v1/auth/signup', {
    body: { email, password, display_name: 'Owner', invitation_code },
  })
  assert.is(status, 201)
  const { session_token: token, tenant_id: tenantId, user_id: userId } = body.data
  return { token, tenantId, userId, email }
}

test('in invite mode an admin makes a tenant, and its owner signs up with the code', async () => {
  await using app = await openHouse()
  const { invitation, ...made } = await app.create({ storage_quota_bytes: 5_000 })
  const record = {
    tenant_id: made.tenant_id,
    name: 'Buyers',
    region: 'eu-central',
    plan: 'free',
    created_at: isoOf(app.clock.nowMs()),
    member_count: 0,
    storage_bytes: 0,
    storage_quota_bytes: 5_000,
    storage_limit_bytes: 5_000,
    suspended_at: null,
    suspension_reason: null,
  }
  assert.equal(made, record)
  assert.equal([invitation.roles, invitation.status], [['owner'], 'open'])
  const owner = await join(app, invitation.invitation_code)
  assert.is(owner.tenantId, made.tenant_id)
  const me = await app.call('GET', '/v1/me', { as: owner.token })
  assert.equal(me.body.data.roles, ['owner'])
  const read = await app.call('GET', `${path}/${made.tenant_id}`, { as: app.platform.token })
  assert.equal(read.body.data, { ...record, member_count: 1 })
})

test('an invitation for an owner who did not come is made anew, until somebody is in', async () => {
  await using app = await openHouse()
  const { tenant_id, invitation } = await app.create()
  app.clock.advance({ hours: 8 * 24 })
  assert.is((await again()).status, 201)
  const late = await app.call('POST', '/v1/auth/signup', {
    body: { ...newcomer, invitation_code: invitation.invitation_code },
  })
  assert.is(late.status, 403)
  await join(app, (await again()).body.data.invitation_code)
  const over = await again()
  assert.equal([over.status, over.body.error.details.reason], [409, 'has_members'])

  async function again() {
    const admin = await app.call('POST', '/v1/auth/login', {
      body: { email: app.platform.email, password },
    })
    const as = admin.body.data.session_token
    return app.call('POST', `${path}/${tenant_id}/invitations`, { as, body: {} })
  }
})
const newcomer = { email: 'late@example.eu', password, display_name: 'Late' }

test('an invitation for an owner ends with the next one, or is taken back', async () => {
  await using app = await openHouse()
  const { tenant_id, invitation } = await app.create({ owner_email: 'wrong@example.eu' })
  const invitations = `${path}/${tenant_id}/invitations`
  const as = app.platform.token
  const comes = async (invitation_code: string, email: string) => {
    const body = { ...newcomer, email, invitation_code }
    return (await app.call('POST', '/v1/auth/signup', { body })).body.error?.details.reason
  }
  const invite = async (owner_email: string) =>
    (await app.call('POST', invitations, { as, body: { owner_email } })).body.data.invitation_code
  const second = await invite('other@example.eu')
  assert.is(await comes(invitation.invitation_code, 'wrong@example.eu'), 'invitation_invalid')
  const revoke = () => app.call('DELETE', invitations, { as })
  assert.equal([(await revoke()).status, (await revoke()).status], [204, 204])
  assert.is(await comes(second, 'other@example.eu'), 'invitation_invalid')
  const [latest] = app.rooms.audit.listAll({ tenantId: tenant_id, limit: 1 }).events
  assert.equal(
    [latest?.action, latest?.actor.id],
    ['invitation.revoked', app.platform.userId],
    'once',
  )
  assert.is(await comes(await invite('late@example.eu'), 'late@example.eu'), undefined)
  assert.is((await revoke()).body.error.details.reason, 'has_members')
  const nobody = `${path}/tnt_00000000000000000000000000/invitations`
  assert.is((await app.call('DELETE', nobody, { as })).status, 404)
})

test('the list has all tenants, newest first, page by page', async () => {
  await using app = await openHouse({ storageQuotaBytes: 7_000 })
  const ids = [(await app.create()).tenant_id, (await app.create({ name: 'Others' })).tenant_id]
  const page = async (query: string) =>
    (await app.call('GET', `${path}?limit=2${query}`, { as: app.platform.token })).body.data
  const first = await page('')
  const last = await page(`&cursor=${first.next_cursor}`)
  assert.equal(
    [...first.tenants, ...last.tenants].map(({ tenant_id }) => tenant_id),
    [...ids.reverse(), app.platform.tenantId],
  )
  assert.equal([first.total, last.total, last.next_cursor], [3, 3, null])
  const [{ storage_quota_bytes, storage_limit_bytes }] = first.tenants
  assert.equal([storage_quota_bytes, storage_limit_bytes], [null, 7_000])
})

async function dataset(app: TestApp, { token: as }: Party): Promise<string> {
  const { body } = await app.call('POST', '/v1/datasets', { as, body: { name: 'Reports' } })
  return body.data.dataset_id
}

function initiate(app: TestApp, { token: as }: Party, place: { id: string; size: number }) {
  return app.call('POST', `/v1/datasets/${place.id}/objects/upload`, {
    as,
    body: { filename: 'a.txt', content_type: 'text/plain', size_bytes: place.size },
  })
}

const stored = async (app: House, { tenantId }: Party): Promise<number> =>
  (await app.call('GET', `${path}/${tenantId}`, { as: app.platform.token })).body.data.storage_bytes

test('what is initiated counts, and beyond the quota is 413 with what is left', async () => {
  await using app = await openHouse()
  const owner = await ownerOf(app, 100)
  const id = await dataset(app, owner)
  const first = await initiate(app, owner, { id, size: 60 })
  assert.is(first.status, 201)
  const refused = await initiate(app, owner, { id, size: 41 })
  assert.is(refused.status, 413)
  assert.equal(refused.body.error, {
    code: 'payload_too_large',
    message:
      'This tenant may keep 100 bytes and keeps 60: 40 are left. What was deleted counts until ' +
      'its bytes are removed.',
    details: {
      limit_bytes: 40,
      reason: 'storage_quota',
      quota_bytes: 100,
      used_bytes: 60,
      requested_bytes: 41,
    },
  })
  assert.is((await initiate(app, owner, { id, size: 40 })).status, 201)
  const cancel = `/v1/objects/${first.body.data.object_id}/upload`
  assert.is((await app.call('DELETE', cancel, { as: owner.token })).status, 200)
  assert.is(await stored(app, owner), 40)
  assert.is((await initiate(app, owner, { id, size: 60 })).status, 201)
})

test('initiations side by side do not get past the quota', async () => {
  await using app = await openHouse()
  const owner = await ownerOf(app, 100)
  const id = await dataset(app, owner)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => initiate(app, owner, { id, size: 30 })),
  )
  assert.equal(answers.map(({ status }) => status).sort(), [201, 201, 201, 413, 413, 413])
})

test('an asset beyond the quota is 413 on Surface C, and leaves nothing', async () => {
  await using app = await openHouse()
  const owner = await ownerOf(app, 10)
  const { status, body } = await uploadAsset(app, owner)
  assert.is(status, 413)
  assert.match(body.detail, /^This tenant may keep 10 bytes and keeps 0: 10 are left/)
  assert.is(await stored(app, owner), 0)
})

test('what was deleted counts until its bytes are removed', async () => {
  await using app = await openHouse()
  const owner = await ownerOf(app)
  const { body } = await uploadAsset(app, owner)
  const size = body.metadata.file_size
  assert.is(await stored(app, owner), size)
  const gone = await app.call('DELETE', `/v1/objects/${body.asset_id}`, { as: owner.token })
  assert.is(gone.status, 200)
  await untilSo('its bytes are removed', async () => (await stored(app, owner)) === 0)
})

test('a quota is changed, lifted and given back to the setting', async () => {
  await using app = await openHouse({ storageQuotaBytes: 50 })
  const owner = await ownerOf(app)
  const id = await dataset(app, owner)
  const change = async (storage_quota_bytes: number | null) => {
    const target = `${path}/${owner.tenantId}/storage-quota`
    const asked = { as: app.platform.token, body: { storage_quota_bytes } }
    const { body } = await app.call('PUT', target, asked)
    return body.data.storage_limit_bytes
  }
  const fits = async () => (await initiate(app, owner, { id, size: 60 })).status
  assert.is(await fits(), 413)
  assert.equal([await change(70), await fits()], [70, 201])
  assert.equal([await change(0), await fits()], [null, 201])
  assert.equal([await change(null), await fits()], [50, 413])
  const { body } = await app.call('GET', '/v1/audit?action=tenant.storage_quota_changed', {
    as: owner.token,
  })
  assert.equal(
    body.data.audit_events.map(({ details }: { details: object }) => details),
    [
      { from: 0, to: null },
      { from: 70, to: 0 },
      { from: null, to: 70 },
    ],
  )
})

const admins = {
  code: 'forbidden',
  message: 'Only a platform administrator may do this.',
  details: { reason: 'platform_admin_required' },
}
const taken = {
  code: 'conflict',
  message: 'There is an account with this e-mail address.',
  details: { reason: 'email_taken', field: 'email' },
}
const body = { name: 'Buyers' }
const quota = { storage_quota_bytes: 1 }
const whole = 'storage_quota_bytes must be a whole number from 0 to 9007199254740991.'
const bad = (field: string, reason: string, message: string) => ({
  status: 400,
  error: badField(field, { reason, message }),
})
const refusals: readonly Row[] = [
  ...[
    { ask: `POST ${path}`, body },
    { ask: `GET ${path}` },
    { ask: `GET ${path}/{tenant}` },
    { ask: `POST ${path}/{tenant}/invitations`, body: {} },
    { ask: `PUT ${path}/{tenant}/storage-quota`, body: quota },
  ].flatMap((row): Row[] => [
    { ...row, name: `${row.ask} of nobody`, status: 401, error: unauthorized },
    { ...row, name: `${row.ask} of an owner`, as: 'owner', status: 403, error: admins },
  ]),
  ...[
    { ask: `GET ${path}/tnt_x` },
    { ask: `POST ${path}/tnt_x/invitations`, body: {} },
    { ask: `PUT ${path}/tnt_x/storage-quota`, body: quota },
  ].map(
    (row): Row => ({
      ...row,
      name: row.ask,
      as: 'admin',
      status: 404,
      error: notFound('tenant'),
    }),
  ),
  ...[
    { body: {}, ...bad('name', 'required', 'name is required.') },
    {
      body: { ...body, storage_quota_bytes: -1 },
      ...bad('storage_quota_bytes', 'too_small', whole),
    },
    {
      body: { ...body, owner_email: 'ada' },
      ...bad('email', 'invalid_email', 'This is not an e-mail address.'),
    },
    {
      body: { ...body, expires_at: '2027-01-31T12:00:00Z' },
      ...bad('expires_at', 'too_late', 'expires_at must lie within the next 31 days.'),
    },
    { body: { ...body, owner_email: 'owner@example.eu' }, status: 409, error: taken },
  ].map(
    (row): Row => ({
      ...row,
      name: JSON.stringify(row.body),
      as: 'admin',
      ask: `POST ${path}`,
    }),
  ),
]

test('what is asked wrong is refused, and nothing is made', async () => {
  await using app = await openHouse()
  const owner = await ownerOf(app)
  await checkRows(app, { ...app.names, owner: owner.token, tenant: owner.tenantId }, refusals)
  const { body } = await app.call('GET', path, { as: app.platform.token })
  assert.is(body.data.total, 2)
})

test('where nobody can sign up no tenant is made either', async () => {
  await using app = await openHouse({ signup: 'closed' })
  const { status, body } = await app.call('POST', path, {
    as: app.platform.token,
    body: { name: 'Buyers' },
  })
  assert.equal([status, body.error.details.reason], [403, 'signup_closed'])
})

test.run()
