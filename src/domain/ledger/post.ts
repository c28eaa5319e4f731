import { Conflict } from '../../base/errors.ts'
import type { Tx } from '../../store/tx.ts'
import type { AccountName } from './account.ts'
import { bodyHash, type TransferBody, type TransferPhase, transferHash } from './chain.ts'
import {
  type AccountRow,
  findAccount,
  findHead,
  findHold,
  findTransfer,
  insertAccount,
  insertTransfer,
} from './queries.ts'

export type TransferRequest = {
  /** Made by the caller from what the transfer is for, so that a retry has the same one. */
  transferId: string
  /** Shared by all transfers of one deed. */
  groupId: string
  phase?: TransferPhase
  debit: AccountName
  credit: AccountName
  /** Cents or lamports, by the accounts' unit. */
  amountMinor: number
  /** The seq of the hold that this transfer resolves. */
  holdSeq?: number
  code: string
  ref: string
  atMs: number
}

export type Posted = { seq: number; isNew: boolean }

/** More was asked of an account than it has. Callers turn this into their own refusal. */
export class Overdrawn extends Error {
  override readonly name = 'Overdrawn'
  readonly availableMinor: number
  constructor(availableMinor: number) {
    super(`the account has ${availableMinor} available`)
    this.availableMinor = availableMinor
  }
}

/**
 * Appends one transfer to the ledger: `post` moves the amount, `hold` sets it aside, `post_hold`
 * moves (at most) what was set aside and frees the rest, `void_hold` frees all of it.
 * The same id with the same body again has no effect and gives the first one's seq.
 * Throws Conflict for the same id with another body, Overdrawn when the debited account has less.
 */
export function post(tx: Tx, request: TransferRequest): Posted {
  const body = bodyOf(request)
  const hashOfBody = bodyHash(body)
  const old = findTransfer(tx, request.transferId)
  if (old && !old.bodyHash.equals(hashOfBody)) throw reusedId(request.transferId)
  if (old) return { seq: old.seq, isNew: false }
  return { seq: append(tx, request, { body, hashOfBody }), isNew: true }
}

/**
 * The same for a transfer that cannot be there yet, because something under the same id was made
 * just before in this transaction: it is not looked for. The database would refuse it.
 */
export function postNew(tx: Tx, request: TransferRequest): void {
  const body = bodyOf(request)
  append(tx, request, { body, hashOfBody: bodyHash(body) })
}

type Bodied = { body: TransferBody; hashOfBody: Buffer }

function append(tx: Tx, request: TransferRequest, { body, hashOfBody }: Bodied): number {
  const debit = openAccount(tx, body.debit)
  const credit = openAccount(tx, body.credit)
  const after = balancesAfter(tx, { debit, credit, body })
  if (after.debit < 0 && !debit.mayGoNegative) throw new Overdrawn(available(debit))
  const head = findHead(tx)
  const link = {
    transferId: request.transferId,
    seq: head.seq + 1,
    prev: head.hash,
    bodyHash: hashOfBody,
    createdAt: request.atMs,
    debitAfter: after.debit,
    creditAfter: after.credit,
  }
  const { debit: _debit, credit: _credit, ...facts } = body
  const sides = { debitAccountId: debit.accountId, creditAccountId: credit.accountId }
  insertTransfer(tx, { ...facts, ...sides, ...link, hash: transferHash(link) })
  return link.seq
}

/** What an account has to spend: what was posted less what is set aside. */
export function available(account: { posted: number; held: number }): number {
  return account.posted - account.held
}

function bodyOf(request: TransferRequest): TransferBody {
  const { groupId, debit, credit, amountMinor, code, ref } = request
  const phase = request.phase ?? 'post'
  return { groupId, phase, debit, credit, amountMinor, holdSeq: request.holdSeq ?? null, code, ref }
}

function openAccount(tx: Tx, name: AccountName): AccountRow {
  return findAccount(tx, name) ?? insertAccount(tx, name)
}

type Sides = { debit: AccountRow; credit: AccountRow; body: TransferBody }

/** What both sides have available afterwards. The triggers work it out again and compare. */
function balancesAfter(tx: Tx, { debit, credit, body }: Sides): { debit: number; credit: number } {
  const { phase, amountMinor, holdSeq } = body
  const held = holdSeq === null ? 0 : (findHold(tx, holdSeq)?.amountMinor ?? 0)
  const taken = phase === 'void_hold' ? 0 : amountMinor
  const given = phase === 'post' || phase === 'post_hold' ? amountMinor : 0
  return { debit: available(debit) + held - taken, credit: available(credit) + given }
}

function reusedId(transferId: string): Conflict {
  return new Conflict({
    reason: 'transfer_id_reused',
    message: `Another transfer was made under the id ${transferId}.`,
  })
}
