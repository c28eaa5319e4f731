// What verifying says of payments that somebody's hand was on.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { granted, spendable } from '../../../../src/domain/ledger/books/account.ts'
import { post } from '../../../../src/domain/ledger/index.ts'
import { listPaymentTransfers } from '../../../../src/domain/ledger/x402/queries.ts'
import { verifyPayments } from '../../../../src/domain/ledger/x402/verify-payments.ts'
import { openTestPayments, paymentOf } from '../../../support/open-test-payments.ts'

const hands: [name: string, sql: string, said: string[]][] = [
  ['sound books', 'SELECT 1', []],
  [
    'a payment that was credited less',
    'UPDATE x402_payment SET credits = 26',
    ['x402_payment -: 0xtx000001 is settled and was credited otherwise'],
  ],
  [
    'a payment of somebody else',
    "UPDATE x402_payment SET tenant_id = 'tnt_x'",
    ['x402_payment -: 0xtx000001 is settled and was credited otherwise'],
  ],
  [
    'another transaction',
    "UPDATE x402_payment SET transaction_id = '0xtx000009'",
    [
      'x402_payment -: 0xtx000009 is settled and was credited otherwise',
      'transfer 2: x402:0xtx000001 credits a payment that there is not',
    ],
  ],
  [
    'a payment that is gone',
    'DELETE FROM x402_payment',
    ['transfer 2: x402:0xtx000001 credits a payment that there is not'],
  ],
]
for (const [name, sql, said] of hands) {
  test(`verifying payments, ${name}: ${said.length} problems`, async () => {
    using till = openTestPayments()
    const tenantId = await till.tenant({ credits: 1 })
    await till.pay(tenantId, paymentOf(25, 'a'))
    const { raw, write } = till.store
    await write((tx) =>
      post(tx, {
        transferId: 'y',
        groupId: 'y',
        code: 'y',
        ref: '',
        atMs: 0,
        amountMinor: 1,
        debit: granted,
        credit: spendable(tenantId),
      }),
    )
    const triggers = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck()
    for (const trigger of triggers.all()) raw.exec(`DROP TRIGGER ${trigger}`)
    raw.exec(sql)
    const { problems } = await till.verify()
    assert.equal(
      problems.map(({ check, seq, message }) => `${check} ${seq ?? '-'}: ${message}`),
      said,
    )
  })
}

test('every payment is verified, however many there are', async () => {
  using till = openTestPayments()
  const tenantId = await till.tenant()
  await till.pay(tenantId, paymentOf(25, 'a'))
  const { raw } = till.store
  raw.pragma('ignore_check_constraints = ON')
  const triggers = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck()
  for (const trigger of triggers.all()) raw.exec(`DROP TRIGGER ${trigger}`)
  raw.exec(`WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 502)
    INSERT INTO transfer SELECT i, 'x402:' || i, group_id, phase, debit_account_id,
      credit_account_id, amount_minor, hold_seq, code, ref, body_hash, created_at, debit_after,
      credit_after, prev, randomblob(32), NULL FROM transfer, n`)
  assert.is([...verifyPayments(till.store.db)].flat().length, 501)
  const page = listPaymentTransfers(till.store.db, { after: 'x402:499', limit: 4 })
  assert.equal(
    page.map(({ transferId }) => transferId.slice(5)),
    ['5', '50', '500', '501'],
  )
})

test.run()
