import type { DatasetId } from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import type { PeriodRequest } from '../../../base/period.ts'
import type { Caller } from '../../catalog/index.ts'
import { type Period, periodOf } from '../period.ts'
import type { ReportsRoom } from '../room.ts'
import { type EarningsRow, sumEarnings } from './earnings-queries.ts'
import { sumRevenue } from './queries.ts'

export type DatasetEarnings = {
  readonly datasetId: DatasetId
  readonly name: string | null
  /** Charges, whatever for. */
  readonly charges: number
  /** Of those, downloads. */
  readonly downloads: number
  readonly grossCents: Cents
  readonly sellerCents: Cents
}

export type Earnings = Period & {
  readonly grossCents: Cents
  readonly sellerCents: Cents
  /** Those that brought most first. */
  readonly datasets: readonly DatasetEarnings[]
}

/** What each of the caller's datasets brought, refunds deducted. Throws InvalidInput. */
export async function earnings(
  room: ReportsRoom,
  { tenantId, datasetAccess }: Caller,
  request: PeriodRequest,
): Promise<Earnings> {
  const period = periodOf(request, room.clock.nowMs())
  const scope = { tenantId, datasetAccess, datasetId: undefined, ...period }
  const [days, rows] = await Promise.all([
    sumRevenue(room.reading, scope),
    sumEarnings(room.reading, scope),
  ])
  return {
    ...period,
    grossCents: cents(days.reduce((sum, day) => sum + day.grossCents, 0)),
    sellerCents: cents(days.reduce((sum, day) => sum + day.sellerCents, 0)),
    datasets: rows.map(earningsOf),
  }
}

function earningsOf({ grossCents, sellerCents, ...row }: EarningsRow): DatasetEarnings {
  return { ...row, grossCents: cents(grossCents), sellerCents: cents(sellerCents) }
}
