// What the soaks believe of a whole server, broken on purpose one by one, as in soak-rules.test.ts.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { buy, publish } from '../../scripts/soaking/clients.ts'
import { newLink, newSearch, newTopUp, search, topUp } from '../../scripts/soaking/deeds.ts'
import { invariants } from '../../scripts/soaking/invariants.ts'
import { openJournal } from '../../scripts/soaking/journal.ts'
import { openRandom } from '../../scripts/soaking/random.ts'
import { findHalves } from '../../scripts/soaking/unanswered.ts'
import type { World } from '../../scripts/soaking/world.ts'
import { afterChange, lookOf } from '../support/broken-database.ts'
import { indexed, openMarket } from '../support/market.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { shared } from '../support/shared.ts'

const random = openRandom('1')

/** A server with one document, which was found and bought, and its buyer's top-up. */
async function openDay() {
  const app = await openTestApp({ config: { welcomeCredits: 500 } })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const look = lookOf(app.store.raw)
  const searchKey = market.key
  const parts = { dir: app.dir, market, searchKey, journal: openJournal(), look: () => look }
  const world = parts as unknown as World
  const document = await publish(world, random, { sentences: 4 })
  await indexed(market, { objectId: document.objectId, url: '' })
  await topUp(world, newTopUp(world, 50))
  await search(world, newSearch(world, document.word))
  await buy(world, document)
  return Object.assign(app, { world })
}

/** What a fact changes is taken back, and what was told is a world's own. */
const { fact } = shared(openDay)
const worldOf = ({ world }: Day): World =>
  Object.assign({ ...world }, { journal: structuredClone(world.journal) })
type Day = Awaited<ReturnType<typeof openDay>>

/** Those that wait before they believe what they see are left to the soaks. */
const waiting = ['every job is finished', 'no bytes without a record']

function breachesOf(world: World, name: string): string[] {
  const found = invariants.find((invariant) => invariant.name === name)?.breaches(world, random)
  assert.ok(Array.isArray(found), name)
  return found as string[]
}

const broken: readonly { rule: string; change: string; says: RegExp }[] = [
  {
    rule: 'every acknowledged write is there',
    change: 'DELETE FROM object',
    says: /inspection-1.txt is not there/,
  },
  {
    rule: 'every acknowledged write is there',
    change: "UPDATE object SET status = 'staged', index_state = 'none'",
    says: /status is staged, not active/,
  },
  {
    rule: 'every acknowledged write is there',
    change: "UPDATE object SET checksum_sha256 = 'another'",
    says: /checksum_sha256 is another/,
  },
  {
    rule: 'every acknowledged write is there',
    change: "DELETE FROM transfer WHERE code = 'grant'",
    says: /top-up-1 was granted 0 times/,
  },
  {
    rule: 'every acknowledged write is there',
    change: 'UPDATE search_activity SET billed = 0',
    says: /search-1 was billed 0 times/,
  },
  {
    rule: 'no record without its bytes',
    change: 'UPDATE object SET size_bytes = size_bytes + 1',
    says: /has \d+ bytes, not/,
  },
  {
    rule: 'no record without its bytes',
    change: "UPDATE object SET blob_key = 'x' || blob_key",
    says: /has no bytes/,
  },
  {
    rule: 'the index equals the records',
    change: 'DELETE FROM passage WHERE passage_no = (SELECT min(passage_no) FROM passage)',
    says: /\(indexed\) has \d+ passages/,
  },
  {
    rule: 'the index equals the records',
    change: 'DELETE FROM passage_fts WHERE rowid = (SELECT min(passage_no) FROM passage)',
    says: /1 rows of the index have no partner/,
  },
  {
    rule: 'nothing is charged twice',
    change: "UPDATE dl_link SET state = 'minted'",
    says: /link-1: used 0 times, charged 1 times/,
  },
  {
    rule: 'nothing is charged twice',
    change: "DELETE FROM meter_event WHERE kind = 'download'",
    says: /link-1: used 1 times, charged 0 times/,
  },
  {
    rule: 'the balances add up',
    change: "UPDATE account SET posted = posted + 1 WHERE kind = 'balance'",
    says: /the buyer has \d+ credits, not/,
  },
  {
    rule: 'the balances add up',
    change: "UPDATE account SET posted = posted + 1 WHERE kind = 'revenue'",
    says: /all accounts together hold 1/,
  },
]

fact('each invariant finds what breaks it, and nothing is broken by itself', (day) => {
  const { store } = day
  const world = worldOf(day)
  for (const { rule, change, says } of broken) {
    assert.equal(breachesOf(world, rule), [], rule)
    const found = afterChange(store.raw, change, () => breachesOf(world, rule))
    assert.match(found.join('\n'), says, change)
  }
  const tried = new Set(broken.map(({ rule }) => rule))
  const others = invariants.map(({ name }) => name).filter((name) => !tried.has(name))
  assert.equal(others, [...waiting, 'searches and downloads answer by it'])
})

fact('what was done by halves is found', (day) => {
  const { store } = day
  const world = worldOf(day)
  const [link = newLink(world, world.journal.documents[0] as never)] = world.journal.links
  link.fetched = 'asked'
  assert.equal(findHalves(world), [])
  const halves: [change: string, says: RegExp][] = [
    ["DELETE FROM transfer WHERE code = 'grant'", /top-up-1: 0 transfers, 1 audit events/],
    ["DELETE FROM meter_event WHERE kind = 'download'", /link-1: used 1 times, charged 0 times/],
    ["DELETE FROM meter_event WHERE kind = 'search'", /search-1: billed without an event/],
  ]
  for (const [change, says] of halves) {
    const found = afterChange(store.raw, change, () => findHalves(world))
    assert.match(found.join('\n'), says, change)
  }
  const [document] = world.journal.documents
  Object.assign(document as object, { approved: 'asked' })
  assert.equal(findHalves(world), [])
  const without = "DELETE FROM job WHERE kind = 'ingest-object'"
  const found = afterChange(store.raw, without, () => findHalves(world))
  assert.match(found.join('\n'), /ingestions 0, not 1/)
})

test.run()
