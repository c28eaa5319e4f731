import { monthOf } from '../../base/clock.ts'
import type { Tx } from '../../store/tx.ts'
import { type EventBody, eventHash } from './chain.ts'
import { priceVersion } from './limits.ts'
import { findEventHead, insertEvent, type MeterEventRow } from './queries.ts'

export type EventKind = MeterEventRow['kind']

export type EventRequest = Pick<EventBody, 'eventId' | 'buyerTenantId'> & {
  kind: EventKind
  atMs: number
} & Partial<
    Pick<
      EventBody,
      | 'providerTenantId'
      | 'datasetId'
      | 'assetId'
      | 'apiKeyId'
      | 'searchId'
      | 'chargeCents'
      | 'providerShareBp'
      | 'providerCents'
      | 'grossAfterCents'
    >
  >

/** Appends one metered event to its chain. An id that exists is refused by the database. */
export function recordEvent(tx: Tx, request: EventRequest): void {
  const { kind, atMs, ...given } = request
  const body = {
    providerTenantId: null,
    datasetId: null,
    assetId: null,
    apiKeyId: null,
    searchId: null,
    quantity: 1,
    priceVersion,
    chargeCents: 0,
    providerShareBp: 0,
    providerCents: 0,
    grossAfterCents: 0,
    ...given,
    kind,
    period: monthOf(atMs),
    createdAt: atMs,
  }
  const head = findEventHead(tx)
  const place = { seq: head.seq + 1, prev: head.hash }
  insertEvent(tx, { ...body, ...place, hash: eventHash({ ...place, body }) })
}
