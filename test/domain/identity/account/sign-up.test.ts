import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { SCOPES } from '../../../../src/domain/identity/index.ts'
import { accountOf, openTestIdentity, refusalOf } from '../../../support/open-test-identity.ts'

test('signing up makes a tenant with its owner and a session', async () => {
  using room = openTestIdentity()
  const answer = await room.signUp(room.anonymous(), accountOf(' Ada@Example.EU '))
  const principal = room.principalOfToken(answer.sessionToken)
  assert.is(answer.email, 'ada@example.eu')
  assert.is(principal?.tenantId, answer.tenantId)
  assert.equal(principal?.roles, ['owner'])
  assert.equal([...(principal?.scopes ?? [])], [...SCOPES])
  assert.is(principal?.isPlatformAdmin, false)
})

test('a new tenant has the region of the settings and the free plan', async () => {
  using room = openTestIdentity({
    settings: {
      signup: 'open',
      region: 'eu-north',
      searchRatePerMinute: 120,
      storageQuotaBytes: 0,
      sessionIdleMs: 12 * 3_600_000,
    },
  })
  const { tenantId } = await room.owner()
  assert.equal(room.tenant(room.store.db, tenantId), {
    tenantId,
    name: 'Ada and sons',
    region: 'eu-north',
    plan: 'free',
    createdAtMs: room.store.clock.nowMs(),
    storageQuotaBytes: null,
  })
})

test('the region of a tenant cannot be changed, not even in the database', async () => {
  using room = openTestIdentity()
  await room.owner()
  assert.throws(() => room.store.raw.exec(`UPDATE tenant SET region = 'eu-west'`), /immutable/)
})

test('a second account for an address is a conflict, whatever the case', async () => {
  using room = openTestIdentity()
  await room.owner('ada@example.eu')
  const again = room.signUp(room.anonymous(), accountOf('ADA@example.eu'))
  assert.is(await refusalOf(() => again), 'Conflict email_taken')
})

test('of two signups at the same time for one address one wins', async () => {
  using room = openTestIdentity()
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => refusalOf(() => room.signUp(room.anonymous(), accountOf('ada@x.eu')))),
  )
  assert.equal(outcomes.sort(), ['Conflict email_taken', 'Conflict email_taken', 'not refused'])
})

test('the welcome runs in the transaction of the signup', async () => {
  using room = openTestIdentity({
    welcome: () => {
      throw new TypeError('no credits today')
    },
  })
  assert.is(await refusalOf(() => room.owner()), 'TypeError')
  assert.equal(room.listTenants({ limit: 10 }), [])
})

test('a new tenant needs a name', async () => {
  using room = openTestIdentity()
  const { tenantName: _, ...nameless } = accountOf('ada@example.eu')
  assert.is(
    await refusalOf(() => room.signUp(room.anonymous(), nameless)),
    'InvalidInput tenant_name required',
  )
})

const policies = [
  { signup: 'open', extra: {}, refusal: 'not refused' },
  { signup: 'invite', extra: {}, refusal: 'Forbidden invitation_required' },
  { signup: 'closed', extra: {}, refusal: 'Forbidden signup_closed' },
  { signup: 'open', extra: { invitationCode: 'x' }, refusal: 'Forbidden invitation_invalid' },
  { signup: 'invite', extra: { invitationCode: 'x' }, refusal: 'Forbidden invitation_invalid' },
  { signup: 'closed', extra: { invitationCode: 'x' }, refusal: 'Forbidden signup_closed' },
  { signup: 'open', extra: { setupCode: 'x' }, refusal: 'Forbidden setup_code_invalid' },
  { signup: 'closed', extra: { setupCode: 'x' }, refusal: 'Forbidden setup_code_invalid' },
] as const

for (const { signup, extra, refusal } of policies) {
  test(`policy ${signup} with ${JSON.stringify(extra)}: ${refusal}`, async () => {
    using room = openTestIdentity({
      settings: {
        signup,
        region: 'eu-central',
        searchRatePerMinute: 120,
        storageQuotaBytes: 0,
        sessionIdleMs: 12 * 3_600_000,
      },
    })
    const request = { ...accountOf('ada@example.eu'), ...extra }
    assert.is(await refusalOf(() => room.signUp(room.anonymous(), request)), refusal)
  })
}

test('the set-up code makes the first platform admin, also where signup is closed', async () => {
  using room = openTestIdentity({
    settings: {
      signup: 'closed',
      region: 'eu-central',
      searchRatePerMinute: 120,
      storageQuotaBytes: 0,
      sessionIdleMs: 12 * 3_600_000,
    },
  })
  const setupCode = await room.ensureSetupCode()
  assert.match(setupCode ?? '', /^([0-9a-f]{5}-){3}[0-9a-f]{5}$/)
  const request = { ...accountOf('ada@example.eu'), setupCode }
  const { sessionToken, tenantId } = await room.signUp(room.anonymous(), request)
  assert.is(room.principalOfToken(sessionToken)?.isPlatformAdmin, true)
  assert.is(room.tenant(room.store.db, tenantId).plan, 'unlimited')
})

test('the set-up code works once', async () => {
  using room = openTestIdentity()
  const setupCode = await room.ensureSetupCode()
  await room.signUp(room.anonymous(), { ...accountOf('ada@example.eu'), setupCode })
  const again = room.signUp(room.anonymous(), { ...accountOf('bob@example.eu'), setupCode })
  assert.is(await refusalOf(() => again), 'Forbidden setup_code_invalid')
  assert.is(await room.ensureSetupCode(), undefined)
})

test('of two signups at the same time with the set-up code one wins', async () => {
  using room = openTestIdentity()
  const setupCode = await room.ensureSetupCode()
  const outcomes = await Promise.all(
    ['ada@x.eu', 'bob@x.eu'].map((email) =>
      refusalOf(() => room.signUp(room.anonymous(), { ...accountOf(email), setupCode })),
    ),
  )
  assert.equal(outcomes.sort(), ['Forbidden setup_code_invalid', 'not refused'])
})

test('a new set-up code ends the one before', async () => {
  using room = openTestIdentity()
  const old = await room.ensureSetupCode()
  await room.ensureSetupCode()
  const request = { ...accountOf('ada@example.eu'), setupCode: old }
  assert.is(
    await refusalOf(() => room.signUp(room.anonymous(), request)),
    'Forbidden setup_code_invalid',
  )
})

test('a signup is on record', async () => {
  using room = openTestIdentity()
  const { principalId } = await room.owner()
  assert.equal(room.audited(), [
    {
      action: 'user.created',
      subjectId: principalId,
      actorType: 'user',
      details: '{"platform_admin":false}',
    },
  ])
})

test('neither password nor token nor set-up code lies in the database in the clear', async () => {
  using room = openTestIdentity()
  const code = (await room.ensureSetupCode()) ?? ''
  const account = accountOf('ada@example.eu')
  const { sessionToken } = await room.signUp(room.anonymous(), account)
  const rows = ['user', 'session', 'setup_code', 'audit_event'].flatMap((table) =>
    room.store.raw.prepare(`SELECT * FROM ${table}`).raw().all(),
  )
  const cells = rows.flat().map((cell) => (Buffer.isBuffer(cell) ? cell.toString('latin1') : cell))
  for (const secret of [account.password, sessionToken, code]) {
    assert.not.ok(cells.join('\n').includes(secret))
  }
})

test.run()
