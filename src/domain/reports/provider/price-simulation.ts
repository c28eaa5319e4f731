import type { TenantId } from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import { type Caller, type Dataset, getOwnDataset } from '../../catalog/index.ts'
import {
  clipPriceCents,
  demandBuyersMax,
  demandWindowDays,
  filePriceCents,
} from '../../delivery/index.ts'
import { shareOf } from '../../ledger/index.ts'
import { simulatedDownloadsMax } from '../limits.ts'
import { dayOf, type Period, periodOf } from '../period.ts'
import type { ReportsRoom } from '../room.ts'
import { listPayers, listSold, type PayerRow, type SoldRow } from './earnings-queries.ts'

type PricingModel = Dataset['pricingModel']

export type Candidate = {
  readonly basePriceCents: Cents
  /** Left out: the dataset's own. */
  readonly pricingModel?: PricingModel | undefined
}

export type Simulated = Required<Candidate> & { readonly pricingModel: PricingModel }

export type Brought = { readonly grossCents: Cents; readonly sellerCents: Cents }

export type PriceSimulation = Period & {
  /** How many downloads it is made of. */
  readonly downloads: number
  /** There were more: these are the latest. */
  readonly isCapped: boolean
  readonly actual: Brought
  readonly simulated: readonly (Simulated & Brought)[]
}

/**
 * What the downloads of the last 30 days would have brought at other prices, as if the same buyers
 * had bought the same things: what they would have left alone nobody knows. Demand is counted by
 * the day. Nothing is changed. Throws NotFound for a dataset that is not the caller's.
 */
export async function simulatePrices(
  room: ReportsRoom,
  caller: Caller,
  { datasetId: asked, candidates }: { datasetId: string; candidates: readonly Candidate[] },
): Promise<PriceSimulation> {
  const dataset = getOwnDataset(room.store.db, caller, asked)
  const period = periodOf({}, room.clock.nowMs())
  const sold = { tenantId: caller.tenantId, datasetId: dataset.datasetId, ...period }
  const earlier = { ...sold, fromMs: period.fromMs - demandWindowMs }
  const [rows, payers] = await Promise.all([
    listSold(room.reading, sold),
    listPayers(room.reading, earlier),
  ])
  const othersOf = otherBuyersFrom(payers)
  const simulated = candidates.map(({ basePriceCents, pricingModel = dataset.pricingModel }) => {
    const priceOf = (row: SoldRow) => priceAt(row, { basePriceCents, pricingModel, othersOf })
    return { basePriceCents, pricingModel, ...broughtBy(rows, priceOf) }
  })
  return {
    ...period,
    downloads: rows.length,
    isCapped: rows.length === simulatedDownloadsMax,
    actual: {
      grossCents: cents(rows.reduce((sum, { chargeCents }) => sum + chargeCents, 0)),
      sellerCents: cents(rows.reduce((sum, { providerCents }) => sum + providerCents, 0)),
    },
    simulated,
  }
}

const demandWindowMs = demandWindowDays * 24 * 60 * 60 * 1000

type OthersOf = (row: SoldRow) => number
type Priced = Simulated & { othersOf: OthersOf }

function priceAt(row: SoldRow, { basePriceCents, pricingModel, othersOf }: Priced): Cents {
  const whole = filePriceCents({
    pricingModel,
    basePriceCents,
    ageMs: row.occurredAtMs - row.uploadedAtMs,
    otherBuyers: pricingModel === 'demand_curve' ? othersOf(row) : 0,
  })
  const { startMs, endMs, durationMs } = row
  if (startMs === null || endMs === null || durationMs === null) return whole
  return clipPriceCents(whole, { range: { startMs, endMs }, durationMs })
}

/** The provider's part is rounded on the sum of each share, as a statement is. */
function broughtBy(rows: readonly SoldRow[], priceOf: (row: SoldRow) => Cents): Brought {
  const byShare = new Map<number, number>()
  for (const row of rows) {
    const { providerShareBp } = row
    byShare.set(providerShareBp, (byShare.get(providerShareBp) ?? 0) + priceOf(row))
  }
  const sums = [...byShare]
  return {
    grossCents: cents(sums.reduce((sum, [, gross]) => sum + gross, 0)),
    sellerCents: cents(sums.reduce((sum, [bp, gross]) => sum + shareOf(cents(gross), bp), 0)),
  }
}

/** How many others had paid in the days before a purchase; of each day it is found out once. */
function otherBuyersFrom(payers: readonly PayerRow[]): OthersOf {
  const known = new Map<number, Set<TenantId>>()
  return ({ occurredAtMs, buyerTenantId }) => {
    const day = dayOf(occurredAtMs)
    const found = known.get(day) ?? new Set(payersIn(payers, day))
    known.set(day, found)
    return Math.min(demandBuyersMax, found.size - (found.has(buyerTenantId) ? 1 : 0))
  }
}

function payersIn(payers: readonly PayerRow[], day: number): TenantId[] {
  const within = payers.filter((one) => one.day <= day && one.day >= day - demandWindowDays)
  return within.map(({ buyerTenantId }) => buyerTenantId)
}
