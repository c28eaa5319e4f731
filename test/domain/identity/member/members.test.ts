import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { UserId } from '../../../../src/base/ids.ts'
import { type Principal, ROLE_SCOPES, type Role } from '../../../../src/domain/identity/index.ts'
import { joined } from '../../../support/join-tenant.ts'
import {
  accountOf,
  goodPassword,
  openTestIdentity,
  refusalOf,
  type TestIdentity,
} from '../../../support/open-test-identity.ts'

const idOf = ({ userId }: Principal) => userId as UserId
const remove = (room: TestIdentity, by: Principal, whom: Principal) =>
  room.removeMember(room.as(by), { userId: idOf(whom) })
const change = (room: TestIdentity, by: Principal, to: { whom: Principal; roles: Role[] }) =>
  room.changeRoles(room.as(by), { userId: idOf(to.whom), roles: to.roles })
const logIn = (room: TestIdentity, email: string) =>
  room.logIn(room.anonymous(), { email, password: goodPassword })

const noKeys = { narrowed: [], revoked: [] }

/** A tenant with an owner and one other member. */
async function openHouse(roles: Role[] = ['viewer']) {
  const room = openTestIdentity()
  const owner = await room.owner()
  return Object.assign(room, { founder: owner, other: await other(room, owner, roles) })
}

const other = (room: TestIdentity, by: Principal, roles: Role[]) =>
  joined(room, by, { email: 'other@x.eu', roles })

test('members are listed with their roles, who joined first comes first', async () => {
  using room = await openHouse(['viewer', 'seller_manager'])
  const { members, total, nextCursor } = room.listMembers(room.other, { limit: 20 })
  assert.equal([total, nextCursor], [2, null])
  const joinedAtMs = room.store.clock.nowMs()
  const displayName = 'Ada'
  assert.equal(members, [
    {
      userId: room.founder.userId,
      email: 'owner@example.eu',
      displayName,
      joinedAtMs,
      roles: ['owner'],
      apiKeyIds: [],
    },
    {
      userId: room.other.userId,
      email: 'other@x.eu',
      displayName,
      joinedAtMs,
      roles: ['seller_manager', 'viewer'],
      apiKeyIds: [],
    },
  ])
})

test('members are listed page by page, and of the own tenant only', async () => {
  using room = await openHouse()
  await room.owner('stranger@x.eu')
  const first = room.listMembers(room.founder, { limit: 1 })
  const cursor = first.nextCursor ?? ''
  const last = room.listMembers(room.founder, { limit: 1, cursor })
  assert.equal(
    [first, last].map(({ total }) => total),
    [2, 2],
  )
  assert.equal(
    [...first.members, ...last.members].map(({ userId }) => userId),
    [room.founder.userId, room.other.userId],
  )
  assert.is(last.nextCursor, null)
})

test('other roles count from the next request on', async () => {
  using room = await openHouse()
  const { sessionToken } = await logIn(room, 'other@x.eu')
  const member = await change(room, room.founder, { whom: room.other, roles: ['buyer_manager'] })
  assert.equal(member.roles, ['buyer_manager'])
  const principal = room.principalOfToken(sessionToken)
  assert.equal(principal?.roles, ['buyer_manager'])
  assert.ok(principal?.scopes.has('search:query'))
})

test('a change of roles is on record, an unchanged one is not', async () => {
  using room = await openHouse()
  await change(room, room.founder, { whom: room.other, roles: ['viewer', 'viewer'] })
  await change(room, room.founder, { whom: room.other, roles: ['viewer', 'admin'] })
  const entries = room.audited().filter(({ action }) => action === 'member.roles_changed')
  assert.equal(entries, [
    {
      action: 'member.roles_changed',
      subjectId: idOf(room.other),
      actorType: 'user',
      details:
        '{"before":["viewer"],"after":["admin","viewer"],"invitations_revoked":[],' +
        '"webhooks_paused":[],"api_keys_narrowed":[],"api_keys_revoked":[]}',
    },
  ])
})

test('the sessions of a removed member end at once', async () => {
  using room = await openHouse()
  const { sessionToken } = await logIn(room, 'other@x.eu')
  const removed = await remove(room, room.founder, room.other)
  assert.equal(removed, { userId: idOf(room.other), sessionsEnded: 2, keys: noKeys })
  assert.is(room.principalOfToken(sessionToken), undefined)
  assert.is(await refusalOf(() => logIn(room, 'other@x.eu')), 'Unauthenticated')
  assert.is(room.listMembers(room.founder, { limit: 20 }).total, 1)
})

test('a command of a member that is removed meanwhile fails', async () => {
  using room = await openHouse()
  await remove(room, room.founder, room.other)
  const attempt = () => room.assertLive(room.store.db, room.other)
  assert.is(await refusalOf(attempt), 'Unauthenticated')
})

test('the live keys that a removed member made are named, and those made by its keys', async () => {
  using room = await openHouse(['buyer_manager'])
  const scopes = ['keys:write', 'search:query'] as const
  const first = await room.keyOf(room.other, { scopes })
  const second = await room.keyOf(first.principal, { scopes })
  const third = await room.keyOf(second.principal, { scopes: ['search:query'] })
  await room.revokeApiKey(room.as(room.founder), second.key.apiKeyId)
  const expiresAtMs = room.store.clock.nowMs() + 1000
  const ended = await room.keyOf(room.other, { scopes: ['search:query'], expiresAtMs })
  await room.keyOf(room.founder)
  room.store.clock.advance({ seconds: 1 })
  const live = [first.key.apiKeyId, third.key.apiKeyId]
  const { members } = room.listMembers(room.founder, { limit: 20 })
  assert.equal(members.find(({ userId }) => userId === room.other.userId)?.apiKeyIds, live)
  const { keys } = await remove(room, room.founder, room.other)
  assert.equal(keys, { narrowed: [], revoked: [...live, ended.key.apiKeyId] })
  for (const { key } of [first, third]) assert.is(room.principalOfKey(key.key), undefined)
})

test('keys of a demoted member, and what comes from them, do no more than it may', async () => {
  using room = await openHouse(['admin'])
  const wide = ['keys:write', 'search:query', 'datasets:read'] as const
  const first = await room.keyOf(room.other, { scopes: wide })
  const second = await room.keyOf(first.principal, { scopes: ['search:query', 'datasets:read'] })
  const third = await room.keyOf(second.principal, { scopes: ['search:query'] })
  const narrow = await room.keyOf(room.other, { scopes: ['datasets:read'] })
  const { key: foreign } = await room.keyOf(room.founder, { scopes: wide })
  const member = await change(room, room.founder, { whom: room.other, roles: ['operator'] })
  const ids = [first, second, third].map(({ key }) => key.apiKeyId)
  assert.equal(member.keys, { narrowed: ids.slice(0, 2), revoked: ids.slice(2) })
  assert.equal(member.apiKeyIds, [...ids.slice(0, 2), narrow.key.apiKeyId])
  for (const { key } of [first, second, narrow]) {
    assert.equal([...(room.principalOfKey(key.key)?.scopes ?? [])], ['datasets:read'])
  }
  assert.is(room.principalOfKey(third.key.key), undefined)
  assert.equal(room.getApiKey(room.founder, foreign.apiKeyId).scopes, wide)
})

test('keys of a demoted member that have ended could do no more than it may, either', async () => {
  using room = await openHouse(['admin'])
  const expiresAtMs = room.store.clock.nowMs() + 1000
  const scopes = ['datasets:write', 'datasets:read'] as const
  const { key } = await room.keyOf(room.other, { scopes, expiresAtMs })
  room.store.clock.advance({ seconds: 1 })
  const member = await change(room, room.founder, { whom: room.other, roles: ['buyer_manager'] })
  assert.equal(member.keys, { narrowed: [key.apiKeyId], revoked: [] })
  assert.equal(member.apiKeyIds, [])
  await room.patchApiKey(room.as(room.founder), {
    apiKeyId: key.apiKeyId,
    patch: { expiresAtMs: null },
  })
  assert.equal([...(room.principalOfKey(key.key)?.scopes ?? [])], ['datasets:read'])
})

test('better roles later give the keys nothing back', async () => {
  using room = await openHouse(['admin'])
  const { key } = await room.keyOf(room.other)
  await change(room, room.founder, { whom: room.other, roles: ['viewer'] })
  await change(room, room.founder, { whom: room.other, roles: ['admin'] })
  assert.equal(room.getApiKey(room.founder, key.apiKeyId).scopes, ['datasets:read'])
})

test('a key with full access becomes one without, when its owner becomes an admin', async () => {
  using room = await openHouse(['owner'])
  const { key } = await room.keyOf(room.other, { scopes: ['admin:*'] })
  await change(room, room.founder, { whom: room.other, roles: ['admin'] })
  const { scopes } = room.getApiKey(room.founder, key.apiKeyId)
  assert.equal(scopes, ROLE_SCOPES.admin)
})

test('who removes a member may take its keys over, as far as their own roles go', async () => {
  using room = await openHouse(['admin'])
  const admin = room.other
  const roles = ['buyer_manager'] as const
  const third = await joined(room, room.founder, { email: 'third@x.eu', roles })
  const { key } = await room.keyOf(third)
  const removed = await room.removeMember(room.as(admin), {
    userId: idOf(third),
    fate: 'take_over',
  })
  assert.equal(removed.keys, noKeys)
  assert.is(room.getApiKey(room.founder, key.apiKeyId).createdBy, admin.userId)
  assert.ok(room.principalOfKey(key.key))
  const { keys } = await remove(room, room.founder, admin)
  assert.equal(keys, { narrowed: [], revoked: [key.apiKeyId] })
})

test('a removal is on record with the keys that it ended', async () => {
  using room = await openHouse(['buyer_manager'])
  const { key } = await room.keyOf(room.other)
  await remove(room, room.founder, room.other)
  const entry = room.audited().find(({ action }) => action === 'member.removed')
  assert.is(entry?.subjectId, room.other.userId)
  assert.equal(JSON.parse(entry?.details ?? ''), {
    roles: ['buyer_manager'],
    sessions_ended: 1,
    api_keys: 'revoke',
    api_keys_narrowed: [],
    api_keys_revoked: [key.apiKeyId],
    invitations_revoked: [],
    webhooks_paused: [],
  })
})

test('of a removed person only the id is left', async () => {
  using room = await openHouse()
  await remove(room, room.founder, room.other)
  const tables = ['user', 'membership', 'invitation', 'session', 'audit_event']
  const rows = tables.flatMap((table) => room.store.raw.prepare(`SELECT * FROM ${table}`).all())
  assert.not(JSON.stringify(rows).includes('other@x.eu'))
  assert.ok(JSON.stringify(rows).includes(idOf(room.other)))
})

test('the address that a removed person was invited by goes; that of others stays', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const [, gone] = await Promise.all(
    ['stays@x.eu', 'goes@x.eu'].map(async (email) => {
      const { code } = await room.invite(room.as(owner), { roles: ['viewer'], email })
      return room.signUp(room.anonymous(), { ...accountOf(email), invitationCode: code })
    }),
  )
  await room.removeMember(room.as(owner), { userId: gone?.userId as UserId })
  const emails = room.store.raw.prepare('SELECT email FROM invitation').pluck().all()
  assert.equal(emails.sort(), [null, 'stays@x.eu'])
})

test('nobody logs in under the address that a removed person is left with', async () => {
  using room = await openHouse()
  await remove(room, room.founder, room.other)
  const attempt = () => logIn(room, `${room.other.userId}@removed.invalid`)
  assert.is(await refusalOf(attempt), 'Unauthenticated')
})

test('a removed person may come back with the same address', async () => {
  using room = await openHouse()
  await remove(room, room.founder, room.other)
  const again = await other(room, room.founder, ['operator'])
  assert.is.not(again.userId, room.other.userId)
  assert.equal([again.tenantId, again.roles], [room.founder.tenantId, ['operator']])
})

test('removed twice is not found', async () => {
  using room = await openHouse()
  await remove(room, room.founder, room.other)
  const again = () => remove(room, room.founder, room.other)
  assert.is(await refusalOf(again), 'NotFound')
})

test("another tenant's user is not found", async () => {
  using room = await openHouse()
  const stranger = await room.owner('stranger@x.eu')
  const attempts = [
    () => remove(room, stranger, room.other),
    () => change(room, stranger, { whom: room.other, roles: ['viewer'] }),
  ]
  for (const attempt of attempts) assert.is(await refusalOf(attempt), 'NotFound')
})

test('the only owner neither goes nor steps down', async () => {
  using room = await openHouse(['admin'])
  const { founder } = room
  const attempts = [
    () => remove(room, founder, founder),
    () => change(room, founder, { whom: founder, roles: ['admin'] }),
  ]
  for (const attempt of attempts) assert.is(await refusalOf(attempt), 'Conflict last_owner')
  assert.equal(room.listMembers(founder, { limit: 20 }).members[0]?.roles, ['owner'])
})

test('an owner goes when there is another', async () => {
  using room = await openHouse(['owner'])
  await remove(room, room.founder, room.founder)
  assert.is(await refusalOf(() => remove(room, room.other, room.other)), 'Conflict last_owner')
})

test('of two owners that remove each other at the same time one stays', async () => {
  using room = await openHouse(['owner'])
  const outcomes = await Promise.all([
    refusalOf(() => remove(room, room.founder, room.other)),
    refusalOf(() => remove(room, room.other, room.founder)),
  ])
  assert.equal(outcomes, ['not refused', 'Forbidden role_required'])
  const owners = room.store.raw.prepare(`SELECT count(*) FROM membership`).pluck().get()
  assert.is(owners, 1)
})

const evasions = [
  `UPDATE membership SET roles = '["admin"]'`,
  'DELETE FROM membership',
  `UPDATE membership SET tenant_id = (SELECT min(tenant_id) FROM tenant)
   WHERE tenant_id <> (SELECT min(tenant_id) FROM tenant)`,
]
for (const statement of evasions) {
  test(`the database itself keeps an owner: ${statement.slice(0, 40)}`, async () => {
    using room = openTestIdentity()
    await room.owner()
    await room.owner('second@x.eu')
    assert.throws(() => room.store.raw.exec(statement), /keeps an owner/)
  })
}

async function openPlatform(roles: Role[]) {
  const room = openTestIdentity()
  const setupCode = (await room.ensureSetupCode()) ?? ''
  const account = { ...accountOf('root@x.eu'), setupCode }
  const { sessionToken } = await room.signUp(room.anonymous(), account)
  const admin = room.principalOfToken(sessionToken) as Principal
  return Object.assign(room, { admin, colleague: await other(room, admin, roles) })
}

test('the last platform administrator stays, also beside another owner', async () => {
  using room = await openPlatform(['owner'])
  const attempt = () => remove(room, room.admin, room.admin)
  assert.is(await refusalOf(attempt), 'Conflict last_platform_admin')
})

test('a platform administrator is removed by another one only', async () => {
  using room = await openPlatform(['owner'])
  const attempt = () => remove(room, room.colleague, room.admin)
  assert.is(await refusalOf(attempt), 'Forbidden platform_admin_required')
})

test.run()
