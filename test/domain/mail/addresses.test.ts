// An address is verified by who reads its mail, and changed only then.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openMailServer } from '../../support/mail-server.ts'
import { openTestApp, password, signUp } from '../../support/open-test-app.ts'
import { addTotp } from '../../support/second-factors.ts'

async function openHouse() {
  const stack = new AsyncDisposableStack()
  const post = stack.use(await openMailServer({}))
  const parts = { workers: false }
  const app = stack.use(await openTestApp({ parts, config: post.settings }))
  const letters = async (to: string) => {
    await app.rooms.identity.settled()
    await app.settleJobs()
    const codes = post.arrived
      .filter((one) => one.to.includes(to))
      .map(({ letter }) => /Code: (\S+)/.exec(letter.text ?? '')?.[1] ?? '')
    return codes
  }
  const verify = (email_code: string) =>
    app.call('POST', '/v1/auth/email-verification', { body: { email_code } })
  const user = async (as: string) => (await app.call('GET', '/v1/me', { as })).body.data.user
  return { app, post, letters, verify, user, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const reasonOf = ({ status, body }: { status: number; body: { error?: { details: object } } }) => [
  status,
  (body.error?.details as { reason?: string } | undefined)?.reason,
]

test('who signs up is written to, and whoever reads that has a verified address', async () => {
  await using house = await openHouse()
  const { app, post, letters, verify, user } = house
  const ada = await app.signUp('Ada')
  assert.is((await user(ada.token)).email_verified, false)
  const [code = ''] = await letters(ada.email)
  assert.match(post.arrived[0]?.letter.text ?? '', `/console/confirm-email?code=${code}`)
  const again = () => app.call('POST', '/v1/me/email-verification', { as: ada.token })
  assert.is((await again()).status, 202)
  assert.is((await letters(ada.email)).length, 1, 'no second one within minutes')
  app.clock.advance({ seconds: 360 })
  await again()
  assert.is((await letters(ada.email)).length, 2)
  for (const wrong of ['x', `${code.slice(0, -3)}AAA`]) {
    assert.equal(reasonOf(await verify(wrong)), [403, 'email_code_invalid'])
  }
  const { status, body } = await verify(code)
  assert.equal([status, body.data], [200, { user_id: ada.userId, email: ada.email }])
  assert.is((await verify(code)).status, 200, 'pressed twice')
  assert.is((await user(ada.token)).email_verified, true)
  app.clock.advance({ seconds: 360 })
  await again()
  assert.is((await letters(ada.email)).length, 2, 'nothing is sent where it is verified')
  const changes = "SELECT count(*) FROM audit_event WHERE action = 'user.email_change_requested'"
  assert.is(app.store.raw.prepare(changes).pluck().get(), 0, 'the same address is no other one')
})

test('a code is over after a week; a reset verifies, an invitation does not', async () => {
  await using house = await openHouse()
  const { app, letters, verify, user } = house
  const ada = await app.signUp('Ada')
  const [code = ''] = await letters(ada.email)
  const body = { roles: ['viewer'], email: 'grace@example.eu' }
  const made = await app.call('POST', '/v1/tenant/invitations', { as: ada.token, body })
  const grace = await signUp(app.call, 'Grace', {
    tenant_name: undefined,
    email: body.email,
    invitation_code: made.body.data.invitation_code,
  })
  assert.is((await user(grace.token)).email_verified, false)
  const bob = await app.signUp('Bob')
  const [early = ''] = await letters(bob.email)
  app.clock.advance({ hours: 7 * 24 - 1 })
  assert.is((await verify(early)).status, 200)
  app.clock.advance({ hours: 1 })
  assert.equal(reasonOf(await verify(code)), [403, 'email_code_invalid'])
  await app.call('POST', '/v1/auth/password-reset/request', { body: { email: ada.email } })
  const reset_code = (await letters(ada.email)).at(-1)
  const new_password = 'another good password'
  const reset = { body: { reset_code, new_password } }
  assert.is((await app.call('POST', '/v1/auth/password-reset', reset)).status, 200)
  const login = { body: { email: ada.email, password: new_password } }
  const { session_token } = (await app.call('POST', '/v1/auth/login', login)).body.data
  assert.is((await user(session_token)).email_verified, true)
})

test('another address takes its place when its letter was read, and not before', async () => {
  await using house = await openHouse()
  const { app, letters, verify, user } = house
  const ada = await app.signUp('Ada')
  const bob = await app.signUp('Bob')
  const change = (email: string, as = ada.token) =>
    app.call('PUT', '/v1/me/email', { as, body: { email } })
  assert.equal(reasonOf(await change(bob.email)), [409, 'email_taken'])
  assert.is((await change('no address')).status, 400)
  const email = 'ada@elsewhere.eu'
  assert.is((await change(email)).status, 202)
  const [code = ''] = await letters(email)
  assert.is((await user(ada.token)).email, ada.email)
  const log = (address: string) =>
    app.call('POST', '/v1/auth/login', { body: { email: address, password } })
  assert.equal([(await log(ada.email)).status, (await log(email)).status], [200, 401])
  assert.is((await verify(code)).status, 200)
  const { email: now, email_verified } = await user(ada.token)
  assert.equal([now, email_verified], [email, true])
  assert.equal([(await log(ada.email)).status, (await log(email)).status], [401, 200])
  // A code for the address of before is one of somebody else by now.
  const [first = ''] = await letters(ada.email)
  assert.equal(reasonOf(await verify(first)), [403, 'email_code_invalid'])
  await change('taken@elsewhere.eu')
  const [late = ''] = await letters('taken@elsewhere.eu')
  await change('taken@elsewhere.eu', bob.token)
  const [early = ''] = (await letters('taken@elsewhere.eu')).slice(1)
  assert.is((await verify(early)).status, 200)
  assert.equal(reasonOf(await verify(late)), [409, 'email_taken'])
})

test('whoever has moved on is not brought back by an old letter', async () => {
  await using house = await openHouse()
  const { app, letters, verify, user } = house
  const { token, email } = await app.signUp('Ada')
  const moveTo = async (to: string) => {
    app.clock.advance({ seconds: 600 })
    const before = (await letters(to)).length
    await app.call('PUT', '/v1/me/email', { as: token, body: { email: to } })
    const code = (await letters(to))[before] ?? ''
    return { code, answer: await verify(code) }
  }
  const mistaken = await moveTo('strangers@elsewhere.eu')
  assert.is(mistaken.answer.status, 200)
  assert.is((await moveTo(email)).answer.status, 200)
  const { status, body } = await verify(mistaken.code)
  assert.is(status, 403)
  assert.equal(body.error, {
    code: 'forbidden',
    message: 'This code is not valid (any more). Have another one sent.',
    details: { reason: 'email_code_invalid' },
  })
  assert.is((await user(token)).email, email)
})

test('a code for another address ends with the password with which it was asked for', async () => {
  await using house = await openHouse()
  const { app, letters, verify, user } = house
  const { token, email } = await app.signUp('Ada')
  const away = { email: 'mallory@elsewhere.eu' }
  assert.is((await app.call('PUT', '/v1/me/email', { as: token, body: away })).status, 202)
  const [code = ''] = await letters(away.email)
  app.clock.advance({ seconds: 60 })
  const body = { current_password: password, new_password: 'a password that nobody else knows' }
  assert.is((await app.call('POST', '/v1/me/password', { as: token, body })).status, 200)
  assert.equal(reasonOf(await verify(code)), [403, 'email_code_invalid'])
  assert.is((await user(token)).email, email)
})

test('a change asks who sits there; keys and houses without mail have none of it', async () => {
  await using house = await openHouse()
  const { app } = house
  const ada = await app.signUp('Ada')
  const key = await app.key(ada, { scopes: ['datasets:read'] })
  await addTotp(app, ada)
  app.clock.advance({ seconds: 601 })
  const body = { email: 'ada@elsewhere.eu' }
  const asked = await app.call('PUT', '/v1/me/email', { as: ada.token, body })
  assert.equal(reasonOf(asked), [403, 'confirmation_required'])
  const ways = [
    ['POST', '/v1/me/email-verification', undefined],
    ['PUT', '/v1/me/email', body],
  ] as const
  await using bare = await openTestApp({ parts: { jobs: false, workers: false } })
  const eve = await bare.signUp('Eve')
  for (const [method, path, sent] of ways) {
    const as = { as: key, ...(sent && { body: sent }) }
    assert.equal(reasonOf(await app.call(method, path, as)), [403, 'session_required'])
    const bareSent = { as: eve.token, ...(sent && { body: sent }) }
    assert.is((await bare.call(method, path, bareSent)).status, 501)
    assert.is((await bare.call(method, path, sent ? { body: sent } : {})).status, 401)
  }
})

test('letters are in the language of who asks, until they have chosen one', async () => {
  await using house = await openHouse()
  const { app, post, letters } = house
  const ada = await app.signUp('Ada')
  const subjectOf = async (to: string) => {
    await letters(to)
    return post.arrived.filter((one) => one.to.includes(to)).at(-1)?.letter.subject
  }
  const from = (language: string) => ({ 'accept-language': language })
  const invite = async (email: string, language: string) => {
    const body = { roles: ['viewer'], email }
    await app.call('POST', '/v1/tenant/invitations', {
      as: ada.token,
      body,
      headers: from(language),
    })
    return subjectOf(email)
  }
  const resets = async (language: string) => {
    app.clock.advance({ seconds: 360 })
    const path = '/v1/auth/password-reset/request'
    await app.call('POST', path, { body: { email: ada.email }, headers: from(language) })
    return subjectOf(ada.email)
  }
  assert.match((await invite('one@example.eu', 'fr-CH, en;q=0.5')) ?? '', 'Invitation à rejoindre')
  assert.is(await resets('es'), 'Nueva contraseña')
  const chosen = { as: ada.token, body: { locale: 'de' } }
  assert.is((await app.call('PATCH', '/v1/me/notifications', chosen)).status, 200)
  assert.is(await resets('es'), 'Neues Passwort')
  assert.match((await invite('two@example.eu', 'fr')) ?? '', 'Einladung')
})

test('an address that was left is told, and not which one took its place', async () => {
  await using house = await openHouse()
  const { app, post, letters, verify } = house
  const ada = await app.signUp('Ada')
  await letters(ada.email)
  const next = 'ada.lovelace@example.eu'
  const body = { email: next }
  assert.is((await app.call('PUT', '/v1/me/email', { as: ada.token, body })).status, 202)
  const [code = ''] = await letters(next)
  assert.is((await letters(ada.email)).length, 1, 'nothing before it is so')
  assert.is((await verify(code)).status, 200)
  assert.is((await letters(ada.email)).length, 2)
  const { letter } = post.arrived.filter((one) => one.to.includes(ada.email)).at(-1) ?? {}
  assert.is(letter?.subject, 'Your account has another address')
  assert.not.match(`${letter?.text}`, next)
})

test.run()
