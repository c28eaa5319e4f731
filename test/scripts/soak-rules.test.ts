// What the soaks believe of money, broken on purpose one by one: a rule that cannot find anything
// looks the same as a product without a fault.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newLink, newSearch, newTopUp } from '../../scripts/soaking/deeds.ts'
import { newDocument, openJournal } from '../../scripts/soaking/journal.ts'
import { moneyBreaches } from '../../scripts/soaking/money-checks.ts'
import { openRandom } from '../../scripts/soaking/random.ts'
import { isDone } from '../../scripts/soaking/settle.ts'
import { findHalves } from '../../scripts/soaking/unanswered.ts'
import type { World } from '../../scripts/soaking/world.ts'
import { afterChange, lookOf } from '../support/broken-database.ts'
import { openTestSettled, type TestSettled } from '../support/open-test-settled.ts'
import { shared } from '../support/shared.ts'

/** March is sold, settled and released; a plan of April was paid. */
async function openSold() {
  const shop = await openTestSettled({ config: { welcomeCredits: 1_000_000 } })
  await shop.admin('PATCH', `/v1/admin/tenants/${shop.buyer.tenantId}`, { plan: 'starter' })
  shop.clock.advance({ hours: 30 * 24 })
  await shop.rooms.ledger.billPlans()
  await shop.rooms.ledger.settlePeriod('2026-04')
  await shop.rooms.ledger.releaseDue()
  return shop
}

/** What a fact changes is taken back, and what clients were told is a world's own. */
const { fact } = shared(openSold)

/** As much of a world as the rules look at. */
function worldOf({ store, clock }: TestSettled) {
  const look = lookOf(store.raw)
  const world = { journal: openJournal(), look: () => look, nowMs: () => clock.nowMs() }
  return world as unknown as World & { nowMs(): number }
}

const broken: readonly { rule: string; change: string }[] = [
  {
    rule: 'no money appears or vanishes',
    change: "UPDATE account SET posted = posted + 1 WHERE owner = 'platform' AND kind = 'revenue'",
  },
  {
    rule: 'every link that was used was charged, and no other',
    change: "UPDATE dl_link SET state = 'minted'",
  },
  {
    rule: 'a balance is what came in less what was bought and paid for plans',
    change: "UPDATE account SET posted = posted - 1 WHERE kind = 'balance'",
  },
  {
    rule: 'every provider has one statement of a settled month, over exactly its charges',
    change: 'DELETE FROM payout_statement',
  },
  {
    rule: 'every provider has one statement of a settled month, over exactly its charges',
    change: 'UPDATE payout_statement SET gross_cents = gross_cents + 1',
  },
  {
    rule: 'every provider has one statement of a settled month, over exactly its charges',
    change: "UPDATE meter_event SET period = '2026-04' WHERE kind = 'download'",
  },
  {
    rule: 'every statement was posted once',
    change: "DELETE FROM transfer WHERE code = 'settlement'",
  },
  {
    rule: 'every statement was posted once',
    change: "UPDATE transfer SET amount_minor = amount_minor + 1 WHERE code = 'settlement'",
  },
  {
    rule: 'no settlement is posted without a statement',
    change: 'DELETE FROM payout_statement',
  },
  {
    rule: 'a month of a plan is paid once, by one transfer of the fee',
    change: "DELETE FROM transfer WHERE code = 'plan_fee'",
  },
  {
    rule: 'a month of a plan is paid once, by one transfer of the fee',
    change: "UPDATE plan_month SET state = 'included' WHERE state = 'paid'",
  },
  {
    rule: 'who did not pay is on the free plan until somebody changes it',
    change: "UPDATE plan_month SET state = 'unpaid' WHERE state = 'paid'",
  },
]

fact('nothing is wrong with what the product did', (shop) => {
  const world = worldOf(shop)
  assert.equal(moneyBreaches(world), [])
  assert.equal(findHalves(world), [])
  assert.is(isDone(world), true)
})

fact('each rule of money finds what breaks it', (shop) => {
  const world = worldOf(shop)
  for (const { rule, change } of broken) {
    const found = afterChange(shop.store.raw, change, () => moneyBreaches(world))
    const named = found.filter((breach) => breach.startsWith(`${rule}: `))
    assert.ok(named.length > 0, `${rule}\n${change}\nfound: ${found.join('\n')}`)
  }
  assert.equal(moneyBreaches(world), [])
})

fact('what clients were told is looked for', (shop) => {
  const world = worldOf(shop)
  const document = newDocument(world.journal, openRandom('1'), { sentences: 1 })
  const link = newLink(world, document)
  Object.assign(link, { minted: 'done', fetched: 'done', url: 'http://localhost/dl/none' })
  newTopUp(world, 5).given = 'done'
  newSearch(world, 'boiler').searched = 'done'
  assert.equal(moneyBreaches(world), [
    'link-1: used 0 times, charged 0 times',
    'top-up-1 was granted 0 times, 0 credits',
    'search-1 was billed 0 times',
  ])
})

const undone: readonly { name: string; change: string }[] = [
  { name: 'a plan that was not billed', change: 'DELETE FROM plan_month' },
  { name: 'a month that nobody settled', change: 'DELETE FROM closed_period' },
  { name: 'a statement that is missing', change: 'DELETE FROM payout_statement' },
  {
    name: 'a statement that could be released',
    change: "UPDATE payout_statement SET status = 'pending'",
  },
]

for (const { name, change } of undone) {
  fact(`the upkeep is not through while there is ${name}`, (shop) => {
    const world = worldOf(shop)
    assert.is(
      afterChange(shop.store.raw, change, () => isDone(world)),
      false,
    )
  })
}

test.run()
