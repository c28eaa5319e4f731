// People with an account, as whoever runs the platform sees them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../../src/base/clock.ts'
import { badField, checkRows, notFound } from '../../../support/answer-table.ts'
import { openTestApp, password } from '../../../support/open-test-app.ts'
import { addPasskey, addTotp, codeOf, logInWith } from '../../../support/second-factors.ts'
import { shared } from '../../../support/shared.ts'

const path = '/v1/admin/users'
const other = 'another rather long password'

async function openHouse() {
  const config = { signupsPerHour: 1_000 }
  const app = await openTestApp({ config, parts: { jobs: false, workers: false } })
  const { token: as, userId: adminId } = await app.admin()
  const ask = (method: string, tail = '', body?: object) =>
    app.call(method, `${path}${tail}`, { as, ...(body === undefined ? {} : { body }) })
  const logIn = (email: string, secret: string = password) =>
    app.call('POST', '/v1/auth/login', { body: { email, password: secret } })
  const reset = (reset_code: string, new_password = other) =>
    app.call('POST', '/v1/auth/password-reset', { body: { reset_code, new_password } })
  return Object.assign(app, { ask, logIn, reset, as, adminId })
}

const house = shared(openHouse)

house.fact('second factors are taken away from who lost them', async (app) => {
  const zoe = await app.signUp('Zoe')
  const { secret } = await addTotp(app, zoe)
  await addPasskey(app, zoe)
  const tail = `/${zoe.userId}/second-factors`
  const data = { user_id: zoe.userId, totp: true, passkeys: 1, sessions_ended: 1 }
  assert.equal((await app.ask('DELETE', tail)).body.data, data)
  assert.is((await app.call('GET', '/v1/me', { as: zoe.token })).status, 401)
  assert.is((await app.logIn(zoe.email)).status, 200)
  const none = { ...data, totp: false, passkeys: 0 }
  assert.equal((await app.ask('DELETE', tail)).body.data, none)
  assert.is((await app.ask('DELETE', '/usr_unknown/second-factors')).status, 404)
  const along = await logInWith(app, zoe, { code: codeOf(app, secret, 1) })
  assert.is(along.status, 200, 'what is sent along for nothing is not looked at')
})

house.fact(
  'somebody is shown with tenant, roles and live sessions, and found by all',
  async (app) => {
    const { ask } = app
    const ada = await app.signUp('Ada')
    await app.logIn(ada.email)
    const at = isoOf(app.clock.nowMs())
    const shown = {
      user_id: ada.userId,
      tenant_id: ada.tenantId,
      email: ada.email,
      display_name: 'Ada',
      roles: ['owner'],
      is_platform_admin: false,
      live_sessions: 2,
      locked_at: null,
      lock_reason: null,
      created_at: at,
      password_changed_at: at,
    }
    assert.equal((await ask('GET', `/${ada.userId}`)).body.data, shown)
    for (const query of [`q=${ada.email.slice(0, 3).toUpperCase()}`, `q=${ada.userId}`]) {
      const { users, total } = (await ask('GET', `?${query}`)).body.data
      assert.equal([users, total], [[shown], 1], query)
    }
    const ofTenant = (await ask('GET', `?tenant_id=${ada.tenantId}`)).body.data
    assert.equal([ofTenant.users, ofTenant.total], [[shown], 1])
    const admins = (await ask('GET', '?platform_admin=true')).body.data
    assert.equal(
      admins.users.map(({ user_id }: { user_id: string }) => user_id),
      [app.adminId],
    )
    assert.is((await ask('GET', '?q=nobody')).body.data.total, 0)
  },
)

house.fact(
  'pages have everybody once, in order, and cursors only where they are from',
  async (app) => {
    for (const name of ['Bob', 'Cyd', 'Dan']) await app.signUp(name)
    const walked = async (query: string) => {
      const seen: { user_id: string; email: string }[] = []
      for (let cursor = ''; ; ) {
        const { users, next_cursor } = (await app.ask('GET', `?limit=1${query}${cursor}`)).body.data
        seen.push(...users)
        if (next_cursor === null) return seen
        cursor = `&cursor=${next_cursor}`
      }
    }
    const all = await walked('')
    const ids = all.map(({ user_id }) => user_id)
    assert.equal(ids, [...new Set(ids)].sort().reverse())
    await Promise.all(['Bobby', 'Bo'].map((name) => app.signUp(name)))
    const found = (await walked('&q=bo')).map(({ email }) => email)
    assert.equal([found.length, found], [3, [...found].sort()])
    const { next_cursor } = (await app.ask('GET', '?limit=1')).body.data
    const elsewhere = await app.ask('GET', `?limit=1&platform_admin=false&cursor=${next_cursor}`)
    assert.is(elsewhere.status, 400)
    assert.is(elsewhere.body.error.details.field, 'cursor')
  },
)

house.fact('what is unknown or asked wrongly is refused by name', async (app) => {
  const two = (field: string, first: string) => {
    const message = `${field} must be left out where ${first} is given.`
    return badField(field, { reason: 'one_filter', message })
  }
  const at = { as: 'admin' }
  const error = notFound('user')
  await checkRows(app, { admin: app.as }, [
    { ...at, name: 'read', ask: `GET ${path}/usr_x`, status: 404, error },
    { ...at, name: 'link', ask: `POST ${path}/usr_x/reset-link`, status: 404, error },
    { ...at, name: 'sessions', ask: `DELETE ${path}/usr_x/sessions`, status: 404, error },
    {
      ...at,
      name: 'admin',
      ask: `PUT ${path}/usr_x/platform-admin`,
      body: { is_platform_admin: true },
      status: 404,
      error,
    },
    {
      ...at,
      name: 'no word',
      ask: `PUT ${path}/usr_x/platform-admin`,
      body: { is_platform_admin: 'yes' },
      status: 400,
    },
    {
      ...at,
      name: 'two filters',
      ask: `GET ${path}?q=a&tenant_id=tnt_x`,
      status: 400,
      error: two('tenant_id', 'q'),
    },
    {
      ...at,
      name: 'two others',
      ask: `GET ${path}?tenant_id=tnt_x&platform_admin=true`,
      status: 400,
      error: two('platform_admin', 'tenant_id'),
    },
  ])
})

house.fact('a reset link is for once, for a day, and ends every session', async (app) => {
  const eve = await app.signUp('Eve')
  const link = async () => (await app.ask('POST', `/${eve.userId}/reset-link`)).body.data
  const first = await link()
  const again = await link()
  assert.is(first.expires_at, isoOf(app.clock.nowMs() + 24 * 3_600_000))
  const refused = async (code: string, why: string) => {
    const { status, body } = await app.reset(code)
    assert.equal([status, body.error.details.reason], [403, 'reset_code_invalid'], why)
  }
  await refused(first.reset_code, 'another one ended it')
  await refused('reset_x', 'it is none')
  // What is wrong with the password is said first, and tells nothing of the code.
  for (const code of [again.reset_code, 'reset_x']) {
    const short = await app.reset(code, 'short')
    assert.equal([short.status, short.body.error.details.field], [400, 'new_password'], code)
  }
  const done = await app.reset(again.reset_code)
  assert.equal([done.status, done.body.data], [200, { user_id: eve.userId, email: eve.email }])
  await refused(again.reset_code, 'it was used')
  assert.is((await app.call('GET', '/v1/me', { as: eve.token })).status, 401)
  assert.is((await app.logIn(eve.email)).status, 401)
  const { session_token: as } = (await app.logIn(eve.email, other)).body.data
  const third = await link()
  app.clock.advance({ hours: 1 })
  await app.call('POST', '/v1/me/password', {
    as,
    body: { current_password: other, new_password: password },
  })
  await refused(third.reset_code, 'the password was changed since')
  const late = await link()
  app.clock.advance({ hours: 24 })
  await refused(late.reset_code, 'its day is over')
  const file = app.store.raw.prepare('SELECT * FROM password_reset').all()
  assert.not.match(JSON.stringify(file), /reset_[A-Za-z0-9_-]{20}/)
})

house.fact('one session of somebody is ended alone, and stands in the log', async (app) => {
  const { ask } = app
  const [yva, pia] = [await app.signUp('Yva'), await app.signUp('Pia')]
  const { session_token: token } = (await app.logIn(yva.email)).body.data
  assert.ok(token)
  const [second] = (await ask('GET', `/${yva.userId}/sessions`)).body.data.sessions
  const tail = `sessions/${second.session_id}`
  const error = notFound('session')
  await checkRows(app, { admin: app.as }, [
    {
      as: 'admin',
      name: 'not theirs',
      ask: `DELETE ${path}/${pia.userId}/${tail}`,
      status: 404,
      error,
    },
    {
      as: 'admin',
      name: 'nobody',
      ask: `DELETE ${path}/usr_x/${tail}`,
      status: 404,
      error: notFound('user'),
    },
  ])
  const ended = await ask('DELETE', `/${yva.userId}/${tail}`)
  assert.is(ended.status, 204)
  const me = async (as: string) => (await app.call('GET', '/v1/me', { as })).status
  assert.equal([await me(token), await me(yva.token)], [401, 200])
  assert.is((await ask('DELETE', `/${yva.userId}/${tail}`)).status, 404)
  const { events } = app.rooms.audit.listAll({ action: 'user.sessions_ended', limit: 1 })
  assert.equal(
    [events[0]?.actor.id, events[0]?.subject.id, events[0]?.details],
    [app.adminId, yva.userId, { sessions_ended: 1 }],
  )
})

house.fact('ending sessions logs somebody out everywhere, and leaves keys', async (app) => {
  const fay = await app.signUp('Fay')
  const key = await app.key(fay, { scopes: ['datasets:read'] })
  await app.logIn(fay.email)
  const ended = await app.ask('DELETE', `/${fay.userId}/sessions`)
  assert.equal(ended.body.data, { user_id: fay.userId, sessions_ended: 2 })
  assert.is((await app.call('GET', '/v1/me', { as: fay.token })).status, 401)
  assert.is((await app.call('GET', '/v1/datasets', { as: key })).status, 200)
  const none = await app.ask('DELETE', `/${fay.userId}/sessions`)
  assert.equal(none.body.data.sessions_ended, 0)
})

house.fact('who is locked is let in by nobody until it is taken back', async (app) => {
  const hal = await app.signUp('Hal')
  const key = await app.key(hal, { scopes: ['datasets:read'] })
  const link = (await app.ask('POST', `/${hal.userId}/reset-link`)).body.data
  const lock = () => app.ask('POST', `/${hal.userId}/lock`, { reason: 'Taken over.' })
  const { live_sessions, locked_at, lock_reason } = (await lock()).body.data
  assert.equal(
    [live_sessions, locked_at, lock_reason],
    [0, isoOf(app.clock.nowMs()), 'Taken over.'],
  )
  assert.is((await lock()).body.error.details.reason, 'already_locked')
  assert.is((await app.call('GET', '/v1/me', { as: hal.token })).status, 401)
  assert.is((await app.call('GET', '/v1/datasets', { as: key })).status, 200, 'keys go on')
  assert.is((await app.reset(link.reset_code)).status, 200, 'another password opens nothing')
  const refused = await app.logIn(hal.email, other)
  assert.equal([refused.status, refused.body.error.details.reason], [403, 'user_locked'])
  assert.is((await app.logIn(hal.email)).status, 401, 'who knows no password learns nothing')
  const made = await app.ask('PUT', `/${hal.userId}/platform-admin`, { is_platform_admin: true })
  assert.is(made.body.error.details.reason, 'locked')
  const unlock = () => app.ask('POST', `/${hal.userId}/unlock`, { note: 'It is Hal again.' })
  assert.is((await unlock()).body.data.locked_at, null)
  assert.is((await unlock()).body.error.details.reason, 'not_locked')
  const back = await app.logIn(hal.email, other)
  assert.is(back.status, 200)
  const admin = await app.ask('POST', `/${app.adminId}/lock`, { reason: 'Myself.' })
  assert.is(admin.body.error.details.reason, 'platform_admin')
  const by = `actor_id=${app.adminId}&subject_id=${hal.userId}`
  const { audit_events, total } = (await app.call('GET', `/v1/admin/audit?${by}`, { as: app.as }))
    .body.data
  assert.equal(
    audit_events.map(({ action }: { action: string }) => action),
    ['user.unlocked', 'user.locked', 'user.reset_link_created'],
  )
  assert.equal([total, typeof audit_events[0].actor_name], [3, 'string'])
  assert.is(audit_events[1].details.reason, 'Taken over.')
  const as = back.body.data.session_token
  const own = await app.call('GET', '/v1/audit?action=user&limit=3', { as })
  const told = own.body.data.audit_events.map((event: { action: string; details: object }) => [
    event.action,
    event.details,
  ])
  assert.equal(told, [
    ['user.unlocked', {}],
    ['user.password_reset', { sessions_ended: 0 }],
    ['user.locked', { sessions_ended: 1 }],
  ])
})

house.fact('the sessions of somebody are listed in pages', async (app) => {
  const ivy = await app.signUp('Ivy')
  await app.logIn(ivy.email)
  const page = async (query: string) =>
    (await app.ask('GET', `/${ivy.userId}/sessions?limit=1${query}`)).body.data
  const first = await page('')
  const { sessions, next_cursor } = await page(`&cursor=${first.next_cursor}`)
  assert.equal([first.total, sessions.length, next_cursor], [2, 1, null])
  assert.equal([sessions[0].kind, sessions[0].current], ['bearer', false])
  assert.not.equal(sessions[0].session_id, first.sessions[0].session_id)
})

test('the platform keeps an admin; another one can be made, and the first unmade', async () => {
  await using app = await openHouse()
  const gus = await app.signUp('Gus')
  const set = (id: string, is_platform_admin: boolean) =>
    app.ask('PUT', `/${id}/platform-admin`, { is_platform_admin })
  const last = await set(app.adminId, false)
  assert.equal([last.status, last.body.error.details.reason], [409, 'last_platform_admin'])
  const asGus = () => app.call('GET', path, { as: gus.token })
  assert.is((await asGus()).status, 403)
  assert.is((await set(gus.userId, true)).body.data.is_platform_admin, true)
  assert.is((await asGus()).status, 200)
  assert.is((await set(app.adminId, false)).status, 200)
  assert.is((await app.ask('GET')).status, 403)
  const log = app.rooms.audit.listAll({ action: 'user', limit: 20 }).events
  const deeds = log.map(({ action, actor, subject }) => [action, actor.id, subject.id])
  assert.equal(deeds.slice(0, 2), [
    ['user.unmade_platform_admin', app.adminId, app.adminId],
    ['user.made_platform_admin', app.adminId, gus.userId],
  ])
})

test.run()
