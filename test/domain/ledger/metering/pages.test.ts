// What a commit to the disk costs are the pages that it writes: how many they are for a metered
// search depends on no clock.
import { statSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { answered, openTestLedger, type PassagePart } from '../../../support/open-test-ledger.ts'

const searches = 60
const pageBytes = 4096
const frameBytes = pageBytes + 24

/** The mean of all, without the first ones, which make the tables grow from nothing. */
async function pagesOfSearch({ datasets }: { datasets: number }): Promise<number> {
  using ledger = openTestLedger()
  const { raw, file } = ledger.store
  assert.is(raw.pragma('page_size', { simple: true }), pageBytes)
  const [buyer, provider] = [await ledger.tenant({ plan: 'unlimited', credits: 1e6 }), 'tnt_p']
  const parts: PassagePart[] = Array.from({ length: 10 }, (_, n) => ({
    n,
    datasetId: `dset_${n % datasets}`,
    providerTenantId: provider as 'tnt_p',
  }))
  const search = async () => {
    ledger.store.clock.advance({ hours: 25 })
    const asked = { buyer, provider: 'tnt_p' as const, parts, budget: 1e6 }
    assert.is((await answered(ledger, asked)).chargedCredits, 10)
  }
  for (let i = 0; i < searches; i++) await search()
  const before = statSync(`${file}-wal`).size
  for (let i = 0; i < searches; i++) await search()
  return (statSync(`${file}-wal`).size - before) / frameBytes / searches
}

test('a metered search with ten passages of one dataset writes 13 pages at most', async () => {
  const pages = await pagesOfSearch({ datasets: 1 })
  assert.ok(pages <= 13, `${pages} pages`)
})

test('of two datasets it is 15 at most', async () => {
  const pages = await pagesOfSearch({ datasets: 2 })
  assert.ok(pages <= 15, `${pages} pages`)
})

test.run()
