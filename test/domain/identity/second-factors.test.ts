// Second factors in the room itself: what is written down of them, and what is refused.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { PasskeyId, SessionId } from '../../../src/base/ids.ts'
import { type Principal, passkeysMax, totpFailuresMax } from '../../../src/domain/identity/index.ts'
import { goodPassword, refusalOf } from '../../support/open-test-identity.ts'
import { openWholeIdentity, passkeyPlace, place } from '../../support/open-whole-identity.ts'
import { codeOf } from '../../support/totp-code.ts'
import { openWritten } from '../../support/written-down.ts'

const email = 'owner@example.eu'
type House = Awaited<ReturnType<typeof openHouse>>
type Asked = { challenge_id: string; means: string[]; passkey: unknown; expires_at: string }

/** An owner, with what it takes to add factors and to show them; each code is a minute later. */
async function openHouse() {
  const room = openWholeIdentity()
  const ada = await room.owner()
  const says = openWritten(room, { Ada: ada.userId, house: ada.tenantId })
  const { clock } = room.store
  const as = (principal = ada) => room.as(principal)
  const shown = (secret: string) => {
    clock.advance({ seconds: 60 })
    return codeOf({ clock }, secret)
  }
  return Object.assign(room, {
    ada,
    says,
    by: as,
    async totp(principal = ada) {
      const { secret } = await room.beginTotp(as(principal), { issuer: 'Kontor' })
      const { codes } = await room.finishTotp(as(principal), { code: shown(secret) })
      return { secret, codes, code: () => shown(secret) }
    },
    async passkey(id = 'one', principal = ada) {
      const { challengeId, options } = await room.beginPasskey(as(principal), passkeyPlace)
      const answer = answerOf(id, options.challenge)
      const request = { challengeId, name: 'Key', answer, place: passkeyPlace }
      return room.addPasskey(as(principal), request)
    },
    /** What a log-in that waits for a factor asks. */
    async asked(part: object = {}): Promise<Asked> {
      const refused = await room.enter(email, { place, ...part }).catch((error) => error)
      assert.is(refused.reason, 'second_factor_required')
      return refused.facts
    },
    answer: (challengeId: string, part: object, more: object = {}) =>
      room.answerChallenge(room.anonymous(), {
        challengeId,
        shown: part,
        passkeys: passkeyPlace,
        place,
        ...more,
      }),
  })
}

const idOf = (name: string) => Buffer.from(name).toString('base64url')

function answerOf(name: string, challenge: string, response: object = {}) {
  return { id: idOf(name), type: 'public-key', response: { challenge, ...response } }
}

const optionsOf = ({ passkey }: Asked) => passkey as { challenge: string }

test('what is added, shown and removed is written down, and told to the house', async () => {
  using room = await openHouse()
  const { says, by } = room
  const ofAda = (action: string) => `user.${action} by user Ada: user Ada of house`
  const told = (change: string, means: string): [string, object] => [
    'member.second_factor_changed to house',
    { user_id: 'Ada', change, means },
  ]
  const made: [string] = [ofAda('recovery_codes_made')]
  await says(
    () => room.confirm(by(), { password: goodPassword, place: undefined }),
    [ofAda('confirmed'), { by: 'password' }],
  )
  let app = {} as Awaited<ReturnType<House['totp']>>
  await says(
    async () => {
      app = await room.totp()
    },
    [ofAda('second_factor_added'), { means: 'totp' }],
    made,
    told('added', 'totp'),
  )
  let passkeyId = 'pk_x' as PasskeyId
  await says(
    async () => {
      const { passkey, codes } = await room.passkey()
      assert.equal(codes, [], 'who has codes keeps them')
      passkeyId = passkey.passkeyId
    },
    [ofAda('second_factor_added'), { means: 'passkey', passkey_id: 'pk' }],
    told('added', 'passkey'),
  )
  const confirm = (part: object) => () => room.confirm(by(), { place: undefined, ...part })
  await says(confirm({ code: app.code() }), [ofAda('confirmed'), { by: 'totp' }])
  await says(
    confirm({ recoveryCode: app.codes[0]?.toUpperCase().replaceAll('-', ' ') }),
    [ofAda('recovery_code_used'), { left: 9 }],
    [ofAda('confirmed'), { by: 'recovery_code' }],
  )
  await says(() => room.renewRecoveryCodes(by()), made)
  const removed = ofAda('second_factor_removed')
  await says(
    () => room.removePasskey(by(), passkeyId),
    [removed, { means: 'passkey', passkey_id: 'pk' }],
    told('removed', 'passkey'),
  )
  await says(() => room.removeTotp(by()), [removed, { means: 'totp' }], told('removed', 'totp'))
  await says(async () => {
    await room.beginTotp(by(), { issuer: 'Kontor' })
    await room.removeTotp(by())
  })
})

test('factors that are taken away are written down with how many there were', async () => {
  using room = await openHouse()
  const { says } = room
  const boss = await room.root()
  const details = { means: 'all', totp: true, passkeys: 1, sessions_ended: 1 }
  const told: [string, object] = [
    'member.second_factor_changed to house',
    { user_id: 'Ada', change: 'reset', means: 'all' },
  ]
  await room.totp()
  await room.passkey()
  const userId = room.ada.userId as 'usr_x'
  await says(
    async () => assert.is((await room.resetFactors(room.as(boss), userId)).email, email),
    ['user.second_factor_reset by user usr: user Ada of house', details],
    told,
  )
  const none = { means: 'all', totp: false, passkeys: 0, sessions_ended: 0 }
  await says(
    () => room.resetFactorsAsOperator({ email: ' OWNER@example.eu' }),
    ['user.second_factor_reset by operator: user Ada of house, unasked', none],
    told,
  )
})

test('with the last factor goes what stands in for it, and what was shown by it', async () => {
  using room = await openHouse()
  await room.totp()
  const { passkey } = await room.passkey()
  const factors = () => room.listFactors(room.principalNow(room.store.db, room.ada) as Principal)
  const factorOf = () =>
    room.store.raw
      .prepare('SELECT factor FROM session WHERE session_id = ?')
      .pluck()
      .get(room.ada.sessionId)
  await room.removeTotp(room.by())
  assert.equal([factors().recoveryCodesLeft, factorOf()], [10, 'passkey'])
  await room.removePasskey(room.by(), passkey.passkeyId)
  assert.equal([factors().recoveryCodesLeft, factorOf()], [0, null])
  const refused = await refusalOf(() => room.renewRecoveryCodes(room.by()))
  assert.is(refused, 'Conflict no_second_factor')
})

test('all of a person is listed, with when it was made and used', async () => {
  using room = await openHouse()
  const confirmedAtMs = room.store.clock.nowMs()
  assert.equal(room.listFactors(room.ada), {
    isRequired: false,
    totp: null,
    passkeys: [],
    recoveryCodesLeft: 0,
    confirmedUntilMs: confirmedAtMs + 600_000,
    shown: null,
  })
  await room.beginTotp(room.by(), { issuer: 'x' })
  assert.is(room.listFactors(room.ada).totp, null, 'one that was begun does not count')
  const app = await room.totp()
  const createdAtMs = room.store.clock.nowMs()
  await room.passkey()
  await room.enter(email, { shown: { code: app.code() } })
  const { totp, passkeys } = room.listFactors(room.ada)
  assert.equal(totp, { createdAtMs, lastUsedAtMs: createdAtMs + 60_000 })
  assert.equal(passkeys, [
    {
      passkeyId: passkeys[0]?.passkeyId,
      name: 'Key',
      isBackedUp: true,
      createdAtMs,
      lastUsedAtMs: null,
    },
  ])
})

test('an app for codes is begun, and counts once, after its first code', async () => {
  using room = await openHouse()
  const finish = (code: string) => refusalOf(() => room.finishTotp(room.by(), { code }))
  assert.is(await finish('000000'), 'Conflict totp_not_begun')
  const first = await room.beginTotp(room.by(), { issuer: 'Kontor' })
  const second = await room.beginTotp(room.by(), { issuer: 'Kontor' })
  const { clock } = room.store
  const caller = { clock }
  assert.is(await finish(codeOf(caller, first.secret)), 'InvalidInput code wrong_factor')
  const code = codeOf(caller, second.secret)
  assert.is(await finish(`${code.slice(0, 3)} ${code.slice(3)}`), 'not refused')
  assert.is(await finish(code), 'Conflict totp_exists')
  const again = () => room.beginTotp(room.by(), { issuer: 'Kontor' })
  assert.is(await refusalOf(again), 'Conflict totp_exists')
  assert.match(second.uri, /^otpauth:\/\/totp\/Kontor:owner%40example.eu\?/)
})

test('an app that was only begun is no second factor', async () => {
  using room = await openHouse()
  await room.passkey()
  const { secret } = await room.beginTotp(room.by(), { issuer: 'Kontor' })
  const code = codeOf(room.store, secret)
  assert.is(await refusalOf(() => room.enter(email, { shown: { code } })), 'Unauthenticated')
})

test('too many wrong codes are told once, and end after a quarter of an hour', async () => {
  using room = await openHouse()
  const app = await room.totp()
  const wrong = (part = '000000') => refusalOf(() => room.enter(email, { shown: { code: part } }))
  for (let i = 1; i < totpFailuresMax; i++) assert.is(await wrong(), 'Unauthenticated')
  const failed = 'user.second_factor_failed by system: user Ada of house, unasked'
  await room.settled()
  await room.says(wrong, [failed, { failed: totpFailuresMax }])
  const code = app.code()
  const refused = await room.enter(email, { shown: { code } }).catch((error) => error)
  assert.equal([refused.name, refused.retryAfterSeconds], ['RateLimited', 14 * 60])
  room.store.clock.advance({ seconds: 14 * 60 })
  assert.is(await wrong(), 'Unauthenticated')
  assert.is(await wrong(app.code()), 'not refused')
  const { failedLogins } = await room.enter(email, { shown: { code: app.code() } })
  assert.is(failedLogins.count, 0)
})

test('a code counts once, and a wrong one is a failed log-in', async () => {
  using room = await openHouse()
  const app = await room.totp()
  const code = app.code()
  const enter = () => room.enter(email, { shown: { code } })
  assert.is((await enter()).email, email)
  assert.is(await refusalOf(enter), 'Unauthenticated')
  await room.settled()
  const { failedLogins } = await room.enter(email, { shown: { code: app.code() } })
  assert.is(failedLogins.count, 1)
})

const strange: [title: string, part: (room: House) => Promise<object> | object, refusal: string][] =
  [
    ['elsewhere', () => ({ place: undefined }), 'Conflict passkeys_unavailable'],
    [
      'for another question',
      () => ({ answer: answerOf('a', 'x') }),
      'InvalidInput passkey wrong_factor',
    ],
    ['for no question', () => ({ challengeId: 'challenge_x' }), 'Forbidden challenge_over'],
    [
      'for a question of another kind',
      async (room) => ({
        challengeId: (await room.askToConfirm(room.by(), undefined)).challengeId,
      }),
      'Forbidden challenge_over',
    ],
    [
      'for a question to another session',
      async (room) => {
        const { sessionToken } = await room.enter(email)
        const later = room.principalOfToken(sessionToken) as Principal
        return { challengeId: (await room.beginPasskey(room.by(later), passkeyPlace)).challengeId }
      },
      'Forbidden challenge_over',
    ],
    [
      'after five minutes',
      ({ store }) => {
        store.clock.advance({ seconds: 300 })
        return {}
      },
      'Forbidden challenge_over',
    ],
    [
      'that is known',
      async (room) => {
        await room.passkey('taken')
        const { challengeId, options } = await room.beginPasskey(room.by(), passkeyPlace)
        return { challengeId, answer: answerOf('taken', options.challenge) }
      },
      'Conflict passkey_known',
    ],
  ]
for (const [title, part, refusal] of strange) {
  test(`a passkey ${title}: ${refusal}`, async () => {
    using room = await openHouse()
    const { challengeId, options } = await room.beginPasskey(room.by(), passkeyPlace)
    const answer = answerOf('a', options.challenge)
    const request = { challengeId, name: 'Key', answer, place: passkeyPlace }
    const made = { ...request, ...(await part(room)) }
    assert.is(await refusalOf(() => room.addPasskey(room.by(), made)), refusal)
  })
}

test('nobody has more than so many passkeys, however many are begun at once', async () => {
  using room = await openHouse()
  for (let i = 1; i < passkeysMax; i++) await room.passkey(`key${i}`)
  const begun = [
    await room.beginPasskey(room.by(), passkeyPlace),
    await room.beginPasskey(room.by(), passkeyPlace),
  ]
  const { excludeCredentials } = begun[0]?.options ?? {}
  assert.equal(
    [excludeCredentials?.length, excludeCredentials?.[0]],
    [passkeysMax - 1, { type: 'public-key', id: idOf('key1'), transports: ['usb'] }],
  )
  const outcomes = []
  for (const [i, { challengeId, options }] of begun.entries()) {
    const answer = answerOf(`last${i}`, options.challenge)
    const request = { challengeId, name: 'Key', answer, place: passkeyPlace }
    outcomes.push(await refusalOf(() => room.addPasskey(room.by(), request)))
  }
  assert.equal(outcomes, ['not refused', 'Conflict too_many_passkeys'])
  const another = () => room.beginPasskey(room.by(), passkeyPlace)
  assert.is(await refusalOf(another), 'Conflict too_many_passkeys')
  assert.is(
    await refusalOf(() => room.beginPasskey(room.by(), undefined)),
    'Conflict passkeys_unavailable',
  )
})

test('a passkey is named and removed by whose it is', async () => {
  using room = await openHouse()
  const { passkey } = await room.passkey()
  const { passkeyId } = passkey
  const stranger = await room.owner('stranger@x.eu')
  const rename = (who: Principal) => room.renamePasskey(room.by(who), { passkeyId, name: 'Mine' })
  assert.is(await refusalOf(() => rename(stranger)), 'NotFound')
  assert.is(await refusalOf(() => room.removePasskey(room.by(stranger), passkeyId)), 'NotFound')
  assert.is(await refusalOf(() => room.removeTotp(room.by())), 'NotFound')
  assert.equal(await rename(room.ada), { ...passkey, name: 'Mine' })
  assert.equal(room.listFactors(room.ada).passkeys, [{ ...passkey, name: 'Mine' }])
})

test('a log-in asks for what there is, and says it again as long as it waits', async () => {
  using room = await openHouse()
  const app = await room.totp()
  await room.passkey()
  const here = { passkeys: passkeyPlace }
  const waiting = await room.asked(here)
  assert.equal(waiting.means, ['totp', 'passkey', 'recovery_code'])
  assert.equal(waiting.passkey, {
    challenge: optionsOf(waiting).challenge,
    rpId: 'market.example',
    timeout: 300_000,
    userVerification: 'required',
    allowCredentials: [{ type: 'public-key', id: idOf('one'), transports: ['usb'] }],
  })
  const elsewhere = await room.asked()
  assert.equal([elsewhere.means, elsewhere.passkey], [['totp', 'recovery_code'], null])
  const ask = (part: object) =>
    room.askChallenge(room.anonymous(), {
      challengeId: waiting.challenge_id,
      kind: 'bearer',
      place: passkeyPlace,
      ...part,
    })
  const again = await ask({})
  assert.equal([again.means, again.passkey], [waiting.means, waiting.passkey])
  assert.is(again.expiresAtMs, Date.parse(waiting.expires_at))
  assert.is(await refusalOf(() => ask({ kind: 'browser' })), 'Forbidden challenge_over')
  assert.is(await refusalOf(() => ask({ challengeId: 'x' })), 'Forbidden challenge_over')
  const alone = await ask({ challengeId: undefined })
  assert.equal([alone.means, alone.passkey?.allowCredentials], [['passkey'], []])
  const nowhere = await ask({ challengeId: undefined, place: undefined })
  assert.equal([nowhere.means, nowhere.passkey], [[], null])
  const { challengeId } = alone
  assert.is(await refusalOf(() => ask({ challengeId })), 'Forbidden challenge_over')
  const session = await room.answer(waiting.challenge_id, { code: app.code() })
  assert.is(room.principalOfToken(session.sessionToken)?.proof?.factor, 'totp')
  const used = () => room.answer(waiting.challenge_id, { code: app.code() })
  assert.is(await refusalOf(used), 'Forbidden challenge_over')
})

test('a log-in that waits ends by too many wrong answers, time and another password', async () => {
  using room = await openHouse()
  const app = await room.totp()
  const tell = (id: string, part: object, more?: object) =>
    refusalOf(() => room.answer(id, part, more))
  const guessed = (await room.asked()).challenge_id
  for (let i = 0; i < 5; i++)
    assert.is(await tell(guessed, { recoveryCode: 'x' }), 'Unauthenticated')
  assert.is(await tell(guessed, { code: app.code() }), 'Forbidden challenge_over')
  await room.settled()
  const old = (await room.asked()).challenge_id
  room.store.clock.advance({ seconds: 300 })
  assert.is(await tell(old, { code: app.code() }), 'Forbidden challenge_over')
  const browser = { place: { ...place, kind: 'browser' } }
  const bearer = (await room.asked()).challenge_id
  assert.is(await tell(bearer, { code: app.code() }, browser), 'Forbidden challenge_over')
  const { failedLogins } = await room.answer(bearer, { code: app.code() })
  assert.is(failedLogins.count, 5)
  const before = (await room.asked()).challenge_id
  room.store.clock.advance({ seconds: 1 })
  await room.resetPassword({ email, newPassword: goodPassword })
  assert.is(await tell(before, { code: app.code() }), 'Forbidden challenge_over')
})

test('what a log-in replaces ends with it, and not before', async () => {
  using room = await openHouse()
  const app = await room.totp()
  const replaces = room.ada.sessionId as SessionId
  const { challenge_id } = await room.asked({ replaces, place: undefined })
  const isLive = () => room.principalNow(room.store.db, room.ada) !== undefined
  assert.ok(isLive())
  await room.answer(challenge_id, { code: app.code() })
  assert.not(isLive())
})

test('a passkey opens a session by itself, with one try, to whose it is', async () => {
  using room = await openHouse()
  await room.passkey()
  const begin = () => room.askChallenge(room.anonymous(), { kind: 'bearer', place: passkeyPlace })
  const show = async (id: string, response: object = {}) => {
    const { challengeId, passkey } = await begin()
    const { challenge = '' } = passkey ?? {}
    const answer = { passkey: answerOf(id, challenge, response) }
    const outcome = await refusalOf(() => room.answer(challengeId, answer))
    const again = await refusalOf(() => room.answer(challengeId, answer))
    return [outcome, again]
  }
  const over = 'Forbidden challenge_over'
  const handle = (id: string) => ({ userHandle: Buffer.from(id).toString('base64url') })
  assert.equal(await show('one'), ['not refused', over])
  assert.equal(await show('one', handle(room.ada.userId as string)), ['not refused', over])
  assert.equal(await show('one', { userHandle: null }), ['not refused', over])
  assert.equal(await show('one', handle('usr_other')), ['Unauthenticated', over])
  assert.equal(await show('none'), ['Unauthenticated', over])
  assert.equal(await show('one', { challenge: 'x' }), ['Unauthenticated', over])
  const { challengeId } = await begin()
  assert.is(await refusalOf(() => room.answer(challengeId, { code: '000000' })), over)
  const { challengeId: nowhere, passkey } = await begin()
  const answer = { passkey: answerOf('one', passkey?.challenge ?? '') }
  const elsewhere = () => room.answer(nowhere, answer, { passkeys: undefined })
  assert.is(await refusalOf(elsewhere), 'Unauthenticated')
})

test('a passkey that counts backwards is a copy', async () => {
  using room = await openHouse()
  await room.passkey()
  const { says } = room
  const show = async (count: number) => {
    const { challengeId, passkey } = await room.askChallenge(room.anonymous(), {
      kind: 'bearer',
      place: passkeyPlace,
    })
    const { challenge = '' } = passkey ?? {}
    return refusalOf(() =>
      room.answer(challengeId, { passkey: answerOf('one', challenge, { count }) }),
    )
  }
  assert.equal([await show(3), await show(4)], ['not refused', 'not refused'])
  const copied = (counted: number): [string, object] => [
    'user.passkey_copied by user Ada: user Ada of house',
    { passkey_id: 'pk', counted, known: 4 },
  ]
  for (const count of [4, 3, 0]) {
    await says(async () => assert.is(await show(count), 'Unauthenticated'), copied(count))
  }
  const { passkeys } = room.listFactors(room.ada)
  assert.equal(
    passkeys.map(({ isBackedUp, lastUsedAtMs }) => [isBackedUp, lastUsedAtMs]),
    [[false, room.store.clock.nowMs()]],
  )
})

test('another’s passkey is no second factor of one’s own', async () => {
  using room = await openHouse()
  await room.passkey('one')
  const other = await room.owner('other@x.eu')
  await room.passkey('theirs', other)
  const waiting = await room.asked({ passkeys: passkeyPlace })
  const { challenge } = optionsOf(waiting)
  const answer = { passkey: answerOf('theirs', challenge) }
  assert.is(await refusalOf(() => room.answer(waiting.challenge_id, answer)), 'Unauthenticated')
})

test.run()
