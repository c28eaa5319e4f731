import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newId, type TenantId } from '../../../../src/base/ids.ts'
import { cents } from '../../../../src/base/money.ts'
import { revenue } from '../../../../src/domain/ledger/books/account.ts'
import type { Plan } from '../../../../src/domain/ledger/index.ts'
import { openLedger } from '../../../../src/domain/ledger/index.ts'
import { verifyPlans } from '../../../../src/domain/ledger/plans/verify-plans.ts'
import { findAccount } from '../../../../src/domain/ledger/queries.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { openTestIdentity } from '../../../support/open-test-identity.ts'
import { adminPrincipal } from '../../../support/test-principal.ts'
import { testSecrets } from '../../../support/test-secrets.ts'

const prices = { planStarterCents: cents(100), planProCents: cents(700) }

/** Tenants of identity with balances; the clock stands in the middle of March 2026. */
function openPlans() {
  const identity = openTestIdentity()
  const { store } = identity
  const planOf = (db: typeof store.db, tenantId: TenantId) => identity.tenant(db, tenantId).plan
  const settings = { welcomeCredits: cents(0), prices }
  const ledger = openLedger({ store, clock: store.clock, secrets: testSecrets, settings, planOf })
  const admin = () => ({
    principal: adminPrincipal(),
    requestId: newId('req', store.clock.nowMs()),
    write: store.write,
  })
  let tenants = 0
  return {
    identity,
    store,
    ledger,
    admin,
    async tenant(plan: Plan, credits: number) {
      const { tenantId } = await identity.owner(`tenant${tenants++}@example.eu`)
      const grant = { tenantId, credits, reason: 'test' }
      if (credits > 0) await ledger.grantCredits(admin(), grant)
      if (plan !== 'free') await ledger.changePlan(admin(), { tenantId, plan })
      return tenantId
    },
    state: (tenantId: TenantId) => [
      planOf(store.db, tenantId),
      ledger.creditsOf(store.db, tenantId),
    ],
    /** To the first of the next months. */
    nextMonth: (months = 1) => store.clock.advance({ hours: 24 * 31 * months }),
    [Symbol.dispose]: () => identity[Symbol.dispose](),
  }
}

test('a plan costs nothing in the month in which it is given', async () => {
  using plans = openPlans()
  const tenant = await plans.tenant('starter', 500)
  assert.is(await plans.ledger.billPlans(), 0)
  assert.equal(plans.state(tenant), ['starter', 500])
})

test('a tenant that was erased pays for no plan with what it gave up', async () => {
  using plans = openPlans()
  const tenant = await plans.tenant('starter', 500)
  await plans.store.write((tx) => plans.identity.blankTenant(tx, tenant))
  plans.nextMonth()
  assert.is(await plans.ledger.billPlans(), 0)
  assert.equal(plans.state(tenant), ['starter', 500])
  assertLedgerBalances(plans)
})

test('the fee posts once a month, however often it is billed', async () => {
  using plans = openPlans()
  const tenant = await plans.tenant('starter', 250)
  plans.nextMonth()
  assert.is(await plans.ledger.billPlans(), 1)
  assert.is(await plans.ledger.billPlans(), 0)
  assert.equal(plans.state(tenant), ['starter', 150])
  plans.nextMonth()
  await plans.ledger.billPlans()
  assert.equal(plans.state(tenant), ['starter', 50])
  assert.is(findAccount(plans.store.db, revenue)?.posted, 200)
  assertLedgerBalances(plans)
})

test('who cannot pay falls to free, pays nothing, and it is on record', async () => {
  using plans = openPlans()
  const tenant = await plans.tenant('pro', 699)
  plans.nextMonth()
  assert.is(await plans.ledger.billPlans(), 1)
  assert.equal(plans.state(tenant), ['free', 699])
  const { details } = plans.store.raw
    .prepare(
      "SELECT details FROM audit_event WHERE action = 'tenant.plan_changed' ORDER BY at DESC",
    )
    .get() as { details: string }
  assert.equal(JSON.parse(details), { from: 'pro', to: 'free', reason: 'fee_not_paid' })
  assertLedgerBalances(plans)
})

test('free and unlimited cost nothing', async () => {
  using plans = openPlans()
  const [free, unlimited] = [await plans.tenant('free', 5), await plans.tenant('unlimited', 5)]
  plans.nextMonth()
  assert.is(await plans.ledger.billPlans(), 0)
  assert.equal(
    [plans.state(free), plans.state(unlimited)],
    [
      ['free', 5],
      ['unlimited', 5],
    ],
  )
})

test('months in which the server was off are not billed', async () => {
  using plans = openPlans()
  const tenant = await plans.tenant('starter', 500)
  plans.nextMonth(4)
  await plans.ledger.billPlans()
  assert.equal(plans.state(tenant), ['starter', 400])
})

test("a clock that goes back over the month's end bills nothing twice", async () => {
  using plans = openPlans()
  const tenant = await plans.tenant('starter', 500)
  plans.nextMonth()
  await plans.ledger.billPlans()
  plans.store.clock.set({ hours: -24 * 31 })
  await plans.ledger.billPlans()
  plans.store.clock.set({ hours: 24 * 31 })
  await plans.ledger.billPlans()
  assert.equal(plans.state(tenant), ['starter', 400])
  assertLedgerBalances(plans)
})

test('more tenants than fit in one transaction are billed', async () => {
  using plans = openPlans()
  const { raw } = plans.store
  const insert = raw.prepare(`INSERT INTO tenant (tenant_id, name, region, plan, created_at)
    VALUES (?, 'x', 'eu-central', 'starter', 0)`)
  for (let i = 0; i < 120; i++) insert.run(newId('tnt', i))
  assert.is(await plans.ledger.billPlans(), 120)
  const count = raw.prepare("SELECT count(*) FROM tenant WHERE plan = 'free'").pluck()
  assert.is(count.get(), 120)
})

const changes = [
  "UPDATE plan_month SET state = 'paid'",
  "UPDATE plan_month SET fee_cents = 1 WHERE state = 'paid'",
]

for (const sql of changes) {
  test(`verification finds: ${sql}`, async () => {
    using plans = openPlans()
    await plans.tenant('starter', 250)
    await plans.tenant('pro', 250)
    plans.nextMonth()
    await plans.ledger.billPlans()
    assert.equal([...verifyPlans(plans.store.db)].flat(), [])
    assert.throws(() => plans.store.raw.exec(sql), /stays as it is/)
    plans.store.raw.exec('DROP TRIGGER plan_month_no_update')
    plans.store.raw.exec(sql)
    const found = [...verifyPlans(plans.store.db)].flat()
    assert.ok(found.length > 0 && found.every(({ check }) => check === 'plan_month'))
  })
}

test.run()
