// Second factors where a single moment decides: what waits, what was shown, what is too old.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { challengesOfPersonMax, deviceLifetimeMs } from '../../../src/domain/identity/index.ts'
import { goodPassword, openTestIdentity, refusalOf } from '../../support/open-test-identity.ts'
import { codeOf } from '../../support/totp-code.ts'

const email = 'owner@example.eu'
const logIn = { email, password: goodPassword }
const place = { kind: 'bearer', address: '127.0.0.1', userAgent: 'a browser' } as const

/** An owner with an app for codes; a code is good once, so each one is a minute later. */
async function openGuarded() {
  const room = openTestIdentity()
  const owner = await room.owner()
  const { secret } = await room.beginTotp(room.as(owner), { issuer: 'Kontor' })
  const { clock } = room.store
  const caller = { clock }
  const code = () => {
    clock.advance({ seconds: 60 })
    return codeOf(caller, secret)
  }
  await room.finishTotp(room.as(owner), { code: code() })
  return Object.assign(room, { person: owner, code })
}

test('questions of somebody who is logged in push out no log-in that waits', async () => {
  using room = await openGuarded()
  const waiting = await room.logIn(room.anonymous(), logIn).catch((error) => error)
  const { challenge_id: challengeId } = waiting.facts ?? waiting.details
  for (let i = 0; i <= challengesOfPersonMax; i++) {
    await room.askToConfirm(room.as(room.person), undefined)
  }
  const shown = { code: room.code() }
  const answer = { challengeId, shown, passkeys: undefined, place }
  const { userId } = await room.answerChallenge(room.anonymous(), answer)
  assert.is(userId, room.person.userId)
})

test('what was shown to confirm is what the session has shown from then on', async () => {
  using room = await openGuarded()
  const { sessionId } = room.person
  const sql = 'SELECT factor FROM session WHERE session_id = ?'
  const factor = () => room.store.raw.prepare(sql).pluck().get(sessionId)
  room.store.raw.prepare('UPDATE session SET factor = NULL').run()
  const { factor: shown } = await room.confirm(room.as(room.person), {
    code: room.code(),
    place: undefined,
  })
  assert.equal([shown, factor()], ['totp', 'totp'])
})

test('a wrong answer is wrong in the field that it came in', async () => {
  using room = await openGuarded()
  const tell = (part: object) =>
    refusalOf(() => room.confirm(room.as(room.person), { place: undefined, ...part }))
  assert.is(await tell({ code: '000000' }), 'InvalidInput code wrong_factor')
  assert.is(await tell({ recoveryCode: 'none' }), 'InvalidInput recovery_code wrong_factor')
  assert.match(await tell({ passkey: {} }), /^InvalidInput challenge_id required/)
})

test('a device is known for half a year, to its own account', async () => {
  using room = openTestIdentity()
  await room.owner()
  await room.owner('other@x.eu')
  const { deviceToken } = await room.logIn(room.anonymous(), { ...logIn, place })
  const knows = (of: string) => room.knownDevice({ email: of, deviceToken }) !== undefined
  room.store.clock.advance({ seconds: deviceLifetimeMs / 1000 - 1 })
  assert.equal([knows(email), knows('other@x.eu')], [true, false])
  room.store.clock.advance({ seconds: 1 })
  assert.is(knows(email), false)
})

test.run()
