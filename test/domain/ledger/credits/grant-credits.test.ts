import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Forbidden, InvalidInput, NotFound } from '../../../../src/base/errors.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { openTestLedger } from '../../../support/open-test-ledger.ts'
import { refusal } from '../../../support/refusal.ts'
import { testPrincipal } from '../../../support/test-principal.ts'

test('a platform admin grants credits from the world outside', async () => {
  using ledger = openTestLedger()
  const tenantId = await ledger.tenant({ credits: 5 })
  const grant = await ledger.grantCredits(ledger.admin(), { tenantId, credits: 7, reason: 'pilot' })
  assert.is(grant.credits, 7)
  assert.is(grant.availableCredits, 12)
  const world = ledger.store.raw.prepare("SELECT posted FROM account WHERE owner = 'world'")
  assert.is(world.pluck().get(), -12)
  assertLedgerBalances(ledger)
})

test('a grant is in the audit log with who, how much and why', async () => {
  using ledger = openTestLedger()
  const tenantId = await ledger.tenant()
  const cmd = ledger.admin()
  const { transferId } = await ledger.grantCredits(cmd, { tenantId, credits: 7, reason: 'pilot' })
  const row = ledger.store.raw
    .prepare('SELECT tenant_id, actor_id, action, subject_id, details, request_id FROM audit_event')
    .get()
  assert.equal(row, {
    tenant_id: tenantId,
    actor_id: cmd.principal.principalId,
    action: 'credits.granted',
    subject_id: tenantId,
    details: JSON.stringify({ credits: 7, reason: 'pilot', transferId }),
    request_id: cmd.requestId,
  })
})

test('the operator at the command line grants credits too, audited as such', async () => {
  using ledger = openTestLedger()
  const tenantId = await ledger.tenant()
  const { write, requestId } = ledger.admin()
  await ledger.grantCreditsAsOperator({ write, requestId }, { tenantId, credits: 7, reason: 'x' })
  assert.is(ledger.creditsOf(ledger.store.db, tenantId), 7)
  const actor = ledger.store.raw.prepare('SELECT actor_type, actor_id FROM audit_event').get()
  assert.equal(actor, { actor_type: 'operator', actor_id: null })
})

test('nobody else grants credits', async () => {
  using ledger = openTestLedger()
  const tenantId = await ledger.tenant()
  const cmd = { ...ledger.admin(), principal: testPrincipal() }
  const granting = ledger.grantCredits(cmd, { tenantId, credits: 7, reason: 'x' })
  assert.instance(await refusal(granting), Forbidden)
  assert.is(ledger.creditsOf(ledger.store.db, tenantId), 0)
})

test('credits for an unknown tenant are refused', async () => {
  using ledger = openTestLedger()
  const granting = ledger.grantCredits(ledger.admin(), {
    tenantId: 'tnt_nobody',
    credits: 7,
    reason: 'x',
  })
  assert.instance(await refusal(granting), NotFound)
})

for (const credits of [0, -1, 1.5, 1_000_000_001, Number.NaN]) {
  test(`a grant of ${credits} is refused`, async () => {
    using ledger = openTestLedger()
    const tenantId = await ledger.tenant()
    const granting = ledger.grantCredits(ledger.admin(), { tenantId, credits, reason: 'x' })
    const error = (await refusal(granting)) as InvalidInput
    assert.instance(error, InvalidInput)
    assert.is(error.field, 'credits')
  })
}

test('the smallest and the largest grant are made', async () => {
  using ledger = openTestLedger()
  const tenantId = await ledger.tenant({ credits: 1 })
  const credits = 1_000_000_000
  await ledger.grantCredits(ledger.admin(), { tenantId, credits, reason: 'x' })
  assert.is(ledger.creditsOf(ledger.store.db, tenantId), 1_000_000_001)
})

test('a new tenant is welcomed once', async () => {
  using ledger = openTestLedger({ welcomeCredits: 500 })
  const tenantId = await ledger.tenant()
  for (let i = 0; i < 2; i++) await ledger.store.write((tx) => ledger.grantWelcome(tx, tenantId))
  assert.is(ledger.creditsOf(ledger.store.db, tenantId), 500)
  assertLedgerBalances(ledger)
})

test('a welcome of nothing leaves no transfer', async () => {
  using ledger = openTestLedger()
  const tenantId = await ledger.tenant()
  await ledger.store.write((tx) => ledger.grantWelcome(tx, tenantId))
  assert.is(ledger.store.raw.prepare('SELECT count(*) FROM transfer').pluck().get(), 0)
})

test.run()
