// Houses and people as the platform sees them: found, listed, made, brought along and ended.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ApiKeyId, DatasetId, TenantId, UserId } from '../../../src/base/ids.ts'
import {
  listTenantsOnPaidPlans,
  type Principal,
  type SignupPolicy,
  setPlan,
} from '../../../src/domain/identity/index.ts'
import { joined } from '../../support/join-tenant.ts'
import { accountOf, goodPassword, refusalOf } from '../../support/open-test-identity.ts'
import { openWholeIdentity, type WholeIdentity } from '../../support/open-whole-identity.ts'
import { codeOf } from '../../support/totp-code.ts'

const email = 'owner@example.eu'
const idOf = ({ userId }: Principal) => userId as UserId
const open = {
  signup: 'open' as SignupPolicy,
  region: 'eu-central',
  searchRatePerMinute: 120,
  storageQuotaBytes: 9,
  sessionIdleMs: 12 * 3_600_000,
}

async function openHouse(settings = open) {
  const welcomed: string[] = []
  const room = openWholeIdentity({ settings, welcome: (_tx, id) => void welcomed.push(id) })
  const root = await room.root()
  const owner = await room.owner()
  const { signUp } = room
  const join = (account: Parameters<typeof signUp>[1]) => signUp(room.anonymous(), account)
  const begin = (address: string, tenantName: string) => join({ ...accountOf(address), tenantName })
  return Object.assign(room, { boss: root, ada: owner, by: room.as(root), begin, join, welcomed })
}

/** All pages of one thing each. */
function walked<T>(page: (cursor?: string) => { nextCursor: string | null; found: readonly T[] }) {
  const all: T[] = []
  let cursor: string | undefined
  do {
    const { nextCursor, found } = page(cursor)
    all.push(...found)
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
  return all
}

const namesBy = (room: WholeIdentity & { boss: Principal }, asked: object) =>
  walked((cursor) => {
    const { tenants, nextCursor } = room.pageOfTenants(room.boss, { limit: 1, cursor, ...asked })
    return { nextCursor, found: tenants.map(({ name }) => name) }
  })
const peopleBy = (room: WholeIdentity & { boss: Principal }, asked: object) =>
  walked((cursor) => {
    const { people, nextCursor } = room.pageOfPeople(room.boss, { limit: 1, cursor, ...asked })
    return { nextCursor, found: people.map((one) => one.email) }
  })

test('houses are found by name, by id and by whether they are suspended', async () => {
  using room = await openHouse()
  const { tenantId } = await room.begin('one@x.eu', 'beta')
  await room.begin('two@x.eu', 'Alpha')
  await room.begin('three@x.eu', 'alphabet')
  await room.begin('four@x.eu', 'Alpha')
  await room.suspendTenant(room.by, { tenantId, reason: 'late' })
  const all = ['Alpha', 'alphabet', 'Alpha', 'beta', 'Ada and sons', 'Operator']
  assert.equal(namesBy(room, {}), all)
  assert.equal(namesBy(room, { q: 'ALPHA' }), ['Alpha', 'Alpha', 'alphabet'])
  assert.equal(namesBy(room, { q: 'alphab' }), ['alphabet'])
  assert.equal(namesBy(room, { q: tenantId }), ['beta'])
  assert.equal(namesBy(room, { suspended: true }), ['beta'])
  assert.equal(
    namesBy(room, { suspended: false }),
    all.filter((name) => name !== 'beta'),
  )
  const total = (asked: object) => room.pageOfTenants(room.boss, { limit: 1, ...asked }).total
  assert.equal([total({}), total({ q: 'alpha' }), total({ suspended: true })], [6, 3, 1])
  const both = () => room.pageOfTenants(room.boss, { limit: 1, q: 'a', suspended: true })
  assert.is(await refusalOf(both), 'InvalidInput suspended one_filter')
  const { nextCursor } = room.pageOfTenants(room.boss, { limit: 1 })
  for (const asked of [{ q: 'a' }, { suspended: false }]) {
    const wrong = () =>
      room.pageOfTenants(room.boss, { limit: 1, cursor: nextCursor ?? '', ...asked })
    assert.match(await refusalOf(wrong), /^InvalidInput cursor/)
  }
  await room.store.write((tx) => room.blankTenant(tx, tenantId))
  assert.equal(namesBy(room, { q: tenantId }), [])
  assert.equal(namesBy(room, { suspended: true }), [])
  assert.equal(namesBy(room, {}).length, 5)
})

test('a house is shown with its people, what it keeps and why it is suspended', async () => {
  using room = await openHouse()
  const { tenantId } = room.ada
  await joined(room, room.ada, { email: 'other@x.eu', roles: ['viewer'] })
  const createdAtMs = room.store.clock.nowMs()
  await room.suspendTenant(room.by, { tenantId, reason: 'late' })
  const shown = {
    tenantId,
    name: 'Ada and sons',
    region: 'eu-central',
    plan: 'free',
    createdAtMs,
    storageQuotaBytes: null,
    memberCount: 2,
    storage: { usedBytes: 0, quotaBytes: 9 },
    suspension: { suspendedAtMs: createdAtMs, reason: 'late' },
  }
  assert.equal(room.readTenant(room.boss, tenantId), shown)
  const [listed] = room.pageOfTenants(room.boss, { limit: 1 }).tenants
  assert.equal(listed, shown)
  const kept = async (storageQuotaBytes: number | null) => {
    const changed = await room.changeQuota(room.by, { tenantId, storageQuotaBytes })
    return [changed.storageQuotaBytes, changed.storage.quotaBytes]
  }
  assert.equal(
    [await kept(0), await kept(4), await kept(null)],
    [
      [0, null],
      [4, 4],
      [null, 9],
    ],
  )
  const none = 'tnt_none' as TenantId
  assert.is(await refusalOf(() => room.readTenant(room.boss, none)), 'NotFound')
  const quota = () => room.changeQuota(room.by, { tenantId: none, storageQuotaBytes: 1 })
  assert.is(await refusalOf(quota), 'NotFound')
})

test('people are found by address, id, house and whether they run the platform', async () => {
  using room = await openHouse()
  const { tenantId, userId } = await room.begin('adam@x.eu', 'One')
  await room.begin('ada@x.eu', 'Two')
  await room.begin('bob@x.eu', 'Three')
  const all = ['bob@x.eu', 'ada@x.eu', 'adam@x.eu', email, 'root@x.eu']
  assert.equal(peopleBy(room, {}), all)
  assert.equal(peopleBy(room, { q: 'ADA' }), ['ada@x.eu', 'adam@x.eu'])
  assert.equal(peopleBy(room, { q: userId }), ['adam@x.eu'])
  assert.equal(peopleBy(room, { q: 'usr_none' }), [])
  assert.equal(peopleBy(room, { tenantId }), ['adam@x.eu'])
  assert.equal(peopleBy(room, { isPlatformAdmin: true }), ['root@x.eu'])
  assert.equal(peopleBy(room, { isPlatformAdmin: false }), all.slice(0, 4))
  const total = (asked: object) => room.pageOfPeople(room.boss, { limit: 1, ...asked }).total
  assert.equal([total({}), total({ q: 'ada' }), total({ tenantId })], [5, 2, 1])
  const { nextCursor } = room.pageOfPeople(room.boss, { limit: 1 })
  for (const asked of [{ q: 'a' }, { tenantId }, { isPlatformAdmin: false }]) {
    const wrong = () =>
      room.pageOfPeople(room.boss, { limit: 1, cursor: nextCursor ?? '', ...asked })
    assert.match(await refusalOf(wrong), /^InvalidInput cursor/)
  }
  const two = () => room.pageOfPeople(room.boss, { limit: 1, q: 'a', isPlatformAdmin: false })
  assert.is(await refusalOf(two), 'InvalidInput platform_admin one_filter')
  const others = () => room.pageOfPeople(room.boss, { limit: 1, q: 'a', tenantId })
  assert.is(await refusalOf(others), 'InvalidInput tenant_id one_filter')
  await room.eraseUser('adam@x.eu', () => undefined)
  assert.equal([peopleBy(room, { tenantId }), total({}), total({ tenantId })], [[], 4, 0])
  assert.is(await refusalOf(() => room.readPerson(room.boss, userId)), 'NotFound')
})

test('everybody of a house is listed, newest first, however many pages it takes', async () => {
  using room = await openHouse()
  const { tenantId } = room.ada
  for (const name of ['a', 'b'])
    await joined(room, room.ada, { email: `${name}@x.eu`, roles: ['viewer'] })
  assert.equal(peopleBy(room, { tenantId }), ['b@x.eu', 'a@x.eu', email])
  const person = room.readPerson(room.boss, idOf(room.ada))
  const atMs = room.store.clock.nowMs()
  assert.equal(person, {
    userId: idOf(room.ada),
    tenantId,
    email,
    displayName: 'Ada',
    roles: ['owner'],
    isPlatformAdmin: false,
    createdAtMs: atMs,
    passwordChangedAtMs: atMs,
    liveSessions: 1,
    lock: null,
  })
  const locked = await room.lockPerson(room.by, { userId: idOf(room.ada), reason: 'odd' })
  assert.equal([locked.liveSessions, locked.lock], [0, { lockedAtMs: atMs, reason: 'odd' }])
})

test('what does not fit the moment is refused by name', async () => {
  using room = await openHouse()
  const { by, boss, ada } = room
  const { tenantId } = ada
  const userId = idOf(ada)
  const none = { tenantId: 'tnt_none' as TenantId }
  const tell = async (deed: () => unknown) => refusalOf(deed)
  const suspend = (id: TenantId) => () => room.suspendTenant(by, { tenantId: id, reason: 'late' })
  const lift = (id: TenantId) => () => room.liftSuspension(by, { tenantId: id })
  const admin =
    (isPlatformAdmin: boolean, id = userId) =>
    () =>
      room.changePlatformAdmin(by, { userId: id, isPlatformAdmin })
  const lock =
    (id = userId) =>
    () =>
      room.lockPerson(by, { userId: id, reason: 'odd' })
  const unlock = () => room.unlockPerson(by, { userId })
  assert.is(await tell(lift(tenantId)), 'Conflict not_suspended')
  assert.is(await tell(suspend(boss.tenantId)), 'Conflict has_platform_admin')
  assert.equal(
    [await tell(suspend(none.tenantId)), await tell(lift(none.tenantId))],
    ['NotFound', 'NotFound'],
  )
  await suspend(tenantId)()
  assert.is(await tell(suspend(tenantId)), 'Conflict already_suspended')
  assert.is(await tell(admin(true)), 'Conflict tenant_suspended')
  assert.is(await tell(() => room.enter(email)), 'Forbidden tenant_suspended')
  await lift(tenantId)()
  assert.is(await tell(unlock), 'Conflict not_locked')
  await lock()()
  assert.is(await tell(lock()), 'Conflict already_locked')
  assert.is(await tell(admin(true)), 'Conflict locked')
  assert.is(await tell(() => room.enter(email)), 'Forbidden user_locked')
  await unlock()
  assert.is(await tell(lock(idOf(boss))), 'Conflict platform_admin')
  assert.is(await tell(admin(false, idOf(boss))), 'Conflict last_platform_admin')
  assert.is(await tell(admin(true)), 'not refused')
  assert.is(await tell(admin(false, idOf(boss))), 'not refused')
  assert.is(
    await tell(() => room.endSessionOf(room.as(ada), { userId, sessionId: 'ses_x' })),
    'Forbidden platform_admin_required',
  )
})

test('a house begins with an invitation for its owner', async () => {
  const settings = { ...open }
  using room = await openHouse(settings)
  const { by } = room
  settings.signup = 'invite'
  const made = await room.createTenant(by, { name: 'New', ownerEmail: ' Ann@X.eu' })
  assert.equal([made.plan, made.region, made.memberCount], ['free', 'eu-central', 0])
  assert.is(room.welcomed.at(-1), made.tenantId)
  const { email: invited, roles, state, expiresAtMs } = made.invitation
  const week = room.store.clock.nowMs() + 7 * 24 * 3_600_000
  assert.equal([invited, roles, state, expiresAtMs], ['ann@x.eu', ['owner'], 'open', week])
  const { tenantId } = made
  const again = (part: object = {}) => room.inviteOwner(by, { tenantId, ...part })
  assert.is(await refusalOf(() => again({ ownerEmail: email })), 'Conflict email_taken')
  assert.is(await refusalOf(() => again({ expiresAtMs: 1 })), 'InvalidInput expires_at in_the_past')
  const nobody = () => again({ tenantId: 'tnt_none' })
  assert.is(await refusalOf(nobody), 'NotFound')
  const taken = () => room.createTenant(by, { name: 'X', ownerEmail: email })
  assert.is(await refusalOf(taken), 'Conflict email_taken')
  assert.is(room.letters.at(-1)?.house, 'New')
  const { code: invitationCode } = await again()
  const first = { ...accountOf('first@x.eu'), invitationCode }
  assert.is((await room.join(first)).tenantId, tenantId)
  assert.is(await refusalOf(() => again()), 'Conflict has_members')
  settings.signup = 'closed'
  assert.is(await refusalOf(() => again()), 'Forbidden signup_closed')
  const closed = () => room.createTenant(by, { name: 'X' })
  assert.is(await refusalOf(closed), 'Forbidden signup_closed')
})

test('names are given to ids, within a house or of all', async () => {
  using room = await openHouse()
  const { ada, boss, begin } = room
  const other = await begin('other@x.eu', 'Others')
  const { key } = await room.keyOf(ada, { name: 'reader' })
  const ids = [ada.userId, other.userId, key.apiKeyId, 'usr_none', ada.userId] as string[]
  const names = (tenantId: TenantId | undefined) => [...room.namesOfActors({ ids, tenantId })]
  assert.equal(names(undefined).length, 3)
  assert.equal(names(ada.tenantId), [
    [ada.userId, 'Ada'],
    [key.apiKeyId, 'reader'],
  ])
  assert.equal(names(other.tenantId), [[other.userId, 'Ada']])
  const houses = room.namesOfTenants([other.tenantId, boss.tenantId, 'tnt_none'])
  assert.equal([...houses.values()].sort(), ['Operator', 'Others'])
  const named = (name: string) => () => room.tenantNamed(name)
  assert.is(room.tenantNamed('Others').tenantId, other.tenantId)
  assert.is(await refusalOf(named('Nobody')), 'NotFound')
  await begin('third@x.eu', 'Others')
  assert.is(await refusalOf(named('Others')), 'InvalidInput tenant ambiguous')
  assert.equal(room.userNamed(' OTHER@x.eu'), {
    userId: other.userId,
    tenantId: other.tenantId,
    email: 'other@x.eu',
  })
  assert.is(await refusalOf(() => room.userNamed('none@x.eu')), 'NotFound')
})

test('plans that cost something are listed by house, page by page', async () => {
  using room = await openHouse()
  const { db } = room.store
  const paid = (after: string, limit = 9) =>
    listTenantsOnPaidPlans(db, { after, limit }).map(({ tenantId, plan }) => [tenantId, plan])
  assert.equal(paid(''), [])
  const { tenantId } = await room.begin('one@x.eu', 'One')
  await room.store.write((tx) => setPlan(tx, { tenantId: room.ada.tenantId, plan: 'pro' }))
  await room.store.write((tx) => setPlan(tx, { tenantId, plan: 'starter' }))
  assert.equal(paid(''), [
    [room.ada.tenantId, 'pro'],
    [tenantId, 'starter'],
  ])
  assert.equal([paid('', 1).length, paid(room.ada.tenantId)], [1, [[tenantId, 'starter']]])
})

test('who comes along from elsewhere has the roles of there, and no password', async () => {
  using room = await openHouse()
  const user = (part: object) => ({
    userId: 'usr_01jq0000000000000000000000',
    email: 'Mover@x.eu',
    displayName: ' Mo ',
    roles: ['owner', 'viewer'] as const,
    ...part,
  })
  const users = [
    user({}),
    user({ userId: idOf(room.ada), email: 'second@x.eu', roles: ['viewer'] }),
    user({ email: 'OWNER@example.eu' }),
    user({ email: 'none' }),
    user({ displayName: ' ', email: 'third@x.eu' }),
  ]
  const request = { instanceId: 'elsewhere', sourceTenantId: 'tnt_x', name: ' Movers ', users }
  const { tenantId, left, users: came } = await room.importTenant(room.anonymous(), request)
  assert.equal(left, [
    { email: 'OWNER@example.eu', reason: 'There is an account with this e-mail address.' },
    { email: 'none', reason: 'This is not an e-mail address.' },
    { email: 'third@x.eu', reason: 'display_name must be one line of 1 to 100 characters.' },
  ])
  const [mover, second] = room.listPeople({ tenantId, limit: 9 })
  assert.equal(mover, {
    userId: 'usr_01jq0000000000000000000000',
    tenantId,
    email: 'mover@x.eu',
    displayName: 'Mo',
    roles: ['owner', 'viewer'],
    isPlatformAdmin: false,
    createdAtMs: room.store.clock.nowMs(),
  })
  assert.equal([second?.email, second?.roles], ['second@x.eu', ['viewer']])
  assert.is.not(second?.userId, room.ada.userId)
  assert.equal(came, [
    { userId: mover?.userId, email: 'mover@x.eu' },
    { userId: second?.userId, email: 'second@x.eu' },
  ])
  const { name, region, plan } = room.tenant(room.store.db, tenantId)
  assert.equal([name, region, plan], ['Movers', 'eu-central', 'free'])
  const [{ details, actorType } = {}] = room.audited().slice(-1)
  assert.equal(
    [actorType, JSON.parse(details ?? '')],
    ['operator', { from_instance: 'elsewhere', from_tenant: 'tnt_x', users: 2 }],
  )
  assert.is(await refusalOf(() => room.enter('mover@x.eu')), 'Unauthenticated')
  const nameless = () => room.importTenant(room.anonymous(), { ...request, name: ' ' })
  assert.is(await refusalOf(nameless), 'InvalidInput tenant_name invalid_name')
})

test('nobody of a house that is locked out can act, and nobody is named any more', async () => {
  using room = await openHouse()
  const { ada, boss } = room
  const { tenantId } = ada
  const datasetId = 'dset_a' as DatasetId
  room.datasets.add(datasetId)
  const other = await joined(room, ada, { email: 'other@x.eu', roles: ['viewer'] })
  const { key } = await room.keyOf(ada, { datasetAccessMode: 'allow_list', name: 'secret name' })
  await room.addGrant(room.as(ada), { apiKeyId: key.apiKeyId, datasetId })
  await room.invite(room.as(ada), { roles: ['viewer'], email: 'invited@x.eu' })
  await room.invite(room.as(boss), { roles: ['viewer'], email: 'other@x.eu' })
  await room.comeIn({ email, email_verified: true })
  const { key: bystander } = await room.keyOf(boss)
  assert.is(await refusalOf(() => room.lockOut(boss.tenantId)), 'Conflict last_platform_admin')
  await room.lockOut(tenantId)
  for (const who of [ada, other]) {
    assert.is(await refusalOf(() => room.assertLive(room.store.db, who)), 'Unauthenticated')
    assert.is(room.userNameOf(room.store.db, idOf(who)), 'Erased')
  }
  assert.is(room.principalOfKey(key.key), undefined)
  assert.ok(room.principalOfKey(bystander.key))
  const [shown] = room.listKeysOf(tenantId, 9)
  assert.equal([shown?.name, shown?.revokedAtMs], ['Erased', room.store.clock.nowMs()])
  const rows = ['user', 'invitation', 'api_key', 'api_key_grant'].flatMap((table) =>
    room.store.raw.prepare(`SELECT * FROM ${table}`).all(),
  )
  const left = JSON.stringify(rows)
  for (const gone of [email, 'other@x.eu', 'invited@x.eu', 'secret name', datasetId]) {
    assert.not(left.includes(gone), gone)
  }
  const open = 'SELECT count(*) FROM invitation WHERE used_at IS NULL AND revoked_at IS NULL'
  assert.is(room.store.raw.prepare(open).pluck().get(), 0)
  const again = () => room.comeIn({ email, email_verified: true })
  assert.is(await refusalOf(again), 'Forbidden sso_account_removed')
  const nowMs = room.store.clock.nowMs()
  await room.store.write((tx) => room.blankTenant(tx, tenantId))
  room.store.clock.advance({ seconds: 1 })
  await room.store.write((tx) => room.blankTenant(tx, tenantId))
  const row = room.store.raw.prepare('SELECT name, erased_at FROM tenant WHERE tenant_id = ?')
  assert.equal(row.raw().get(tenantId), ['Erased', nowMs])
})

test('who is erased takes keys, invitations and the way in along', async () => {
  using room = await openHouse()
  const other = await joined(room, room.ada, { email: 'other@x.eu', roles: ['admin'] })
  const { key } = await room.keyOf(other)
  await room.invite(room.as(other), { roles: ['viewer'] })
  await room.invite(room.by, { roles: ['viewer'], email: 'other@x.eu' })
  room.store.raw.exec('UPDATE user SET email_verified_at = created_at')
  await room.comeIn({ email: 'other@x.eu', email_verified: true }, { subject: 'o' })
  await room.createResetLink(room.by, idOf(other))
  const { secret } = await room.beginTotp(room.as(other), { issuer: 'x' })
  await room.finishTotp(room.as(other), { code: codeOf(room.store, secret) })
  await room.askToConfirm(room.as(other), undefined)
  const also: string[] = []
  const gone = await room.eraseUser(' OTHER@x.eu', () => void also.push('also'))
  assert.equal(gone, {
    userId: idOf(other),
    tenantId: room.ada.tenantId,
    sessionsEnded: 2,
    keysRevoked: [key.apiKeyId] as ApiKeyId[],
  })
  assert.equal(also, ['also'])
  for (const table of ['password_reset', 'totp', 'recovery_code', 'factor_challenge']) {
    assert.is(room.store.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), 0, table)
  }
  assert.is(room.principalOfKey(key.key), undefined)
  const { invitations } = room.listInvitations(room.ada, { limit: 9 })
  assert.equal(invitations.map(({ state }) => state).sort(), ['revoked', 'used'])
  const [elsewhere] = room.listInvitations(room.boss, { limit: 9 }).invitations
  assert.equal([elsewhere?.email, elsewhere?.state], [null, 'revoked'], 'open to nobody')
  const again = () => room.comeIn({ email: 'other@x.eu', email_verified: true }, { subject: 'o' })
  assert.is(await refusalOf(again), 'Forbidden sso_account_removed')
  assert.is(room.listMembers(room.ada, { limit: 9 }).total, 1)
  assert.is(await refusalOf(() => room.eraseUser('other@x.eu', () => undefined)), 'NotFound')
  await room.eraseUser(email, () => undefined)
  const kept = 'SELECT count(*) FROM membership WHERE user_id = ?'
  assert.is(room.store.raw.prepare(kept).pluck().get(room.ada.userId), 1, 'the house has an owner')
})

test('what other rooms ask of people and keys is as of now', async () => {
  using room = await openHouse()
  const { ada, boss } = room
  const { db, clock } = room.store
  const { tenantId } = ada
  const userId = idOf(ada)
  assert.equal(room.entrance(), { needsSetup: false, signup: 'open' })
  assert.equal(
    [room.joinedAtMs(db, userId), room.joinedAtMs(db, 'usr_x' as UserId)],
    [clock.nowMs(), 0],
  )
  assert.equal([room.userNameOf(db, userId), room.userNameOf(db, 'usr_x' as UserId)], ['Ada', null])
  const viewer = await joined(room, ada, { email: 'v@x.eu', roles: ['viewer'] })
  const may = (who: Principal, of = tenantId) =>
    room.mayUser(db, { tenantId: of, userId: idOf(who) }, 'search:query')
  assert.equal(
    [may(ada), may(viewer), may(boss), may(ada, boss.tenantId)],
    [true, false, false, false],
  )
  const { key } = await room.keyOf(ada)
  const { apiKeyId } = key
  const stands = (of = tenantId, id = apiKeyId) =>
    room.standingOfKey(db, { tenantId: of, apiKeyId: id }) !== undefined
  assert.equal(
    [stands(), stands(boss.tenantId), stands(tenantId, 'key_x' as ApiKeyId)],
    [true, false, false],
  )
  await room.suspendTenant(room.by, { tenantId, reason: 'late' })
  assert.equal([may(ada), stands()], [false, false])
})

test('the operator acts as the first owner, where there is one', async () => {
  using room = await openHouse()
  await joined(room, room.ada, { email: 'second@x.eu', roles: ['owner'] })
  const operator = room.principalOfOperator('Ada and sons')
  assert.equal(
    [operator.userId, operator.isOperator, operator.isPlatformAdmin, operator.roles],
    [room.ada.userId, true, false, ['owner']],
  )
  room.assertLive(room.store.db, operator)
  const { tenantId } = await room.createTenant(room.by, { name: 'Empty' })
  assert.is(await refusalOf(() => room.principalOfOperator(tenantId)), 'Conflict no_owner')
  assert.is(await refusalOf(() => room.principalOfOperator('Nobody')), 'NotFound')
})

test('a session is listed with where it was opened, as long as it is live', async () => {
  using room = await openHouse()
  const { ada, store } = room
  const userAgent = 'x'.repeat(301)
  const place = { kind: 'browser', address: '10.0.0.1', userAgent } as const
  await room.enter(email, { place })
  const { sessions, total } = room.listSessions(ada, { limit: 9 })
  const [browser, first] = sessions
  const nowMs = store.clock.nowMs()
  assert.equal(browser, {
    sessionId: browser?.sessionId,
    kind: 'browser',
    address: '10.0.0.1',
    userAgent: 'x'.repeat(300),
    createdAtMs: nowMs,
    lastUsedAtMs: nowMs,
    expiresAtMs: nowMs + 7 * 24 * 3_600_000,
    isCurrent: false,
  })
  assert.equal([total, first?.address, first?.userAgent, first?.isCurrent], [2, null, null, true])
  const left = (hours: number) => {
    store.clock.advance({ hours })
    const page = room.listSessionsOf(room.boss, { userId: idOf(ada), limit: 9 })
    return [page.total, page.sessions.length, room.readPerson(room.boss, idOf(ada)).liveSessions]
  }
  assert.equal(left(0), [2, 2, 2])
  assert.equal(left(12), [1, 1, 1], 'a browser that is idle')
  assert.equal(left(7 * 24 - 12), [0, 0, 0])
  assert.is(room.countExpiredSessions(), 3)
  assert.equal([await room.sweepSessions(), room.countExpiredSessions()], [3, 0])
  const nobody = () => room.listSessionsOf(room.boss, { userId: 'usr_x' as UserId, limit: 1 })
  assert.is(await refusalOf(nobody), 'NotFound')
})

test('one’s own sessions end, and nobody else’s', async () => {
  using room = await openHouse()
  const { ada, boss } = room
  const end = (who: Principal, sessionId = ada.sessionId) =>
    refusalOf(() => room.endSession(room.as(who), sessionId as 'ses_x'))
  assert.is(await end(await room.owner('other@x.eu')), 'NotFound')
  const ofBoss = { userId: idOf(boss), sessionId: ada.sessionId as 'ses_x' }
  assert.is(await refusalOf(() => room.endSessionOf(room.by, ofBoss)), 'NotFound')
  const nobody = { userId: 'usr_x' as UserId, sessionId: 'ses_x' as const }
  assert.is(await refusalOf(() => room.endSessionOf(room.by, nobody)), 'NotFound')
  assert.is(await refusalOf(() => room.endSessionsOf(room.by, 'usr_x' as UserId)), 'NotFound')
  assert.equal([await end(ada), await end(ada)], ['not refused', 'NotFound'])
})

test('the use of a session is written down once in five minutes', async () => {
  using room = await openHouse()
  const { sessionToken } = await room.enter(email)
  const used = () => {
    const [session] = room.listSessions(room.ada, { limit: 1 }).sessions
    return (session?.lastUsedAtMs ?? 0) - startMs
  }
  const startMs = room.store.clock.nowMs()
  const after = async (seconds: number) => {
    room.store.clock.advance({ seconds })
    room.principalOfToken(sessionToken)
    await room.settled()
    return used()
  }
  assert.equal([await after(299), await after(1), await after(299)], [0, 300_000, 300_000])
})

test('who stays has the rights of each moment', async () => {
  using room = await openHouse()
  const { ada } = room
  const other = await joined(room, ada, { email: 'other@x.eu', roles: ['viewer'] })
  let ended = 0
  using stays = room.attend(other, () => void ended++)
  await room.changeRoles(room.as(ada), { userId: idOf(other), roles: ['viewer', 'operator'] })
  room.recheck(new Set(['usr_x']))
  assert.equal(stays.principal().roles, ['viewer'])
  room.recheck(new Set([idOf(other) as string]))
  assert.equal(stays.principal().roles, ['operator', 'viewer'])
  await room.changeRoles(room.as(ada), { userId: idOf(other), roles: ['viewer'] })
  room.recheck(new Set([other.tenantId as string]))
  room.recheck(new Set([other.tenantId as string]))
  assert.is(ended, 1, 'once')
  using left = room.attend(ada, () => void ended++)
  left[Symbol.dispose]()
  await room.logOut(room.as(ada))
  room.recheck(new Set([ada.tenantId as string]))
  assert.is(ended, 1, 'who left is not told')
  const many = Array.from({ length: 201 }, () => room.attend(room.boss, () => void ended++))
  assert.equal([room.recheckSome(), room.recheckSome()], [true, false])
  for (const one of many) one[Symbol.dispose]()
})

test('a log-in tells how often it failed since the last one', async () => {
  using room = await openHouse()
  const wrong = () => refusalOf(() => room.enter(email, { password: 'wrong' }))
  await wrong()
  room.store.clock.advance({ seconds: 5 })
  await wrong()
  await room.settled()
  const lastAtMs = room.store.clock.nowMs()
  const { failedLogins, displayName, tenantId } = await room.enter(email)
  assert.equal(failedLogins, { count: 2, lastAtMs })
  assert.equal([displayName, tenantId], ['Ada', room.ada.tenantId])
  assert.equal((await room.enter(email)).failedLogins, { count: 0, lastAtMs: null })
  const { replaces } = { replaces: room.ada.sessionId }
  await room.enter(email, { replaces, password: goodPassword })
  assert.is(await refusalOf(() => room.assertLive(room.store.db, room.ada)), 'Unauthenticated')
})

test.run()
