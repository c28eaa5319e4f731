// Letters with codes: who is written to, what stands in them, and what a code does.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { UserId } from '../../../src/base/ids.ts'
import type { OidcProvider } from '../../../src/base/oidc-settings.ts'
import { seal } from '../../../src/base/sealed.ts'
import { derivedKey, secretsFrom } from '../../../src/base/secrets.ts'
import {
  emailCodeMs,
  resetAgainMs,
  resetByMailMs,
  resetLinkLifetimeMs,
} from '../../../src/domain/identity/index.ts'
import { accountOf, goodPassword, refusalOf } from '../../support/open-test-identity.ts'
import {
  openWholeIdentity,
  provider,
  type WholeIdentity,
} from '../../support/open-whole-identity.ts'

const email = 'owner@example.eu'
const newPassword = 'a cello in the cellar'

async function openHouse(part: Parameters<typeof openWholeIdentity>[0] = {}) {
  const room = openWholeIdentity(part)
  const ada = await room.owner()
  const codeTo = (address: string) =>
    room.letters.findLast((one) => one.email === address)?.code as string
  return Object.assign(room, {
    ada,
    codeTo,
    house: { userId: ada.userId, tenantId: ada.tenantId },
    verify: (code: string) => room.verifyEmail(room.anonymous(), { code }),
    async asksReset(address = email, spoken?: string) {
      const before = room.letters.length
      room.requestReset({ email: address, requestId: room.anonymous().requestId, spoken })
      await room.settled()
      return room.letters.length - before
    },
    later: (ms: number) => room.store.clock.advance({ seconds: ms / 1000 }),
  })
}

const withoutCodes = ({ letters }: WholeIdentity) =>
  letters.map(({ code, ...rest }) => [typeof code, rest])

test('each letter says to whom it goes, in which language, and how long it is good', async () => {
  using room = await openHouse()
  const { ada, house, store } = room
  const nowMs = store.clock.nowMs()
  const cmd = { ...room.as(ada), spoken: 'fr' }
  room.letters.length = 0
  await room.signUp({ ...room.anonymous(), spoken: 'el' }, accountOf('Eve@x.eu'))
  await room.invite(cmd, { roles: ['viewer'], email: ' Bea@x.eu' })
  await room.invite(cmd, { roles: ['viewer'] })
  await room.sendEmailCode(cmd, { email: 'ada@y.eu' })
  await room.asksReset(' OWNER@example.eu', 'de')
  await room.verifyEmail({ ...room.anonymous(), spoken: 'it' }, { code: room.codeTo('ada@y.eu') })
  const [welcome, ...rest] = withoutCodes(room)
  const { kind, spoken, expiresAtMs } = (welcome?.[1] ?? {}) as Record<string, unknown>
  assert.equal([kind, spoken, expiresAtMs], ['verification', 'el', nowMs + emailCodeMs])
  const week = nowMs + emailCodeMs
  const invitation = { kind: 'invitation', email: 'bea@x.eu', expiresAtMs: week, spoken: 'fr' }
  assert.equal(rest, [
    [
      'string',
      { ...invitation, tenantId: house.tenantId, house: 'Ada and sons', by: house.userId },
    ],
    [
      'string',
      { kind: 'verification', email: 'ada@y.eu', ...house, expiresAtMs: week, spoken: 'fr' },
    ],
    [
      'string',
      { kind: 'reset', email, ...house, expiresAtMs: nowMs + resetByMailMs, spoken: 'de' },
    ],
    ['undefined', { kind: 'moved', email, ...house, spoken: 'it' }],
  ])
})

test('who signs up is written to, also who was invited', async () => {
  using room = await openHouse()
  const join = async (address: string, invited: string | undefined) => {
    const asked = { roles: ['viewer'] as const, email: invited }
    const { code: invitationCode } = await room.invite(room.as(room.ada), asked)
    room.letters.length = 0
    const account = { ...accountOf(address), invitationCode }
    const { userId, sessionToken } = await room.signUp(room.anonymous(), account)
    const who = room.me(room.principalOfToken(sessionToken) as never).who
    assert.is((who as { userId: UserId }).userId, userId)
    return [(who as { isEmailVerified: boolean }).isEmailVerified, room.letters.length]
  }
  assert.equal(await join('one@x.eu', 'One@x.eu'), [false, 1])
  assert.equal(await join('two@x.eu', undefined), [false, 1])
})

test('without mail nobody is written to, and nobody can ask for it', async () => {
  const never = () => {
    throw new Error('a letter')
  }
  const letters = { invitation: never, reset: never, verification: never, moved: never }
  using room = openWholeIdentity({ letters: { isSet: () => false, ...letters } })
  const owner = await room.owner()
  assert.is(await refusalOf(() => room.sendEmailCode(room.as(owner))), 'NotOffered')
  const { requestId } = room.anonymous()
  assert.is(await refusalOf(() => room.requestReset({ email, requestId })), 'NotOffered')
})

test('a code is good for a week, for the address and the person that it was made for', async () => {
  using room = await openHouse()
  const bad = 'Forbidden email_code_invalid'
  const code = room.codeTo(email)
  assert.is(await refusalOf(() => room.verify(`${code.slice(0, -4)}AAAA`)), bad)
  room.later(emailCodeMs - 1000)
  const { userId } = await room.verify(` ${code}\n`)
  assert.is(userId, room.ada.userId)
  room.later(1000)
  assert.is(await refusalOf(() => room.verify(code)), bad)
})

test('a code is sealed with what a rotation changes, and lasts a week at most', async () => {
  const [root, before, after] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as Buffer[]
  let signing = [before as Buffer]
  const source = { root: () => root as Buffer, signing: () => signing, pastSigners: () => [] }
  using room = await openHouse({ secrets: secretsFrom(root as Buffer, source) })
  const bad = 'Forbidden email_code_invalid'
  const forged = (secret: Buffer | undefined, forMs: number) => {
    const { userId } = room.ada
    const untilMs = room.store.clock.nowMs() + forMs
    const said = JSON.stringify({ userId, from: email, to: 'eve@x.eu', untilMs })
    return seal(derivedKey(secret as Buffer, 'email-code'), Buffer.from(said)).toString('base64url')
  }
  room.later(1000)
  const verify = (code: string) => refusalOf(() => room.verify(code))
  assert.is(await verify(forged(root, emailCodeMs)), bad, 'with what never changes')
  assert.is(await verify(forged(before, emailCodeMs + 1)), bad, 'for longer than any')
  const code = room.codeTo(email)
  signing = [after as Buffer, before as Buffer]
  assert.is(await verify(code), 'not refused', 'within the overlap')
  await room.sendEmailCode(room.as(room.ada), { email: 'ada@y.eu' })
  signing = [after as Buffer]
  assert.is(await verify(code), bad, 'after the overlap')
  assert.is(await verify(room.codeTo('ada@y.eu')), 'not refused')
})

test('what is verified is not asked again, and keeps when it was', async () => {
  using room = await openHouse()
  const verifiedAt = () =>
    room.store.raw.prepare('SELECT email_verified_at FROM user').pluck().get()
  const code = room.codeTo(email)
  await room.verify(code)
  const before = verifiedAt()
  room.later(1000)
  assert.equal(await room.verify(code), { userId: room.ada.userId, email })
  assert.is(verifiedAt(), before)
  room.later(resetAgainMs)
  await room.sendEmailCode(room.as(room.ada))
  assert.is(room.letters.length, 1)
})

test('another address is taken by its reader, and the open ways back in end with it', async () => {
  using room = await openHouse()
  const { ada } = room
  const change = (to: string) => room.sendEmailCode(room.as(ada), { email: to })
  await room.owner('taken@x.eu')
  assert.is(await refusalOf(() => change('Taken@x.eu')), 'Conflict email_taken')
  assert.is(await refusalOf(() => change('none')), 'InvalidInput email invalid_email')
  await room.asksReset()
  const reset = room.codeTo(email)
  await change(' Ada@Y.eu')
  assert.equal(await room.verify(room.codeTo('ada@y.eu')), {
    userId: ada.userId,
    email: 'ada@y.eu',
  })
  const back = () => room.resetByCode(room.anonymous(), { code: reset, newPassword })
  assert.is(await refusalOf(back), 'Forbidden reset_code_invalid')
  const who = room.me(ada).who as { email: string; isEmailVerified: boolean }
  assert.equal([who.email, who.isEmailVerified], ['ada@y.eu', true])
})

test('a code is over for an address that is taken by now, and for who is gone', async () => {
  using room = await openHouse()
  const { ada } = room
  await room.sendEmailCode(room.as(ada), { email: 'next@x.eu' })
  const code = room.codeTo('next@x.eu')
  await room.owner('next@x.eu')
  assert.is(await refusalOf(() => room.verify(code)), 'Conflict email_taken')
  const own = room.codeTo('next@x.eu')
  await room.eraseUser('next@x.eu', () => undefined)
  assert.is(await refusalOf(() => room.verify(own)), 'Forbidden email_code_invalid')
})

test('nobody is written to twice within five minutes, whatever for', async () => {
  using room = await openHouse()
  const change = (to: string) => room.sendEmailCode(room.as(room.ada), { email: to })
  await change('a@y.eu')
  await change('b@y.eu')
  await change('a@y.eu')
  assert.is(room.letters.length, 3)
  assert.equal([await room.asksReset(), await room.asksReset()], [1, 0])
  room.later(resetAgainMs - 1)
  assert.is(await room.asksReset(), 0)
  room.later(1)
  assert.is(await room.asksReset(), 1)
})

test('codes for another password go to who is there, and may be', async () => {
  using room = await openHouse()
  const boss = await room.root()
  const { tenantId, userId } = room.ada
  assert.equal([await room.asksReset('nobody@x.eu'), await room.asksReset()], [0, 1])
  room.later(resetAgainMs)
  const suspended = { tenantId, reason: 'late' }
  await room.suspendTenant(room.as(boss), suspended)
  assert.is(await room.asksReset(), 0)
  await room.liftSuspension(room.as(boss), { tenantId })
  await room.lockPerson(room.as(boss), { userId: userId as UserId, reason: 'odd' })
  assert.is(await room.asksReset(), 0)
  await room.unlockPerson(room.as(boss), { userId: userId as UserId })
  assert.is(await room.asksReset(), 1)
})

test('a code by mail is good for an hour, and shows that the address is read', async () => {
  using room = await openHouse()
  await room.asksReset()
  const code = room.codeTo(email)
  const reset = (password = newPassword) =>
    room.resetByCode(room.anonymous(), { code, newPassword: password })
  assert.is(await refusalOf(() => reset('short')), 'InvalidInput new_password too_short')
  assert.is(await refusalOf(() => room.enter(email, { password: 'wrong' })), 'Unauthenticated')
  await room.settled()
  room.later(resetByMailMs - 1)
  assert.is((await reset()).userId, room.ada.userId)
  assert.is(await refusalOf(() => reset()), 'Forbidden reset_code_invalid')
  const { sessionToken, failedLogins } = await room.enter(email, { password: newPassword })
  assert.equal(failedLogins, { count: 0, lastAtMs: null })
  const { who } = room.me(room.principalOfToken(sessionToken) as never)
  assert.is((who as { isEmailVerified: boolean }).isEmailVerified, true)
})

test('nobody ends the link that an administrator made by asking for a letter', async () => {
  using room = await openHouse()
  const boss = await room.root()
  const { code } = await room.createResetLink(room.as(boss), room.ada.userId as UserId)
  room.later(resetAgainMs)
  assert.is(await room.asksReset(), 0)
  room.later(resetLinkLifetimeMs - resetAgainMs - 1)
  assert.is(await room.asksReset(), 0)
  assert.is(
    await refusalOf(() => room.resetByCode(room.anonymous(), { code, newPassword })),
    'not refused',
  )
  await room.createResetLink(room.as(boss), room.ada.userId as UserId)
  room.later(resetLinkLifetimeMs)
  assert.is(await room.asksReset(), 1, 'once it is over')
})

test('a code by mail is over after its hour; an administrator’s verifies nothing', async () => {
  using room = await openHouse()
  const boss = await room.root()
  await room.asksReset()
  const code = room.codeTo(email)
  room.later(resetByMailMs)
  const late = () => room.resetByCode(room.anonymous(), { code, newPassword })
  assert.is(await refusalOf(late), 'Forbidden reset_code_invalid')
  const link = await room.createResetLink(room.as(boss), room.ada.userId as UserId)
  assert.equal([link.email, link.userId], [email, room.ada.userId])
  const done = await room.resetByCode(room.anonymous(), { code: ` ${link.code} `, newPassword })
  assert.equal(done, { userId: room.ada.userId, email })
  const verified = 'SELECT email_verified_at FROM user WHERE email = ?'
  assert.is(room.store.raw.prepare(verified).pluck().get(email), null)
})

test('where a domain has no passwords, no way to one is open either', async () => {
  const providers: OidcProvider[] = [{ ...provider, passwordOffFor: ['elsewhere.eu'] }]
  using room = openWholeIdentity({ sso: { providers, client: {} as never, refreshMs: 1 } })
  const boss = await room.root()
  const owner = await room.owner()
  const off = 'Forbidden sso_required'
  const { requestId } = room.anonymous()
  const address = 'a@elsewhere.eu'
  const link = await room.createResetLink(room.as(boss), owner.userId as UserId)
  assert.is(await refusalOf(() => room.sendEmailCode(room.as(owner), { email: address })), off)
  assert.is(await refusalOf(() => room.requestReset({ email: address, requestId })), off)
  assert.is(await refusalOf(() => room.signUp(room.anonymous(), accountOf(address))), off)
  room.store.raw.prepare('UPDATE user SET email = ? WHERE user_id = ?').run(address, owner.userId)
  const { code } = link
  const away = () => room.sendEmailCode(room.as(owner), { email: 'away@x.eu' })
  assert.is(await refusalOf(away), off, 'nor by another address')
  providers[0] = { ...provider }
  await away()
  providers[0] = { ...provider, passwordOffFor: ['elsewhere.eu'] }
  const moved = room.letters.at(-1)?.code ?? ''
  const verify = () => room.verifyEmail(room.anonymous(), { code: moved })
  assert.is(await refusalOf(verify), off, 'nor by a code of before')
  assert.is(await refusalOf(() => room.resetByCode(room.anonymous(), { code, newPassword })), off)
  assert.is(await refusalOf(() => room.createResetLink(room.as(boss), owner.userId as UserId)), off)
  assert.is(await refusalOf(() => room.enter(address, { password: goodPassword })), off)
})

test.run()
