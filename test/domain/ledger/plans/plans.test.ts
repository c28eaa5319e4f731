// Plans that are given and billed: what is written of it, who is told, and what is no change.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { TenantId } from '../../../../src/base/ids.ts'
import { cents } from '../../../../src/base/money.ts'
import type { Plan } from '../../../../src/domain/ledger/index.ts'
import { openTestLedger } from '../../../support/open-test-ledger.ts'

/** Tenants are in the table, too, where their plans are billed and changed. */
function openPlans() {
  const prices = { planStarterCents: cents(100), planProCents: cents(700) }
  const ledger = openTestLedger({ prices, settings: { creditsLow: cents(50) } })
  const { raw } = ledger.store
  const all = (sql: string) => raw.prepare(sql).raw().all() as unknown[][]
  return {
    ...ledger,
    all,
    async house(plan: Plan, credits: number): Promise<TenantId> {
      const tenantId = await ledger.tenant({ plan, credits })
      raw
        .prepare(
          `INSERT INTO tenant (tenant_id, name, region, plan, created_at)
           VALUES (?, 'x', 'eu-central', ?, 0)`,
        )
        .run(tenantId, plan)
      return tenantId
    },
  }
}

test('a plan that is given costs nothing in its month, and is written down', async () => {
  using plans = openPlans()
  const { store } = plans
  const tenantId = await plans.house('free', 500)
  const nextFeeAtMs = Date.UTC(2026, 3, 1)
  const given = await plans.changePlan(plans.admin(), { tenantId, plan: 'pro' })
  assert.equal(given, { tenantId, plan: 'pro', monthlyFeeCredits: 700, nextFeeAtMs })
  const columns = 'period, plan, fee_cents, state, created_at'
  const months = () => plans.all(`SELECT ${columns} FROM plan_month`)
  const month = ['2026-03', 'pro', 0, 'included', store.clock.nowMs()]
  assert.equal(months(), [month])
  plans.plans.set(tenantId, 'pro')
  const lines = plans.all("SELECT count(*) FROM audit_event WHERE action = 'tenant.plan_changed'")
  const again = await plans.changePlan(plans.admin(), { tenantId, plan: 'pro' })
  assert.equal(again, given)
  assert.equal(
    plans.all("SELECT count(*) FROM audit_event WHERE action = 'tenant.plan_changed'"),
    lines,
  )
  const cmd = plans.admin()
  await plans.changePlan(cmd, { tenantId, plan: 'starter' })
  assert.equal(months(), [month], 'a month has one line')
  const [last] = plans.all(
    `SELECT action, actor_type, subject_id, details, request_id FROM audit_event
     ORDER BY audit_no DESC`,
  )
  const details = JSON.stringify({ from: 'pro', to: 'starter' })
  assert.equal(last, ['tenant.plan_changed', 'user', tenantId, details, cmd.requestId])
  assert.equal(await plans.billPlans(), 0)
})

test('the fee is taken once, a low balance is told of, who lacks it falls to free', async () => {
  using plans = openPlans()
  const [rich, low, poor] = [
    await plans.house('starter', 500),
    await plans.house('starter', 120),
    await plans.house('pro', 699),
  ]
  await plans.house('unlimited', 5)
  await plans.house('free', 5)
  assert.is(await plans.billPlans(), 3)
  assert.is(await plans.billPlans(), 0)
  const of = (tenantId: TenantId) => plans.creditsOf(plans.store.db, tenantId)
  assert.equal([of(rich), of(low), of(poor)], [400, 20, 699])
  const told = plans.all("SELECT stream, type, data FROM event WHERE type = 'credits.low'")
  const data = JSON.stringify({ available_credits: 20, threshold_credits: 50 })
  assert.equal(told, [[low, 'credits.low', data]])
  const states = plans.all('SELECT tenant_id, plan, fee_cents, state FROM plan_month')
  assert.equal(
    states.filter(([tenantId]) => [rich, low, poor].includes(tenantId as TenantId)),
    [
      [rich, 'starter', 100, 'paid'],
      [low, 'starter', 100, 'paid'],
      [poor, 'pro', 700, 'unpaid'],
    ].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  )
  const now = plans.all('SELECT tenant_id, plan FROM tenant')
  assert.equal(Object.fromEntries(now as [string, string][])[poor], 'free')
  const fallen = plans.all(
    `SELECT actor_type, actor_id, details, request_id FROM audit_event
     WHERE action = 'tenant.plan_changed'`,
  )
  const details = JSON.stringify({ from: 'pro', to: 'free', reason: 'fee_not_paid' })
  assert.equal(fallen, [['system', null, details, null]])
})

test('what a month of each plan costs is told by the prices of now', () => {
  using plans = openPlans()
  assert.equal(plans.planFees(), [
    { plan: 'free', feeCents: 0 },
    { plan: 'starter', feeCents: 100 },
    { plan: 'pro', feeCents: 700 },
    { plan: 'unlimited', feeCents: 0 },
  ])
})

test.run()
