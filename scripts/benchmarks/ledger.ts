import { setImmediate } from 'node:timers/promises'
import { newId } from '../../src/base/ids.ts'
import {
  downloadOf,
  openTestLedger,
  shownBy,
  type TestLedger,
} from '../../test/support/open-test-ledger.ts'
import { type Bench, beside, inTurns, quantile, type Row, rowOf } from './measure.ts'

const rounds = 5
const chargesPerRound = 640
const concurrent = 32
const searches = 1_500
const curve = [10_000, 30_000, 100_000, 300_000, 1_000_000]

/** The ledger on a real store: group commit, what a search costs, verification, the cost curve. */
export const ledger: Bench = {
  name: 'ledger',
  about: 'charged fetches with group commit beside one commit each; metering; verification; growth',
  async run(log) {
    const rows: Row[] = []
    log(`  ${chargesPerRound} charges a round, ${concurrent} at once and one by one`)
    rows.push(...(await groupCommit()))
    log(`  ${searches} searches with ten passages`)
    rows.push(...(await metering()))
    log(`  the cost of a charge from ${curve[0]} to ${curve.at(-1)} rows`)
    rows.push(...(await growth(log)))
    return rows
  },
}

let links = 0

type Books = TestLedger & { buyer: 'tnt_b'; provider: 'tnt_p' }

async function openBooks(): Promise<Books> {
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
      books.recordSearch(tx, { tenantId: buyer, searchId, paramsHash: 'p', nowMs })
      const searchedMs = performance.now()
      const payer = { tenantId: buyer }
      books.meterRetrieval(tx, { payer, searchId, billed: true, passages, nowMs })
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

function rowOfTimes(name: string, times: readonly number[]): Row {
  return rowOf(name, times, times.reduce((sum, ms) => sum + ms, 0) / 1000)
}

async function growth(log: (line: string) => void): Promise<Row[]> {
  using books = await openBooks()
  const rows: Row[] = []
  for (const size of curve) {
    const times = await growTo(books, size)
    const name = `a charge at ${size.toLocaleString('en')} transfers`
    rows.push({ ...rowOf(name, times, sumSeconds(times)), note: 'two transfers and an event' })
    log(`    ${size}: ${quantile(times, 0.5).toFixed(3)} ms`)
  }
  const startedMs = performance.now()
  const { ok, transfers, events } = await books.verify()
  const seconds = (performance.now() - startedMs) / 1000
  if (!ok) throw new Error('the ledger does not verify')
  const perSecond = transfers / seconds
  const note = `${transfers} transfers and ${events} events in ${seconds.toFixed(1)} s`
  return [
    ...rows,
    {
      name: 'verify, transfers',
      medianMs: 1e3 / perSecond,
      p95Ms: 1e3 / perSecond,
      perSecond,
      note,
    },
  ]
}

/** Charges in big transactions up to so many transfers; the times of the last thousand. */
async function growTo(books: Books, size: number): Promise<number[]> {
  const { store } = books
  const count = store.raw.prepare('SELECT max(seq) FROM transfer').pluck()
  let times: number[] = []
  while ((count.get() as number) < size) {
    times = await store.write((tx) =>
      Array.from({ length: 1_000 }, () => {
        links += 1
        const link = { n: links, nowMs: store.clock.nowMs() }
        const startedMs = performance.now()
        books.chargeDownload(tx, downloadOf({ ...books, priceCents: 3 }, link))
        return performance.now() - startedMs
      }),
    )
    await setImmediate()
  }
  return times
}

function sumSeconds(times: readonly number[]): number {
  return times.reduce((sum, ms) => sum + ms, 0) / 1000
}
