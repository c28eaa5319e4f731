import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Principal, SignupPolicy } from '../../../../src/domain/identity/index.ts'
import { invitationsOpenMax } from '../../../../src/domain/identity/index.ts'
import { joined } from '../../../support/join-tenant.ts'
import {
  accountOf,
  openTestIdentity,
  refusalOf,
  type TestIdentity,
} from '../../../support/open-test-identity.ts'

const hourMs = 60 * 60 * 1000
const region = 'eu-central'

const invite = (room: TestIdentity, by: Principal, part: object = {}) =>
  room.invite(room.as(by), { roles: ['viewer'], ...part })
const join = (room: TestIdentity, invitationCode: string, email = 'ben@x.eu') =>
  room.signUp(room.anonymous(), { ...accountOf(email), invitationCode })
const listed = (room: TestIdentity, by: Principal) =>
  room.listInvitations(by, { limit: 20 }).invitations

test('an invitation lasts a week and shows its code once', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const { code, ...invitation } = await invite(room, owner, { roles: ['viewer', 'operator'] })
  const nowMs = room.store.clock.nowMs()
  assert.match(code, /^invite_[A-Za-z0-9_-]{43}$/)
  assert.equal(invitation, {
    invitationId: invitation.invitationId,
    roles: ['operator', 'viewer'],
    email: null,
    state: 'open',
    createdBy: owner.userId,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + 7 * 24 * hourMs,
    usedAtMs: null,
    usedBy: null,
    revokedAtMs: null,
  })
  assert.equal(listed(room, owner), [invitation])
})

test('the code does not lie in the database', async () => {
  using room = openTestIdentity()
  const { code } = await invite(room, await room.owner())
  const rows = ['invitation', 'audit_event'].flatMap((table) =>
    room.store.raw.prepare(`SELECT * FROM ${table}`).raw().all(),
  )
  const cells = rows.flat().map((cell) => (Buffer.isBuffer(cell) ? cell.toString('latin1') : cell))
  assert.not(cells.join('\n').includes(code))
  assert.not(cells.join('\n').includes(code.slice('invite_'.length)))
})

test('signing up with an invitation joins its tenant with its roles', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const { code } = await invite(room, owner, { roles: ['seller_manager'] })
  const { sessionToken, tenantId, userId } = await join(room, ` ${code} `)
  const principal = room.principalOfToken(sessionToken)
  assert.is(tenantId, owner.tenantId)
  assert.equal(principal?.roles, ['seller_manager'])
  assert.is(principal?.isPlatformAdmin, false)
  assert.is(room.listTenants({ limit: 10 }).length, 1)
  const [invitation] = listed(room, owner)
  assert.equal([invitation?.state, invitation?.usedBy], ['used', userId])
})

test('who joins needs no tenant name and gets no welcome', async () => {
  const welcomed: string[] = []
  using room = openTestIdentity({ welcome: (_tx, tenantId) => void welcomed.push(tenantId) })
  const owner = await room.owner()
  const { code: invitationCode } = await invite(room, owner)
  const { tenantName: _, ...nameless } = accountOf('ben@x.eu')
  await room.signUp(room.anonymous(), { ...nameless, invitationCode })
  assert.equal(welcomed, [owner.tenantId])
})

test('joining is on record', async () => {
  using room = openTestIdentity()
  const { code, invitationId } = await invite(room, await room.owner())
  const { userId } = await join(room, code)
  assert.equal(room.audited().slice(-2), [
    { action: 'invitation.used', subjectId: invitationId, actorType: 'user', details: '{}' },
    {
      action: 'user.created',
      subjectId: userId,
      actorType: 'user',
      details: JSON.stringify({
        platform_admin: false,
        roles: ['viewer'],
        invitation_id: invitationId,
      }),
    },
  ])
})

const policies: [signup: SignupPolicy, invited: string, alone: string][] = [
  ['open', 'not refused', 'not refused'],
  ['invite', 'not refused', 'Forbidden invitation_required'],
  ['closed', 'Forbidden signup_closed', 'Forbidden signup_closed'],
]
for (const [signup, invited, alone] of policies) {
  test(`where signup is ${signup}, with an invitation: ${invited}; without: ${alone}`, async () => {
    const settings = {
      signup: 'open' as SignupPolicy,
      region,
      searchRatePerMinute: 120,
      storageQuotaBytes: 0,
      sessionIdleMs: 12 * 3_600_000,
    }
    using room = openTestIdentity({ settings })
    const { code } = await invite(room, await room.owner())
    settings.signup = signup
    assert.is(await refusalOf(() => join(room, code)), invited)
    const account = accountOf('eve@x.eu')
    assert.is(await refusalOf(() => room.signUp(room.anonymous(), account)), alone)
  })
}

test('where signup is closed nobody is invited either', async () => {
  const settings = {
    signup: 'open' as SignupPolicy,
    region,
    searchRatePerMinute: 120,
    storageQuotaBytes: 0,
    sessionIdleMs: 12 * 3_600_000,
  }
  using room = openTestIdentity({ settings })
  const owner = await room.owner()
  settings.signup = 'closed'
  assert.is(await refusalOf(() => invite(room, owner)), 'Forbidden signup_closed')
})

type Ending = (room: TestIdentity, owner: Principal, code: string) => Promise<unknown> | unknown
const endings: [title: string, end: Ending][] = [
  ['that never was', () => undefined],
  ['that was used', (room, _owner, code) => join(room, code, 'first@x.eu')],
  ['that has expired', (room) => room.store.clock.advance({ hours: 7 * 24 })],
  [
    'that was revoked',
    (room, owner) => {
      const [invitation] = listed(room, owner)
      const { invitationId } = invitation as NonNullable<typeof invitation>
      return room.revokeInvitation(room.as(owner), { invitationId })
    },
  ],
]
for (const [title, end] of endings) {
  test(`an invitation ${title} is refused in the same words`, async () => {
    using room = openTestIdentity()
    const owner = await room.owner()
    const { code } = await invite(room, owner)
    await end(room, owner, code)
    const presented = title === 'that never was' ? `${code}x` : code
    assert.is(await refusalOf(() => join(room, presented)), 'Forbidden invitation_invalid')
  })
}

test('an invitation for an address works for that one only, whatever its case', async () => {
  using room = openTestIdentity()
  const { code } = await invite(room, await room.owner(), { email: ' Ben@X.eu ' })
  const wrong = () => join(room, code, 'eve@x.eu')
  assert.is(await refusalOf(wrong), 'Forbidden invitation_invalid')
  assert.is((await join(room, code, 'BEN@x.eu')).email, 'ben@x.eu')
})

test('of two who sign up with one code at the same time one joins', async () => {
  using room = openTestIdentity()
  const { code } = await invite(room, await room.owner())
  const outcomes = await Promise.all(
    ['ben@x.eu', 'eve@x.eu'].map((email) => refusalOf(() => join(room, code, email))),
  )
  assert.equal(outcomes.sort(), ['Forbidden invitation_invalid', 'not refused'])
})

test('an address that has an account is a conflict and the invitation stays open', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  await room.owner('ben@x.eu')
  const { code } = await invite(room, owner)
  assert.is(await refusalOf(() => join(room, code)), 'Conflict email_taken')
  assert.is(listed(room, owner)[0]?.state, 'open')
})

const badRequests: [title: string, part: (nowMs: number) => object, refusal: string][] = [
  ['an address that is none', () => ({ email: 'ben' }), 'InvalidInput email invalid_email'],
  [
    'an end that is past',
    (nowMs) => ({ expiresAtMs: nowMs }),
    'InvalidInput expires_at in_the_past',
  ],
  [
    'an end in more than a month',
    (nowMs) => ({ expiresAtMs: nowMs + 31 * 24 * hourMs + 1 }),
    'InvalidInput expires_at too_late',
  ],
  ['the address of a member', () => ({ email: 'owner@example.eu' }), 'Conflict already_member'],
  ['the address of a stranger', () => ({ email: 'stranger@x.eu' }), 'not refused'],
]
for (const [title, part, refusal] of badRequests) {
  test(`an invitation with ${title}: ${refusal}`, async () => {
    using room = openTestIdentity()
    const owner = await room.owner()
    await room.owner('stranger@x.eu')
    const request = part(room.store.clock.nowMs())
    assert.is(await refusalOf(() => invite(room, owner, request)), refusal)
  })
}

test('there is an end to open invitations; ended ones do not count', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  for (let i = 0; i < invitationsOpenMax; i++) await invite(room, owner)
  assert.is(await refusalOf(() => invite(room, owner)), 'Conflict too_many_invitations')
  room.store.clock.advance({ hours: 7 * 24 })
  assert.is(await refusalOf(() => invite(room, owner)), 'not refused')
})

test('invitations are listed newest first, page by page, of the own tenant only', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  await invite(room, await room.owner('stranger@x.eu'))
  const ids = []
  for (let i = 0; i < 3; i++) ids.push((await invite(room, owner)).invitationId)
  const first = room.listInvitations(owner, { limit: 2 })
  const last = room.listInvitations(owner, { limit: 2, cursor: first.nextCursor ?? '' })
  const found = [...first.invitations, ...last.invitations].map(({ invitationId }) => invitationId)
  assert.equal(found, ids.reverse())
  assert.equal([first.total, last.total, last.nextCursor], [3, 3, null])
})

test('who is neither owner nor admin does not see the invitations', async () => {
  using room = openTestIdentity()
  const viewer = await joined(room, await room.owner(), { email: 'v@x.eu', roles: ['viewer'] })
  assert.is(await refusalOf(() => listed(room, viewer)), 'Forbidden role_required')
})

test('an invitation is revoked once, and a used one not at all', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const open = await invite(room, owner)
  const used = await invite(room, owner)
  await join(room, used.code)
  const revoke = (invitationId: 'inv_x') => room.revokeInvitation(room.as(owner), { invitationId })
  await revoke(open.invitationId as 'inv_x')
  await revoke(open.invitationId as 'inv_x')
  const revocations = room.audited().filter(({ action }) => action === 'invitation.revoked')
  assert.is(revocations.length, 1)
  const attempt = () => revoke(used.invitationId as 'inv_x')
  assert.is(await refusalOf(attempt), 'Conflict invitation_used')
})

test("another tenant's invitation and an unknown one are the same", async () => {
  using room = openTestIdentity()
  const { invitationId } = await invite(room, await room.owner())
  const stranger = await room.owner('stranger@x.eu')
  for (const id of [invitationId, 'inv_unknown' as const]) {
    const attempt = () => room.revokeInvitation(room.as(stranger), { invitationId: id })
    assert.is(await refusalOf(attempt), 'NotFound')
  }
})

test("an admin does not revoke an owner's invitation of an owner", async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const admin = await joined(room, owner, { email: 'admin@x.eu', roles: ['admin'] })
  const { invitationId } = await invite(room, owner, { roles: ['owner'] })
  const attempt = () => room.revokeInvitation(room.as(admin), { invitationId })
  assert.is(await refusalOf(attempt), 'Forbidden beyond_own_role')
})

test('who is removed cannot come back by an invitation of their own', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const admin = await joined(room, owner, { email: 'admin@x.eu', roles: ['admin'] })
  const { code } = await invite(room, admin, { roles: ['admin'] })
  await room.removeMember(room.as(owner), { userId: admin.userId as 'usr_x' })
  assert.is(await refusalOf(() => join(room, code)), 'Forbidden invitation_invalid')
  assert.is(listed(room, owner)[0]?.state, 'revoked')
})

test('who steps down keeps the invitations that they still could make', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const second = await joined(room, owner, { email: 'second@x.eu', roles: ['owner'] })
  const kept = await invite(room, second, { roles: ['admin'] })
  const lost = await invite(room, second, { roles: ['owner', 'admin'] })
  const change = { userId: second.userId as 'usr_x', roles: ['admin'] as const }
  await room.changeRoles(room.as(owner), change)
  const state = new Map(listed(room, owner).map((one) => [one.invitationId, one.state]))
  assert.equal(
    [kept, lost].map((one) => state.get(one.invitationId)),
    ['open', 'revoked'],
  )
})

const changes = [
  `UPDATE invitation SET roles = '["owner"]'`,
  'UPDATE invitation SET used_at = NULL, used_by = NULL',
  'UPDATE invitation SET expires_at = expires_at + 1',
  "UPDATE invitation SET email = 'eve@x.eu'",
]
for (const statement of changes) {
  test(`an invitation stays as it is: ${statement}`, async () => {
    using room = openTestIdentity()
    const { code } = await invite(room, await room.owner())
    await join(room, code)
    assert.throws(() => room.store.raw.exec(statement), /ends once/)
  })
}

test.run()
