// A tenant that is suspended: nobody of it does anything, nothing of it is for sale, and all is as
// before when that is lifted.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../../src/base/clock.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { openPage } from '../../../support/browser-page.ts'
import { password } from '../../../support/open-test-app.ts'
import { openTestShop, type TestShop } from '../../../support/open-test-shop.ts'
import { toldTo } from '../../../support/told.ts'

const path = '/v1/admin/tenants'

const set = (shop: TestShop, tenantId: string, deed: string, body: object) =>
  shop.call('POST', `${path}/${tenantId}/${deed}`, { as: shop.operator.token, body })
const suspend = (shop: TestShop, { tenantId }: { tenantId: string }) =>
  set(shop, tenantId, 'suspend', { reason: 'unpaid' })
const lift = (shop: TestShop, { tenantId }: { tenantId: string }) =>
  set(shop, tenantId, 'resume', { note: 'paid' })

const refusal = {
  code: 'forbidden',
  message: 'This tenant is suspended. Ask whoever runs this platform.',
  details: { reason: 'tenant_suspended' },
}

test('who is of a suspended tenant is told so on every surface, and may log out', async () => {
  await using shop = await openTestShop()
  const { call, buyer, key } = shop
  const page = openPage(shop)
  await page.logIn(buyer.email)
  const asked = () =>
    Promise.all([
      call('GET', '/v1/me', { as: buyer.token }),
      call('GET', '/v1/api-keys', { as: buyer.token }),
      call('GET', '/v1/datasets', { as: key }),
      page.call('GET', '/v1/me'),
      call('GET', '/balance', { as: buyer.token }),
      call('GET', '/search?q=pump', { as: key }),
      call('POST', '/v1/auth/login', { body: { email: buyer.email, password } }),
    ])
  const before = await asked()
  assert.equal(
    before.map(({ status }) => status),
    before.map(() => 200),
  )
  const done = await suspend(shop, buyer)
  const at = isoOf(shop.clock.nowMs())
  assert.equal([done.status, done.body.data.suspended_at], [200, at])
  assert.is(done.body.data.suspension_reason, 'unpaid')
  const during = await asked()
  assert.equal(
    during.map(({ status }) => status),
    during.map(() => 403),
  )
  for (const { body } of during.slice(0, 4)) assert.equal(body.error, refusal)
  assert.is(during[4]?.body.detail, refusal.message)
  const listed = await call('GET', `${path}?suspended=true`, { as: shop.operator.token })
  assert.equal([listed.body.data.total, listed.body.data.tenants[0].tenant_id], [1, buyer.tenantId])
  assert.is((await lift(shop, buyer)).body.data.suspended_at, null)
  const after = await asked()
  assert.equal(
    after.map(({ status }) => status),
    after.map(() => 200),
  )
  await suspend(shop, buyer)
  assert.is((await call('POST', '/v1/auth/logout', { as: buyer.token })).status, 200)
  assert.is((await call('GET', '/v1/me', { as: buyer.token })).status, 401)
  assert.is((await page.call('DELETE', '/console/session')).status, 200)
  const log = shop.rooms.audit.listAll({ action: 'tenant', limit: 3 }).events
  assert.equal(
    log.map(({ action, actor, details }) => [action, actor.id, details]),
    [
      ['tenant.suspended', shop.operator.userId, { reason: 'unpaid' }],
      ['tenant.resumed', shop.operator.userId, { note: 'paid' }],
      ['tenant.suspended', shop.operator.userId, { reason: 'unpaid' }],
    ],
  )
})

test('the tenant is told that and when it was suspended, and not in whose words why', async () => {
  await using shop = await openTestShop()
  const { buyer } = shop
  await suspend(shop, buyer)
  await lift(shop, buyer)
  const { body } = await shop.call('GET', '/v1/audit?action=tenant', { as: buyer.token })
  const at = isoOf(shop.clock.nowMs())
  assert.equal(
    body.data.audit_events.map(({ action, details, occurred_at }: Record<string, unknown>) => [
      action,
      details,
      occurred_at,
    ]),
    [
      ['tenant.resumed', {}, at],
      ['tenant.suspended', {}, at],
    ],
  )
  const about = { tenant_id: buyer.tenantId }
  assert.equal(
    toldTo(shop, buyer.tenantId)
      .slice(-2)
      .map(({ type, data }) => [type, data]),
    [
      ['tenant.suspended', about],
      ['tenant.resumed', about],
    ],
  )
  const notices = await shop.call('GET', '/v1/me/notices?limit=2', { as: buyer.token })
  assert.equal(
    notices.body.data.notices.map(({ type, data }: Record<string, unknown>) => [type, data]),
    [
      ['tenant.resumed', about],
      ['tenant.suspended', about],
    ],
  )
})

test('what a suspended tenant offers is not found or bought, and comes back', async () => {
  await using shop = await openTestShop()
  const { call, key, provider, buyer } = shop
  const asset = await shop.offer()
  await shop.shelve(asset, ['a pump for water'])
  await shop.grant(buyer.tenantId, 1_000)
  const open = await shop.link(asset)
  const seen = async () => {
    const hits = (await shop.search('pump')).body.results.length
    const catalogue = await call('GET', '/v1/catalog/datasets', { as: key })
    const one = await call('GET', `/asset/${asset}`, { as: key })
    const minted = await shop.mint(asset)
    return [hits, catalogue.body.data.total, one.status, minted.status]
  }
  const before = await seen()
  assert.equal(before, [1, 1, 200, 200])
  const credits = [shop.credits(buyer.tenantId), shop.credits(provider.tenantId)]
  await suspend(shop, provider)
  assert.equal(await seen(), [0, 0, 404, 404])
  const fetched = await call('GET', open)
  assert.ok(fetched.status >= 400, `an open link answered ${fetched.status}`)
  assert.equal([shop.credits(buyer.tenantId), shop.credits(provider.tenantId)], credits)
  await lift(shop, provider)
  assert.equal(await seen(), before)
  assert.is((await call('GET', open)).status, 200)
  assert.ok(shop.credits(buyer.tenantId) < (credits[0] as number))
  assertLedgerBalances(shop)
})

test("a link of a suspended buyer's key is worth nothing until that is lifted", async () => {
  await using shop = await openTestShop()
  const open = await shop.link(await shop.offer())
  const credits = shop.credits(shop.buyer.tenantId)
  await suspend(shop, shop.buyer)
  assert.ok((await shop.call('GET', open)).status >= 400)
  assert.is(shop.credits(shop.buyer.tenantId), credits)
  await lift(shop, shop.buyer)
  assert.is((await shop.call('GET', open)).status, 200)
  assertLedgerBalances(shop)
})

test('twice is refused, and so is shutting out whoever runs the platform', async () => {
  await using shop = await openTestShop()
  const told = async (answer: ReturnType<typeof suspend>) => {
    const { status, body } = await answer
    return [status, body.error?.details?.reason]
  }
  const { operator, buyer, call } = shop
  assert.equal(await told(lift(shop, buyer)), [409, 'not_suspended'])
  assert.equal(await told(suspend(shop, operator)), [409, 'has_platform_admin'])
  assert.equal(await told(suspend(shop, { tenantId: 'tnt_x' })), [404, undefined])
  assert.equal(await told(lift(shop, { tenantId: 'tnt_x' })), [404, undefined])
  await suspend(shop, buyer)
  assert.equal(await told(suspend(shop, buyer)), [409, 'already_suspended'])
  const promoted = call('PUT', `/v1/admin/users/${buyer.userId}/platform-admin`, {
    as: operator.token,
    body: { is_platform_admin: true },
  })
  assert.equal(await told(promoted), [409, 'tenant_suspended'])
  const both = call('GET', `${path}?q=a&suspended=true`, { as: operator.token })
  assert.equal(await told(both), [400, 'one_filter'])
})

test('tenants are found by the beginning of a name in any case, in order, and by id', async () => {
  await using shop = await openTestShop()
  const { operator, call } = shop
  for (const name of ['beta works', 'Beta', 'BETA', 'gamma']) {
    await call('POST', path, { as: operator.token, body: { name } })
  }
  const found = async (query: string) => {
    const names: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await call('GET', `${path}?limit=1&${query}${cursor}`, {
        as: operator.token,
      })
      names.push(...body.data.tenants.map(({ name }: { name: string }) => name))
      if (body.data.next_cursor === null) return [body.data.total, ...names]
      cursor = `&cursor=${body.data.next_cursor}`
    }
  }
  const [total, ...names] = await found('q=bEtA')
  assert.equal([total, names.slice(0, 2).sort(), names[2]], [3, ['BETA', 'Beta'], 'beta works'])
  assert.equal((await found(`q=${shop.buyer.tenantId}`))[0], 1)
  assert.equal(await found('q=%25'), [0])
})

test.run()
