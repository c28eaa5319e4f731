import { type Cents, cents } from '../../../base/money.ts'
import type { PeriodRequest } from '../../../base/period.ts'
import { dateOf, type Period, periodOf } from '../period.ts'
import type { Reader, ReportsRoom } from '../room.ts'
import { datasetNames, type Grouping, keyNames, type SpendRow, sumSpend } from './queries.ts'
import { whoseHistory } from './whose.ts'

export const spendGroupings = ['day', 'dataset', 'api_key'] as const satisfies Grouping[]

export type SpendRequest = PeriodRequest & { readonly groupBy: Grouping }

export type SpendGroup = {
  /**
   * A date, a dataset id, a key id; null for what has none: searches, sessions, plans; `others` for
   * all that are not among the dearest.
   */
  readonly key: string | null
  readonly label: string
  readonly credits: Cents
  /** All metered events, also those that cost nothing. */
  readonly events: number
}

export type Spend = Period & {
  readonly totalCredits: Cents
  readonly groups: readonly SpendGroup[]
}

/**
 * What the tenant spent, refunds deducted: by day in order of time, otherwise the dearest first.
 * Throws InvalidInput for the period.
 */
export async function spend(
  room: ReportsRoom,
  reader: Reader,
  request: SpendRequest,
): Promise<Spend> {
  const period = periodOf(request, room.clock.nowMs())
  const rows = await sumSpend(room.reading, { ...whoseHistory(reader), ...period }, request.groupBy)
  const groups = await naming[request.groupBy](room, reader, rows)
  const totalCredits = cents(rows.reduce((sum, row) => sum + row.cents, 0))
  return { ...period, totalCredits, groups: groups.sort(orders[request.groupBy]) }
}

type Naming = (
  room: ReportsRoom,
  reader: Reader,
  rows: readonly SpendRow[],
) => SpendGroup[] | Promise<SpendGroup[]>

const naming: Record<Grouping, Naming> = {
  day: (_room, _reader, rows) =>
    rows.map((row) => {
      const date = dateOf(Number(row.key))
      return { key: date, label: date, ...figures(row) }
    }),
  /** A dataset that the caller does not see any more has its id for a name. */
  async dataset({ reading }, reader, rows) {
    const names = await datasetNames(reading, reader, keysOf(rows))
    return rows.map((row) => named(row, { names, none: 'No dataset' }))
  },
  api_key({ store: { db } }, { tenantId }, rows) {
    const names = keyNames(db, tenantId, keysOf(rows))
    return rows.map((row) => named(row, { names, none: 'No key' }))
  },
}

const rest = { key: 'others', label: 'All others' } as const
const isRest = ({ key }: SpendGroup) => Number(key === rest.key)

const dearestFirst = (a: SpendGroup, b: SpendGroup) =>
  isRest(a) - isRest(b) ||
  b.credits - a.credits ||
  b.events - a.events ||
  ((a.key ?? '') < (b.key ?? '') ? -1 : 1)

const orders: Record<Grouping, (a: SpendGroup, b: SpendGroup) => number> = {
  day: (a, b) => ((a.key ?? '') < (b.key ?? '') ? -1 : 1),
  dataset: dearestFirst,
  api_key: dearestFirst,
}

function keysOf(rows: readonly SpendRow[]): string[] {
  return rows.flatMap(({ key }) => (typeof key === 'string' ? [key] : []))
}

function named(
  row: SpendRow,
  { names, none }: { names: ReadonlyMap<string, string>; none: string },
): SpendGroup {
  if (row.isRest === 1) return { ...rest, ...figures(row) }
  const key = row.key === null ? null : String(row.key)
  return { key, label: key === null ? none : (names.get(key) ?? key), ...figures(row) }
}

function figures(row: SpendRow) {
  return { credits: cents(row.cents), events: row.events }
}
