// What is written down of who may do what: once for each deed, and none for a deed that was none.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { UserId } from '../../../src/base/ids.ts'
import { type Principal, resetAgainMs } from '../../../src/domain/identity/index.ts'
import { joined } from '../../support/join-tenant.ts'
import { largestChange, multiplySessions } from '../../support/many-sessions.ts'
import {
  goodPassword,
  openTestIdentity,
  refusalOf,
  type TestIdentity,
} from '../../support/open-test-identity.ts'

const actions = (room: TestIdentity) => room.audited().map(({ action }) => action)
const times = (room: TestIdentity, action: string) =>
  actions(room).filter((one) => one === action).length
const events = (room: TestIdentity, type: string) =>
  room.store.raw.prepare('SELECT count(*) FROM event WHERE type = ?').pluck().get(type)
const logIn = (room: TestIdentity, email = 'owner@example.eu') =>
  room.logIn(room.anonymous(), { email, password: goodPassword })

async function openPlatform() {
  const room = openTestIdentity()
  await room.seedPlatformAdmin({ email: 'root@x.eu', password: goodPassword })
  const { sessionToken } = (await logIn(room, 'root@x.eu')) as { sessionToken: string }
  return Object.assign(room, { root: room.principalOfToken(sessionToken) as Principal })
}

test('a key that is revoked is told of once, however often it is revoked', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const { key } = await room.keyOf(owner)
  for (let i = 0; i < 2; i++) await room.revokeApiKey(room.as(owner), key.apiKeyId)
  assert.equal([times(room, 'api_key.revoked'), events(room, 'key.revoked')], [1, 1])
})

test('keys that lose what their maker lost are written down with whose they were', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const other = await joined(room, owner, { email: 'other@x.eu', roles: ['owner'] })
  const scopes = ['datasets:read', 'datasets:write'] as const
  const narrowed = await room.keyOf(other, { scopes: [...scopes] })
  const lost = await room.keyOf(other, { scopes: ['datasets:write'] })
  const userId = other.userId as UserId
  await room.changeRoles(room.as(owner), { userId, roles: ['viewer'] })
  const said = room.audited().flatMap(({ action, subjectId, details }) => {
    const { with_member, ...rest } = JSON.parse(details)
    return with_member === userId ? [[action, subjectId, rest]] : []
  })
  assert.equal(said, [
    ['api_key.changed', narrowed.key.apiKeyId, { fields: ['scopes'] }],
    ['api_key.revoked', lost.key.apiKeyId, {}],
  ])
})

test('a tenant that an admin makes is written down with who made it', async () => {
  using room = await openPlatform()
  const { tenantId } = await room.createTenant(room.as(room.root), { name: 'New' } as never)
  const made = room.audited().filter(({ action }) => action === 'tenant.created')
  assert.equal(made.at(-1), {
    action: 'tenant.created',
    subjectId: tenantId,
    actorType: 'user',
    details: '{"storage_quota_bytes":null}',
  })
})

test('sessions that were none are not written down as ended', async () => {
  using room = await openPlatform()
  const owner = await room.owner()
  const end = () => room.endSessionsOf(room.as(room.root), owner.userId as UserId)
  assert.is((await end()).ended, 1)
  assert.is((await end()).ended, 0)
  assert.is(times(room, 'user.sessions_ended'), 1)
  await room.endOtherSessions(room.as(room.root))
  assert.is(times(room, 'user.sessions_ended'), 1)
})

test('of very many sessions some end in each transaction, and all are told of', async () => {
  using room = await openPlatform()
  const root = room.root as Principal & { userId: UserId }
  const owner = await room.owner()
  const gone = await joined(room, owner, { email: 'gone@x.eu', roles: ['viewer'] })
  const erased = await joined(room, owner, { email: 'erased@x.eu', roles: ['viewer'] })
  const lost = await joined(room, owner, { email: 'lost@x.eu', roles: ['viewer'] })
  const [ownerId, goneId] = [owner.userId as UserId, gone.userId as UserId]
  const largest = largestChange(room.store)
  const nobody = () => undefined
  const ends: [UserId, number, () => Promise<number>][] = [
    [root.userId, 1200, async () => (await room.endOtherSessions(room.as(root))).ended],
    [root.userId, 1201, async () => (await room.endSessionsOf(room.as(root), root.userId)).ended],
    [ownerId, 1201, async () => (await room.resetFactors(room.as(root), ownerId)).sessionsEnded],
    [
      lost.userId as UserId,
      1201,
      async () => (await room.resetFactorsAsOperator({ email: 'lost@x.eu' })).sessionsEnded,
    ],
    [
      goneId,
      1201,
      async () => (await room.removeMember(room.as(owner), { userId: goneId })).sessionsEnded,
    ],
    [
      erased.userId as UserId,
      1201,
      async () => (await room.eraseUser('erased@x.eu', nobody)).sessionsEnded,
    ],
  ]
  for (const [at, [userId, all, end]] of ends.entries()) {
    multiplySessions(room.store, userId)
    largest.reset()
    assert.is(await end(), all, `of ${at}`)
    const most = largest.changes()
    assert.ok(most > 0 && most <= 600, `${most} changes in one transaction of ${at}`)
  }
})

test('a key ends no sessions', async () => {
  using room = openTestIdentity()
  const { principal } = await room.keyOf(await room.owner())
  assert.match(await refusalOf(() => room.endOtherSessions(room.as(principal))), /^Forbidden/)
})

test('a page of the keys of some datasets is no page of all keys', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  for (let i = 0; i < 3; i++) await room.keyOf(owner)
  const { nextCursor } = room.listApiKeys(owner, { limit: 1 })
  const cursor = nextCursor as string
  assert.is(room.listApiKeys(owner, { limit: 1, cursor }).apiKeys.length, 1)
  const narrow = { ...owner, datasetAccess: { mode: 'allow_list', datasetIds: [] } } as Principal
  const refused = await refusalOf(() => room.listApiKeys(narrow, { limit: 1, cursor }))
  assert.match(refused, /^InvalidInput cursor/)
})

test('whoever is locked or suspended is told of nothing, and others as who they are', async () => {
  using room = await openPlatform()
  const owner = await room.owner()
  const { tenantId, userId } = owner as Principal & { userId: UserId }
  const addressee = (id = userId) => room.addresseeOf(room.store.db, id)
  const { principal, email } = addressee() as { principal: Principal; email: string }
  assert.equal(
    [principal.tenantId, principal.roles, email],
    [tenantId, ['owner'], 'owner@example.eu'],
  )
  assert.equal([...principal.scopes], [...owner.scopes])
  assert.is(addressee('usr_none' as UserId), undefined)
  await room.suspendTenantAsOperator(room.anonymous(), { tenantId, reason: 'late' } as never)
  assert.is(addressee(), undefined)
  await room.liftSuspensionAsOperator(room.anonymous(), { tenantId } as never)
  assert.ok(addressee())
  await room.lockPerson(room.as(room.root), { userId, reason: 'odd' })
  assert.is(addressee(), undefined)
})

test('a password that was hashed cheaper than today is hashed anew when it is shown', async () => {
  using room = openTestIdentity()
  await room.owner()
  const hash = () => room.store.raw.prepare('SELECT password_hash FROM user').pluck().get()
  const before = hash()
  await logIn(room)
  assert.is(hash(), before)
  const { store } = room
  using later = openTestIdentity({
    store,
    clock: store.clock,
    passwordCost: { logN: 11, r: 8, p: 1 },
  })
  const email = 'owner@example.eu'
  await later.logIn(room.anonymous(), { email, password: goodPassword })
  assert.is.not(hash(), before)
  await later.logIn(room.anonymous(), { email, password: goodPassword })
})

test('another letter to the same address goes out five minutes after the last one', async () => {
  const sent: string[] = []
  const verification = (_tx: unknown, { email }: { email: string }) => void sent.push(email)
  const nothing = () => undefined
  const letters = { isSet: () => true, invitation: nothing, reset: nothing, moved: nothing }
  using room = openTestIdentity({ letters: { ...letters, verification } })
  const owner = await room.owner()
  const again = () => room.sendEmailCode(room.as(owner))
  room.store.clock.advance({ seconds: resetAgainMs / 1000 - 1 })
  await again()
  assert.is(sent.length, 1)
  room.store.clock.advance({ seconds: 1 })
  await again()
  assert.is(sent.length, 2)
})

test.run()
