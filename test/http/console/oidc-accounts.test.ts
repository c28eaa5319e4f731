// Who somebody is here that a provider says it is: links, invitations, new accounts, groups.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type HostileApp, logInAs, openHostileApp } from '../../support/oidc/hostile-app.ts'
import type { Written } from '../../support/oidc/providers-file.ts'
import { onPage, openWanderer } from '../../support/oidc/sign-in.ts'
import { type Party, password } from '../../support/open-test-app.ts'
import { addTotp } from '../../support/second-factors.ts'
import { onlyOne, toldTo } from '../../support/told.ts'

type Claims = Record<string, unknown>
const ada = { sub: 'ada-1', email: 'ada@example.eu', email_verified: true, name: 'Ada', groups: [] }
const bea = { sub: 'bea-1', email: 'bea@example.eu', email_verified: true, name: 'Bea', groups: [] }

async function told(opened: HostileApp, claims: Claims, more: { by?: string; to?: string } = {}) {
  const { status, body } = await logInAs(opened, { claims, ...more })
  return status === 200 ? status : [status, body.error.details.reason]
}

async function meAs(opened: HostileApp, claims: Claims, by = 'x') {
  const browser = openWanderer()
  const answer = await logInAs(opened, { claims, browser, by })
  assert.is(answer.status, 200, JSON.stringify(answer.body))
  return (await onPage(opened.app, { browser, path: '/v1/me' })).body.data
}

const audited = async ({ app }: HostileApp, action: string) =>
  app.store.raw.prepare('SELECT details FROM audit_event WHERE action = ?').all(action)

test('only a verified address of a provider that is trusted for it joins an account', async () => {
  await using opened = await openHostileApp([
    { id: 'x', emailDomains: ['example.eu'] },
    { id: 'untrusted', trustEmail: false, join: 'invitation' },
    { id: 'own-claims', claims: { emailVerified: 'xms_edov', email: 'mail' } },
  ])
  const owner = await opened.app.signUp('Ada')
  const unverified = [403, 'sso_email_unverified']
  for (const email_verified of [false, 'true', 1, null, undefined]) {
    assert.equal(await told(opened, { ...ada, email_verified }), unverified, String(email_verified))
  }
  assert.equal(await told(opened, { ...ada, email: undefined }), unverified)
  assert.equal(await told(opened, ada, { by: 'untrusted' }), [403, 'sso_no_account'])
  assert.equal(await told(opened, bea), [403, 'sso_no_account'])
  const elsewhere = { ...ada, email: 'ada@elsewhere.example' }
  assert.equal(await told(opened, elsewhere), [403, 'sso_email_domain'])
  assert.equal(await told(opened, ada, { by: 'own-claims' }), unverified)
  const other = { sub: 'ada-1', mail: 'ADA@example.eu', xms_edov: true }
  assert.is((await meAs(opened, other, 'own-claims')).user.user_id, owner.userId)
  assert.is((await audited(opened, 'user.identity_linked')).length, 1)
})

test("a link goes before the address, and is nobody else's", async () => {
  await using opened = await openHostileApp()
  const { app } = opened
  const first = await app.signUp('Ada')
  const second = await app.signUp('Bea')
  assert.is((await meAs(opened, ada)).user.user_id, first.userId)
  // The provider gives Ada's account the address of Bea: she stays who she was.
  assert.is((await meAs(opened, { ...ada, email: bea.email })).user.user_id, first.userId)
  assert.is((await meAs(opened, { ...ada, email_verified: false })).user.user_id, first.userId)
  assert.is((await meAs(opened, bea)).user.user_id, second.userId)
})

const everywhere = { ...bea, groups: ['platform'] }

/** Somebody of another house takes Bea's address first, by an invitation that names none. */
async function squat({ app }: HostileApp) {
  const mallory = await app.signUp('Mallory')
  const asked = { as: mallory.token, body: { roles: ['viewer'] } }
  const { invitation_code } = (await app.call('POST', '/v1/tenant/invitations', asked)).body.data
  const account = { email: bea.email, password, display_name: 'B', invitation_code }
  return (await app.call('POST', '/v1/auth/signup', { body: account })).body.data
}

const byPassword = async ({ app }: HostileApp, email: string) =>
  (await app.call('POST', '/v1/auth/login', { body: { email, password } })).status
const asHolder = async ({ app }: HostileApp, as: string) =>
  (await app.call('GET', '/v1/me', { as })).status

test('who made an account under the address before is out once its reader comes', async () => {
  await using opened = await openHostileApp([{ id: 'x', platformAdmins: ['platform'] }])
  await opened.app.admin()
  const held = await squat(opened)
  const me = await meAs(opened, everywhere)
  const { user_id, email_verified, is_platform_admin } = me.user
  assert.equal([user_id, email_verified, is_platform_admin], [held.user_id, true, false])
  assert.is(await asHolder(opened, held.session_token), 401)
  assert.is(await byPassword(opened, bea.email), 401)
  const [entry] = await audited(opened, 'user.identity_linked')
  const said = JSON.parse((entry as { details: string }).details)
  const took = { provider: 'x', by: 'verified_email', sessions_ended: 1, identities_removed: 0 }
  assert.equal(said, { ...took, password_ended: true })
  assert.is((await meAs(opened, everywhere)).user.is_platform_admin, true, 'from the next one on')
})

test('a second factor of whoever made the account is not taken away, nor passed by', async () => {
  await using opened = await openHostileApp()
  const { app } = opened
  const held = await squat(opened)
  const boss = await app.admin()
  await addTotp(app, { token: held.session_token })
  assert.equal(await told(opened, bea), [403, 'sso_account_unproven'])
  assert.is(await asHolder(opened, held.session_token), 200)
  const factors = `/v1/admin/users/${held.user_id}/second-factors`
  await app.call('DELETE', factors, { as: boss.token })
  assert.is(await told(opened, bea), 200)
})

test('a provider that is not believed makes nobody the reader of an address', async () => {
  await using opened = await openHostileApp((tenant) => [
    { id: 'b', trustEmail: false, join: 'create', tenant },
    { id: 'x', platformAdmins: ['platform'] },
  ])
  await opened.app.admin()
  const evil = openWanderer()
  const claims = { ...bea, sub: 'evil-at-b' }
  assert.is((await logInAs(opened, { claims, by: 'b', browser: evil })).status, 200)
  const page = () => onPage(opened.app, { browser: evil, path: '/v1/me' })
  const { user } = (await page()).body.data
  assert.is(user.email_verified, false)
  assert.is((await meAs(opened, everywhere)).user.user_id, user.user_id)
  assert.is((await page()).status, 401)
  assert.equal(await told(opened, claims, { by: 'b' }), [403, 'sso_no_account'])
})

test('whoever was removed does not come back, by a link or by a new account', async () => {
  await using opened = await openHostileApp((tenant) => [{ id: 'x', join: 'create', tenant }])
  const { app } = opened
  const { user } = await meAs(opened, bea)
  const gone = await app.call('DELETE', `/v1/tenant/members/${user.user_id}`, {
    as: opened.owner?.token,
  })
  assert.is(gone.status, 204)
  assert.equal(await told(opened, bea), [403, 'sso_account_removed'])
  const again = { ...bea, email: 'other@example.eu' }
  assert.equal(await told(opened, again), [403, 'sso_account_removed'])
})

test('whoever was erased does not come back as the owner that names nobody', async () => {
  await using opened = await openHostileApp()
  const { app } = opened
  await app.admin()
  await app.signUp('Ada')
  await meAs(opened, ada)
  await app.rooms.identity.eraseUser(ada.email, () => {})
  assert.equal(await told(opened, ada), [403, 'sso_account_removed'])
})

test('an invitation brings somebody in, for the address or by its code, once', async () => {
  await using opened = await openHostileApp((tenant) => [
    { id: 'x', join: 'invitation', tenant },
    { id: 'y' },
  ])
  const { app } = opened
  const owner = opened.owner as Party
  const invite = async (body: object) =>
    (await app.call('POST', '/v1/tenant/invitations', { as: owner.token, body })).body.data
  await invite({ roles: ['operator'], email: bea.email })
  assert.equal(await told(opened, bea, { by: 'y' }), [403, 'sso_no_account'])
  const me = await meAs(opened, bea)
  assert.equal([me.tenant.tenant_id, me.roles], [owner.tenantId, ['operator']])
  const { invitation_code: code } = await invite({ roles: ['viewer'] })
  const cleo = { ...bea, sub: 'cleo-1', email: 'cleo@example.eu' }
  assert.equal(await told(opened, cleo), [403, 'sso_no_account'])
  const to = `?invitation=${code}`
  assert.equal(await told(opened, cleo, { to: '?invitation=invite_x' }), [
    403,
    'invitation_invalid',
  ])
  assert.is(await told(opened, cleo, { to }), 200)
  const dora = { ...bea, sub: 'dora-1', email: 'dora@example.eu' }
  assert.equal(await told(opened, dora, { to }), [403, 'invitation_invalid'])
})

const grouped = (house: string): Written => ({
  id: 'x',
  join: 'create',
  tenants: { house },
  roles: { heads: ['admin', 'seller_manager'], bosses: ['owner'], buyers: ['buyer_manager'] },
  platformAdmins: ['platform'],
  allowedGroups: ['house', 'friends'],
})

test('groups say who comes in, where to, and as what, at every log-in', async () => {
  await using opened = await openHostileApp((house) => [grouped(house)])
  await opened.app.admin()
  const inGroups = (...groups: string[]) => ({ ...bea, groups })
  assert.equal(await told(opened, inGroups()), [403, 'sso_group_required'])
  assert.equal(await told(opened, inGroups('buyers')), [403, 'sso_group_required'])
  assert.equal(await told(opened, inGroups('friends')), [403, 'sso_no_tenant'])
  const overage = { ...bea, groups: undefined, _claim_names: { groups: 'src1' } }
  assert.equal(await told(opened, overage), [403, 'sso_too_many_groups'])
  const me = await meAs(opened, inGroups('house', 'heads', 'constructor'))
  assert.equal(me.roles, ['admin', 'seller_manager'])
  const joined = onlyOne(toldTo(opened.app, me.tenant.tenant_id), 'member.joined')
  assert.equal(joined, { user_id: me.user.user_id, roles: me.roles })
  assert.is(me.tenant.tenant_id, opened.owner?.tenantId)
  assert.equal((await meAs(opened, inGroups('house', 'buyers'))).roles, ['buyer_manager'])
  assert.equal((await meAs(opened, { ...bea, groups: 'house' })).roles, ['viewer'])
  assert.is((await meAs(opened, inGroups('house', 'platform'))).user.is_platform_admin, true)
  assert.is((await meAs(opened, inGroups('house'))).user.is_platform_admin, false)
  assert.is((await audited(opened, 'member.roles_changed')).length, 2)
  assert.is((await audited(opened, 'user.platform_admin_changed')).length, 2)
})

test('the last owner and the last platform admin stay what they are', async () => {
  await using opened = await openHostileApp((house) => [grouped(house)])
  opened.app.store.raw.exec('UPDATE user SET is_platform_admin = 1')
  const claims = { ...ada, email: opened.owner?.email, groups: ['house', 'buyers'] }
  const me = await meAs(opened, claims)
  assert.equal([me.roles, me.user.is_platform_admin], [['owner', 'buyer_manager'], true])
  await meAs(opened, { ...bea, groups: ['house', 'bosses', 'platform'] })
  const after = await meAs(opened, claims)
  assert.equal([after.roles, after.user.is_platform_admin], [['buyer_manager'], false])
})

test('groups change nothing in a tenant that the provider does not speak for', async () => {
  await using opened = await openHostileApp((house) => [
    { ...grouped(house), platformAdmins: undefined },
  ])
  await opened.app.signUp('Ada')
  const me = await meAs(opened, { ...ada, groups: ['house', 'buyers'] })
  assert.equal(me.roles, ['owner'])
})

test('keys go with the roles that a log-in takes', async () => {
  await using opened = await openHostileApp((house) => [grouped(house)])
  const browser = openWanderer()
  const { app } = opened
  const make = () =>
    app.call('POST', '/v1/api-keys', {
      body: { name: 'k', scopes: ['datasets:read', 'datasets:write'] },
      headers: {
        cookie: browser.cookies(app.url),
        'sec-fetch-site': 'same-origin',
        'x-kontor-console': '1',
        origin: app.url,
      },
    })
  const claims = { ...bea, groups: ['house', 'heads'] }
  await logInAs(opened, { claims, browser })
  const unseen = await make()
  const { reason, means } = unseen.body.error.details
  assert.equal([reason, means], ['confirmation_required', ['provider', 'password']])
  const auth_time = app.clock.nowMs() / 1_000
  await logInAs(opened, { claims: { ...claims, auth_time }, browser })
  const made = await make()
  assert.is(made.status, 201, JSON.stringify(made.body))
  await meAs(opened, { ...bea, groups: ['house'] })
  const headers = { 'x-api-key': made.body.data.key }
  assert.is((await app.call('POST', '/v1/datasets', { body: { name: 'x' }, headers })).status, 403)
})

test('a log-in that was too weak there does not count here', async () => {
  await using opened = await openHostileApp([
    { id: 'x', requiredAmr: ['mfa', 'hwk'], requiredAcr: ['gold'] },
  ])
  await opened.app.signUp('Ada')
  const weak = [403, 'sso_proof_required']
  assert.equal(await told(opened, ada), weak)
  assert.equal(await told(opened, { ...ada, amr: ['pwd'], acr: 'gold' }), weak)
  assert.equal(await told(opened, { ...ada, amr: ['pwd', 'mfa'] }), weak)
  assert.equal(await told(opened, { ...ada, amr: 'mfa', acr: 'gold' }), weak)
  assert.is(await told(opened, { ...ada, amr: ['pwd', 'hwk'], acr: 'gold' }), 200)
})

test('what the ID token leaves out is asked for, of the same person', async () => {
  await using opened = await openHostileApp()
  await opened.app.signUp('Ada')
  const { sub, ...rest } = ada
  opened.hostile.userInfo = { ...rest, sub: 'eve' }
  assert.equal(await told(opened, { sub }), [403, 'sso_refused'])
  opened.hostile.userInfo = { ...rest, sub }
  assert.is(await told(opened, { sub }), 200)
})

test('a domain without passwords refuses them, whoever is here and whoever is not', async () => {
  await using opened = await openHostileApp([{ id: 'x', passwordOffFor: ['Example.EU'] }])
  const { app } = opened
  const refusal = {
    code: 'forbidden',
    message: 'People of example.eu log in by Example SSO, not by a password.',
    details: { reason: 'sso_required' },
  }
  const account = { password, display_name: 'A', tenant_name: 'A' }
  const outside = { email: 'a@elsewhere.example', ...account }
  assert.is((await app.call('POST', '/v1/auth/signup', { body: outside })).status, 201)
  // Somebody who was here before: the address is that of the domain now.
  app.store.raw.exec("UPDATE user SET email = 'ada@example.eu', is_platform_admin = 1")
  const own = { 'sec-fetch-site': 'same-origin', 'x-kontor-console': '1', origin: app.url }
  for (const email of ['ada@example.eu', 'ADA@example.eu', 'nobody@example.eu']) {
    const body = { email, password }
    const asked = [
      await app.call('POST', '/v1/auth/login', { body }),
      await app.call('POST', '/console/session', { body, headers: own }),
      await app.call('POST', '/v1/auth/signup', { body: { email, ...account } }),
    ]
    for (const answer of asked) assert.equal([answer.status, answer.body.error], [403, refusal])
  }
  const logIn = async () =>
    (await app.call('POST', '/v1/auth/login', { body: { email: 'ada@example.eu', password } }))
      .status
  await app.rooms.identity.allowPassword({ email: 'ada@example.eu', forMs: 3_600_000 })
  assert.is(await logIn(), 200)
  app.clock.advance({ hours: 1 })
  assert.is(await logIn(), 403)
  await app.rooms.identity.allowPassword({ email: 'ada@example.eu', forMs: 3_600_000 })
  app.store.raw.exec('UPDATE user SET is_platform_admin = 0')
  assert.is(await logIn(), 403, 'who runs the platform no more is let in no more')
  let reason = ''
  await app.rooms.identity
    .allowPassword({ email: 'ada@example.eu', forMs: 3_600_000 })
    .catch((error) => {
      reason = error.reason
    })
  assert.is(reason, 'platform_admin_required')
})

test('a log-in ends what the same browser was logged in with', async () => {
  await using opened = await openHostileApp()
  const { app, hostile } = opened
  await app.signUp('Ada')
  await app.signUp('Bea')
  const browser = openWanderer()
  await logInAs(opened, { claims: ada, browser })
  const before = browser.cookies(app.url)
  hostile.claims = bea
  const fromOwnPage = { 'sec-fetch-site': 'same-origin' }
  const begun = await browser.get(`${app.url}/console/oidc/x/start`, fromOwnPage)
  const asked = new URL(begun.headers.get('location') ?? '')
  const answer = new URL(`${app.url}/console/oidc/x/callback`)
  answer.searchParams.set('state', asked.searchParams.get('state') ?? '')
  answer.searchParams.set('code', asked.searchParams.get('nonce') ?? '')
  assert.is((await browser.get(answer.href)).status, 200)
  const headers = { cookie: before, 'sec-fetch-site': 'same-origin' }
  assert.is((await app.call('GET', '/v1/me', { headers })).status, 401)
})

test('the log-in page is told the names of the providers, and nothing else of them', async () => {
  await using opened = await openHostileApp([
    { id: 'x', clientSecret: 'not to be told' },
    { id: 'y' },
  ])
  const { body } = await opened.app.call('GET', '/console/oidc')
  assert.equal(body.data, {
    providers: [
      { id: 'x', name: 'Example SSO' },
      { id: 'y', name: 'Example SSO' },
    ],
  })
})

test.run()
