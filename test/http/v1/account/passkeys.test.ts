// Passkeys of an authenticator in software: as a second factor, instead of a password, and what is
// refused.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openAuthenticator } from '../../../support/authenticator.ts'
import { freePort } from '../../../support/free-port.ts'
import { caller, openTestApp, password, type TestApp } from '../../../support/open-test-app.ts'
import { addPasskey, answerSignIn, asked, passkeyOrigin } from '../../../support/second-factors.ts'

const lean = () => openTestApp({ parts: { jobs: false, workers: false } })
const wrong = [401, 'unauthorized']
const told = ({ status, body }: { status: number; body: unknown }) => {
  const { error } = body as { error?: { code: string; details: { reason?: string } } }
  return error ? [status, error.details.reason ?? error.code] : status
}

/** A question to whoever has a passkey. */
const question = async (app: Pick<TestApp, 'call'>) =>
  (await app.call('POST', '/v1/auth/challenges', { body: {} })).body.data

test('a passkey is a second factor after a password', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const key = await addPasskey(app, ada)
  assert.is(key.recoveryCodes.length, 10)
  const { challenge_id, means, passkey } = await asked(app, ada)
  assert.equal(means, ['passkey', 'recovery_code'])
  assert.equal(passkey, {
    ...passkey,
    rpId: 'localhost',
    userVerification: 'required',
    allowCredentials: [{ type: 'public-key', id: key.credentialId, transports: ['internal'] }],
  })
  const answer = await answerSignIn(app, { challenge_id, passkey: key.get(passkey as never) })
  assert.is(answer.status, 200)
  const as = answer.body.data.session_token
  const { body } = await app.call('GET', '/v1/me/second-factors', { as })
  assert.is(body.data.shown, 'passkey')
  assert.equal(
    body.data.passkeys.map(({ name }: { name: string }) => name),
    ['Telephone'],
  )
  assert.ok(body.data.passkeys[0].last_used_at)
})

test('a passkey alone opens a session, of whoever it is', async () => {
  await using app = await lean()
  const [ada, bea] = [await app.signUp('Ada'), await app.signUp('Bea')]
  const [ofAda, ofBea] = [await addPasskey(app, ada), await addPasskey(app, bea)]
  for (const [key, { userId }] of [
    [ofAda, ada],
    [ofBea, bea],
  ] as const) {
    const { challenge_id, passkey, means } = await question(app)
    assert.equal([means, passkey.allowCredentials], [['passkey'], []])
    const answer = await answerSignIn(app, { challenge_id, passkey: key.get(passkey) })
    assert.equal([answer.status, answer.body.data?.user_id], [200, userId])
  }
})

test('passkeys have names, are listed and removed; each is known once', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const key = await addPasskey(app, ada, 'Old telephone')
  const second = await addPasskey(app, ada, 'Key ring')
  assert.equal(second.recoveryCodes, [], 'who has codes keeps them')
  const path = `/v1/me/passkeys/${key.passkeyId}`
  const renamed = await app.call('PATCH', path, { as: ada.token, body: { name: 'Drawer' } })
  assert.is(renamed.body.data.name, 'Drawer')
  const begun = await app.call('POST', '/v1/me/passkeys/challenge', { as: ada.token })
  const { challenge_id, options } = begun.body.data
  assert.equal(
    options.excludeCredentials.map(({ id }: { id: string }) => id),
    [key.credentialId, second.credentialId],
  )
  const body = { challenge_id, name: 'Again', passkey: key.create(options) }
  const again = await app.call('POST', '/v1/me/passkeys', { as: ada.token, body })
  assert.equal(told(again), [409, 'passkey_known'])
  const bea = await app.signUp('Bea')
  for (const method of ['PATCH', 'DELETE']) {
    const foreign = await app.call(method, path, { as: bea.token, body: { name: 'Mine' } })
    assert.is(foreign.status, 404, method)
  }
  assert.is((await app.call('DELETE', path, { as: ada.token })).status, 204)
  const { challenge_id: gone, passkey } = await question(app)
  assert.equal(
    told(await answerSignIn(app, { challenge_id: gone, passkey: key.get(passkey) })),
    wrong,
  )
})

test('a passkey of another place, unverified, or for another question is not added', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const origin = passkeyOrigin(app)
  const refused = [400, 'wrong_factor']
  const over = [403, 'challenge_over']
  const bea = await app.signUp('Bea')
  const begin = async (token: string) =>
    (await app.call('POST', '/v1/me/passkeys/challenge', { as: token })).body.data
  for (const [title, lies, expected] of [
    ['another origin', { origin: 'https://elsewhere.example' }, refused],
    ['the address instead of the name', { origin: app.url }, refused],
    ['another relying party', { rpId: 'elsewhere.example' }, refused],
    ['nobody verified', { isVerified: false }, refused],
    ['another challenge', { challenge: 'AAAA' }, refused],
  ] as const) {
    const { challenge_id, options } = await begin(ada.token)
    const passkey = openAuthenticator({ origin }).create(options, lies)
    const body = { challenge_id, name: 'X', passkey }
    const answer = await app.call('POST', '/v1/me/passkeys', { as: ada.token, body })
    assert.equal(told(answer), expected, title)
    const twice = { ...body, passkey: openAuthenticator({ origin }).create(options) }
    const again = await app.call('POST', '/v1/me/passkeys', { as: ada.token, body: twice })
    assert.equal(told(again), over, `${title}: the question is used up`)
  }
  const { challenge_id, options } = await begin(bea.token)
  const body = { challenge_id, name: 'X', passkey: openAuthenticator({ origin }).create(options) }
  const foreign = await app.call('POST', '/v1/me/passkeys', { as: ada.token, body })
  assert.equal(told(foreign), over, "another's question")
  const late = await begin(ada.token)
  app.clock.advance({ seconds: 301 })
  const made = openAuthenticator({ origin }).create(late.options)
  const old = { challenge_id: late.challenge_id, name: 'X', passkey: made }
  assert.equal(told(await app.call('POST', '/v1/me/passkeys', { as: ada.token, body: old })), over)
})

test('what is signed for another place or question, or counted back, opens nothing', async () => {
  await using app = await lean()
  const [ada, bea] = [await app.signUp('Ada'), await app.signUp('Bea')]
  const [key, ofBea] = [await addPasskey(app, ada), await addPasskey(app, bea)]
  const over = [403, 'challenge_over']
  for (const [title, lies] of [
    ['another origin', { origin: 'https://elsewhere.example' }],
    ['another relying party', { rpId: 'elsewhere.example' }],
    ['nobody verified', { isVerified: false }],
    ['another challenge', { challenge: 'AAAA' }],
    ["another's name on it", { userHandle: Buffer.from(bea.userId).toString('base64url') }],
  ] as const) {
    for (const ask of [() => question(app), () => asked(app, ada)]) {
      const { challenge_id, passkey } = await ask()
      const answer = await answerSignIn(app, { challenge_id, passkey: key.get(passkey, lies) })
      assert.equal(told(answer), wrong, title)
      const right = { challenge_id, passkey: key.get(passkey) }
      assert.equal(told(await answerSignIn(app, right)), over, `${title}: one try`)
    }
  }
  const mine = await asked(app, ada)
  const { challenge_id } = mine
  const foreign = { challenge_id, passkey: ofBea.get(mine.passkey as never) }
  assert.equal(told(await answerSignIn(app, foreign)), wrong, "another's passkey")

  const first = await question(app)
  const signed = { challenge_id: first.challenge_id, passkey: key.get(first.passkey) }
  assert.is((await answerSignIn(app, signed)).status, 200)
  assert.equal(told(await answerSignIn(app, signed)), over, 'replayed')
  for (const count of [0, 1]) {
    const { challenge_id, passkey } = await question(app)
    const back = { challenge_id, passkey: key.get(passkey, { count }) }
    assert.equal(told(await answerSignIn(app, back)), wrong, `counted ${count}`)
  }
  const sql = "SELECT count(*) FROM audit_event WHERE action = 'user.passkey_copied'"
  assert.is(app.store.raw.prepare(sql).pluck().get(), 2)
  const next = await question(app)
  const passkey = key.get(next.passkey)
  assert.is((await answerSignIn(app, { challenge_id: next.challenge_id, passkey })).status, 200)
})

test('one that never counts is taken again and again', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const key = await addPasskey(app, ada)
  for (let n = 0; n < 2; n++) {
    const { challenge_id, passkey } = await question(app)
    const answer = { challenge_id, passkey: key.get(passkey, { count: 0 }) }
    assert.is((await answerSignIn(app, answer)).status, 200)
  }
})

test('a code answers no question for a passkey alone', async () => {
  await using app = await lean()
  const { challenge_id } = await question(app)
  const answer = await answerSignIn(app, { challenge_id, code: '000000' })
  assert.equal(told(answer), [403, 'challenge_over'])
})

test('a server without a name has no passkeys, one over HTTPS has those of its name', async () => {
  for (const [baseUrl, expected] of [
    ['https://192.0.2.1', undefined],
    ['https://data.example.eu', 'data.example.eu'],
  ] as const) {
    const port = await freePort()
    const config = { baseUrl, port }
    await using app = await openTestApp({ config, parts: { jobs: false, workers: false } })
    const call = caller(`http://127.0.0.1:${port}`)
    const setup_code = await app.ensureSetupCode()
    const person = { display_name: 'Ada', tenant_name: 'Ada', setup_code }
    const account = { email: 'ada@example.eu', password, ...person }
    const { body } = await call('POST', '/v1/auth/signup', { body: account })
    const as = body.data.session_token
    const begun = await call('POST', '/v1/me/passkeys/challenge', { as })
    assert.is(begun.body.data?.options.rp.id, expected)
    if (!expected) assert.equal(told(begun), [409, 'passkeys_unavailable'])
    assert.is((await question({ call })).passkey?.rpId, expected)
  }
})

test.run()
