// Log-ins at a provider, in the room itself: the provider says what a test has it say.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { UserId } from '../../../src/base/ids.ts'
import type { OidcProvider } from '../../../src/base/oidc-settings.ts'
import type { AskedFactor, Principal } from '../../../src/domain/identity/index.ts'
import {
  invitationLifetimeMs,
  ssoAskAgainMs,
  ssoFlowLifetimeMs,
} from '../../../src/domain/identity/index.ts'
import { joined } from '../../support/join-tenant.ts'
import { largestChange, multiplySessions } from '../../support/many-sessions.ts'
import { accountOf, refusalOf } from '../../support/open-test-identity.ts'
import { openWholeIdentity, place, provider } from '../../support/open-whole-identity.ts'
import { openWritten } from '../../support/written-down.ts'

const email = 'owner@example.eu'
const ada = { email, email_verified: true, name: 'Ada L.' }
const bea = { email: 'bea@x.eu', email_verified: true, name: ' Bea\nB. ' }
const refreshMs = 3_600_000

/** A house with an owner, and a provider with these settings beside the usual ones. */
async function openHouse(part: (house: Principal) => Partial<OidcProvider> = () => ({})) {
  const providers = [{ ...provider }]
  const room = openWholeIdentity({ sso: { providers, client: {} as never, refreshMs } })
  const owner = await room.owner()
  Object.assign(providers[0] as OidcProvider, part(owner))
  await room.verifyEmail(room.anonymous(), { code: room.letters.at(-1)?.code ?? '' })
  const says = openWritten(room, { Ada: owner.userId, house: owner.tenantId })
  return Object.assign(room, {
    founder: owner,
    says,
    providers,
    principal: (came: { sessionToken: string | undefined }) =>
      room.principalOfToken(came.sessionToken as string) as Principal,
    later: (ms: number) => room.store.clock.advance({ seconds: ms / 1000 }),
    isLive: (who: Principal) => room.principalNow(room.store.db, who) !== undefined,
    async asks() {
      room.refreshSignIns()
      await room.settled()
    },
  })
}

const linked = (by: string): [string, object] => [
  'user.identity_linked by user Ada: user Ada of house',
  { provider: 'x', by },
]

test('who is here is linked once, with a verified address, and stays who that is', async () => {
  using room = await openHouse()
  let came = {} as { sessionToken: string | undefined }
  const enter =
    (claims: object, subject = 'ada-1') =>
    async () => {
      came = (await room.comeIn(claims, { subject })) as typeof came
    }
  await room.says(enter(ada), linked('verified_email'))
  const who = room.principal(came)
  assert.equal([who.userId, who.proof?.factor], [room.founder.userId, null])
  assert.is((room.me(who).who as { isEmailVerified: boolean }).isEmailVerified, true)
  await room.says(enter({ email: 'moved@x.eu' }))
  assert.is(room.principal(came).userId, room.founder.userId)
  const unverified = { ...ada, email_verified: false }
  const refused = await refusalOf(enter(unverified, 'ada-2'))
  assert.is(refused, 'Forbidden sso_email_unverified')
  assert.is(await refusalOf(enter(bea, 'bea-1')), 'Forbidden sso_no_account')
})

test('who shows in one browser that both are the same keeps all that the account has', async () => {
  using room = await openHouse(() => ({ platformAdmins: ['platform'] }))
  const own = await room.owner(bea.email)
  const other = (await room.enter(bea.email)).sessionToken
  const replaces = own.sessionId as never
  const claims = { ...bea, groups: ['platform'] }
  const came = room.principal((await room.comeIn(claims, { subject: 'b', replaces })) as never)
  assert.equal([came.userId, came.isPlatformAdmin], [own.userId, true])
  assert.is(room.isLive(room.principal({ sessionToken: other })), true)
  assert.is(await refusalOf(() => room.enter(bea.email)), 'not refused')
  await room.owner('cy@x.eu')
  const cy = { email: 'cy@x.eu', email_verified: true }
  await room.comeIn(cy, { subject: 'cy', replaces: came.sessionId as never })
  assert.is(await refusalOf(() => room.enter('cy@x.eu')), 'Unauthenticated', "by another's not")
})

test('a newcomer is a member of the house, and said to be one', async () => {
  using room = await openHouse(({ tenantId }) => ({ join: 'create', tenant: tenantId }))
  await room.says(
    () => room.comeIn(bea, { subject: 'bea-1' }),
    [
      'user.created by user usr: user usr of house',
      { platform_admin: false, roles: ['viewer'], provider: 'x' },
    ],
    ['user.identity_linked by user usr: user usr of house', { provider: 'x', by: 'new_account' }],
    ['member.joined to house', { user_id: 'usr', roles: ['viewer'] }],
  )
  const { members } = room.listMembers(room.founder, { limit: 9 })
  const [, newcomer] = members
  assert.equal([newcomer?.email, newcomer?.displayName], ['bea@x.eu', 'Bea B.'])
  for (const [i, name] of [undefined, 7, ' \n'].entries()) {
    const claims = { ...bea, email: `nameless${i}@x.eu`, name }
    await room.comeIn(claims, { subject: `nameless${i}` })
  }
  const later = room.listMembers(room.founder, { limit: 9 }).members.slice(2)
  assert.equal(
    later.map(({ displayName, email: address }) => displayName === address),
    [true, true, true],
  )
  assert.equal([...new Set(later.map(({ roles }) => roles.join()))], ['viewer'])
})

test('nobody joins a house that is none, is not there, or was erased', async () => {
  using room = await openHouse(() => ({ join: 'create' }))
  const other = await room.owner('other@x.eu')
  const [settings] = room.providers
  const refused = () => refusalOf(() => room.comeIn(bea, { subject: 'bea-1' }))
  for (const tenant of [undefined, 'tnt_none', other.tenantId]) {
    Object.assign(settings as object, { tenant })
    if (tenant === other.tenantId) await room.store.write((tx) => room.blankTenant(tx, tenant))
    assert.is(await refused(), 'Forbidden sso_no_tenant', tenant)
  }
})

test('who is invited joins with those roles, for the address or by the code', async () => {
  using room = await openHouse(({ tenantId }) => ({ join: 'invitation', tenant: tenantId }))
  const as = room.as(room.founder)
  await room.invite(as, { roles: ['admin'], email: bea.email })
  await room.invite(as, { roles: ['operator'], email: bea.email })
  const first = await room.comeIn(bea, { subject: 'bea-1' })
  assert.equal(room.principal(first as never).roles, ['operator'], 'the newest one counts')
  const { code } = await room.invite(as, { roles: ['viewer'], email: 'cy@x.eu' })
  const cy = { ...bea, email: 'dee@x.eu' }
  const come = (claims: object, invitationCode: string) =>
    room.comeIn(claims, { subject: 'cy', invitationCode })
  assert.is(await refusalOf(() => come(cy, code)), 'Forbidden invitation_invalid')
  assert.is(await refusalOf(() => come(cy, 'invite_x')), 'Forbidden invitation_invalid')
  const { code: free } = await room.invite(as, { roles: ['viewer'] })
  const second = await come(cy, ` ${free} `)
  assert.equal(room.principal(second as never).roles, ['viewer'])
  assert.is(await refusalOf(() => room.comeIn(bea, { subject: 'eve' })), 'not refused')
  const late = { ...bea, email: 'late@x.eu' }
  await room.invite(as, { roles: ['viewer'], email: late.email })
  room.later(invitationLifetimeMs)
  const lately = () => room.comeIn(late, { subject: 'late' })
  assert.is(await refusalOf(lately), 'Forbidden sso_no_account')
  const none = () => room.comeIn({ ...bea, email: 'none@x.eu' }, { subject: 'none' })
  assert.is(await refusalOf(none), 'Forbidden sso_no_account')
})

test('groups give roles and take them, and what is lost is written down', async () => {
  using room = await openHouse(({ tenantId }) => ({
    tenant: tenantId,
    roles: { heads: ['admin', 'viewer'], sellers: ['seller_manager'] },
    platformAdmins: ['platform'],
  }))
  const ben = await joined(room, room.founder, { email: 'ben@x.eu', roles: ['admin'] })
  await room.keyOf(ben, { scopes: ['keys:write', 'datasets:read'] })
  await room.keyOf(ben, { scopes: ['keys:write'] })
  await room.invite(room.as(ben), { roles: ['viewer'] })
  const claims = { email: 'ben@x.eu', email_verified: true, name: 'Ben' }
  const come = (...groups: string[]) =>
    room.comeIn({ ...claims, groups }, { subject: 'ben-1' }) as Promise<never>
  await come('heads')
  const changed = (before: string[], after: string[], more: object): [string, object] => [
    'member.roles_changed by system: user usr of house',
    {
      provider: 'x',
      before,
      after,
      last_owner_kept: false,
      invitations_revoked: [],
      webhooks_paused: [],
      api_keys_narrowed: [],
      api_keys_revoked: [],
      ...more,
    },
  ]
  await room.says(
    () => come('sellers'),
    ['api_key.changed by system: api_key key of house', { fields: ['scopes'], with_member: 'usr' }],
    ['api_key.revoked by system: api_key key of house', { with_member: 'usr' }],
    changed(['admin', 'viewer'], ['seller_manager'], {
      invitations_revoked: ['inv'],
      webhooks_paused: [],
      api_keys_narrowed: ['key'],
      api_keys_revoked: ['key'],
    }),
    ['key.revoked to house', { api_key_id: 'key', name: 'a key' }],
  )
  await room.says(() => come('sellers'))
  const platform = (platform_admin: boolean): [string, object] => [
    'user.platform_admin_changed by system: user usr of house',
    { provider: 'x', platform_admin },
  ]
  await room.ensureSetupCode()
  await room.says(() => come('sellers', 'platform'), platform(true))
  const codes = room.store.raw.prepare('SELECT count(*) FROM setup_code').pluck()
  assert.is(codes.get(), 0, 'the code of the first one is over')
  await room.says(() => come('sellers'))
  await room.addUser({ ...accountOf('root2@x.eu'), platformAdmin: true })
  await room.says(() => come('sellers'), platform(false))
  assert.equal(room.principal(await come()).roles, ['viewer'])
})

test('the last owner keeps the house', async () => {
  using room = await openHouse(({ tenantId }) => ({ tenant: tenantId, roles: {} }))
  await room.says(() => room.comeIn(ada), linked('verified_email'), [
    'member.roles_changed by system: user Ada of house',
    {
      provider: 'x',
      before: ['owner'],
      after: ['owner', 'viewer'],
      last_owner_kept: true,
      invitations_revoked: [],
      webhooks_paused: [],
      api_keys_narrowed: [],
      api_keys_revoked: [],
    },
  ])
})

test('an invitation of another house brings no newcomer there, but by its link', async () => {
  using room = await openHouse(({ tenantId }) => ({ join: 'create', tenants: { all: tenantId } }))
  const mallory = await room.owner('mallory@x.eu')
  await room.invite(room.as(room.founder), { roles: ['operator'], email: bea.email })
  await room.invite(room.as(mallory), { roles: ['viewer'], email: bea.email })
  const claims = { ...bea, groups: ['all'] }
  const came = room.principal((await room.comeIn(claims, { subject: 'bea-1' })) as never)
  assert.equal([came.tenantId, came.roles], [room.founder.tenantId, ['operator']])
  const { code } = await room.invite(room.as(mallory), { roles: ['viewer'] })
  const cy = { ...claims, email: 'cy@x.eu' }
  const part = { subject: 'cy', invitationCode: code }
  const followed = room.principal((await room.comeIn(cy, part)) as never)
  assert.is(followed.tenantId, mallory.tenantId, 'by its link')
})

test("where no house is the provider's, an invitation counts by its link alone", async () => {
  using room = await openHouse(() => ({ join: 'invitation' }))
  const mallory = await room.owner('mallory@x.eu')
  const { code } = await room.invite(room.as(room.founder), {
    roles: ['operator'],
    email: bea.email,
  })
  await room.invite(room.as(mallory), { roles: ['viewer'], email: bea.email })
  const come = (part: object) => room.comeIn(bea, { subject: 'bea-1', ...part })
  assert.is(await refusalOf(() => come({})), 'Forbidden sso_no_account')
  const came = room.principal((await come({ invitationCode: code })) as never)
  assert.equal([came.tenantId, came.roles], [room.founder.tenantId, ['operator']])
})

test('whoever was removed comes back by an invitation that was made since', async () => {
  using room = await openHouse(({ tenantId }) => ({ join: 'create', tenant: tenantId }))
  const as = room.as(room.founder)
  const come = async (part: object = {}) =>
    room.principal((await room.comeIn(bea, { subject: 'bea-1', ...part })) as never)
  const first = await come()
  const invited = { roles: ['operator' as const] }
  const { code: old } = await room.invite(as, invited)
  room.later(1)
  await room.removeMember(as, { userId: first.userId as never })
  await room.owner(bea.email)
  const removed = 'Forbidden sso_account_removed'
  assert.is(await refusalOf(() => come()), removed, 'an account of their own making is another')
  await room.eraseUser(bea.email, () => {})
  for (const part of [{}, { invitationCode: old }]) {
    assert.is(await refusalOf(() => come(part)), removed)
  }
  await room.invite(as, { ...invited, email: bea.email })
  const again = await come()
  assert.equal([again.roles, again.userId === first.userId], [['operator'], false])
  assert.is((await come()).userId, again.userId)
  await room.removeMember(as, { userId: again.userId as never })
  assert.is(await refusalOf(() => come()), removed)
  // By a password, with an invitation that is new: the provider finds the account by its address.
  const { code } = await room.invite(as, invited)
  const { userId } = await room.signUp(room.anonymous(), {
    ...accountOf(bea.email),
    invitationCode: code,
  })
  assert.is((await come()).userId, userId)
})

const states: [title: string, part: object, refusal: string][] = [
  ['of another browser', { browserToken: 'other' }, 'Forbidden sso_state'],
  ['of no browser', { browserToken: undefined }, 'Forbidden sso_state'],
  ['of another provider', { providerId: 'y' }, 'Forbidden sso_state'],
  ['of no provider', { providerId: 'z' }, 'NotFound'],
  ['that never was', { state: 'x' }, 'Forbidden sso_state'],
]
test('an answer counts once, in time, and in the browser that began', async () => {
  using room = await openHouse()
  room.providers.push({ ...provider, id: 'y' })
  const begin = (browserToken?: string) =>
    room.beginSignIn(room.anonymous(), {
      providerId: 'x',
      redirectUri: 'https://market.example/back',
      returnTo: '/there',
      browserToken,
      invitationCode: undefined,
      replaces: undefined,
    })
  type Begun = Awaited<ReturnType<typeof begin>>
  const finish = ({ url, browserToken }: Begun, part: object = {}) =>
    room.finishSignIn(room.anonymous(), {
      providerId: 'x',
      state: url.split(' ')[0] as string,
      browserToken,
      answer: new URL('https://market.example/back'),
      place,
      passkeys: undefined,
      ...part,
    })
  room.said.login = { ...room.said.login, claims: ada }
  for (const [title, part, refusal] of states) {
    const begun = await begin()
    assert.is(await refusalOf(() => finish(begun, part)), refusal, title)
  }
  const begun = await begin()
  const again = await begin(begun.browserToken)
  assert.is(again.browserToken, begun.browserToken)
  assert.is((await finish(begun)).returnTo, '/there')
  assert.is(await refusalOf(() => finish(begun)), 'Forbidden sso_state')
  room.later(ssoFlowLifetimeMs - 1)
  assert.is(await refusalOf(() => finish(again)), 'not refused')
  const late = await begin()
  room.later(ssoFlowLifetimeMs)
  assert.is(await refusalOf(() => finish(late)), 'Forbidden sso_state')
  await begin()
  assert.is(room.store.raw.prepare('SELECT count(*) FROM sso_flow').pluck().get(), 1)
})

test('when the provider saw somebody counts, and never later than now', async () => {
  using room = await openHouse()
  const nowMs = room.store.clock.nowMs()
  const seen = async (auth_time: unknown, part: object = {}) => {
    const came = room.principal((await room.comeIn({ ...ada, auth_time }, part)) as never)
    return [came.proof?.confirmedAtMs, came.sessionId]
  }
  const seenAt = async (auth_time: unknown) => (await seen(auth_time))[0]
  assert.is(await seenAt(nowMs / 1000 - 60), nowMs - 60_000)
  assert.is(await seenAt(nowMs / 1000 + 60), nowMs)
  assert.is(await seenAt(-5), 0)
  // It may remember somebody for days: what it does not say was not now, unless it had to ask.
  for (const odd of [undefined, 'now', Number.NaN]) {
    const [confirmedAt, replaces] = await seen(odd)
    assert.is(confirmedAt, 0, String(odd))
    assert.is((await seen(odd, { replaces }))[0], nowMs, String(odd))
  }
  const replaces = (await seen(undefined))[1]
  assert.is((await seen(nowMs / 1000 - 3_600, { replaces }))[0], nowMs - 3_600_000, 'its own word')
  Object.assign(room.providers[0] as OidcProvider, { prompt: 'login' })
  assert.is(await seenAt(undefined), nowMs, 'it asks each time')
})

test('what a log-in replaces ends, and failed ones are forgotten', async () => {
  using room = await openHouse()
  await refusalOf(() => room.enter(email, { password: 'wrong' }))
  await room.settled()
  const { sessionId } = room.founder
  const came = await room.comeIn(ada, { replaces: sessionId as never })
  assert.is(room.isLive(room.founder), false)
  const { who } = room.me(room.principal(came as never))
  assert.equal((who as { failedLogins: object }).failedLogins, { count: 0, lastAtMs: null })
})

test('a factor that the provider asked for counts, and else the own one is asked', async () => {
  using room = await openHouse(() => ({ secondFactorAmr: ['mfa'], secondFactorAcr: ['gold'] }))
  const { challengeId, options } = await room.beginPasskey(room.as(room.founder), {
    id: 'market.example',
    origin: 'https://market.example',
  })
  const answer = { id: 'abcd', type: 'x', response: { challenge: options.challenge } }
  const at = { id: 'market.example', origin: 'https://market.example' }
  await room.addPasskey(room.as(room.founder), { challengeId, name: 'x', answer, place: at })
  for (const proof of [{ amr: ['pwd', 'mfa'] }, { acr: 'gold' }]) {
    const came = await room.comeIn({ ...ada, ...proof })
    assert.is(room.principal(came as never).proof?.factor, 'provider')
  }
  const came = await room.comeIn(
    { ...ada, amr: 'mfa' },
    {
      sid: 'sid-1',
      refreshToken: 'r',
      replaces: room.founder.sessionId as never,
    },
  )
  const asked = ('asked' in came && came.asked) as AskedFactor
  assert.equal([came.sessionToken, asked.means], [undefined, ['passkey', 'recovery_code']])
  assert.is(room.isLive(room.founder), true)
  const shown = { passkey: { ...answer, response: { challenge: asked.passkey?.challenge } } }
  const entered = await room.answerChallenge(room.anonymous(), {
    challengeId: asked.challengeId,
    shown,
    passkeys: at,
    place,
  })
  assert.is(room.isLive(room.founder), false)
  const out = await room.logOutEverywhere(room.as(room.principal(entered)), { hereUrl: 'here' })
  assert.is(out.continueAt, 'an id token undefined', 'the session knows where it came from')
})

test('what waits for a second factor ends with the log-in that it comes from', async () => {
  using room = await openHouse()
  const at = { id: 'market.example', origin: 'https://market.example' }
  const { challengeId, options } = await room.beginPasskey(room.as(room.founder), at)
  const answer = { id: 'abcd', type: 'x', response: { challenge: options.challenge } }
  await room.addPasskey(room.as(room.founder), { challengeId, name: 'x', answer, place: at })
  let jti = 0
  const ends = async (part: object) => {
    jti += 1
    const { issuer } = provider
    room.said.logout = { issuer, subject: undefined, sid: undefined, jti: `${jti}`, ...part }
    await room.endByProvider(room.anonymous(), { providerId: 'x', logoutToken: 't' })
  }
  const waits = async (sid: string | undefined, ...ended: object[]) => {
    const came = await room.comeIn(ada, { sid })
    const asked = ('asked' in came && came.asked) as AskedFactor
    for (const part of ended) await ends(part)
    const { challengeId } = asked
    const shown = { passkey: { ...answer, response: { challenge: asked.passkey?.challenge } } }
    return refusalOf(() =>
      room.answerChallenge(room.anonymous(), { challengeId, shown, passkeys: at, place }),
    )
  }
  const [own, other] = [{ subject: 'ada-1' }, { subject: 'bea-1' }]
  const elsewhere = { ...own, issuer: 'https://elsewhere' }
  const open = await waits('s1', { sid: 's2' }, { ...own, sid: 's2' }, other, elsewhere)
  assert.is(open, 'not refused')
  for (const part of [{ sid: 's1' }, own, { ...own, sid: 's1' }]) {
    assert.is(await waits('s1', part), 'Forbidden challenge_over', JSON.stringify(part))
  }
  assert.is(await waits(undefined, { ...own, sid: 's1' }), 'Forbidden challenge_over')
  assert.is(await waits(undefined, { sid: 's1' }), 'not refused')
})

test('a log-out is one at the provider, too, where there is one', async () => {
  using room = await openHouse(() => ({ afterLogout: '/bye' }))
  const leave = (who: Principal) => room.logOutEverywhere(room.as(who), { hereUrl: 'https://here' })
  const came = room.principal((await room.comeIn(ada)) as never)
  assert.equal(await leave(came), { continueAt: 'an id token https://here/bye' })
  assert.is(room.isLive(came), false)
  assert.equal(await leave(room.founder), { continueAt: null })
  const last = room.principal((await room.comeIn(ada)) as never)
  room.providers.length = 0
  assert.equal(await leave(last), { continueAt: null })
})

test('a provider ends the sessions that came from one of its own, or from somebody', async () => {
  using room = await openHouse()
  await room.owner('bea@x.eu')
  const come = async (claims: object, part: object) =>
    room.principal((await room.comeIn(claims, part)) as never)
  const [one, two, none] = [
    await come(ada, { sid: 's1' }),
    await come(ada, { sid: 's2' }),
    await come(ada, {}),
  ]
  const other = await come(bea, { subject: 'bea-1', sid: 's1' })
  const { issuer } = provider
  let jti = 0
  const end = (part: object) => async () => {
    jti += 1
    room.said.logout = { issuer, subject: undefined, sid: undefined, jti: `${jti}`, ...part }
    return room.endByProvider(room.anonymous(), { providerId: 'x', logoutToken: 't' })
  }
  const live = () => [one, two, none, other].map(room.isLive)
  const ended = (n: number): [string, object] => [
    'user.sessions_ended by system: user Ada of house',
    { sessions_ended: n, provider: 'x' },
  ]
  assert.equal(await end({ issuer: 'https://elsewhere', subject: 'ada-1' })(), { ended: 0 })
  await room.says(end({ subject: 'ada-1', sid: 's1' }), ended(2))
  assert.equal(live(), [false, true, false, true])
  await room.says(end({ subject: 'ada-1' }), ended(1))
  assert.equal(live(), [false, false, false, true])
  assert.equal(await end({ sid: 's1' })(), { ended: 1 })
  const replayed = () => room.endByProvider(room.anonymous(), { providerId: 'x', logoutToken: 't' })
  assert.is(await refusalOf(replayed), 'InvalidInput logout_token replayed')
  room.later(15 * 60_000)
  assert.is(await refusalOf(replayed), 'not refused')
})

test('of very many sessions a provider ends some in each transaction', async () => {
  using room = await openHouse()
  const { raw } = room.store
  const { userId } = room.principal((await room.comeIn(ada, { sid: 's1' })) as never)
  multiplySessions(room.store, userId as UserId)
  const largest = largestChange(room.store)
  const jti = 'many'
  room.said.logout = { issuer: provider.issuer, subject: 'ada-1', sid: undefined, jti }
  const end = () => room.endByProvider(room.anonymous(), { providerId: 'x', logoutToken: 't' })
  await room.says(
    async () => assert.equal(await end(), { ended: 1201 }),
    ['user.sessions_ended by system: user Ada of house', { sessions_ended: 1201, provider: 'x' }],
  )
  // With each goes what is known of it at the provider.
  const most = largest.changes()
  assert.ok(most > 0 && most <= 1200, `${most} changes in one transaction`)
  await room.comeIn(ada, { sid: 's1' })
  assert.is(await refusalOf(end), 'InvalidInput logout_token replayed')
  const left = raw.prepare('SELECT count(*) FROM session WHERE user_id = ?').pluck().get(userId)
  assert.is(left, 2, 'what was taken before ends nothing')
})

test('a provider is asked when its time has come, and who it refuses goes', async () => {
  using room = await openHouse()
  const came = room.principal((await room.comeIn(ada, { refreshToken: 'r1' })) as never)
  const answer = (refreshed: object) => {
    room.said.refreshed = refreshed as never
  }
  const due = () => room.store.raw.prepare('SELECT refresh_at FROM sso_session').pluck().get()
  const nowMs = () => room.store.clock.nowMs()
  assert.is(due(), nowMs() + refreshMs)
  answer({ outcome: 'refused' })
  room.later(refreshMs - 1)
  await room.asks()
  assert.ok(room.isLive(came), 'not before')
  room.later(1)
  answer({ outcome: 'unknown' })
  await room.asks()
  assert.equal([room.isLive(came), due()], [true, nowMs() + ssoAskAgainMs])
  room.later(ssoAskAgainMs)
  answer({ outcome: 'live', subject: 'ada-1', refreshToken: 'r2' })
  await room.asks()
  assert.equal([room.isLive(came), due()], [true, nowMs() + refreshMs])
  room.later(refreshMs)
  answer({ outcome: 'live', subject: undefined, refreshToken: undefined })
  await room.asks()
  assert.equal([room.isLive(came), due()], [true, nowMs() + refreshMs])
  room.later(refreshMs)
  answer({ outcome: 'live', subject: 'somebody else', refreshToken: undefined })
  await room.says(room.asks, [
    'user.sessions_ended by system: user Ada of house, unasked',
    { sessions_ended: 1, provider: 'x' },
  ])
  assert.is(room.isLive(came), false)
})

test('all who are due are asked about, and a provider that is silent is asked once', async () => {
  using room = await openHouse(({ tenantId }) => ({ join: 'create', tenant: tenantId }))
  const many = 130
  for (let i = 0; i < many; i++) {
    const came = { subject: `many-${i}`, refreshToken: 'r1' }
    await room.comeIn({ ...bea, email: `many-${i}@x.eu` }, came)
  }
  const count = 'SELECT count(*) FROM sso_session WHERE refresh_at <= ?'
  const due = () => room.store.raw.prepare(count).pluck().get(room.store.clock.nowMs())
  room.later(refreshMs)
  assert.is(due(), many)
  room.said.refreshed = { outcome: 'unknown' }
  await room.asks()
  assert.equal([due(), room.asked.refresh], [0, 1])
  room.later(ssoAskAgainMs)
  assert.is(due(), many)
  room.said.refreshed = { outcome: 'live', subject: undefined, refreshToken: undefined }
  await room.asks()
  assert.equal([due(), room.asked.refresh], [0, 1 + many])
})

test('whose provider is gone from the settings goes, too; who has no token stays', async () => {
  using room = await openHouse()
  const stays = room.principal((await room.comeIn(ada)) as never)
  const goes = room.principal((await room.comeIn(ada, { refreshToken: 'r1' })) as never)
  room.providers.length = 0
  room.later(refreshMs)
  await room.asks()
  assert.equal([stays, goes].map(room.isLive), [true, false])
})

test.run()
