import { NotFound } from '../../../base/errors.ts'
import type { DatasetId } from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import type { PeriodRequest } from '../../../base/period.ts'
import type { Reading } from '../../../store/reading.ts'
import type { Caller } from '../../catalog/index.ts'
import { dateOf, daysOf, type Period, periodOf } from '../period.ts'
import type { ReportsRoom } from '../room.ts'
import * as queries from './queries.ts'
import { type Keyword, topKeywords } from './top-keywords.ts'

export type AnalyticsRequest = PeriodRequest & { readonly datasetId?: DatasetId | undefined }

/** What other tenants did with a provider's data. */
export type Usage = {
  /** Searches with at least one passage among their results, and how many passages. */
  readonly searches: number
  readonly results: number
  /** Assets that were read with all their passages. */
  readonly reads: number
  readonly downloads: number
}

export type Revenue = { readonly grossCents: Cents; readonly sellerCents: Cents }

/** One UTC day: `2026-11-20`. */
export type Day = Usage & Revenue & { readonly date: string }

export type Analytics = Period & {
  readonly datasetId: DatasetId | null
  readonly topKeywords: readonly Keyword[]
  readonly usage: Usage
  readonly revenue: Revenue
  /** Every day of the period, oldest first, also those on which nothing happened. */
  readonly series: readonly Day[]
}

/**
 * How the caller's data was used and what it brought, day by day. Use of one's own data does not
 * count, and who the others were is not told. Throws NotFound for a dataset that is not the
 * caller's, InvalidInput for the period.
 */
export async function providerAnalytics(
  room: ReportsRoom,
  { tenantId, datasetAccess }: Caller,
  request: AnalyticsRequest,
): Promise<Analytics> {
  const period = periodOf(request, room.clock.nowMs())
  const { datasetId } = request
  const scope = { tenantId, datasetAccess, datasetId, ...period }
  if (datasetId !== undefined && !queries.findDatasetHoldings(room.store.db, scope, datasetId)) {
    throw new NotFound('dataset')
  }
  const series = await seriesOf(room.reading, scope)
  return {
    ...period,
    datasetId: datasetId ?? null,
    topKeywords: await topKeywords(room, scope),
    usage: {
      searches: total(series, 'searches'),
      results: total(series, 'results'),
      reads: total(series, 'reads'),
      downloads: total(series, 'downloads'),
    },
    revenue: {
      grossCents: cents(total(series, 'grossCents')),
      sellerCents: cents(total(series, 'sellerCents')),
    },
    series,
  }
}

/** A day's searches are a day's alone, so the days may be added up. */
async function seriesOf(reading: Reading, scope: queries.Scope): Promise<Day[]> {
  const searches = byDay(await queries.countSearches(reading, scope))
  const reads = byDay(await queries.countReads(reading, scope))
  const downloads = byDay(await queries.countDownloads(reading, scope))
  const revenue = byDay(await queries.sumRevenue(reading, scope))
  return daysOf(scope).map((day) => ({
    date: dateOf(day),
    searches: searches.get(day)?.searches ?? 0,
    results: searches.get(day)?.results ?? 0,
    reads: reads.get(day)?.reads ?? 0,
    downloads: downloads.get(day)?.downloads ?? 0,
    grossCents: cents(revenue.get(day)?.grossCents ?? 0),
    sellerCents: cents(revenue.get(day)?.sellerCents ?? 0),
  }))
}

function byDay<Row extends { day: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.day, row]))
}

function total(series: readonly Day[], name: Exclude<keyof Day, 'date'>): number {
  return series.reduce((sum, day) => sum + day[name], 0)
}
