// Who must show a second factor, and who must show again who it is.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Principal, SecondFactorRule } from '../../../src/domain/identity/index.ts'
import { confirmationLifetimeMs } from '../../../src/domain/identity/index.ts'
import { joined } from '../../support/join-tenant.ts'
import { accountOf, goodPassword, refusalOf } from '../../support/open-test-identity.ts'
import { openWholeIdentity, passkeyPlace, place } from '../../support/open-whole-identity.ts'
import { codeOf } from '../../support/totp-code.ts'

const email = 'owner@example.eu'

async function openHouse(secondFactor?: SecondFactorRule) {
  const settings = {
    signup: 'open',
    region: 'eu-central',
    searchRatePerMinute: 120,
    storageQuotaBytes: 0,
    sessionIdleMs: 12 * 3_600_000,
  } as const
  const room = openWholeIdentity({
    settings: { ...settings, ...(secondFactor && { secondFactor }) },
  })
  const owner = await room.owner()
  const { db } = room.store
  return Object.assign(room, {
    ada: owner,
    must: (principal: Principal) => refusalOf(() => room.requireSecondFactor(db, principal)),
    async addTotp(principal = owner) {
      const { secret } = await room.beginTotp(room.as(principal), { issuer: 'x' })
      room.store.clock.advance({ seconds: 60 })
      const { clock } = room.store
      await room.finishTotp(room.as(principal), { code: codeOf({ clock }, secret) })
      return () => {
        clock.advance({ seconds: 60 })
        return codeOf({ clock }, secret)
      }
    },
    now: (principal: Principal) => room.principalNow(db, principal),
    async enteredAs(kind: 'bearer' | 'browser', part: object = {}) {
      const { sessionToken } = await room.enter(email, { place: { ...place, kind }, ...part })
      return room.principalOfToken(sessionToken, kind) as Principal
    },
  })
}

const enrol = 'Forbidden second_factor_enrolment_required'
const rules: [rule: SecondFactorRule | undefined, root: string, owner: string, viewer: string][] = [
  [undefined, 'not refused', 'not refused', 'not refused'],
  ['off', 'not refused', 'not refused', 'not refused'],
  ['admins', enrol, 'not refused', 'not refused'],
  ['staff', enrol, enrol, 'not refused'],
  ['all', enrol, enrol, enrol],
]
for (const [rule, ...outcomes] of rules) {
  test(`a second factor of ${rule ?? 'nobody, unless it is said'}: ${outcomes}`, async () => {
    using room = await openHouse(rule)
    const viewer = await joined(room, room.ada, { email: 'v@x.eu', roles: ['viewer'] })
    const root = await room.root()
    const people = [root, room.ada, viewer]
    assert.equal(await Promise.all(people.map(room.must)), outcomes)
    assert.equal(
      people.map((one) => room.listFactors(one).isRequired),
      outcomes.map((outcome) => outcome === enrol),
    )
    const { principal } = await room.keyOf(room.ada)
    assert.is(await room.must(principal), 'not refused', 'a key is no person')
    const operator = room.principalOfOperator(room.ada.tenantId)
    assert.is(await room.must(operator), 'not refused')
  })
}

test('a factor that is there is to be shown, and then is', async () => {
  using room = await openHouse('all')
  const before = await room.enteredAs('bearer')
  const code = await room.addTotp()
  assert.is(await room.must(before), 'Forbidden second_factor_required')
  const after = await room.enteredAs('bearer', { shown: { code: code() } })
  assert.is(await room.must(after), 'not refused')
})

test('who stays goes, once a factor is wanted that was not shown, or counts no more', async () => {
  using room = await openHouse('all')
  const code = await room.addTotp()
  const owner = await room.enteredAs('bearer', { shown: { code: code() } })
  const gone: string[] = []
  using _stays = room.attend(owner, () => void gone.push('with'))
  const { sessionToken } = await room.signUp(room.anonymous(), accountOf('other@x.eu'))
  const bare = room.principalOfToken(sessionToken) as Principal
  using _bare = room.attend(bare, () => void gone.push('without'))
  while (room.recheckSome());
  assert.equal(gone, ['without'])
  await room.removeTotp(room.as(owner))
  room.recheck(new Set([owner.userId as string]))
  assert.equal(gone, ['without', 'with'])
})

const asks = (
  room: Awaited<ReturnType<typeof openHouse>>,
  principal: Principal,
  at = passkeyPlace,
) => room.requireConfirmed(room.store.db, { principal, place: at })

test('a browser shows again who it is, when ten minutes have passed', async () => {
  using room = await openHouse()
  const browser = await room.enteredAs('browser')
  const bearer = await room.enteredAs('bearer')
  room.store.clock.advance({ seconds: confirmationLifetimeMs / 1000 })
  asks(room, browser)
  room.store.clock.advance({ seconds: 0.001 })
  assert.is(await refusalOf(() => asks(room, browser)), 'Forbidden confirmation_required')
  assert.is(await refusalOf(() => asks(room, bearer)), 'not refused')
  const { principal } = await room.keyOf(room.ada)
  assert.is(await refusalOf(() => asks(room, principal)), 'not refused')
  const { untilMs, factor } = await room.confirm(room.as(browser), {
    password: goodPassword,
    place: undefined,
  })
  assert.equal([untilMs, factor], [room.store.clock.nowMs() + confirmationLifetimeMs, null])
})

test('a program shows it again, where a factor is there or is wanted', async () => {
  using room = await openHouse()
  const bearer = await room.enteredAs('bearer')
  await room.addTotp()
  room.store.clock.advance({ seconds: confirmationLifetimeMs })
  const refused = await Promise.resolve()
    .then(() => asks(room, bearer))
    .catch((error) => error)
  assert.equal(
    [refused.reason, refused.facts],
    ['confirmation_required', { means: ['totp', 'recovery_code'] }],
  )
  using wanted = await openHouse('all')
  const plain = await wanted.enteredAs('bearer')
  wanted.store.clock.advance({ seconds: confirmationLifetimeMs })
  assert.is(await refusalOf(() => asks(wanted, plain)), 'Forbidden confirmation_required')
})

test('it is told by what somebody can show it: provider, factors or password', async () => {
  using room = await openHouse()
  const means = async (principal: Principal, at?: typeof passkeyPlace) => {
    const asked = await room.askToConfirm(room.as(principal), at)
    return [asked.means, asked.passkey?.allowCredentials.length ?? null]
  }
  assert.equal(await means(room.ada), [['password'], null])
  const claims = { email, email_verified: true }
  const came = (await room.comeIn(claims)) as { sessionToken: string }
  const member = room.principalOfToken(came.sessionToken) as Principal
  assert.equal(await means(member), [['provider', 'password'], null])
  const { challengeId, options } = await room.beginPasskey(room.as(member), passkeyPlace)
  const answer = { id: 'abcd', type: 'x', response: { challenge: options.challenge } }
  const added = { challengeId, name: 'x', answer, place: passkeyPlace }
  await room.addPasskey(room.as(member), added)
  assert.equal(await means(member), [['recovery_code'], null])
  assert.equal(await means(member, passkeyPlace), [['passkey', 'recovery_code'], 1])
})

test('a factor confirms where there is one, and a password where there is none', async () => {
  using room = await openHouse()
  const tell = (part: object, who = room.ada) =>
    refusalOf(() => room.confirm(room.as(who), { place: passkeyPlace, ...part }))
  assert.is(await tell({}), 'InvalidInput password required')
  assert.is(await tell({ password: 'wrong' }), 'InvalidInput password wrong_password')
  assert.is(await tell({ password: goodPassword }), 'not refused')
  await room.settled()
  const { failedLogins } = room.me(room.ada).who as { failedLogins: { count: number } }
  assert.is(failedLogins.count, 1)
  const { challengeId, options } = await room.beginPasskey(room.as(room.ada), passkeyPlace)
  const answer = { id: 'abcd', type: 'x', response: { challenge: options.challenge } }
  const added = { challengeId, name: 'x', answer, place: passkeyPlace }
  await room.addPasskey(room.as(room.ada), added)
  assert.is(await tell({}), 'InvalidInput code second_factor_required')
  const stale = await tell({ password: goodPassword })
  assert.is(stale, 'InvalidInput password second_factor_required')
  const asked = async () => {
    const { challengeId: id, passkey } = await room.askToConfirm(room.as(room.ada), passkeyPlace)
    const response = { challenge: passkey?.challenge }
    return { challengeId: id, passkey: { ...answer, response } }
  }
  const shown = await asked()
  assert.is(await tell(shown), 'not refused')
  assert.is(await tell(shown), 'Forbidden challenge_over')
  const elsewhere = { ...(await asked()), place: undefined }
  assert.is(await tell(elsewhere), 'InvalidInput passkey wrong_factor')
  const said = async (part: object) => {
    const cmd = room.as(room.ada)
    const refused = room.confirm(cmd, { place: passkeyPlace, ...part })
    return (await refused.catch((error) => error)).message
  }
  assert.equal(
    [await said({ code: '0' }), await said({ recoveryCode: '0' }), await said(elsewhere)],
    [
      'This code is wrong, or was used before.',
      'This recovery code is wrong, or was used before.',
      'This question is over, was answered, or was asked of somebody else. Begin again.',
    ],
  )
  const wrongly = { ...(await asked()), place: undefined }
  assert.is(await said(wrongly), 'This passkey is wrong, or was used before.')
  const { passkey } = await asked()
  assert.is(await tell({ passkey }), 'InvalidInput challenge_id required')
  const other = await room.owner('other@x.eu')
  const theirs = await room.askToConfirm(room.as(other), passkeyPlace)
  const borrowed = { ...(await asked()), challengeId: theirs.challengeId }
  assert.is(await tell(borrowed), 'Forbidden challenge_over')
  await room.settled()
  const counted = room.me(room.ada).who as { failedLogins: { count: number } }
  assert.is(counted.failedLogins.count, 5)
})

test('a credential may do what it may now: a person’s, a key’s, the operator’s', async () => {
  using room = await openHouse()
  const { store, ada, now } = room
  const may = (principal: Principal) => refusalOf(() => room.assertStillMay(store.db, principal))
  const root = await room.root()
  assert.is(await may(root), 'not refused')
  await room.addUser({
    email: 'root2@x.eu',
    password: goodPassword,
    displayName: 'R',
    tenantName: 'R',
    platformAdmin: true,
  })
  await room.changePlatformAdmin(room.as(root), {
    userId: root.userId as never,
    isPlatformAdmin: false,
  })
  assert.equal([await may(root), now(root)], ['Forbidden rights_narrowed', undefined])
  assert.is(await may(ada), 'not refused')
  const listed = { mode: 'allow_list', datasetIds: [] } as const
  assert.is(await may({ ...ada, datasetAccess: listed }), 'not refused')
  const { principal } = await room.keyOf(ada, { datasetAccessMode: 'allow_list' })
  const all = { ...principal, datasetAccess: { mode: 'all_available' } } as const
  assert.is(await may(all), 'Forbidden rights_narrowed')
  const operator = room.principalOfOperator(ada.tenantId)
  assert.is(await may(operator), 'not refused')
  await room.suspendTenantAsOperator(room.anonymous(), { tenantId: ada.tenantId, reason: 'late' })
  const active = (who: Principal) => refusalOf(() => room.requireActive(store.db, who))
  assert.equal(
    [await active(ada), await active(operator)],
    ['Forbidden tenant_suspended', 'not refused'],
  )
  assert.equal([now(ada), now(operator)?.isOperator], [undefined, true])
})

test.run()
