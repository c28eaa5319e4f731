import { hash } from 'node:crypto'
import type { AccountName } from './account.ts'
import { type Blinded, hashedNumber } from './commitment.ts'

/** The link before the first one. */
export const genesis = Buffer.alloc(32)

export type TransferPhase = 'post' | 'hold' | 'post_hold' | 'void_hold'

/** How a row is hashed: 1 with its numbers as they are, 2 with commitments to them. */
export type Form = 1 | 2

export function formOf({ blind }: Blinded): Form {
  return blind ? 2 : 1
}

export type TransferBody = {
  groupId: string
  phase: TransferPhase
  debit: AccountName
  credit: AccountName
  amountMinor: number
  holdSeq: number | null
  code: string
  ref: string
}

/**
 * What a transfer says, apart from when and where it stands: equal for a true retry.
 * The accounts go in by name, so that an account that changes hands breaks the chain.
 */
export function bodyHash({ debit, credit, ...body }: TransferBody, form: Form): Buffer {
  return sha256(
    JSON.stringify([
      ...[`kontor transfer ${form}`, body.groupId, body.phase],
      ...[debit.unit, debit.owner, debit.kind],
      ...[credit.unit, credit.owner, credit.kind],
      ...[body.amountMinor, body.holdSeq, body.code, body.ref],
    ]),
  )
}

/** With a number of one party alone as it is, or what is committed to in its place. */
type Hashed<T, N extends keyof T> = Omit<T, N> & { [name in N]: number | string }

type TransferLink = {
  prev: Buffer
  bodyHash: Buffer
  seq: number
  transferId: string
  createdAt: number
  debitAfter: number
  creditAfter: number
}

/** The link of one transfer: it covers every column and, through `prev`, every row before it. */
export function transferHash(link: Hashed<TransferLink, 'debitAfter' | 'creditAfter'>): Buffer {
  const place = [link.seq, link.transferId, link.createdAt, link.debitAfter, link.creditAfter]
  return sha256(Buffer.concat([link.prev, link.bodyHash, Buffer.from(JSON.stringify(place))]))
}

/** The same of a row of the table. */
export function hashOfTransfer(row: TransferLink & Blinded): Buffer {
  const debitAfter = hashedNumber(row, 'debitAfter')
  return transferHash({ ...row, debitAfter, creditAfter: hashedNumber(row, 'creditAfter') })
}

export type EventBody = {
  eventId: string
  kind: string
  buyerTenantId: string
  providerTenantId: string | null
  datasetId: string | null
  assetId: string | null
  apiKeyId: string | null
  searchId: string | null
  quantity: number
  priceVersion: number
  chargeCents: number
  providerShareBp: number
  providerCents: number
  grossAfterCents: number
  period: string
  createdAt: number
}

type EventLink = { prev: Buffer; seq: number; body: Hashed<EventBody, 'grossAfterCents'> }

/** The link of one metered event in the chain of events. */
export function eventHash(link: EventLink, form: Form): Buffer {
  const { body } = link
  const text = JSON.stringify([
    ...[`kontor event ${form}`, link.seq, body.eventId, body.kind, body.period, body.createdAt],
    ...[body.buyerTenantId, body.providerTenantId, body.datasetId, body.assetId],
    ...[body.apiKeyId, body.searchId, body.quantity, body.priceVersion, body.chargeCents],
    ...[body.providerShareBp, body.providerCents, body.grossAfterCents],
  ])
  return sha256(Buffer.concat([link.prev, Buffer.from(text)]))
}

/** The same of a row of the table. */
export function hashOfEvent(row: EventBody & Blinded & Omit<EventLink, 'body'>): Buffer {
  const { prev, seq } = row
  const body = { ...row, grossAfterCents: hashedNumber(row, 'grossAfterCents') }
  return eventHash({ prev, seq, body }, formOf(row))
}

function sha256(bytes: string | Buffer): Buffer {
  return hash('sha256', bytes, 'buffer')
}
