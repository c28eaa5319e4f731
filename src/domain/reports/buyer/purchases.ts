import { NotFound } from '../../../base/errors.ts'
import type { ApiKeyId, ObjectId } from '../../../base/ids.ts'
import type { PageEnd } from '../../../base/page.ts'
import { type PeriodRequest, requireOrder } from '../../../base/period.ts'
import type { Db } from '../../../store/tx.ts'
import { findVisibleObjects } from '../../catalog/index.ts'
import { type Moment, type PlacedRequest, readPage } from '../page.ts'
import type { Reader, ReportsRoom } from '../room.ts'
import * as queries from './purchase-queries.ts'
import { whoseHistory } from './whose.ts'

export type PurchaseRequest = PlacedRequest &
  PeriodRequest & {
    readonly apiKeyId?: ApiKeyId | undefined
  }

export type Purchase = queries.PurchaseRow & {
  /** Whether the caller could buy the same again. */
  readonly isOnOffer: boolean
  /** Until when the same is given once more for nothing; null: it is not. */
  readonly freeAgainUntilMs: number | null
}

export type PurchaseList = { readonly purchases: readonly Purchase[] } & PageEnd

/** Files and moments that the tenant bought, newest first. Throws InvalidInput. */
export function listPurchases(
  room: ReportsRoom,
  reader: Reader,
  request: PurchaseRequest,
): PurchaseList {
  requireOrder(request)
  const { fromMs, toMs, apiKeyId } = request
  const { db } = room.store
  const filter = { ...whoseHistory(reader, apiKeyId), fromMs, toMs }
  const { rows, nextCursor } = readPage<queries.PurchaseRow, Moment>(room, request, {
    route: 'purchases',
    reader,
    filters: { from: fromMs ?? null, to: toMs ?? null, key: apiKeyId ?? null },
    read: (page) => queries.listPurchaseRows(db, filter, page),
    positionOf: (row) => [row.occurredAtMs, row.receiptId],
  })
  return {
    purchases: withPresent(room, db, { reader, rows }),
    total: queries.countPurchases(db, filter),
    nextCursor,
  }
}

/** One of them. Throws NotFound for what is not the caller's to see. */
export function getPurchase(room: ReportsRoom, reader: Reader, receiptId: string): Purchase {
  const { db } = room.store
  const row = queries.findPurchaseRow(db, whoseHistory(reader), receiptId)
  const [purchase] = withPresent(room, db, { reader, rows: row ? [row] : [] })
  if (!purchase) throw new NotFound('purchase')
  return purchase
}

type Found = { reader: Reader; rows: readonly queries.PurchaseRow[] }

/** With what holds at this moment. */
function withPresent({ delivery }: ReportsRoom, db: Db, { reader, rows }: Found): Purchase[] {
  const ids = [...new Set(rows.map(({ assetId }) => assetId as ObjectId))]
  const onOffer = findVisibleObjects(db, reader, ids)
  const free = delivery.freeAgainUntil(db, rows.map(linkHashOf))
  return rows.map((row) => {
    const isOnOffer = onOffer.has(row.assetId)
    const untilMs = isOnOffer ? free.get(linkHashOf(row)) : undefined
    return { ...row, isOnOffer, freeAgainUntilMs: untilMs ?? null }
  })
}

/** The event of a download names its link: `dl:` and the hash of the token. */
function linkHashOf({ receiptId }: queries.PurchaseRow): string {
  return receiptId.slice('dl:'.length)
}
