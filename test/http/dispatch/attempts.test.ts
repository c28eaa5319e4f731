import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../src/base/clock.ts'
import { networkOf } from '../../../src/http/dispatch/attempts.ts'
import { type Answer, openTestApp, password, type TestApp } from '../../support/open-test-app.ts'
import { assertV1Refused } from '../../support/v1-refused.ts'

const wrong = 'a wrong horse battery'

/** Callers come through a proxy on this machine, so that each can have an address of its own. */
const openGuarded = (config: Record<string, unknown>) =>
  openTestApp({
    config: { trustedProxies: ['127.0.0.1'], signup: 'open', signupsPerHour: 100, ...config },
    parts: { jobs: false, workers: false },
  })

type Try = { email?: string; password?: string; from?: string; device_token?: string }

function logIn(app: TestApp, { email = 'ada@example.eu', from = '192.0.2.1', ...rest }: Try) {
  const headers = { 'x-forwarded-for': from }
  const body = { email, ...rest, password: rest.password ?? wrong }
  return app.call('POST', '/v1/auth/login', { body, headers })
}

/** The statuses of these attempts, one after the other. */
async function statuses(app: TestApp, attempts: readonly Try[]): Promise<number[]> {
  const found: number[] = []
  for (const attempt of attempts) found.push((await logIn(app, attempt)).status)
  return found
}

const times = (count: number, attempt: Try = {}): Try[] => Array<Try>(count).fill(attempt)
const right = { password }

const tables: [title: string, attempts: Try[], expected: number[]][] = [
  ['failures up to the limit are 401, then 429', times(5), [401, 401, 401, 429, 429]],
  [
    'the right password is 429 too once the account is over',
    [...times(3), right],
    [401, 401, 401, 429],
  ],
  [
    'a login resets its account',
    [...times(2), right, ...times(3), right],
    [401, 401, 200, 401, 401, 401, 429],
  ],
  ['logins alone are not counted', times(8, right), Array(8).fill(200)],
  [
    'nobody locks the login of another address',
    [...times(4), ...times(2, { from: '192.0.2.2' }), { ...right, from: '192.0.2.2' }],
    [401, 401, 401, 429, 401, 401, 200],
  ],
  [
    'an account is counted in its one form',
    [{ email: 'ADA@example.eu' }, { email: ' ada@Example.EU' }, ...times(2)],
    [401, 401, 401, 429],
  ],
  [
    'an unknown account is counted like a known one',
    times(5, { email: 'nobody@example.eu' }),
    [401, 401, 401, 429, 429],
  ],
  [
    'an address is counted over all accounts',
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ email: `${name}@example.eu` })),
    [401, 401, 401, 401, 401, 429],
  ],
  [
    'what is refused for the account does not count for the address',
    [...times(6), { email: 'b@example.eu' }, { email: 'c@example.eu' }, { email: 'd@example.eu' }],
    [401, 401, 401, 429, 429, 429, 401, 401, 429],
  ],
  [
    'another address and account are not affected',
    [...times(4), { email: 'b@example.eu', from: '192.0.2.2' }],
    [401, 401, 401, 429, 401],
  ],
  [
    'addresses of one IPv6 network are one',
    ['1', '2', '3', '4', '5', '6'].map((host) => ({
      email: `${host}@example.eu`,
      from: `2001:db8:0:7::${host}`,
    })),
    [401, 401, 401, 401, 401, 429],
  ],
  [
    'what is no e-mail address is 400 and not counted',
    [...times(4, { email: 'ada' }), ...times(2)],
    [400, 400, 400, 400, 401, 401],
  ],
]

for (const [title, attempts, expected] of tables) {
  test(title, async () => {
    await using app = await openGuarded({ loginAttemptsPerAccount: 3, loginAttemptsPerAddress: 5 })
    await app.signUp('Ada')
    assert.equal(await statuses(app, attempts), expected)
  })
}

test('attempts side by side do not get past the limit', async () => {
  await using app = await openGuarded({ loginAttemptsPerAccount: 3 })
  await app.signUp('Ada')
  const answers = await Promise.all(times(12).map((attempt) => logIn(app, attempt)))
  assert.equal(answers.map(({ status }) => status).sort(), [
    ...Array(3).fill(401),
    ...Array(9).fill(429),
  ])
})

test('a 429 says which limit it was and how long to wait, for unknown accounts too', async () => {
  await using app = await openGuarded({ loginAttemptsPerAccount: 1 })
  await app.signUp('Ada')
  for (const email of ['ada@example.eu', 'nobody@example.eu']) {
    const passed = passedSeconds()
    await logIn(app, { email })
    const answer = await logIn(app, { email })
    const seconds = secondsIn(answer)
    assert.ok(seconds >= 900 - passed() && seconds <= 900, String(seconds))
    assertV1Refused(app, answer, {
      status: 429,
      code: 'rate_limited',
      message: `Too many requests. Try again in ${seconds} s.`,
      details: { reason: 'login-account', retry_after_seconds: seconds },
    })
  }
})

test('after a clock was set back nobody is told to wait longer than it takes', async () => {
  await using app = await openGuarded({ loginAttemptsPerAccount: 1, searchRatePerMinute: 1 })
  const key = await app.key(await app.signUp('Ada'))
  const search = () => app.call('GET', '/search?q=pump', { as: key })
  await Promise.all([logIn(app, {}), search()])
  const { now } = Date
  Date.now = () => now() - 3_600_000
  try {
    for (const [answer, window] of [
      [await logIn(app, {}), '900'],
      [await search(), '60'],
    ] as const) {
      assert.equal([answer.status, answer.headers.get('retry-after')], [429, window])
      assert.match(answer.headers.get('ratelimit') ?? '', new RegExp(`;r=0;t=${window}$`))
    }
  } finally {
    Date.now = now
  }
})

test('a login answer carries both limits', async () => {
  await using app = await openGuarded({ loginAttemptsPerAccount: 3, loginAttemptsPerAddress: 5 })
  await app.signUp('Ada')
  const { headers } = await logIn(app, {})
  assert.is(headers.get('ratelimit-policy'), '"login-address";q=5;w=900, "login-account";q=3;w=900')
  assert.match(headers.get('ratelimit') ?? '', /^"login-address";r=4;t=\d+, "login-account";r=2;t=/)
})

test('what is given back is in what an answer says is left', async () => {
  await using app = await openGuarded({ loginAttemptsPerAccount: 2, loginAttemptsPerAddress: 5 })
  await app.signUp('Ada')
  const left: (number | string | undefined)[][] = []
  for (const attempt of [{}, right, {}, {}, {}, right]) {
    const { status, headers } = await logIn(app, attempt)
    const said = headers.get('ratelimit')?.matchAll(/r=(\d+)/g) ?? []
    const [address, account] = [...said].map(([, count]) => count)
    left.push([status, address, account])
  }
  assert.equal(left, [
    [401, '4', '1'],
    [200, '4', '2'],
    [401, '3', '1'],
    [401, '2', '0'],
    [429, '2', '0'],
    [429, '2', '0'],
  ])
})

test('the answer to a retry with the same Idempotency-Key is not an attempt', async () => {
  await using app = await openGuarded({ loginAttemptsPerAccount: 2 })
  await app.signUp('Ada')
  const body = { email: 'ada@example.eu', password }
  const headers = { 'idempotency-key': 'k', 'x-forwarded-for': '192.0.2.1' }
  const retry = () => app.call('POST', '/v1/auth/login', { body, headers })
  const first = await retry()
  await statuses(app, times(3))
  assert.equal((await retry()).body, first.body)
})

test('signups are counted by address, refused ones too', async () => {
  await using app = await openGuarded({ signupsPerHour: 3 })
  const names = ['a', 'a', 'b', 'c', 'd']
  const found: Answer[] = []
  const passed = passedSeconds()
  for (const name of names) found.push(await signUp(app, { name, from: '192.0.2.1' }))
  assert.equal(
    found.map(({ status }) => status),
    [201, 409, 201, 429, 429],
  )
  assert.is((await signUp(app, { name: 'c', from: '192.0.2.2' })).status, 201)
  const last = found.at(-1) as Answer
  const seconds = secondsIn(last)
  assert.ok(seconds >= 3_600 - passed() && seconds <= 3_600, String(seconds))
  assertV1Refused(app, last, {
    status: 429,
    code: 'rate_limited',
    message: `Too many requests. Try again in ${seconds} s.`,
    details: { reason: 'signup-address', retry_after_seconds: seconds },
  })
})

test('codes and letters that are asked for take no signups away, nor each other', async () => {
  await using app = await openGuarded({ signupsPerHour: 3 })
  const ask = async (path: string, body: object) => {
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const answer = await app.call('POST', `/v1/auth/${path}`, { body, headers })
    return [answer.status, answer.body.error.details.reason]
  }
  const verify = () => ask('email-verification', { email_code: 'x' })
  const reset = () => ask('password-reset', { reset_code: 'x', new_password: password })
  const letter = () => ask('password-reset/request', { email: 'a@example.eu' })
  const codes = [await verify(), await reset(), await verify(), await reset(), await verify()]
  assert.equal(
    codes.map(([status]) => status),
    [403, 403, 403, 429, 429],
  )
  assert.is(codes.at(-1)?.[1], 'code-address')
  const letters = [await letter(), await letter(), await letter(), await letter()]
  assert.equal(
    letters.map(([status]) => status),
    [501, 501, 501, 429],
  )
  assert.is(letters.at(-1)?.[1], 'letter-address')
  for (const name of ['a', 'b', 'c']) {
    assert.is((await signUp(app, { name, from: '192.0.2.1' })).status, 201)
  }
})

test('a code that is right is not counted', async () => {
  await using app = await openGuarded({ signupsPerHour: 3 })
  const boss = await app.admin()
  const [from, headers] = ['192.0.2.1', { 'x-forwarded-for': '192.0.2.1' }]
  for (const name of ['a', 'b', 'c', 'd']) {
    const address = name === 'd' ? '192.0.2.2' : from
    const { user_id } = (await signUp(app, { name, from: address })).body.data
    const link = `/v1/admin/users/${user_id}/reset-link`
    const { reset_code } = (await app.call('POST', link, { as: boss.token })).body.data
    const body = { reset_code, new_password: 'a fifth horse battery' }
    assert.is((await app.call('POST', '/v1/auth/password-reset', { body, headers })).status, 200)
  }
})

test('on this machine alone neither signups nor addresses are limited', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  assert.is(app.config.signupsPerHour, 1_000_000)
  assert.is(app.config.loginAttemptsPerAddress, 1_000_000)
  assert.is(app.config.loginAttemptsPerAccount, 10)
})

const proxies = ['127.0.0.0/8', '::ffff:127.0.0.1', '10.0.0.0/8,127.0.0.0/30']
for (const trustedProxies of proxies) {
  test(`behind a proxy in ${trustedProxies} callers have their own addresses`, async () => {
    const config = { trustedProxies, loginAttemptsPerAddress: 2 }
    await using app = await openTestApp({ config, parts: { jobs: false, workers: false } })
    const from = (address: string) => statuses(app, times(3, { from: address }))
    assert.equal(await from('192.0.2.1, 127.0.0.1'), [401, 401, 429])
    assert.equal(await from('192.0.2.2'), [401, 401, 429])
  })
}

const elsewhere: [title: string, flags: Record<string, unknown>][] = [
  ['behind a proxy', { trustedProxies: '127.0.0.1' }],
  ['under a public name', { baseUrl: 'https://data.example.eu' }],
]
for (const [title, flags] of elsewhere) {
  test(`${title} the limits hold on loopback too`, async () => {
    await using app = await openTestApp({ config: flags, parts: { jobs: false, workers: false } })
    assert.is(app.config.signupsPerHour, 20)
    assert.is(app.config.loginAttemptsPerAddress, 50)
  })
}

test('behind a proxy nobody signs up without an invitation, on loopback too', async () => {
  const config = { trustedProxies: '127.0.0.1' }
  await using app = await openTestApp({ config, parts: { jobs: false, workers: false } })
  const body = {
    email: 'eve@example.eu',
    password: 'a right horse battery',
    display_name: 'Eve',
    tenant_name: 'Eve',
  }
  assertV1Refused(app, await app.call('POST', '/v1/auth/signup', { body }), {
    status: 403,
    code: 'forbidden',
    message: 'Signing up here needs an invitation.',
    details: { reason: 'invitation_required' },
  })
})

const ms = () => {
  const startedMs = performance.now()
  return () => performance.now() - startedMs
}

test('guesses from many addresses are slowed down, and the right password still fits', async () => {
  await using app = await openGuarded({ loginAttemptsPerAccount: 2 })
  await app.signUp('Ada')
  const taken: number[] = []
  for (const host of [1, 2, 3, 4, 5]) {
    const passed = ms()
    assert.is((await logIn(app, { from: `192.0.2.${host}` })).status, 401)
    taken.push(passed())
  }
  const [, , third = 0, fourth = 0, fifth = 0] = taken
  assert.ok(third >= 250 && fourth >= 500 && fifth >= 1_000, taken.join())
  const passed = ms()
  assert.is((await logIn(app, { ...right, from: '192.0.2.9' })).status, 200)
  assert.ok(passed() >= 2_000)
  const other = ms()
  assert.is((await logIn(app, { email: 'b@example.eu', from: '192.0.2.9' })).status, 401)
  assert.ok(other() < 2_000, 'another account waits for nothing')
})

/** The device of somebody who has logged in. */
async function deviceOf(app: TestApp, from: string): Promise<string> {
  const { status, body } = await logIn(app, { password, from })
  assert.is(status, 200)
  return body.data.device_token
}

test('a device that has logged in before passes by what strangers did', async () => {
  await using app = await openGuarded({ loginAttemptsPerAccount: 2 })
  await app.signUp('Ada')
  const device_token = await deviceOf(app, '192.0.2.1')
  assert.match(device_token, /^dev_[A-Za-z0-9_.-]+$/)
  for (const host of [1, 1, 1, 3, 4, 5, 6]) await logIn(app, { from: `192.0.2.${host}` })
  assert.is((await logIn(app, { ...right, from: '192.0.2.1' })).status, 429)
  const passed = ms()
  const known = { ...right, from: '192.0.2.1', device_token }
  assert.is((await logIn(app, known)).status, 200)
  assert.ok(passed() < 2_000, 'it does not wait')
})

test('a known device has a limit of its own', async () => {
  await using app = await openGuarded({ loginAttemptsPerAccount: 2 })
  await app.signUp('Ada')
  const device_token = await deviceOf(app, '192.0.2.1')
  const known = { from: '192.0.2.1', device_token }
  assert.equal(await statuses(app, times(3, known)), [401, 401, 429])
  assert.is((await logIn(app, { ...right, from: '192.0.2.1' })).status, 200, 'others have theirs')
  app.clock.advance({ hours: 180 * 24 })
  const late = await logIn(app, { ...known, ...right })
  assert.is(late.status, 200, 'what is over is no device, and no error')
})

test("another account's device is none, nor one that was altered", async () => {
  await using app = await openGuarded({ loginAttemptsPerAccount: 1 })
  await app.signUp('Ada')
  const ben = await app.signUp('Ben')
  const own = await deviceOf(app, '192.0.2.1')
  const { body } = await logIn(app, { email: ben.email, password, from: '192.0.2.2' })
  const altered = `${own.slice(0, -4)}AAAA`
  await logIn(app, { from: '192.0.2.3' })
  for (const device_token of [body.data.device_token, altered, 'dev_x', '']) {
    const answer = await logIn(app, { ...right, from: '192.0.2.3', device_token })
    assert.is(answer.status, 429, device_token)
  }
})

test('the owner is told of failed logins, at the next login and before', async () => {
  await using app = await openGuarded({ loginAttemptsPerAccount: 100 })
  const { token: as } = await app.signUp('Ada')
  await statuses(app, times(10))
  await app.rooms.identity.settled()
  const failed_logins = { count: 10, last_at: isoOf(app.clock.nowMs()) }
  const me = await app.call('GET', '/v1/me', { as })
  assert.equal(me.body.data.user.failed_logins, failed_logins)
  const { body } = await app.call('GET', '/v1/audit?action=user.logins_failed', { as })
  assert.equal(body.data.audit_events[0].details, { count: 10 })
  const told = await logIn(app, right)
  assert.equal(told.body.data.failed_logins, failed_logins)
  const none = { count: 0, last_at: null }
  assert.equal((await logIn(app, right)).body.data.failed_logins, none)
})

test('wrong current passwords are counted like failed logins, by session', async () => {
  await using app = await openGuarded({ loginAttemptsPerAccount: 2 })
  const { token: as } = await app.signUp('Ada')
  const other = (await logIn(app, right)).body.data.session_token
  const change = (as: string, current_password: string, new_password = 'another right horse') =>
    app.call('POST', '/v1/me/password', { as, body: { current_password, new_password } })
  assert.is((await change(as, wrong, 'short')).status, 400)
  assert.is((await change(as, wrong)).status, 400)
  assert.is((await change(as, wrong)).status, 400)
  const refused = await change(as, password)
  assert.equal([refused.status, refused.body.error.details.reason], [429, 'password'])
  assert.ok(Number(refused.headers.get('retry-after')) > 800)
  assert.is((await change(other, password)).status, 200)
})

test('all three routes document 429', async () => {
  await using app = await openTestApp({ parts: { jobs: false, workers: false } })
  const { body } = await app.call('GET', '/openapi/b.json')
  for (const path of ['/v1/auth/login', '/v1/auth/signup', '/v1/me/password']) {
    assert.ok(body.paths[path].post.responses['429'], path)
  }
})

const networks: [address: string, network: string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['', ''],
]
for (const [address, network] of networks) {
  test(`'${address}' counts as '${network}'`, () => {
    assert.is(networkOf(address), network)
  })
}

function signUp(app: TestApp, { name, from }: { name: string; from: string }) {
  return app.call('POST', '/v1/auth/signup', {
    headers: { 'x-forwarded-for': from },
    body: { email: `${name}@example.eu`, password, display_name: name, tenant_name: name },
  })
}

/** Whole seconds since it was made, begun ones included. */
function passedSeconds(): () => number {
  const startedMs = performance.now()
  return () => Math.ceil((performance.now() - startedMs) / 1_000)
}

function secondsIn({ headers }: Answer): number {
  return Number(headers.get('retry-after'))
}

test.run()
