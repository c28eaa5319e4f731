import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { secretsFrom } from '../../../../src/base/secrets.ts'
import type { Identity, Principal } from '../../../../src/domain/identity/index.ts'
import { openIdentity } from '../../../../src/domain/identity/index.ts'
import {
  goodPassword,
  openTestIdentity,
  refusalOf,
  type TestIdentity,
} from '../../../support/open-test-identity.ts'

const email = 'owner@example.eu'
const newPassword = 'another violin'

async function logIn(room: TestIdentity, password = goodPassword) {
  return room.logIn(room.anonymous(), { email, password })
}

async function session(room: TestIdentity): Promise<Principal> {
  return room.principalOfToken((await logIn(room)).sessionToken) as Principal
}

test('logging in opens a session of seven days', async () => {
  using room = openTestIdentity()
  await room.owner()
  const { sessionToken, expiresAtMs } = await logIn(room)
  assert.is(expiresAtMs - room.store.clock.nowMs(), 7 * 24 * 3_600_000)
  room.store.clock.advance({ hours: 7 * 24, seconds: -1 })
  assert.ok(room.principalOfToken(sessionToken))
  room.store.clock.advance({ seconds: 1 })
  assert.is(room.principalOfToken(sessionToken), undefined)
})

test('a wrong password and an unknown address are refused alike', async () => {
  using room = openTestIdentity()
  await room.owner()
  const attempts = [
    { email, password: 'a wrong password' },
    { email: 'nobody@example.eu', password: goodPassword },
  ]
  for (const attempt of attempts) {
    assert.is(await refusalOf(() => room.logIn(room.anonymous(), attempt)), 'Unauthenticated')
  }
})

test('an unknown address costs the same work as a wrong password', async () => {
  using room = openTestIdentity({ passwordCost: { logN: 14, r: 8, p: 2 } })
  await room.owner()
  // Of a processor, in whatever thread: what other programs take is not in it.
  const timeOf = async (address: string) => {
    const before = process.cpuUsage()
    await refusalOf(() => room.logIn(room.anonymous(), { email: address, password: 'wrong one' }))
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const times = { known: Infinity, unknown: Infinity }
  for (let round = 0; round < 4; round++) {
    times.known = Math.min(times.known, await timeOf(email))
    times.unknown = Math.min(times.unknown, await timeOf('nobody@example.eu'))
  }
  const ratio = times.unknown / times.known
  assert.ok(ratio > 0.3 && ratio < 3, `ratio ${ratio}`)
})

test('logging in sweeps expired sessions away', async () => {
  using room = openTestIdentity()
  await room.owner()
  await logIn(room)
  room.store.clock.advance({ hours: 8 * 24 })
  await logIn(room)
  assert.is(room.store.raw.prepare('SELECT count(*) FROM session').pluck().get(), 1)
})

test('a hash of an older cost is made anew at the next login', async () => {
  using room = openTestIdentity({ passwordCost: { logN: 9, r: 8, p: 1 } })
  await room.owner()
  const today = openIdentity({
    store: room.store,
    clock: room.store.clock,
    secrets: secretsFrom(Buffer.alloc(32, 7)),
    settings: {
      signup: 'open',
      region: 'eu-central',
      searchRatePerMinute: 120,
      storageQuotaBytes: 0,
      sessionIdleMs: 12 * 3_600_000,
    },
    knowsDataset: () => true,
    passwordCost: { logN: 10, r: 8, p: 1 },
  })
  await today.logIn(room.anonymous(), { email, password: goodPassword })
  const hash = room.store.raw.prepare('SELECT password_hash FROM user').pluck().get() as string
  assert.match(hash, /^\$scrypt\$ln=10,/)
  await today.logIn(room.anonymous(), { email, password: goodPassword })
})

test('logging out ends the session that asks and no other', async () => {
  using room = openTestIdentity()
  const first = await room.owner()
  const second = await session(room)
  await room.logOut(room.as(first))
  assert.is(await refusalOf(() => room.assertLive(room.store.db, first)), 'Unauthenticated')
  room.assertLive(room.store.db, second)
})

test('an API key cannot log out', async () => {
  using room = openTestIdentity()
  const { principal } = await room.keyOf(await room.owner())
  assert.is(await refusalOf(() => room.logOut(room.as(principal))), 'Forbidden session_required')
})

test('a new password takes the place of the old one', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  await room.changePassword(room.as(owner), { currentPassword: goodPassword, newPassword })
  assert.is(await refusalOf(() => logIn(room)), 'Unauthenticated')
  assert.ok((await logIn(room, newPassword)).sessionToken)
})

test('a password change ends the other sessions', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const other = await session(room)
  await room.changePassword(room.as(owner), { currentPassword: goodPassword, newPassword })
  room.assertLive(room.store.db, owner)
  assert.is(await refusalOf(() => room.assertLive(room.store.db, other)), 'Unauthenticated')
})

test('a password change leaves the sessions of other people', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const stranger = await room.owner('stranger@example.eu')
  await room.changePassword(room.as(owner), { currentPassword: goodPassword, newPassword })
  room.assertLive(room.store.db, stranger)
})

const changes = [
  { request: { currentPassword: 'wrong password', newPassword }, field: 'current_password' },
  { request: { currentPassword: goodPassword, newPassword: 'short' }, field: 'new_password' },
]

for (const { request, field } of changes) {
  test(`a refused password change names ${field}`, async () => {
    using room = openTestIdentity()
    const owner = await room.owner()
    const refusal = await refusalOf(() => room.changePassword(room.as(owner), request))
    assert.match(refusal, new RegExp(`^InvalidInput ${field} `))
  })
}

test('an API key cannot change a password', async () => {
  using room = openTestIdentity()
  const { principal } = await room.keyOf(await room.owner(), { scopes: ['admin:*'] })
  const request = { currentPassword: goodPassword, newPassword }
  assert.is(
    await refusalOf(() => room.changePassword(room.as(principal), request)),
    'Forbidden session_required',
  )
})

test('a login that overlaps a password change does not outlive it', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const late = holdWrites(room)
  const overlapping = refusalOf(() => room.logIn(late.cmd, { email, password: goodPassword }))
  await late.reached
  await room.changePassword(room.as(owner), { currentPassword: goodPassword, newPassword })
  late.go()
  assert.is(await overlapping, 'Unauthenticated')
})

/** A command whose write waits until the test lets it go. */
function holdWrites(room: TestIdentity) {
  const gate = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const cmd: Parameters<Identity['logIn']>[0] = {
    ...room.anonymous(),
    write: async (fn) => {
      reached.resolve()
      await gate.promise
      return room.store.write(fn)
    },
  }
  return { cmd, reached: reached.promise, go: gate.resolve }
}

test.run()
