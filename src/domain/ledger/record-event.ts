import { monthAfter, monthOf } from '../../base/clock.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { type EventBody, hashOfEvent } from './books/chain.ts'
import { newBlind } from './books/commitment.ts'
import { findEventHead, insertEvent, lastClosedPeriod, type MeterEventRow } from './queries.ts'

export type EventKind = MeterEventRow['kind']

export type EventHead = { readonly seq: number; readonly hash: Buffer }

export type EventRequest = Pick<EventBody, 'eventId' | 'buyerTenantId' | 'priceVersion'> & {
  kind: EventKind
  atMs: number
  /** Where the caller knows it already. */
  period?: string
  /** The event that this one follows, where the caller has just recorded it. */
  follows?: EventHead
} & Partial<
    Pick<
      EventBody,
      | 'providerTenantId'
      | 'datasetId'
      | 'assetId'
      | 'apiKeyId'
      | 'searchId'
      | 'quantity'
      | 'chargeCents'
      | 'providerShareBp'
      | 'providerCents'
      | 'grossAfterCents'
    >
  >

/** Appends one metered event to its chain. An id that exists is refused by the database. */
export function recordEvent(tx: Tx, request: EventRequest): EventHead {
  const { atMs, period = periodOf(tx, atMs), follows = findEventHead(tx) } = request
  const row = eventAfter(follows, { ...request, period })
  insertEvent(tx, row)
  return row
}

/** An event as the next link of the chain, to be inserted. Without a blind, as of before. */
export function eventAfter(
  head: EventHead,
  { kind, atMs, follows: _, ...given }: EventRequest & { period: string },
  blind: Buffer | null = newBlind(),
): MeterEventRow {
  const body = {
    providerTenantId: null,
    datasetId: null,
    assetId: null,
    apiKeyId: null,
    searchId: null,
    quantity: 1,
    chargeCents: 0,
    providerShareBp: 0,
    providerCents: 0,
    grossAfterCents: 0,
    ...given,
    kind,
    createdAt: atMs,
  }
  const row = { ...body, seq: head.seq + 1, prev: head.hash, blind }
  return { ...row, hash: hashOfEvent(row) }
}

/**
 * The UTC month that an event of this moment belongs to: the month after the last one that was
 * settled, where the clock has gone back to before it.
 */
export function periodOf(db: Db, atMs: number): string {
  return openPeriod(monthOf(atMs), { closed: lastClosedPeriod(db) })
}

/** The same where the last month that was settled is known. */
export function openPeriod(month: string, { closed }: { closed?: string | null | undefined }) {
  return !closed || month > closed ? month : monthAfter(closed)
}
