// Notices as a person sees them: what the role may see, and what was read.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { approve, openMarket, stage } from '../support/market.ts'
import { openTestApp, type TestApp } from '../support/open-test-app.ts'

const quiet = { parts: { jobs: false, workers: false } }

function reader(app: TestApp, as: string) {
  const ask = async (method: string, path: string, body?: unknown) =>
    (await app.call(method, `/v1/me/notices${path}`, { as, body })).body
  return {
    page: async (query = '') => (await ask('GET', query)).data,
    read: async (body: object) => ask('POST', '/read', body),
  }
}

const idsOf = ({ notices }: { notices: { notice_id: string }[] }) =>
  notices.map(({ notice_id }) => notice_id)

test('what happened comes the last first, and stays read', async () => {
  await using app = await openTestApp(quiet)
  const owner = await app.signUp('Owner')
  const makeKey = (name: string) =>
    app.call('POST', '/v1/api-keys', { as: owner.token, body: { name } })
  for (const name of ['a', 'b', 'c']) {
    app.clock.advance({ seconds: 1 })
    await makeKey(name)
  }
  const me = reader(app, owner.token)
  const all = await me.page()
  assert.equal([idsOf(all), all.unread], [['own-3', 'own-2', 'own-1'], 3])
  const [last] = all.notices
  assert.equal([last.type, last.number, last.data.name, last.read], ['key.created', 3, 'c', false])
  assert.equal((await me.read({ notice_ids: ['own-2', 'own-2', 'own-9'] })).data, { unread: 2 })
  assert.equal(idsOf(await me.page('?unread=true')), ['own-3', 'own-1'])
  const first = await me.page('?limit=2')
  assert.equal(idsOf(first), ['own-3', 'own-2'])
  assert.equal(idsOf(await me.page(`?limit=2&cursor=${first.next_cursor}`)), ['own-1'])
  assert.equal((await me.read({ all: true })).data, { unread: 0 })
  assert.equal(app.store.raw.prepare('SELECT count(*) FROM notice_read').pluck().get(), 0)
  await makeKey('d')
  const now = await me.page()
  assert.equal(
    [now.unread, now.notices.map(({ read }: { read: boolean }) => read)],
    [1, [false, true, true, true]],
  )
  const wrong = await me.read({ notice_ids: ['own-'] })
  assert.equal([wrong.error.code, wrong.error.details.field], ['bad_request', 'notice_ids'])
  const key = (await makeKey('e')).body.data.secret
  const { status } = await app.call('GET', '/v1/me/notices', { as: key })
  assert.is(status, 403)
})

test('after a clock was set back every notice is on a page, the last on the first', async () => {
  await using app = await openTestApp(quiet)
  const owner = await app.signUp('Owner')
  app.clock.advance({ hours: 10 })
  for (const name of ['a', 'b', 'c', 'd']) {
    if (name === 'd') app.clock.set({ hours: -1 })
    await app.call('POST', '/v1/api-keys', { as: owner.token, body: { name } })
  }
  const me = reader(app, owner.token)
  const first = await me.page('?limit=3')
  assert.equal(idsOf(first), ['own-4', 'own-3', 'own-2'])
  assert.equal(idsOf(await me.page(`?limit=3&cursor=${first.next_cursor}`)), ['own-1'])
})

test('each has the notices of their role since they came, operators two lists', async () => {
  await using app = await openTestApp(quiet)
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const { provider, operator } = market
  const objects = []
  for (const bytes of ['Heat pumps.', 'Boilers.']) {
    app.clock.advance({ seconds: 1 })
    objects.push(await stage(market, { bytes: Buffer.from(bytes) }))
  }
  app.clock.advance({ seconds: 1 })
  const invited = await app.call('POST', '/v1/tenant/invitations', {
    as: provider.token,
    body: { roles: ['viewer'] },
  })
  const { invitation_code } = invited.body.data
  const { body } = await app.call('POST', '/v1/auth/signup', {
    body: {
      email: 'v@example.eu',
      password: 'a good password',
      display_name: 'V',
      invitation_code,
    },
  })
  app.clock.advance({ seconds: 1 })
  await approve(market, objects[0] as (typeof objects)[number])
  await app.call('POST', '/v1/api-keys', { as: operator.token, body: { name: 'own' } })
  const typesOf = async (as: string) =>
    (await reader(app, as).page()).notices.map(({ type }: { type: string }) => type)
  assert.equal(await typesOf(body.data.session_token), ['object.approved'])
  const provides = ['object.approved', 'member.joined', 'object.uploaded', 'object.uploaded']
  assert.equal(await typesOf(provider.token), provides)
  assert.equal(await typesOf(operator.token), ['key.created', 'review.waiting', 'review.waiting'])
  const mine = reader(app, operator.token)
  const one = await mine.page('?limit=2')
  assert.equal([idsOf(one), one.unread], [['own-1', 'platform-2'], 3])
  assert.equal(idsOf(await mine.page(`?limit=2&cursor=${one.next_cursor}`)), ['platform-1'])
  assert.equal((await mine.read({ notice_ids: ['platform-2'] })).data, { unread: 2 })
  // Nobody reads what is not theirs to see.
  assert.equal((await reader(app, provider.token).read({ notice_ids: ['platform-1'] })).data, {
    unread: 4,
  })
})

test.run()
