import type { TenantId } from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import type { PeriodRequest } from '../../../base/period.ts'
import type { Db } from '../../../store/tx.ts'
import { visibleScope } from '../../catalog/index.ts'
import { dateOf, type Period, periodOf } from '../period.ts'
import type { Reader, ReportsRoom } from '../room.ts'
import { type Grouping, keyNames, type SpendRow, sumSpend } from './queries.ts'
import { whoseHistory } from './whose.ts'

export const spendGroupings = ['day', 'dataset', 'api_key'] as const satisfies Grouping[]

export type SpendRequest = PeriodRequest & { readonly groupBy: Grouping }

export type SpendGroup = {
  /** A date, a dataset id, a key id; null for what has none: searches, sessions, plans. */
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
export function spend(room: ReportsRoom, reader: Reader, request: SpendRequest): Spend {
  const { db } = room.store
  const period = periodOf(request, room.clock.nowMs())
  const rows = sumSpend(db, { ...whoseHistory(reader), ...period }, request.groupBy)
  const groups = naming[request.groupBy](db, reader, rows)
  const totalCredits = cents(rows.reduce((sum, row) => sum + row.cents, 0))
  return { ...period, totalCredits, groups: groups.sort(orders[request.groupBy]) }
}

type Naming = (db: Db, reader: Reader, rows: readonly SpendRow[]) => SpendGroup[]

const naming: Record<Grouping, Naming> = {
  day: (_db, _reader, rows) =>
    rows.map((row) => {
      const date = dateOf(Number(row.key))
      return { key: date, label: date, ...figures(row) }
    }),
  /** A dataset that the caller does not see any more has its id for a name. */
  dataset(db, reader, rows) {
    const { datasets } = visibleScope(db, reader)
    const names = new Map<string, string>(datasets.map(({ datasetId, name }) => [datasetId, name]))
    return rows.map((row) => named(row, { names, none: 'No dataset' }))
  },
  api_key(db, { tenantId }, rows) {
    const names = namesOfKeys(db, tenantId, rows)
    return rows.map((row) => named(row, { names, none: 'No key' }))
  },
}

const dearestFirst = (a: SpendGroup, b: SpendGroup) =>
  b.credits - a.credits || b.events - a.events || ((a.key ?? '') < (b.key ?? '') ? -1 : 1)

const orders: Record<Grouping, (a: SpendGroup, b: SpendGroup) => number> = {
  day: (a, b) => ((a.key ?? '') < (b.key ?? '') ? -1 : 1),
  dataset: dearestFirst,
  api_key: dearestFirst,
}

function namesOfKeys(db: Db, tenantId: TenantId, rows: readonly SpendRow[]) {
  const ids = rows.flatMap(({ key }) => (typeof key === 'string' ? [key] : []))
  return keyNames(db, tenantId, ids)
}

function named(
  row: SpendRow,
  { names, none }: { names: ReadonlyMap<string, string>; none: string },
): SpendGroup {
  const key = row.key === null ? null : String(row.key)
  return { key, label: key === null ? none : (names.get(key) ?? key), ...figures(row) }
}

function figures(row: SpendRow) {
  return { credits: cents(row.cents), events: row.events }
}
