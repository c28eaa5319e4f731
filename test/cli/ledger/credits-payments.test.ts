import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { creditsPayments } from '../../../src/cli/ledger/credits-payments.ts'
import { openTestApp } from '../../support/open-test-app.ts'

const parts = { http: false, jobs: false, workers: false }

function addPayment(state: string, reason: string) {
  const row = ["randomblob(32), 'tnt_a', 40, '{}'", `'${state}'`, "1, 'eip155:8453', NULL, NULL"]
  return `INSERT INTO x402_payment VALUES (${row.join(', ')}, '${reason}', 1772445600000, 0)`
}

test('without open payments there is one line', async () => {
  await using app = await openTestApp({ parts })
  const { lines, data } = await creditsPayments.act(app, {})
  assert.equal(lines, ['Every payment that was sent is credited.'])
  assert.equal(data, { payments: [] })
})

test('what is not credited is listed, and what is unclear is explained', async () => {
  await using app = await openTestApp({ parts })
  app.store.raw.exec(addPayment('refused', 'no_gas'))
  app.store.raw.exec(addPayment('unclear', 'no_answer'))
  const { lines } = await creditsPayments.act(app, {})
  assert.is(lines[0], '2 payments are not credited, 1 of them unclear.')
  const all = lines.join('\n')
  assert.match(
    all,
    /2026-03-02T10:00:00.000Z unclear 40 credits of tnt_a, no_answer \([0-9a-f]{16}\)/,
  )
  assert.match(all, /kontor credits grant/)
})

test.run()
