import { setImmediate } from 'node:timers/promises'
import { newId } from '../../src/base/ids.ts'
import {
  downloadOf,
  openTestLedger,
  shownBy,
  type TestLedger,
} from '../../test/support/open-test-ledger.ts'
import { openTestShop } from '../../test/support/open-test-shop.ts'
import { type Bench, beside, inTurns, quantile, type Row, rowOf } from './measure.ts'

const rounds = 5
const chargesPerRound = 640
const concurrent = 32
const searches = 1_500
const pairs = 400
const turns = 20
const chargesPerTurn = 100
const curve = [10_000, 30_000, 100_000]
const fullCurve = [...curve, 300_000, 1_000_000]

/** The ledger on a real store: group commit, what a search costs, verification, the cost curve. */
export const ledger: Bench = {
  name: 'ledger',
  about: 'charged fetches with group commit beside one commit each; metering; verification; growth',
  async run(log, { full }) {
    const sizes = full ? fullCurve : curve
    const rows: Row[] = []
    log(`  ${chargesPerRound} charges a round, ${concurrent} at once and one by one`)
    rows.push(...(await groupCommit()))
    log(`  ${searches} searches with ten passages`)
    rows.push(...(await metering()))
    log(`  ${pairs} searches over HTTP, metered and not, in turns`)
    rows.push(...(await meteredSearches()))
    log(`  the cost of a charge from ${sizes[0]} to ${sizes.at(-1)} rows`)
    rows.push(...(await growth(log, sizes)))
    return rows
  },
}

let links = 0

export type Books = TestLedger & { buyer: 'tnt_b'; provider: 'tnt_p' }

export async function openBooks(): Promise<Books> {
  const ledger = openTestLedger()
  ledger.plans.set('tnt_b', 'unlimited')
  const grant = { tenantId: 'tnt_b', credits: 1_000_000_000, reason: 'bench' } as const
  await ledger.grantCredits(ledger.admin(), grant)
  return Object.assign(ledger, { buyer: 'tnt_b', provider: 'tnt_p' } as const)
}

function charge(books: Books): Promise<void> {
  links += 1
  const link = { n: links, nowMs: books.store.clock.nowMs() }
  const download = downloadOf({ ...books, priceCents: 25 }, link)
  return books.store.write((tx) => books.chargeDownload(tx, download))
}

async function groupCommit(): Promise<Row[]> {
  using books = await openBooks()
  const timed = async (): Promise<number> => {
    const startedMs = performance.now()
    await charge(books)
    return performance.now() - startedMs
  }
  const result = await inTurns(
    {
      async single() {
        const times: number[] = []
        for (let i = 0; i < chargesPerRound; i++) times.push(await timed())
        return times
      },
      async grouped() {
        const times: number[] = []
        for (let i = 0; i < chargesPerRound; i += concurrent) {
          times.push(...(await Promise.all(Array.from({ length: concurrent }, timed))))
        }
        return times
      },
    },
    rounds,
  )
  const { single, grouped } = result
  const peer = rowOf('one commit for each charge', single.times, single.seconds)
  const ours = rowOf(`group commit, ${concurrent} at once`, grouped.times, grouped.seconds)
  return [peer, beside(ours, peer)]
}

/** What metering adds to the transaction that a search makes anyway, without the disk. */
async function metering(): Promise<Row[]> {
  using books = await openBooks()
  const { store, buyer, provider } = books
  const times = { search: [] as number[], passages: [] as number[] }
  for (let i = 0; i < searches; i++) {
    const nowMs = store.clock.nowMs()
    const searchId = newId('srch', nowMs)
    const parts = Array.from({ length: 10 }, (_, n) => ({
      n: i * 10 + n,
      datasetId: `dset_${n % 2}`,
    }))
    const passages = shownBy(provider, { searchId, parts: parts as { n: number }[] })
    await store.write((tx) => {
      const startedMs = performance.now()
      const asked = { tenantId: buyer, searchId, paramsHash: 'p', nowMs }
      const metered = books.recordSearch(tx, asked)
      const searchedMs = performance.now()
      const payer = { tenantId: buyer }
      books.meterRetrieval(tx, { payer, searchId, ...metered, passages, nowMs })
      times.search.push(searchedMs - startedMs)
      times.passages.push(performance.now() - searchedMs)
    })
  }
  const both = times.search.map((ms, i) => ms + (times.passages[i] ?? 0))
  return [
    rowOfTimes('meter a search', times.search),
    rowOfTimes('meter its ten passages of two datasets', times.passages),
    { ...rowOfTimes('both, added to a search', both), note: 'at most 0.5 ms at the median' },
  ]
}

/**
 * Whole searches over HTTP that find ten passages, with metering and without it, in turns. A day
 * passes between two of them, so that every passage is charged every time.
 */
async function meteredSearches(): Promise<Row[]> {
  await using shop = await openTestShop({
    config: { retrievalStandardCredits: 1, searchRatePerMinute: 1_000_000 },
  })
  const { ledger } = shop.rooms
  const { recordSearch, meterRetrieval } = ledger
  const asset = await shop.offer()
  const texts = Array.from({ length: 12 }, (_, n) => `The boiler number ${n} was inspected in May.`)
  await shop.shelve(asset, texts)
  await shop.grant(shop.buyer.tenantId, 1_000_000)
  shop.sql("UPDATE tenant SET plan = 'unlimited'")
  const search = async (): Promise<number> => {
    shop.clock.advance({ hours: 25 })
    const startedMs = performance.now()
    const { status } = await shop.search('boiler')
    if (status !== 200) throw new Error(`a search answered ${status}`)
    return performance.now() - startedMs
  }
  const metered = async () => {
    Object.assign(ledger, { recordSearch, meterRetrieval })
    return search()
  }
  const unmetered = async () => {
    Object.assign(ledger, {
      recordSearch: () => ({ billed: true }),
      meterRetrieval: () => ({ chargedCredits: 0 }),
    })
    return search()
  }
  const times = { metered: [] as number[], unmetered: [] as number[] }
  for (let i = 0; i < pairs; i++) {
    for (const name of i % 2 === 0 ? ['metered', 'unmetered'] : ['unmetered', 'metered']) {
      times[name as 'metered'].push(await (name === 'metered' ? metered() : unmetered()))
    }
  }
  const added = times.metered.map((ms, i) => ms - (times.unmetered[i] ?? 0))
  const addedMs = quantile(times.metered, 0.5) - quantile(times.unmetered, 0.5)
  const inPairs = quantile(added, 0.5)
  const note = `${addedMs.toFixed(2)} ms between medians, ${inPairs.toFixed(2)} in the median pair`
  return [
    rowOfTimes('a search over HTTP, unmetered', times.unmetered),
    { ...rowOfTimes('the same, metered', times.metered), note },
  ]
}

function rowOfTimes(name: string, times: readonly number[]): Row {
  return rowOf(name, times, times.reduce((sum, ms) => sum + ms, 0) / 1000)
}

/**
 * What a charge costs in a ledger of each size, beside one that stays small: both take turns, so
 * that what else the machine does meets them alike, and the ratio is what counts.
 */
async function growth(log: (line: string) => void, sizes: readonly number[]): Promise<Row[]> {
  using books = await openBooks()
  using small = await openBooks()
  // Commits are not measured here, and making a million rows would be nothing else.
  for (const { store } of [books, small]) store.raw.pragma('synchronous = OFF')
  await growTo(small, sizes[0] ?? 0)
  const rows: Row[] = []
  for (const size of sizes) {
    await growTo(books, size)
    const times = { grown: [] as number[], small: [] as number[] }
    for (let i = 0; i < turns; i++) {
      times.grown.push(...(await chargesIn(books, chargesPerTurn)))
      times.small.push(...(await chargesIn(small, chargesPerTurn)))
    }
    const name = `a charge at ${size.toLocaleString('en')} transfers`
    const ratio = quantile(times.small, 0.5) / quantile(times.grown, 0.5)
    const peer = 'one that stays small, by the medians'
    rows.push({ ...rowOf(name, times.grown, sumSeconds(times.grown)), peer, ratio })
    log(`    ${size}: ${quantile(times.grown, 0.5).toFixed(3)} ms, ${(1 / ratio).toFixed(2)} times`)
  }
  return [...rows, await verification(books)]
}

async function verification(books: Books): Promise<Row> {
  const startedMs = performance.now()
  const { ok, transfers, events } = await books.verify()
  const seconds = (performance.now() - startedMs) / 1000
  if (!ok) throw new Error('the ledger does not verify')
  const perSecond = transfers / seconds
  const note = `${transfers} transfers and ${events} events in ${seconds.toFixed(1)} s`
  return {
    name: 'verify, transfers',
    medianMs: 1e3 / perSecond,
    p95Ms: 1e3 / perSecond,
    perSecond,
    note,
  }
}

/** Charges in big transactions up to so many transfers. */
export async function growTo(books: Books, size: number): Promise<void> {
  const count = books.store.raw.prepare('SELECT max(seq) FROM transfer').pluck()
  while ((count.get() as number) < size) {
    await chargesIn(books, 1_000)
    // A thread does this in the product, for which there is no turn here.
    books.store.raw.pragma('wal_checkpoint(TRUNCATE)')
    await setImmediate()
  }
}

/** The times of some charges in one transaction: what the disk takes is not in them. */
export function chargesIn(books: Books, count: number): Promise<number[]> {
  const { store } = books
  return store.write((tx) =>
    Array.from({ length: count }, () => {
      links += 1
      const link = { n: links, nowMs: store.clock.nowMs() }
      const startedMs = performance.now()
      books.chargeDownload(tx, downloadOf({ ...books, priceCents: 3 }, link))
      return performance.now() - startedMs
    }),
  )
}

function sumSeconds(times: readonly number[]): number {
  return times.reduce((sum, ms) => sum + ms, 0) / 1000
}
