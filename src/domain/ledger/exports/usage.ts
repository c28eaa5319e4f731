import { isoOf } from '../../../base/clock.ts'
import { type Principal, requireScope } from '../../identity/index.ts'
import { exportSliceRows } from '../limits.ts'
import type { MeterEventRow } from '../queries.ts'
import type { LedgerRoom } from '../room.ts'
import { type GivenBack, givenBack, listSales, listUsage } from './queries.ts'
import { type ExportFormat, exportText } from './table.ts'

const columns = [
  ...['event_id', 'kind', 'occurred_at', 'period', 'dataset_id', 'asset_id', 'search_id'],
  ...['quantity', 'credits', 'price_version', 'refunded_at'],
]

/** A part from what was `earned` is in no statement, one from `payable` was taken off it. */
const ofProvider = ['seller_credits', 'provider_part_from']

export type UsageExport = {
  period: string
  format: ExportFormat
  /** What the tenant used, or what others used of it. */
  side: 'buyer' | 'provider'
}

/**
 * A month of metered events: a buyer's own, or those that a provider earned from, without who
 * bought. Throws Forbidden without billing:read.
 */
export function exportUsage(
  room: LedgerRoom,
  principal: Principal,
  { period, format, side }: UsageExport,
): AsyncGenerator<string> {
  requireScope(principal, 'billing:read')
  const own = side === 'buyer' ? ['api_key_id', 'user_id'] : ofProvider
  return exportText([...columns, ...own], recordsOf(room, principal, { period, side }), format)
}

function* recordsOf(
  { store: { db }, peopleOf }: LedgerRoom,
  { tenantId }: Principal,
  { period, side }: Pick<UsageExport, 'period' | 'side'>,
): Generator<Record<string, string | number | null>[]> {
  const list = side === 'buyer' ? listUsage : listSales
  let after = 0
  for (;;) {
    const rows = list(db, { tenantId, period }, { after, limit: exportSliceRows })
    const refunded = givenBack(
      db,
      rows.map(({ eventId }) => eventId),
    )
    const people = side === 'buyer' ? peopleOf?.(db, rows) : undefined
    yield rows.map((row) => {
      const back = refunded.get(row.eventId)
      const whole = common(row, back)
      const seller = {
        seller_credits: row.providerCents,
        provider_part_from: back?.partFrom ?? null,
      }
      if (side === 'provider') return { ...whole, ...seller }
      return { ...whole, api_key_id: row.apiKeyId, user_id: people?.get(row.eventId) ?? null }
    })
    const last = rows.at(-1)
    if (!last || rows.length < exportSliceRows) return
    after = last.seq
  }
}

function common(row: MeterEventRow, back: GivenBack | undefined) {
  return {
    event_id: row.eventId,
    kind: row.kind,
    occurred_at: isoOf(row.createdAt),
    period: row.period,
    dataset_id: row.datasetId,
    asset_id: row.assetId,
    search_id: row.searchId,
    quantity: row.quantity,
    credits: row.chargeCents,
    price_version: row.priceVersion,
    refunded_at: back === undefined ? null : isoOf(back.atMs),
  }
}
