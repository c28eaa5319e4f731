// Several cells, of which `scripts/soak cells` runs thousands of seeds. What it believes is broken
// on purpose, one thing at a time: a rule that finds nothing looks like one that always holds.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { clearingOf, soakCells } from '../../scripts/soaking/cells/campaign.ts'
import { harms } from '../../scripts/soaking/cells/clearing/cell.ts'
import { runClearing } from '../../scripts/soaking/cells/clearing/run.ts'

const steps = 50
const seedsMax = 40

test('whatever network and crashes do to cells, their ledgers agree in the end', async () => {
  const { breaches, clearing } = await soakCells({ seed: 'test', seeds: 12, steps })
  assert.equal(breaches, [])
  for (const what of ['sell', 'refund', 'crashes', 'dropped', 'doubled', 'taken: known']) {
    assert.ok((clearing[what] ?? 0) > 0, `no ${what} in it`)
  }
})

for (const harm of harms) {
  test(`clearing: ${harm}: found within few seeds, and made short`, async () => {
    for (let i = 0; i < seedsMax; i++) {
      const { breach, steps: short } = await clearingOf(`harm/${i}`, { steps, harm })
      if (breach === undefined) continue
      assert.ok(short.length <= 8, `${short.length} steps are left: ${breach}`)
      const again = await runClearing(`harm/${i}`, { steps: short, harm })
      assert.is(again.breach, breach)
      return
    }
    assert.unreachable(`not found in ${seedsMax} seeds`)
  })
}

test.run()
