// People with a second factor, and what they show.
import * as assert from 'uvu/assert'
import { type Authenticator, openAuthenticator } from './authenticator.ts'
import { type Answer, type Party, password, type TestApp } from './open-test-app.ts'
import { codeOf, type Moment } from './totp-code.ts'

export { codeOf }

type Caller = Pick<TestApp, 'call'> & Moment

export type WithTotp = { secret: string; recoveryCodes: string[] }

/** Adds an app for codes. The code of this moment is used up by it. */
export async function addTotp(app: Caller, { token }: Pick<Party, 'token'>): Promise<WithTotp> {
  const begun = await app.call('POST', '/v1/me/second-factors/totp', { as: token })
  assert.is(begun.status, 201, JSON.stringify(begun.body))
  const { secret } = begun.body.data
  const body = { code: codeOf(app, secret) }
  const path = '/v1/me/second-factors/totp/confirm'
  const added = await app.call('POST', path, { as: token, body })
  assert.is(added.status, 200, JSON.stringify(added.body))
  return { secret, recoveryCodes: added.body.data.recovery_codes }
}

/** Where the pages of this app are that may use passkeys. */
export function passkeyOrigin({ url }: Pick<TestApp, 'url'>): string {
  return url.replace('127.0.0.1', 'localhost')
}

export async function addPasskey(
  app: Pick<TestApp, 'call' | 'url'>,
  { token }: Pick<Party, 'token'>,
  name = 'Telephone',
): Promise<Authenticator & { passkeyId: string; recoveryCodes: string[] }> {
  const authenticator = openAuthenticator({ origin: passkeyOrigin(app) })
  const begun = await app.call('POST', '/v1/me/passkeys/challenge', { as: token })
  assert.is(begun.status, 201, JSON.stringify(begun.body))
  const { challenge_id, options } = begun.body.data
  const body = { challenge_id, name, passkey: authenticator.create(options) }
  const added = await app.call('POST', '/v1/me/passkeys', { as: token, body })
  assert.is(added.status, 201, JSON.stringify(added.body))
  const { passkey, recovery_codes: recoveryCodes } = added.body.data
  return { ...authenticator, passkeyId: passkey.passkey_id, recoveryCodes }
}

/** Logs in with a password, and with what is sent along. */
export function logInWith(
  app: Pick<TestApp, 'call'>,
  { email }: Pick<Party, 'email'>,
  second_factor?: object,
): Promise<Answer> {
  const body = { email, password, ...(second_factor && { second_factor }) }
  return app.call('POST', '/v1/auth/login', { body })
}

/** The question that a log-in ends with. */
export async function asked(app: Pick<TestApp, 'call'>, party: Pick<Party, 'email'>) {
  const { status, body } = await logInWith(app, party)
  assert.equal([status, body.error.details.reason], [403, 'second_factor_required'])
  return body.error.details as {
    challenge_id: string
    means: string[]
    passkey: { challenge: string; rpId: string } | null
  }
}

export function answerSignIn(app: Pick<TestApp, 'call'>, body: object): Promise<Answer> {
  return app.call('POST', '/v1/auth/challenges/answer', { body })
}
