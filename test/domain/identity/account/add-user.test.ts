import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  accountOf,
  goodPassword,
  openTestIdentity,
  refusalOf,
} from '../../../support/open-test-identity.ts'

const closed = {
  settings: {
    signup: 'closed',
    region: 'eu-central',
    searchRatePerMinute: 120,
    storageQuotaBytes: 0,
    sessionIdleMs: 12 * 3_600_000,
  },
} as const
const admin = { email: 'root@example.eu', password: goodPassword }

test('the operator adds users whatever the policy', async () => {
  using room = openTestIdentity(closed)
  const added = await room.addUser({ ...accountOf('ada@example.eu'), platformAdmin: false })
  const answer = await room.logIn(room.anonymous(), { ...admin, email: 'ada@example.eu' })
  assert.is(answer.tenantId, added.tenantId)
  assert.is(room.audited()[0]?.actorType, 'operator')
})

test('a user added as platform admin is one and has no allowance', async () => {
  using room = openTestIdentity(closed)
  await room.addUser({ ...accountOf(admin.email), platformAdmin: true })
  const { sessionToken, tenantId } = await room.logIn(room.anonymous(), admin)
  assert.is(room.principalOfToken(sessionToken)?.isPlatformAdmin, true)
  assert.is(room.tenant(room.store.db, tenantId).plan, 'unlimited')
})

test('a password that is too weak is refused for the operator too', async () => {
  using room = openTestIdentity()
  const request = { ...accountOf('ada@example.eu'), password: 'short', platformAdmin: false }
  assert.is(await refusalOf(() => room.addUser(request)), 'InvalidInput password too_short')
})

for (const displayName of ['', '  ', 'x'.repeat(101), 'a\nb']) {
  test(`the operator cannot name a user ${JSON.stringify(displayName).slice(0, 12)}`, async () => {
    using room = openTestIdentity()
    const request = { ...accountOf('ada@example.eu'), displayName, platformAdmin: false }
    assert.is(
      await refusalOf(() => room.addUser(request)),
      'InvalidInput display_name invalid_name',
    )
  })
}

test('the first platform admin comes from the settings', async () => {
  using room = openTestIdentity(closed)
  const seeded = await room.seedPlatformAdmin(admin)
  assert.is(seeded?.email, admin.email)
  assert.is(await room.ensureSetupCode(), undefined)
})

test('a second start seeds nobody', async () => {
  using room = openTestIdentity()
  await room.seedPlatformAdmin(admin)
  assert.is(await room.seedPlatformAdmin({ ...admin, email: 'other@example.eu' }), undefined)
  assert.is(room.listTenants({ limit: 10 }).length, 1)
})

test('an ordinary account under the address of the admin is not promoted', async () => {
  using room = openTestIdentity()
  await room.owner(admin.email)
  assert.is(await refusalOf(() => room.seedPlatformAdmin(admin)), 'Conflict email_taken')
})

test('a tenant is found by id and by name', async () => {
  using room = openTestIdentity()
  const { tenantId } = await room.owner()
  assert.is(room.tenantNamed(tenantId).tenantId, tenantId)
  assert.is(room.tenantNamed('Ada and sons').tenantId, tenantId)
})

test('a name that two tenants have is refused with their ids', async () => {
  using room = openTestIdentity()
  await room.owner('one@example.eu')
  await room.owner('two@example.eu')
  assert.is(
    await refusalOf(() => room.tenantNamed('Ada and sons')),
    'InvalidInput tenant ambiguous',
  )
  assert.is(await refusalOf(() => room.tenantNamed('Nobody')), 'NotFound')
})

test.run()
