// Two and a half thousand random operations of every kind that moves money, against plain
// arithmetic; `scripts/soak ledger` takes a million.
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openSimulation } from '../../support/money/compare.ts'
import { operation } from '../../support/money/operations.ts'

const runs = 8
const operationsPerRun = 320

test('whatever happens, the ledger does what plain arithmetic does, and verifies', async () => {
  let [transfers, events] = [0, 0]
  const size = { minLength: operationsPerRun, maxLength: operationsPerRun }
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { ...size, size: 'max' }), async (operations) => {
      using simulation = await openSimulation()
      await simulation.run(operations)
      const checked = simulation.finish()
      transfers += checked.transfers
      events += checked.events
    }),
    // Not shrunk: the first difference names its operation, and the seed brings it back.
    { numRuns: runs, endOnFailure: true },
  )
  assert.ok(transfers > 1_000 && events > 1_000, `${transfers} transfers, ${events} events`)
})

test.run()
