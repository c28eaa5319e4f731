import { hash } from 'node:crypto'
import type { AccountName } from './account.ts'

/** The link before the first one. */
export const genesis = Buffer.alloc(32)

export type TransferPhase = 'post' | 'hold' | 'post_hold' | 'void_hold'

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
export function bodyHash({ debit, credit, ...body }: TransferBody): Buffer {
  return sha256(
    JSON.stringify([
      ...['kontor transfer 1', body.groupId, body.phase],
      ...[debit.unit, debit.owner, debit.kind],
      ...[credit.unit, credit.owner, credit.kind],
      ...[body.amountMinor, body.holdSeq, body.code, body.ref],
    ]),
  )
}

/** The link of one transfer: it covers every column and, through `prev`, every row before it. */
export function transferHash(link: {
  prev: Buffer
  bodyHash: Buffer
  seq: number
  transferId: string
  createdAt: number
  debitAfter: number
  creditAfter: number
}): Buffer {
  const place = [link.seq, link.transferId, link.createdAt, link.debitAfter, link.creditAfter]
  return sha256(Buffer.concat([link.prev, link.bodyHash, Buffer.from(JSON.stringify(place))]))
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

/** The link of one metered event in the chain of events. */
export function eventHash(link: { prev: Buffer; seq: number; body: EventBody }): Buffer {
  const { body } = link
  const text = JSON.stringify([
    ...['kontor event 1', link.seq, body.eventId, body.kind, body.period, body.createdAt],
    ...[body.buyerTenantId, body.providerTenantId, body.datasetId, body.assetId],
    ...[body.apiKeyId, body.searchId, body.quantity, body.priceVersion, body.chargeCents],
    ...[body.providerShareBp, body.providerCents, body.grossAfterCents],
  ])
  return sha256(Buffer.concat([link.prev, Buffer.from(text)]))
}

function sha256(bytes: string | Buffer): Buffer {
  return hash('sha256', bytes, 'buffer')
}
