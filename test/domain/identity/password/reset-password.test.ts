import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { goodPassword, openTestIdentity, refusalOf } from '../../../support/open-test-identity.ts'

const newPassword = 'a cello in the cellar'
const email = 'owner@example.eu'

test('the new password logs in and the old one does not', async () => {
  using room = openTestIdentity()
  await room.owner()
  await room.resetPassword({ email: ' OWNER@example.eu', newPassword })
  const logIn = (password: string) => () => room.logIn(room.anonymous(), { email, password })
  assert.is(await refusalOf(logIn(goodPassword)), 'Unauthenticated')
  assert.is(await refusalOf(logIn(newPassword)), 'not refused')
})

test('all sessions of the person end, and no others', async () => {
  using room = openTestIdentity()
  const { userId } = await room.owner()
  const { sessionToken } = await room.logIn(room.anonymous(), { email, password: goodPassword })
  const other = await room.owner('other@example.eu')
  const reset = await room.resetPassword({ email, newPassword })
  assert.equal(reset, { userId, email, sessionsEnded: 2 })
  assert.is(room.principalOfToken(sessionToken), undefined)
  assert.is(await refusalOf(() => room.assertLive(room.store.db, other)), 'not refused')
})

test('a reset is on record as a deed of the operator', async () => {
  using room = openTestIdentity()
  const { userId, tenantId } = await room.owner()
  await room.resetPassword({ email, newPassword })
  assert.equal(room.audited().at(-1), {
    action: 'user.password_reset',
    subjectId: userId,
    actorType: 'operator',
    details: '{"sessions_ended":1}',
  })
  const tenants = room.store.raw.prepare('SELECT tenant_id FROM audit_event').pluck().all()
  assert.is(tenants.at(-1), tenantId)
})

const refusals: [title: string, request: object, refusal: string][] = [
  ['an unknown address', { email: 'nobody@example.eu' }, 'NotFound'],
  ['an address that is none', { email: 'nobody' }, 'InvalidInput email invalid_email'],
  ['a short password', { newPassword: 'short' }, 'InvalidInput new_password too_short'],
  ['a common password', { newPassword: 'Password1234' }, 'InvalidInput new_password too_common'],
]
for (const [title, request, refusal] of refusals) {
  test(`${title} is refused and changes nothing`, async () => {
    using room = openTestIdentity()
    const owner = await room.owner()
    const attempt = () => room.resetPassword({ email, newPassword, ...request })
    assert.is(await refusalOf(attempt), refusal)
    assert.is(await refusalOf(() => room.assertLive(room.store.db, owner)), 'not refused')
  })
}

test('who was removed has no password to reset', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const { code } = await room.invite(room.as(owner), { roles: ['viewer'] })
  const account = { email: 'ben@x.eu', password: goodPassword, displayName: 'Ben' }
  const joined = await room.signUp(room.anonymous(), { ...account, invitationCode: code })
  await room.removeMember(room.as(owner), { userId: joined.userId })
  for (const address of ['ben@x.eu', `${joined.userId}@removed.invalid`]) {
    const attempt = () => room.resetPassword({ email: address, newPassword })
    assert.is(await refusalOf(attempt), 'NotFound', address)
  }
})

test.run()
