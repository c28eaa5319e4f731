// An app for codes and recovery codes: adding, logging in, and everything that is refused.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret } from 'otpauth'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { seal } from '../../../../src/base/sealed.ts'
import { secretsFrom } from '../../../../src/base/secrets.ts'
import { fakeClock } from '../../../support/fake-clock.ts'
import { openTestApp, type TestApp } from '../../../support/open-test-app.ts'
import { addTotp, answerSignIn, asked, codeOf, logInWith } from '../../../support/second-factors.ts'

const lean = () => openTestApp({ parts: { jobs: false, workers: false } })
const wrong = [401, 'This second factor is wrong, or was used before.']
const told = ({ status, body }: { status: number; body: { error?: { message: string } } }) =>
  status === 200 ? 200 : [status, body.error?.message]
const reason = ({ body }: { body: { error: { details: { reason: string } } } }) =>
  body.error.details.reason

test('who has an app for codes is asked for one, and sends it along or answers', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const { secret, recoveryCodes } = await addTotp(app, ada)
  assert.is(recoveryCodes.length, 10)
  assert.ok(recoveryCodes.every((code) => /^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/.test(code)))
  app.clock.advance({ seconds: 30 })
  const along = await logInWith(app, ada, { code: codeOf(app, secret) })
  assert.is(along.status, 200)
  const me = await app.call('GET', '/v1/me', { as: along.body.data.session_token })
  assert.is(me.body.data.user.email, ada.email)

  app.clock.advance({ seconds: 30 })
  const question = await asked(app, ada)
  assert.equal(question.means, ['totp', 'recovery_code'])
  assert.is(question.passkey, null)
  const { challenge_id } = question
  const again = await app.call('POST', '/v1/auth/challenges', { body: { challenge_id } })
  assert.equal(again.body.data.means, question.means)
  const answer = await answerSignIn(app, { challenge_id, code: codeOf(app, secret) })
  assert.equal(Object.keys(answer.body.data).sort(), Object.keys(along.body.data).sort())
  const factors = await app.call('GET', '/v1/me/second-factors', {
    as: answer.body.data.session_token,
  })
  const { totp, ...rest } = factors.body.data
  assert.ok(totp.last_used_at)
  assert.equal(rest, {
    required: false,
    passkeys: [],
    recovery_codes_left: 10,
    shown: 'totp',
    confirmed_until: new Date(app.clock.nowMs() + 600_000).toISOString(),
  })
})

test('the codes are those of RFC 6238', async () => {
  const vectors: readonly [seconds: number, code: string][] = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ]
  const clock = fakeClock(1_000)
  await using app = await openTestApp({ clock, parts: { jobs: false, workers: false } })
  const ada = await app.signUp('Ada')
  await addTotp(app, ada)
  const key = Buffer.from(readFileSync(join(app.dir, 'secret.key'), 'utf8').trim(), 'hex')
  const sealed = seal(secretsFrom(key).derive('totp'), Buffer.from('12345678901234567890'))
  app.store.raw.prepare('UPDATE totp SET secret = ?').run(sealed)
  for (const [seconds, code] of vectors) {
    clock.advance({ seconds: seconds - clock.nowMs() / 1000 })
    assert.is((await logInWith(app, ada, { code })).status, 200, code)
    assert.equal(told(await logInWith(app, ada, { code })), wrong, 'twice')
  }
})

test('a code of the step before or after counts, and none further away', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const { secret } = await addTotp(app, ada)
  app.clock.advance({ hours: 1 })
  for (const [steps, status] of [
    [-2, 401],
    [2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
  ] as const) {
    const answer = await logInWith(app, ada, { code: codeOf(app, secret, steps) })
    assert.is(answer.status, status, String(steps))
  }
})

test('of two log-ins side by side with one code, one gets in', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const { secret } = await addTotp(app, ada)
  app.clock.advance({ seconds: 30 })
  const code = codeOf(app, secret)
  const both = await Promise.all([logInWith(app, ada, { code }), logInWith(app, ada, { code })])
  assert.equal(both.map(({ status }) => status).sort(), [200, 401])
})

test('what is wrong, used, expired or foreign opens nothing', async () => {
  await using app = await lean()
  const [ada, bea] = [await app.signUp('Ada'), await app.signUp('Bea')]
  const { secret, recoveryCodes } = await addTotp(app, ada)
  const ofBea = await addTotp(app, bea)
  const [first = '', second = ''] = recoveryCodes
  const over = [
    403,
    'This question is over, was answered, or was asked of somebody else. Begin again.',
  ]
  app.clock.advance({ seconds: 30 })
  const now = () => codeOf(app, secret)
  const fresh = async () => (await asked(app, ada)).challenge_id

  assert.is((await logInWith(app, ada, { recovery_code: first.toUpperCase() })).status, 200)
  assert.is((await logInWith(app, ada)).status, 403)
  const rows: readonly [title: string, () => Promise<{ status: number }>, object][] = [
    ['a wrong code', () => logInWith(app, ada, { code: '000000' }), wrong],
    ['no digits', () => logInWith(app, ada, { code: 'abcdef' }), wrong],
    ["another's code", () => logInWith(app, ada, { code: codeOf(app, ofBea.secret) }), wrong],
    ['a used recovery code', () => logInWith(app, ada, { recovery_code: first }), wrong],
    [
      "another's recovery code",
      () => logInWith(app, ada, { recovery_code: ofBea.recoveryCodes[0] }),
      wrong,
    ],
    ['nothing', async () => answerSignIn(app, { challenge_id: await fresh() }), wrong],
    [
      'an unknown question',
      () => answerSignIn(app, { challenge_id: 'challenge_x', code: now() }),
      over,
    ],
    [
      "a code for another's question",
      async () => {
        const { challenge_id } = await asked(app, bea)
        return answerSignIn(app, { challenge_id, code: now() })
      },
      wrong,
    ],
    [
      'an answered question',
      async () => {
        const challenge_id = await fresh()
        const { status } = await answerSignIn(app, { challenge_id, recovery_code: second })
        assert.is(status, 200)
        return answerSignIn(app, { challenge_id, code: now() })
      },
      over,
    ],
    [
      'a question of before a new password',
      async () => {
        const challenge_id = await fresh()
        app.clock.advance({ seconds: 1 })
        const body = { current_password: 'correct horse battery', new_password: 'a new horse ran' }
        await app.call('POST', '/v1/me/password', { as: ada.token, body })
        const answer = await answerSignIn(app, { challenge_id, code: now() })
        const back = { current_password: body.new_password, new_password: body.current_password }
        await app.call('POST', '/v1/me/password', { as: ada.token, body: back })
        return answer
      },
      over,
    ],
    [
      'a question of six minutes ago',
      async () => {
        const challenge_id = await fresh()
        app.clock.advance({ seconds: 301 })
        return answerSignIn(app, { challenge_id, code: now() })
      },
      over,
    ],
  ]
  for (const [title, ask, refusal] of rows) {
    assert.equal(told((await ask()) as never), refusal, title)
  }
})

test('five wrong codes end a log-in, ten in a quarter of an hour the guessing', async () => {
  await using app = await openTestApp({
    config: { loginAttemptsPerAccount: 1_000, loginAttemptsPerAddress: 1_000 },
    parts: { jobs: false, workers: false },
  })
  const ada = await app.signUp('Ada')
  const { secret, recoveryCodes } = await addTotp(app, ada)
  app.clock.advance({ hours: 1 })
  const { challenge_id } = await asked(app, ada)
  for (let n = 0; n < 5; n++) {
    assert.is((await answerSignIn(app, { challenge_id, code: '000000' })).status, 401)
  }
  const code = codeOf(app, secret)
  assert.is(reason(await answerSignIn(app, { challenge_id, code })), 'challenge_over')
  for (let n = 0; n < 5; n++) {
    assert.is((await logInWith(app, ada, { code: '000000' })).status, 401)
  }
  const refused = await logInWith(app, ada, { code })
  assert.equal([refused.status, reason(refused)], [429, 'second-factor'])
  assert.is(refused.headers.get('retry-after'), '900')
  assert.match(refused.headers.get('ratelimit') ?? '', '"second-factor";r=0;t=900')
  // What cannot be guessed is not kept waiting.
  const [recovery_code] = recoveryCodes
  const { body } = await logInWith(app, ada, { recovery_code })
  assert.is(body.data.failed_logins.count, 10)
  // By a clock that was ahead nobody waits longer.
  app.clock.set({ hours: -1 })
  assert.is((await logInWith(app, ada, { code: '000000' })).status, 401)
  app.clock.set({ hours: 1 })
  app.clock.advance({ seconds: 900 })
  assert.is((await logInWith(app, ada, { code: codeOf(app, secret) })).status, 200)
  assert.equal(actionsOf(app, 'user.second_factor_failed'), 1)
})

test('an app counts from its first code on, and is one', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const path = '/v1/me/second-factors/totp'
  const early = await app.call('POST', `${path}/confirm`, { as: ada.token, body: { code: '1' } })
  assert.equal([early.status, reason(early)], [409, 'totp_not_begun'])
  const begun = await app.call('POST', path, { as: ada.token })
  const { uri, secret } = begun.body.data
  assert.match(uri, /^otpauth:\/\/totp\/Kontor%20127\.0\.0\.1:ada%40example\.eu\?/)
  assert.match(uri, `secret=${secret}`)
  assert.is((await logInWith(app, ada)).status, 200, 'begun is not added')
  const other = await app.call('POST', path, { as: ada.token })
  const old = { as: ada.token, body: { code: codeOf(app, secret) } }
  const refused = await app.call('POST', `${path}/confirm`, old)
  assert.equal([refused.status, reason(refused)], [400, 'wrong_factor'])
  const body = { code: codeOf(app, other.body.data.secret) }
  assert.is((await app.call('POST', `${path}/confirm`, { as: ada.token, body })).status, 200)
  for (const again of [path, `${path}/confirm`]) {
    const answer = await app.call('POST', again, { as: ada.token, body })
    assert.equal([answer.status, reason(answer)], [409, 'totp_exists'])
  }
  assert.equal(told(await logInWith(app, ada, body)), wrong, 'the first code was used')
})

test('other recovery codes end those of before; with the last factor all go', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const path = '/v1/me/second-factors/recovery-codes'
  const none = await app.call('POST', path, { as: ada.token })
  assert.equal([none.status, reason(none)], [409, 'no_second_factor'])
  const { recoveryCodes } = await addTotp(app, ada)
  const renewed = await app.call('POST', path, { as: ada.token })
  const [old = ''] = recoveryCodes
  const [fresh = ''] = renewed.body.data.recovery_codes
  assert.equal(told(await logInWith(app, ada, { recovery_code: old })), wrong)
  assert.is((await logInWith(app, ada, { recovery_code: fresh })).status, 200)
  const totp = '/v1/me/second-factors/totp'
  assert.is((await app.call('DELETE', totp, { as: ada.token })).status, 204)
  assert.is((await app.call('DELETE', totp, { as: ada.token })).status, 404)
  assert.is((await logInWith(app, ada)).status, 200)
  const { body } = await app.call('GET', '/v1/me/second-factors', { as: ada.token })
  assert.equal([body.data.totp, body.data.recovery_codes_left, body.data.shown], [null, 0, null])
})

test('what happens to second factors is in the log and among the events', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const { recoveryCodes } = await addTotp(app, ada)
  await logInWith(app, ada, { recovery_code: recoveryCodes[0] })
  await app.call('DELETE', '/v1/me/second-factors/totp', { as: ada.token })
  const { body } = await app.call('GET', '/v1/audit', { as: ada.token })
  const actions = body.data.audit_events.map(({ action }: { action: string }) => action)
  for (const action of [
    'user.second_factor_added',
    'user.recovery_codes_made',
    'user.recovery_code_used',
    'user.second_factor_removed',
  ]) {
    assert.ok(actions.includes(action), action)
  }
  const events = app.store.raw.prepare(
    "SELECT data FROM event WHERE type = 'member.second_factor_changed' ORDER BY number",
  )
  const data = events
    .pluck()
    .all()
    .map((text) => JSON.parse(String(text)))
  assert.equal(data, [
    { user_id: ada.userId, change: 'added', means: 'totp' },
    { user_id: ada.userId, change: 'removed', means: 'totp' },
  ])
})

test('neither secrets nor codes lie in the database in the clear', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const { secret, recoveryCodes } = await addTotp(app, ada)
  const tables = ['totp', 'recovery_code', 'audit_event', 'event', 'idempotent_reply']
  for (const table of tables) {
    const text = JSON.stringify(app.store.raw.prepare(`SELECT * FROM ${table}`).all())
    for (const hidden of [secret, ...recoveryCodes]) assert.not.ok(text.includes(hidden), table)
  }
  const kept = app.store.raw.prepare('SELECT secret FROM totp').pluck().get() as Buffer
  assert.not.ok(kept.includes(Buffer.from(Secret.fromBase32(secret).bytes)))
})

test('of one person twenty questions are open, and the oldest goes', async () => {
  await using app = await lean()
  const ada = await app.signUp('Ada')
  const { recoveryCodes } = await addTotp(app, ada)
  const ids: string[] = []
  for (let n = 0; n < 21; n++) {
    ids.push((await asked(app, ada)).challenge_id)
    app.clock.advance({ seconds: 1 })
  }
  const answer = (challenge_id = '') =>
    answerSignIn(app, { challenge_id, recovery_code: recoveryCodes.pop() })
  assert.is(reason(await answer(ids[0])), 'challenge_over')
  assert.is((await answer(ids[1])).status, 200)
})

function actionsOf({ store }: TestApp, action: string): unknown {
  const sql = 'SELECT count(*) FROM audit_event WHERE action = ?'
  return store.raw.prepare(sql).pluck().get(action)
}

test.run()
