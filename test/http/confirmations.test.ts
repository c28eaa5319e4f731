// Who sits there is asked again, and who must have a second factor can only add one.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { confirmations } from '../../src/http/confirmations.ts'
import { allRoutes } from '../../src/http/surfaces.ts'
import { openPage } from '../support/browser-page.ts'
import { openMarket, stage } from '../support/market.ts'
import { type Answer, openTestApp, type Party, password, signUp } from '../support/open-test-app.ts'
import { manualPage, sectionOf } from '../support/readme.ts'
import { addPasskey, addTotp, codeOf, logInWith } from '../support/second-factors.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const lean = (config: object = {}) =>
  openTestApp({ config, parts: { jobs: false, workers: false } })
const told = ({ status, body }: Answer) =>
  body?.error ? [status, body.error.details.reason ?? body.error.code] : status
const refused = [403, 'confirmation_required']
const writing = { body: { name: 'k', scopes: ['datasets:write'] } }
const reading = { body: { name: 'k', scopes: ['datasets:read'] } }
const later = { seconds: 601 }

test('every operation that asks is there, writes, and documents the refusal', () => {
  const routes = new Map(allRoutes().map(({ route, surface }) => [route.id, { route, surface }]))
  for (const id of Object.keys(confirmations)) {
    const mounted = routes.get(id)
    assert.ok(mounted, id)
    assert.is.not(mounted.route.method, 'get', id)
    if (mounted.surface === 'v1') assert.ok(mounted.route.errors.includes(403), id)
  }
})

test('the manual has the same table', () => {
  const section = sectionOf(manualPage('second-factors.md').text, 'Being asked again')
  const rows = section.split('\n').filter((line) => line.startsWith('| '))
  const named = rows.flatMap((row) => [...row.matchAll(/`([a-z]+[A-Z]\w+|withdraw)`/g)])
  const ids = named.map(([, id]) => id).sort()
  assert.equal(ids, Object.keys(confirmations).sort())
})

test('a browser is asked after ten minutes, by the password of who has no factor', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const page = openPage(app)
  await page.logIn(ada.email)
  const make = () => page.call('POST', '/v1/api-keys', writing)
  app.clock.advance({ seconds: 600 })
  assert.is((await make()).status, 201)
  app.clock.advance({ seconds: 1 })
  const { status, body } = await make()
  assert.equal(
    [status, body.error.details],
    [403, { reason: 'confirmation_required', means: ['password'] }],
  )
  assert.is((await page.call('POST', '/v1/api-keys', reading)).status, 201)
  const confirm = (sent: object) => page.call('POST', '/console/session/confirm', { body: sent })
  assert.equal(told(await confirm({ password: 'wrong' })), [400, 'wrong_password'])
  assert.equal(told(await confirm({ code: '000000' })), [400, 'required'])
  assert.equal(told(await make()), refused)
  const confirmed = await confirm({ password })
  const until = new Date(app.clock.nowMs() + 600_000).toISOString()
  assert.equal(confirmed.body.data, { confirmed_until: until })
  assert.is((await make()).status, 201)
})

test('a program with a bearer and no factor goes on; one with a factor is asked', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  app.clock.advance(later)
  const make = () => app.call('POST', '/v1/api-keys', { as: ada.token, ...writing })
  assert.is((await make()).status, 201)
  const { secret } = await addTotp(app, ada)
  assert.is((await make()).status, 201, 'adding one has shown it')
  app.clock.advance(later)
  assert.equal(told(await make()), refused)
  const confirm = (body: object) => app.call('POST', '/v1/me/confirm', { as: ada.token, body })
  assert.equal(told(await confirm({ password })), [400, 'second_factor_required'])
  assert.equal(told(await confirm({})), [400, 'second_factor_required'])
  assert.equal(told(await confirm({ code: '000000' })), [400, 'wrong_factor'])
  assert.is((await confirm({ code: codeOf(app, secret) })).status, 200)
  assert.equal(
    told(await confirm({ code: codeOf(app, secret) })),
    [400, 'wrong_factor'],
    'replayed',
  )
  assert.is((await make()).status, 201)
})

test('a later end of a key that can write asks; an earlier end does not', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  await addTotp(app, ada)
  const end = (seconds: number) => new Date(app.clock.nowMs() + seconds * 1_000).toISOString()
  const make = async (scope: string) => {
    const body = { name: 'k', scopes: [scope], expires_at: end(60) }
    return (await app.call('POST', '/v1/api-keys', { as: ada.token, body })).body.data.api_key_id
  }
  const [writer, reader] = [await make('datasets:write'), await make('datasets:read')]
  app.clock.advance(later)
  const patch = async (keyId: string, body: object) =>
    told(await app.call('PATCH', `/v1/api-keys/${keyId}`, { as: ada.token, body }))
  assert.equal(await patch(writer, { expires_at: null }), refused)
  assert.equal(await patch(writer, { expires_at: end(60) }), refused)
  assert.is(await patch(writer, { expires_at: end(60), scopes: ['datasets:read'] }), 200)
  assert.is(await patch(reader, { expires_at: end(60) }), 200)
  assert.is(await patch(reader, { name: 'r', expires_at: end(30) }), 200)
  assert.is(await patch(reader, { expires_at: null }), 200)
  assert.equal(await patch('key_unknown', { expires_at: null }), [404, 'not_found'])
})

test('a log-in shows who it is for ten minutes; keys are not asked', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const key = await app.key(ada, { scopes: ['keys:write', 'datasets:write'] })
  const { secret } = await addTotp(app, ada)
  app.clock.advance(later)
  const { body } = await logInWith(app, ada, { code: codeOf(app, secret) })
  const make = (as: string) => app.call('POST', '/v1/api-keys', { as, ...writing })
  assert.is((await make(body.data.session_token)).status, 201)
  assert.equal(told(await make(ada.token)), refused, 'the other session')
  app.clock.advance({ hours: 24 })
  assert.is((await make(key)).status, 201)
})

test('a passkey confirms in the session that asked, once', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const other = (await logInWith(app, ada)).body.data.session_token
  const key = await addPasskey(app, ada)
  const ask = async () =>
    (await app.call('POST', '/v1/me/confirm/challenge', { as: ada.token })).body.data
  const confirm = (as: string, body: object) => app.call('POST', '/v1/me/confirm', { as, body })
  app.clock.advance(later)
  const first = await ask()
  assert.equal(first.means, ['passkey', 'recovery_code'])
  const signed = { challenge_id: first.challenge_id, passkey: key.get(first.passkey) }
  assert.equal(told(await confirm(other, signed)), [403, 'challenge_over'])
  assert.equal(told(await confirm(ada.token, signed)), [403, 'challenge_over'], 'used up by that')
  assert.equal(told(await confirm(ada.token, { passkey: signed.passkey })), [400, 'required'])
  const { challenge_id, passkey } = await ask()
  const right = { challenge_id, passkey: key.get(passkey) }
  assert.is((await confirm(ada.token, right)).status, 200)
  assert.equal(told(await confirm(ada.token, right)), [403, 'challenge_over'])
})

test('wrong answers are counted by session', async () => {
  await using app = await lean({ loginAttemptsPerAccount: 3 })
  const ada = await app.signUp('Ada')
  const confirm = (sent: object) =>
    app.call('POST', '/v1/me/confirm', { as: ada.token, body: sent })
  for (let n = 0; n < 3; n++) assert.is((await confirm({ password: 'wrong' })).status, 400)
  assert.is((await confirm({ password })).status, 429)
})

test('reviewing what is of the own tenant asks, and what is of others does not', async () => {
  await using app = await lean()
  const admin = await app.admin()
  await addTotp(app, admin)
  app.clock.advance(later)
  const approve = (tenant: string) =>
    app.call('POST', `/v1/admin/review/objects/${tenant}/obj_x/approve`, {
      as: admin.token,
      body: {},
    })
  assert.equal(told(await approve(admin.tenantId)), refused)
  assert.equal(told(await approve('tnt_other')), [404, 'not_found'])
  const path = '/v1/admin/staged-objects/obj_x/approve'
  const staged = await app.call('POST', path, { as: admin.token, body: {} })
  assert.equal(told(staged), [404, 'not_found'])
})

test('reviews that name no tenant ask where the object is of the own one', async () => {
  await using app = await lean()
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const { operator } = market
  const as = operator.token
  const shelf = await app.call('POST', '/v1/datasets', { as, body: { name: 'Own' } })
  const { dataset_id: datasetId } = shelf.body.data
  const bytes = Buffer.from('Heat pumps move heat.')
  const own = await stage({ ...market, provider: operator, datasetId }, { bytes })
  const [first, second] = [await stage(market, { bytes }), await stage(market, { bytes })]
  await addTotp(app, operator)
  app.clock.advance(later)
  const approve = async ({ objectId }: { objectId: string }) => {
    const path = `/v1/admin/staged-objects/${objectId}/approve`
    return told(await app.call('POST', path, { as, body: {} }))
  }
  const decide = async (objectIds: readonly string[]) => {
    const decisions = objectIds.map((object_id) => ({ object_id, decision: 'approved' }))
    const path = '/v1/admin/review/decisions'
    return told(await app.call('POST', path, { as, body: { decisions } }))
  }
  assert.equal([await approve(own), await approve(first)], [refused, 200])
  assert.equal(await decide([second.objectId, own.objectId]), refused)
  assert.is(await decide([second.objectId, 'obj_unknown']), 200)
})

test('Surface C asks in its own words', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  await addTotp(app, ada)
  app.clock.advance(later)
  const body = { amount: 1, wallet_address: 'x', network: 'solana' }
  const { status, body: answer } = await app.call('POST', '/balance/withdraw', {
    as: ada.token,
    body,
  })
  assert.equal([status, answer.code, answer.reason], [403, 'forbidden', 'confirmation_required'])
})

const roles = [
  ['admins', { admin: true, owner: false, viewer: false }],
  ['staff', { admin: true, owner: true, viewer: false }],
  ['all', { admin: true, owner: true, viewer: true }],
] as const

test('who must have a second factor and has none can only add one; keys go on', async () => {
  using folder = temporaryFolder()
  const dir = folder.path
  const parts = { jobs: false, workers: false }
  const house = await withPeople({ dir, parts })
  for (const [secondFactor, wanted] of roles) {
    await using app = await openTestApp({ dir, parts, config: { secondFactor } })
    for (const [name, isWanted] of Object.entries(wanted)) {
      const as = house.people[name]?.token
      const { body } = await app.call('GET', '/v1/me/second-factors', { as })
      assert.is(body.data.required, isWanted, `${secondFactor} ${name}`)
      const answer = await app.call('GET', '/v1/datasets', { as })
      const expected = isWanted ? [403, 'second_factor_enrolment_required'] : 200
      assert.equal(told(answer), expected, `${secondFactor} ${name}`)
      assert.is((await app.call('GET', '/v1/me', { as })).status, 200, name)
    }
    assert.is((await app.call('GET', '/v1/datasets', { as: house.key })).status, 200)
  }
})

test('a factor that was added is to be shown in every session, while it is there', async () => {
  await using app = await lean({ secondFactor: 'admins' })
  const { token, email } = await app.admin()
  const old = (await logInWith(app, { email })).body.data.session_token
  const list = async (as: string) => told(await app.call('GET', '/v1/datasets', { as }))
  const { secret } = await addTotp(app, { token })
  assert.is(await list(token), 200)
  assert.equal(await list(old), [403, 'second_factor_required'])
  app.clock.advance({ seconds: 30 })
  const body = { code: codeOf(app, secret) }
  assert.is((await app.call('POST', '/v1/me/confirm', { as: old, body })).status, 200)
  assert.is(await list(old), 200)
  await app.call('DELETE', '/v1/me/second-factors/totp', { as: token })
  for (const as of [token, old]) {
    assert.equal(await list(as), [403, 'second_factor_enrolment_required'])
  }
})

/** From when nothing was wanted of anybody yet. */
async function withPeople(options: { dir: string; parts: object }) {
  await using app = await openTestApp(options)
  const people: Record<string, Party> = { admin: await app.admin(), owner: await app.signUp('Ada') }
  const { token } = people.owner as Party
  const invited = await app.call('POST', '/v1/tenant/invitations', {
    as: token,
    body: { roles: ['viewer'] },
  })
  const { invitation_code } = invited.body.data
  people.viewer = await signUp(app.call, 'Vera', { tenant_name: undefined, invitation_code })
  return { people, key: await app.key(people.owner as Party) }
}

test.run()
