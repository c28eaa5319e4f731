import { NotFound } from '../../../base/errors.ts'
import type { Db } from '../../../store/tx.ts'
import { type Principal, requireScope } from '../../identity/index.ts'
import { type AccountName, granted, revenue } from '../books/account.ts'
import type { EventBody, TransferBody } from '../books/chain.ts'
import * as queries from '../queries.ts'
import type { LedgerRoom } from '../room.ts'
import { type SignedHead, signHead } from './head.ts'
import { inclusionPath } from './merkle.ts'
import { type Commitments, showNumber } from './own-numbers.ts'
import { findAccountById } from './queries.ts'
import { subtreesOf } from './tree.ts'

/** A row of a chain with all that its hash is made of, and its way to the root. */
type Proven = { seq: number; prev: string; path: string[] }

export type EventEntry = Proven & Commitments<'grossAfterCents'> & { log: 'event'; body: EventBody }
export type TransferEntry = Proven &
  Commitments<'debitAfter' | 'creditAfter'> & {
    log: 'transfer'
    body: TransferBody
    transferId: string
    createdAt: number
    debitAfter: number
    creditAfter: number
  }

/** What a third party checks with nothing but the operator's public key. */
export type Receipt = {
  /** The second has commitments; with rows of before alone it is the first. */
  kind: 'kontor receipt 1' | 'kontor receipt 2'
  id: string
  head: SignedHead
  entries: (EventEntry | TransferEntry)[]
  public_key: string
}

/**
 * Proves that a metered event with its transfers, or a transfer, is in the ledger as it is now.
 * Throws Forbidden without billing:read, NotFound for what is not the caller's: an event, what was
 * paid for it and what of that was given back are its buyer's, another transfer is its two sides'.
 * A platform admin may ask for all of them. What a row says of one party alone is shown to it and
 * to nobody else. A download goes by the id of its access, too.
 */
export function receiptFor(room: LedgerRoom, principal: Principal, asked: string): Receipt {
  requireScope(principal, 'billing:read')
  const { db } = room.store
  const head = signHead(db, room.signer, room.clock.nowMs())
  const event = findDeed(db, asked)
  const id = event?.eventId ?? asked
  const transfers = transfersOf(db, { id, event })
  const readers = event ? [event.buyerTenantId] : transfers.flatMap((row) => readersOf(db, row))
  const { isPlatformAdmin, tenantId } = principal
  if (readers.length === 0 || !(isPlatformAdmin || readers.includes(tenantId))) {
    throw new NotFound('receipt')
  }
  const shown = { head, isOwn: ownersOf(principal) }
  const entries = [
    ...(event ? [eventEntry(db, event, shown)] : []),
    ...transfers.map((row) => transferEntry(db, row, shown)),
  ]
  return {
    kind: entries.some((entry) => entry.commitments) ? 'kontor receipt 2' : 'kontor receipt 1',
    id,
    head,
    entries,
    public_key: room.signer.publicKeyPem,
  }
}

/** `dlv_` of the histories is the beginning of a download's own id. */
const accessId = /^dlv_([0-9a-f]{26})$/

function findDeed(db: Db, asked: string): queries.MeterEventRow | undefined {
  const [, hash] = accessId.exec(asked) ?? []
  const found = hash
    ? queries.listDownloadsNamed(db, `dl:${hash}`)
    : queries.listEvents(db, [asked])
  return found.length === 1 ? found[0] : undefined
}

type Asked = { id: string; event: queries.MeterEventRow | undefined }

function transfersOf(db: Db, { id, event }: Asked): queries.TransferRow[] {
  if (event) return queries.listTransfersOfGroups(db, [id])
  const transfer = queries.findTransfer(db, id)
  return transfer ? [transfer] : []
}

/** Rows of before tell both balances: what the buyer has left is not for the provider. */
function readersOf(db: Db, row: queries.TransferRow): string[] {
  const [paidFor] = queries.listEvents(db, [row.code === 'refund' ? row.ref : row.groupId])
  if (paidFor) return [paidFor.buyerTenantId]
  return [row.debitAccountId, row.creditAccountId].map((id) => nameOf(db, id).owner)
}

/** Whose numbers a reader is shown; those of the platform and of the world its admins are. */
function ownersOf({ tenantId, isPlatformAdmin }: Principal): IsOwn {
  const ofPlatform: unknown[] = isPlatformAdmin ? [revenue.owner, granted.owner] : []
  return (owner) => owner === tenantId || ofPlatform.includes(owner)
}

type IsOwn = (owner: string | null) => boolean
type Shown = { head: SignedHead; isOwn: IsOwn }

function eventEntry(db: Db, row: queries.MeterEventRow, { head, isOwn }: Shown): EventEntry {
  const { seq, prev, hash: _hash, blind: _blind, ...facts } = row
  const leaf = { index: seq - 1, size: head.events.size }
  const path = inclusionPath(leaf, subtreesOf(db, 'event')).map(hex)
  const gross = showNumber(row, { name: 'grossAfterCents', isOwn: isOwn(row.providerTenantId) })
  const entry = { log: 'event' as const, seq, prev: hex(prev), path }
  const body = { ...facts, grossAfterCents: gross.number }
  return gross.side
    ? { ...entry, commitments: { grossAfterCents: gross.side }, body }
    : { ...entry, body }
}

function transferEntry(db: Db, row: queries.TransferRow, { head, isOwn }: Shown): TransferEntry {
  const { seq, transferId, createdAt } = row
  const leaf = { index: seq - 1, size: head.transfers.size }
  const { groupId, phase, amountMinor, holdSeq, code, ref } = row
  const sides = { debit: nameOf(db, row.debitAccountId), credit: nameOf(db, row.creditAccountId) }
  const debit = showNumber(row, { name: 'debitAfter', isOwn: isOwn(sides.debit.owner) })
  const credit = showNumber(row, { name: 'creditAfter', isOwn: isOwn(sides.credit.owner) })
  return {
    log: 'transfer',
    seq,
    prev: hex(row.prev),
    path: inclusionPath(leaf, subtreesOf(db, 'transfer')).map(hex),
    transferId,
    createdAt,
    debitAfter: debit.number,
    creditAfter: credit.number,
    ...(debit.side &&
      credit.side && { commitments: { debitAfter: debit.side, creditAfter: credit.side } }),
    body: { groupId, phase, ...sides, amountMinor, holdSeq, code, ref },
  }
}

function nameOf(db: Db, accountId: number): AccountName {
  const row = findAccountById(db, accountId)
  if (!row) throw new Error(`a transfer names account ${accountId}, which does not exist`)
  const { unit, owner, kind } = row
  return { unit, owner: owner as AccountName['owner'], kind }
}

function hex(bytes: Buffer): string {
  return bytes.toString('hex')
}
