// The people of a tenant over HTTP (our choice): list, roles, removal.
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
import { openTestApp, type Party, password, type TestApp } from '../../../support/open-test-app.ts'
import { addTotp, codeOf as totpOf } from '../../../support/second-factors.ts'

const path = '/v1/tenant/members'

/** Somebody who was invited by a party and signed up. */
async function join(app: TestApp, by: Party, { name, roles }: { name: string; roles: string[] }) {
  const invited = await app.call('POST', '/v1/tenant/invitations', {
    as: by.token,
    body: { roles },
  })
  const invitation_code = invited.body.data.invitation_code
  const email = `${name}@example.eu`
  const { body } = await app.call('POST', '/v1/auth/signup', {
    body: { email, password, display_name: name, invitation_code },
  })
  const { session_token: token, tenant_id: tenantId, user_id: userId } = body.data
  return { token, tenantId, userId, email }
}

async function openHouse() {
  const app = await openTestApp({ parts: { jobs: false, workers: false } })
  const owner = await app.signUp('Owner')
  const admin = await join(app, owner, { name: 'admin', roles: ['admin'] })
  const viewer = await join(app, owner, { name: 'viewer', roles: ['viewer'] })
  const stranger = await app.signUp('Stranger')
  const key = await app.key(owner, { scopes: ['admin:*'] })
  const names = {
    owner: owner.token,
    admin: admin.token,
    viewer: viewer.token,
    key,
    ownerId: owner.userId,
    adminId: admin.userId,
    viewerId: viewer.userId,
    strangerId: stranger.userId,
    unknownId: 'usr_00000000000000000000000000',
  }
  return Object.assign(app, { owner, admin, viewer, stranger, names })
}

test('whoever is no last owner leaves, and comes again by an invitation', async () => {
  await using app = await openHouse()
  const { owner, admin, viewer } = app
  const leave = (who: Party) => app.call('DELETE', `${path}/${who.userId}`, { as: who.token })
  const last = await leave(owner)
  assert.equal([last.status, last.body.error.details.reason], [409, 'last_owner'])
  const other = await app.call('DELETE', `${path}/${admin.userId}`, { as: viewer.token })
  assert.is(other.body.error.details.reason, 'role_required', 'that is no leave to remove others')
  const heir = `${path}/${admin.userId}?api_keys=take_over`
  const own = await app.call('DELETE', heir, { as: admin.token })
  assert.equal([own.status, own.body.error.details.field], [400, 'api_keys'])
  assert.is((await leave(viewer)).status, 204)
  assert.is((await app.call('GET', '/v1/me', { as: viewer.token })).status, 401)
  const again = await join(app, owner, { name: 'viewer', roles: ['operator'] })
  assert.is(again.tenantId, owner.tenantId)
})

/** An invitation of this party, for the address or for anybody. */
async function codeOf(app: TestApp, by: Party, body: object = { roles: ['viewer'] }) {
  const { data } = (await app.call('POST', '/v1/tenant/invitations', { as: by.token, body })).body
  return data.invitation_code as string
}

test('an invitation is accepted with the account that one has', async () => {
  await using app = await openHouse()
  const { admin, stranger } = app
  const accept = (who: { token: string }, invitation_code: string) =>
    app.call('POST', '/v1/me/invitation', { as: who.token, body: { invitation_code } })
  const reason = async (who: Party, code: string) => {
    const { status, body } = await accept(who, code)
    return [status, body.error.details.reason]
  }
  const code = await codeOf(app, stranger, { roles: ['operator'], email: admin.email })
  const account = { email: admin.email, password, display_name: 'A', invitation_code: code }
  const taken = await app.call('POST', '/v1/auth/signup', { body: account })
  assert.equal([taken.status, taken.body.error.details.reason], [409, 'email_taken'])
  assert.match(taken.body.error.message, /\/v1\/me\/invitation/)
  assert.equal(await reason(app.viewer, code), [403, 'invitation_invalid'])
  assert.equal(await reason(app.owner, await codeOf(app, stranger)), [409, 'last_owner'])
  assert.equal(await reason(admin, await codeOf(app, app.owner)), [409, 'already_member'])
  const { secret } = await addTotp(app, admin)
  app.clock.advance({ seconds: 30 })
  const second = await app.call('POST', '/v1/auth/login', {
    body: { email: admin.email, password, second_factor: { code: totpOf(app, secret) } },
  })
  const key = await app.key(admin)
  const moved = await accept(admin, code)
  assert.is(moved.status, 200, JSON.stringify(moved.body))
  const me = await app.call('GET', '/v1/me', { as: admin.token })
  const { user, tenant, roles } = me.body.data
  const { user_id, tenant_id } = moved.body.data
  assert.equal(
    [user.user_id, tenant.tenant_id, roles, user.email],
    [user_id, tenant_id, ['operator'], admin.email],
  )
  assert.equal([tenant_id, user_id === admin.userId], [stranger.tenantId, false])
  assert.is((await app.call('GET', '/v1/datasets', { as: key })).status, 401)
  const before = { as: second.body.data.session_token }
  assert.is((await app.call('GET', '/v1/me', before)).status, 401)
  const { members } = (await app.call('GET', path, { as: app.owner.token })).body.data
  assert.not.ok(members.some((one: { user_id: string }) => one.user_id === admin.userId))
  const half = await app.call('POST', '/v1/auth/login', { body: { email: admin.email, password } })
  assert.is(half.body.error.details.reason, 'second_factor_required', 'password and factor stay')
  assert.equal(await reason({ ...admin }, code), [403, 'invitation_invalid'], 'once')
})

test('the list has every member with roles and keys', async () => {
  await using app = await openHouse()
  const { body } = await app.call('GET', path, { as: app.viewer.token })
  const joined_at = isoOf(app.clock.nowMs())
  const [owner] = body.data.members
  const keys = await app.call('GET', '/v1/api-keys', { as: app.owner.token })
  assert.equal(owner, {
    user_id: app.owner.userId,
    email: 'owner@example.eu',
    display_name: 'Owner',
    roles: ['owner'],
    joined_at,
    api_key_ids: [keys.body.data.api_keys[0].api_key_id],
  })
  assert.equal(
    body.data.members.slice(1).map(({ roles }: { roles: string[] }) => roles),
    [['admin'], ['viewer']],
  )
  assert.equal([body.data.total, body.data.next_cursor], [3, null])
})

test('the list goes page by page', async () => {
  await using app = await openHouse()
  const first = await app.call('GET', `${path}?limit=2`, { as: app.owner.token })
  const next = `${path}?limit=2&cursor=${first.body.data.next_cursor}`
  const last = await app.call('GET', next, { as: app.owner.token })
  const members = [...first.body.data.members, ...last.body.data.members]
  assert.is(new Set(members.map(({ user_id }) => user_id)).size, 3)
  assert.is(last.body.data.next_cursor, null)
  assert.is((await app.call('GET', next, { as: app.stranger.token })).status, 400)
})

test('a change of roles answers with the member as it is now', async () => {
  await using app = await openHouse()
  const { status, body } = await app.call('PATCH', `${path}/${app.viewer.userId}`, {
    as: app.admin.token,
    body: { roles: ['operator', 'seller_manager', 'operator'] },
  })
  assert.is(status, 200)
  assert.equal(body.data, {
    user_id: app.viewer.userId,
    email: 'viewer@example.eu',
    display_name: 'viewer',
    roles: ['seller_manager', 'operator'],
    joined_at: isoOf(app.clock.nowMs()),
    api_key_ids: [],
    api_keys_narrowed: [],
    api_keys_revoked: [],
    webhooks_paused: [],
  })
  const me = await app.call('GET', '/v1/me', { as: app.viewer.token })
  assert.equal(me.body.data.roles, ['seller_manager', 'operator'])
})

test('a removal answers 204 without a body, and the session is over', async () => {
  await using app = await openHouse()
  const { status, bytes } = await app.call('DELETE', `${path}/${app.viewer.userId}`, {
    as: app.owner.token,
  })
  assert.equal([status, bytes.length], [204, 0])
  assert.is((await app.call('GET', '/v1/me', { as: app.viewer.token })).status, 401)
  const body = { email: app.viewer.email, password }
  assert.is((await app.call('POST', '/v1/auth/login', { body })).status, 401)
})

test('the keys of who is removed end with it, unless they are taken over', async () => {
  await using app = await openHouse()
  const answers = async (query: string) => {
    const { owner } = app
    const leaver = await join(app, owner, { name: `leaver${query.length}`, roles: ['admin'] })
    const key = await app.key(leaver)
    const gone = await app.call('DELETE', `${path}/${leaver.userId}${query}`, { as: owner.token })
    return [gone.status, (await app.call('GET', '/v1/me', { as: key })).status]
  }
  assert.equal(await answers(''), [204, 401])
  assert.equal(await answers('?api_keys=take_over'), [204, 200])
  assert.equal(await answers('?api_keys=keep'), [400, 200])
})

test('webhooks of who may make none any more pause, those of its keys too', async () => {
  await using app = await openHouse()
  const { owner } = app
  const hook = async (as: string) =>
    (await app.call('POST', '/v1/webhooks', { as, body: { url: 'https://x.example/in' } })).body
      .data.webhook_id
  await hook(owner.token)
  const full = await app.key(owner, { scopes: ['admin:*'] })
  const leaver = await join(app, owner, { name: 'leaver', roles: ['owner'] })
  const key = await app.key(leaver, { scopes: ['admin:*'] })
  const gone = [await hook(leaver.token), await hook(key)].sort()
  const demoted = await hook(app.admin.token)
  await hook(full)
  const standing = async () =>
    (await app.call('GET', '/v1/webhooks', { as: owner.token })).body.data.webhooks.flatMap(
      (one: { webhook_id: string; state: string; reason: string | null }) =>
        one.state === 'active' ? [] : [[one.webhook_id, one.state, one.reason]],
    )
  const stopped = (id: string) => [id, 'paused', 'maker_lost_rights']
  const left = await app.call('DELETE', `${path}/${leaver.userId}`, { as: owner.token })
  assert.is(left.status, 204)
  assert.equal((await standing()).sort(), gone.map(stopped))
  const details = (action: string) =>
    JSON.parse(
      app.store.raw
        .prepare('SELECT details FROM audit_event WHERE action = ? ORDER BY audit_no DESC')
        .pluck()
        .get(action) as string,
    )
  assert.equal(details('member.removed').webhooks_paused.sort(), gone)
  const asked = { as: owner.token, body: { roles: ['viewer'] } }
  const changed = await app.call('PATCH', `${path}/${app.admin.userId}`, asked)
  assert.equal(changed.body.data.webhooks_paused, [demoted])
  assert.equal(details('member.roles_changed').webhooks_paused, [demoted])
  const goOn = { as: owner.token, body: { state: 'active' } }
  for (const id of [...gone, demoted]) await app.call('PATCH', `/v1/webhooks/${id}`, goOn)
  await app.call('PATCH', `${path}/${app.admin.userId}`, {
    ...asked,
    body: { roles: ['operator'] },
  })
  assert.equal(await standing(), [], 'what was let go on stays so')
})

test('an admin may remove itself', async () => {
  await using app = await openHouse()
  const asked = { as: app.admin.token }
  assert.is((await app.call('DELETE', `${path}/${app.admin.userId}`, asked)).status, 204)
  assert.is((await app.call('GET', path, asked)).status, 401)
})

const session = {
  code: 'forbidden',
  message: 'This needs a session: log in instead of using an API key.',
  details: { reason: 'session_required' },
}
const role = {
  code: 'forbidden',
  message: 'This needs the role owner or admin.',
  details: { reason: 'role_required' },
}
const owners = {
  code: 'forbidden',
  message: 'Only an owner may give or take the role owner, or change who has it.',
  details: { reason: 'beyond_own_role' },
}
const lastOwner = {
  code: 'conflict',
  message: 'A tenant keeps at least one owner: make somebody else an owner first.',
  details: { reason: 'last_owner' },
}
const cursor = {
  reason: 'invalid_cursor',
  message: 'This cursor is damaged or belongs to another list. Start again without it.',
}
const limit = 'limit must be a whole number from 1 to 100.'
const patch = (who: string) => `PATCH ${path}/{${who}}`
const remove = (who: string) => `DELETE ${path}/{${who}}`
const body = { roles: ['viewer'] }
const known = 'owner, admin, seller_manager, buyer_manager, operator, viewer'

const badRoles: [name: string, body: unknown, field: string, reason: string, message: string][] = [
  ['no roles', {}, 'roles', 'required', 'roles is required.'],
  ['an empty list', { roles: [] }, 'roles', 'too_small', 'roles must name at least one role.'],
  ['no list', { roles: 'viewer' }, 'roles', 'invalid_type', 'roles must be a list of roles.'],
  [
    'an unknown role',
    { roles: ['viewer', 'root'] },
    'roles.1',
    'invalid_value',
    `roles.1 must be one of ${known}.`,
  ],
]

const refused: Row[] = [
  { name: 'list by nobody', ask: `GET ${path}`, status: 401, error: unauthorized },
  { name: 'list by a key', as: 'key', ask: `GET ${path}`, status: 403, error: session },
  {
    name: 'limit 0',
    as: 'owner',
    ask: `GET ${path}?limit=0`,
    status: 400,
    error: badField('limit', { reason: 'too_small', message: limit }),
  },
  {
    name: 'a bad cursor',
    as: 'owner',
    ask: `GET ${path}?cursor=x`,
    status: 400,
    error: badField('cursor', cursor),
  },
  ...[patch, remove].flatMap((ask): Row[] => [
    { name: 'by nobody', ask: ask('viewerId'), body, status: 401, error: unauthorized },
    { name: 'by a key', as: 'key', ask: ask('viewerId'), body, status: 403, error: session },
    { name: 'by a viewer', as: 'viewer', ask: ask('adminId'), body, status: 403, error: role },
    { name: 'of an owner', as: 'admin', ask: ask('ownerId'), body, status: 403, error: owners },
    ...['strangerId', 'unknownId'].map((who): Row => {
      const error = notFound('member')
      return { name: who, as: 'owner', ask: ask(who), body, status: 404, error }
    }),
    { name: 'last owner', as: 'owner', ask: ask('ownerId'), body, status: 409, error: lastOwner },
  ]),
  {
    name: 'an owner by an admin',
    as: 'admin',
    ask: patch('viewerId'),
    status: 403,
    body: { roles: ['owner'] },
    error: owners,
  },
  ...badRoles.map(([name, sent, field, reason, message]): Row => {
    const error = badField(field, { reason, message })
    return { name, as: 'owner', ask: patch('viewerId'), body: sent, status: 400, error }
  }),
]

test('every refusal, whole', async () => {
  await using app = await openHouse()
  await checkRows(app, app.names, refused)
})

test('a member of whom nothing was changed is unharmed by refusals', async () => {
  await using app = await openHouse()
  await checkRows(app, app.names, refused)
  const { body: now } = await app.call('GET', path, { as: app.owner.token })
  assert.equal(
    now.data.members.map(({ roles }: { roles: string[] }) => roles.join()),
    ['owner', 'admin', 'viewer'],
  )
})

test.run()
