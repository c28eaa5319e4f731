// Several cells, of which `scripts/soak cells` runs thousands of seeds. What it believes is broken
// on purpose, one thing at a time: a rule that finds nothing looks like one that always holds.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { soakCells } from '../../scripts/soaking/cells/campaign.ts'
import { harms } from '../../scripts/soaking/cells/clearing/cell.ts'
import {
  weights as clearingWeights,
  runClearing,
} from '../../scripts/soaking/cells/clearing/run.ts'
import { rankingHarms } from '../../scripts/soaking/cells/ranking/gateway.ts'
import { weights as rankingWeights, runRanking } from '../../scripts/soaking/cells/ranking/run.ts'
import { drawSteps, type Outcome, type Step, shorten } from '../../scripts/soaking/cells/steps.ts'
import { openRandom } from '../../scripts/soaking/random.ts'

const steps = 40
const seedsMax = 40

test('whatever network and crashes do to cells, ledgers and pages agree in the end', async () => {
  const { breaches, clearing, ranking } = await soakCells({ seed: 'test', seeds: 2, steps })
  assert.equal(breaches, [])
  for (const what of ['sell', 'refund', 'crashes', 'dropped', 'doubled', 'taken: known']) {
    assert.ok((clearing[what] ?? 0) > 0, `no ${what} in it`)
  }
  for (const what of ['pages with an order', 'away in round one', 'away in round two', 'down']) {
    assert.ok((ranking[what] ?? 0) > 0, `no ${what} in it`)
  }
})

/** Seeds of which nothing shows are walked by `scripts/soak`: here it begins near one that does. */
const beginAt: Readonly<Record<string, number>> = {
  'sent before it is committed': 12,
  'the row is kept in memory alone': 6,
  'the second round is answered before the first has ended': 2,
  'equal passages of two cells are two': 4,
}

/** The first of a few seeds in which it shows. */
async function found<K extends string>(
  harm: string,
  weights: Readonly<Record<K, number>>,
  run: (seed: string, steps: readonly Step<K>[]) => Promise<Outcome<K>>,
): Promise<{ seed: string; outcome: Outcome<K> }> {
  const first = beginAt[harm] ?? 0
  for (let i = first; i < first + seedsMax; i++) {
    const seed = `harm/${i}`
    const steps = drawSteps(openRandom(`${seed}/steps`), { weights, count: 30 })
    const outcome = await run(seed, steps)
    if (outcome.breach !== undefined) return { seed, outcome }
  }
  throw new Error(`not found in ${seedsMax} seeds`)
}

for (const harm of harms) {
  test(`clearing: ${harm}: found within few seeds`, async () => {
    await found(harm, clearingWeights, (seed, drawn) => runClearing(seed, { steps: drawn, harm }))
  })
}

for (const harm of rankingHarms) {
  test(`ranking: ${harm}: found within few seeds`, async () => {
    await found(harm, rankingWeights, (seed, drawn) => runRanking(seed, { steps: drawn, harm }))
  })
}

test('a run that fails is made short, and fails again', async () => {
  const harm = 'the row is kept in memory alone'
  const { seed, outcome } = await found(harm, clearingWeights, (one, drawn) =>
    runClearing(one, { steps: drawn, harm }),
  )
  const again = (drawn: typeof outcome.steps) => runClearing(seed, { steps: drawn, harm })
  const short = await shorten(outcome, again)
  assert.ok(short.steps.length <= 6, `${short.steps.length} steps are left`)
  assert.is((await again(short.steps)).breach, short.breach)
})

test.run()
