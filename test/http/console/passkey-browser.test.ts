// Chromium with an authenticator of its own: a passkey is made on a page of this server, confirms,
// and logs in without a password.
import type { CDPSession, Page } from 'puppeteer-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openBrowser } from '../../support/browser.ts'
import { openTestApp, password } from '../../support/open-test-app.ts'
import { logInWith, passkeyOrigin } from '../../support/second-factors.ts'

/** What the pages of the console do with it. */
const script = `
  async function call(path, body, method = 'POST') {
    const response = await fetch(path, {
      method,
      headers: { 'content-type': 'application/json', 'x-kontor-console': '1' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, ...(await response.json()) }
  }
  async function signed(publicKey) {
    const options = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey)
    return (await navigator.credentials.get({ publicKey: options })).toJSON()
  }
  async function made(publicKey) {
    const options = PublicKeyCredential.parseCreationOptionsFromJSON(publicKey)
    return (await navigator.credentials.create({ publicKey: options })).toJSON()
  }
`

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
const onPage = (page: Page, body: string): Promise<any> =>
  page.evaluate(`(async () => { ${script} ${body} })()`)

async function addAuthenticator(session: CDPSession): Promise<string> {
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return authenticatorId
}

test('a passkey of a real browser is made, confirms, and logs in without a password', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const ada = await app.signUp('Ada')
  await using opened = await openBrowser()
  const page = await opened.browser.newPage()
  const session = await page.createCDPSession()
  const authenticatorId = await addAuthenticator(session)
  // A page of no scripts: what it may not do is what the test does in its place.
  await page.setBypassCSP(true)
  await page.goto(`${passkeyOrigin(app)}/livez`)

  const who = JSON.stringify({ email: ada.email, password })
  const added = await onPage(
    page,
    `await call('/console/session', ${who})
    const { data } = await call('/v1/me/passkeys/challenge')
    const passkey = await made(data.options)
    return call('/v1/me/passkeys', { challenge_id: data.challenge_id, name: 'Chromium', passkey })`,
  )
  assert.is(added.status, 201, JSON.stringify(added))
  assert.is(added.data.recovery_codes.length, 10)
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
  assert.is(credentials[0]?.isResidentCredential, true)
  assert.is(credentials[0]?.rpId, 'localhost')

  app.clock.advance({ seconds: 601 })
  const make = `call('/v1/api-keys', { name: 'k', scopes: ['objects:write'] })`
  const [refused, confirmed, key] = await onPage(
    page,
    `const refused = await ${make}
    const { data } = await call('/v1/me/confirm/challenge')
    const passkey = await signed(data.passkey)
    const sent = { challenge_id: data.challenge_id, passkey }
    const confirmed = await call('/console/session/confirm', sent)
    return [refused, confirmed, await ${make}]`,
  )
  assert.equal(
    [refused.status, refused.error.details],
    [403, { reason: 'confirmation_required', means: ['passkey', 'recovery_code'] }],
  )
  assert.equal([confirmed.status, key.status], [200, 201])

  assert.is((await logInWith(app, ada)).status, 403, 'the password alone is not enough any more')
  const back = await onPage(
    page,
    `await call('/console/session', undefined, 'DELETE')
    const { data } = await call('/console/session/challenge', {})
    const passkey = await signed(data.passkey)
    await call('/console/session/answer', { challenge_id: data.challenge_id, passkey })
    return call('/v1/me', undefined, 'GET')`,
  )
  assert.equal([back.status, back.data?.user.email], [200, ada.email])

  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  const unverified = await onPage(
    page,
    `const { data } = await call('/console/session/challenge', {})
    return signed(data.passkey).catch(({ name }) => name)`,
  )
  assert.is(unverified, 'NotAllowedError')
})

test.run()
