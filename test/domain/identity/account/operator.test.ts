// What whoever holds the data folder does to tenants and people, and what is refused even then.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { TenantId, UserId } from '../../../../src/base/ids.ts'
import { endAccessAsOperator } from '../../../../src/domain/identity/account/end-access.ts'
import type { Principal } from '../../../../src/domain/identity/index.ts'
import { joined } from '../../../support/join-tenant.ts'
import { largestChange, multiplySessions } from '../../../support/many-sessions.ts'
import {
  accountOf,
  goodPassword,
  openTestIdentity,
  refusalOf,
  type TestIdentity,
} from '../../../support/open-test-identity.ts'
import { refusal } from '../../../support/refusal.ts'

const nothing = () => undefined
const erase = (room: TestIdentity, address: string) => room.eraseUser(address, nothing)
const names = (people: readonly { email: string }[]) => people.map(({ email }) => email)

/** Two tenants, the first with somebody beside its owner. */
async function openHouses() {
  const room = openTestIdentity()
  const owner = await room.owner()
  const other = await joined(room, owner, { email: 'other@x.eu', roles: ['viewer'] })
  const neighbour = await room.owner('neighbour@x.eu')
  return Object.assign(room, { founder: owner, other, neighbour })
}

test('everybody is listed, or everybody of one tenant, who joined first first', async () => {
  using room = await openHouses()
  const limit = 10
  const { tenantId } = room.neighbour
  assert.equal(names(room.listPeople({ limit })), [
    'owner@example.eu',
    'other@x.eu',
    'neighbour@x.eu',
  ])
  assert.equal(names(room.listPeople({ tenantId, limit })), ['neighbour@x.eu'])
})

test('the last owner of others stays; others go, and so does one who is alone', async () => {
  using room = await openHouses()
  assert.is(await refusalOf(() => erase(room, 'owner@example.eu')), 'Conflict last_owner')
  const { userId, tenantId } = await erase(room, 'other@x.eu')
  assert.equal([userId, tenantId], [room.other.userId, room.other.tenantId])
  await erase(room, 'owner@example.eu')
  await erase(room, 'neighbour@x.eu')
})

test('the last one who administers the platform stays', async () => {
  using room = openTestIdentity()
  await room.seedPlatformAdmin({ email: 'root@x.eu', password: goodPassword })
  assert.is(await refusalOf(() => erase(room, 'root@x.eu')), 'Conflict last_platform_admin')
})

test('all access ends at once, and each key and invitation says so', async () => {
  using room = await openHouses()
  const { key } = await room.keyOf(room.founder)
  const { invitationId } = await room.invite(room.as(room.founder), { roles: ['viewer'] })
  const { userId } = room.founder
  room.store.raw.exec(`INSERT INTO password_pass VALUES ('${userId}', 1)`)
  const ended = await room.endAccessAsOperator()
  assert.equal([ended.apiKeys, ended.invitations, ended.allowedPasswords], [1, 1, 1])
  assert.is(room.store.raw.prepare('SELECT count(*) FROM password_pass').pluck().get(), 0)
  const said = room.audited().slice(-2)
  assert.equal(
    said.map(({ action, subjectId }) => [action, subjectId]),
    [
      ['api_key.revoked', key.apiKeyId],
      ['invitation.revoked', invitationId],
    ],
  )
  const types = "SELECT subject_type FROM audit_event WHERE action LIKE '%.revoked'"
  assert.equal(room.store.raw.prepare(types).pluck().all(), ['api_key', 'invitation'])
})

test('all access ends some at a time, and what was cut short is ended by the next', async () => {
  using room = await openHouses()
  const { founder, store } = room
  multiplySessions(store, founder.userId as UserId)
  const keys = []
  for (let i = 0; i < 60; i++) keys.push((await room.keyOf(founder)).key.apiKeyId)
  const { raw, db, clock } = store
  const sessions = raw.prepare('SELECT count(*) FROM session').pluck()
  const open = raw.prepare('SELECT count(*) FROM api_key WHERE revoked_at IS NULL').pluck()
  const all = [sessions.get(), open.get()] as [number, number]
  const { changes } = largestChange(store)
  let writes = 0
  // Sessions, codes, passwords, then fifty keys.
  const failing: typeof store.write = (fn) =>
    ++writes > 6 ? Promise.reject(new Error('the power went')) : store.write(fn)
  const ending = endAccessAsOperator({ ...room, store: { db, write: failing }, clock } as never)
  assert.is((await refusal(ending)).message, 'the power went')
  assert.equal([sessions.get(), open.get()], [0, all[1] - 50])
  const { sessions: more, apiKeys } = await room.endAccessAsOperator()
  assert.equal([more, apiKeys], [0, all[1] - 50])
  assert.ok(changes() <= 1_100, `at most ${changes()} rows in one transaction`)
  const said = "SELECT count(*) FROM audit_event WHERE action = 'api_key.revoked'"
  assert.is(raw.prepare(said).pluck().get(), all[1])
})

test('who is locked out takes no other tenant’s invitations along', async () => {
  using room = await openHouses()
  await room.invite(room.as(room.founder), { roles: ['viewer'] })
  await room.lockOut(room.neighbour.tenantId as TenantId)
  const states = room.listInvitations(room.founder, { limit: 9 }).invitations
  assert.equal(states.map(({ state }) => state).sort(), ['open', 'used'])
})

const coming = (room: TestIdentity, part: object = {}) =>
  room.importTenant(room.anonymous(), {
    instanceId: 'elsewhere',
    sourceTenantId: 'tnt_01jq0000000000000000000000',
    name: 'Those who move',
    users: [
      {
        userId: 'usr_01jq0000000000000000000000',
        email: 'Mover@x.eu',
        displayName: 'Mo',
        roles: ['owner'],
      },
    ],
    ...part,
  })

test('a tenant of elsewhere comes under its own id, on the free plan, and once', async () => {
  using room = openTestIdentity()
  const { tenantId, isNew, users, left } = await coming(room)
  assert.equal([tenantId, isNew, left], ['tnt_01jq0000000000000000000000', true, []])
  assert.equal(names(users), ['mover@x.eu'])
  const plan = 'SELECT plan FROM tenant WHERE tenant_id = ?'
  assert.is(room.store.raw.prepare(plan).pluck().get(tenantId), 'free')
  const [{ action, subjectId } = {}] = room.audited().slice(-1)
  assert.equal([action, subjectId], ['tenant.imported', tenantId])
  assert.equal(await coming(room), { tenantId, isNew: false, users: [], left: [] })
})

test('an id that is taken, or none, is another one here', async () => {
  using room = openTestIdentity()
  const { tenantId: first } = await coming(room)
  const users = (email: string) => [
    { userId: 'usr_01jq0000000000000000000001', email, displayName: 'Mo', roles: ['owner'] },
  ]
  const again = await coming(room, { instanceId: 'a third', users: users('two@x.eu') })
  assert.is.not(again.tenantId, first)
  const odd = { instanceId: 'a fourth', sourceTenantId: 'none', users: users('three@x.eu') }
  assert.match((await coming(room, odd)).tenantId, /^tnt_/)
})

test('a tenant of elsewhere does not come without an owner', async () => {
  using room = openTestIdentity()
  await room.signUp(room.anonymous(), accountOf('mover@x.eu'))
  assert.is(await refusalOf(() => coming(room)), 'Conflict no_owner')
})

test('who loses a right while staying is gone at the next look, and others stay', async () => {
  using room = await openHouses()
  const gone: string[] = []
  const attend = (who: Principal, name: string) => room.attend(who, () => void gone.push(name))
  using _founder = attend(room.founder, 'founder')
  using _other = attend(room.other, 'other')
  await room.endOtherSessions(room.as({ ...room.other, sessionId: null } as never))
  while (room.recheckSome());
  assert.equal(gone, ['other'])
})

test.run()
